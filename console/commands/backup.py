"""Back up the configuration and all documents, and restore them on any set of stores."""

import time
from collections.abc import Callable, Iterable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from console.startup import load_settings, start
from console.terminal import echo
from scheduler import heartbeat
from storage.backup_folder import backups_in, name_at, superseded, time_until_due
from storage.errors import Refused, StorageError

if TYPE_CHECKING:
    from storage.backup import BackupProgress
    from storage.settings import Settings

_LOOK_SECONDS = 60.0
"""So often ``--daily`` looks at the clock, which may be set, and gives a sign of life."""
_RETRY_SECONDS = 3600.0
"""A disk that is full, or a store that is away, takes someone a while."""
_PART = ".newsloom-backup.part"
"""One name for the folder, so that two cannot write there at once, and what a killed one left is
written over.
"""


@click.command(short_help="Write the configuration and all documents to a file.")
@click.argument("target", metavar="FILE|FOLDER", type=click.Path(path_type=Path))
@click.option(
    "--keep",
    type=click.IntRange(min=1),
    help="Write to a new file in FOLDER, named by the time (UTC), and keep so many of them: older "
    "ones go once the new one is complete.",
)
@click.option(
    "--daily",
    "is_daily",
    is_flag=True,
    help="With --keep: go on, and make a backup whenever the newest is a day old.",
)
def backup(target: Path, keep: int | None, is_daily: bool) -> None:
    """Write the configuration and all documents to FILE, or to a new file in FOLDER.

    Newsloom may go on working meanwhile. Headers, proxies and passwords of sources, and addresses
    of alerts, are encrypted with NEWSLOOM_SECRET_KEY; password hashes and documents are not. Keep
    the file as safe as the database, and keep the key elsewhere.
    """
    if keep is None:
        # Without a limit, daily backups fill the disk before anyone looks.
        if is_daily or target.is_dir():
            raise click.UsageError(f"{target}: say with --keep N how many backups of a folder stay")
        _back_up(load_settings(), target)
    elif is_daily:
        _back_up_daily(start("backup"), target, keep)
    else:
        _back_up_in(load_settings(), target, keep)


def _back_up_daily(settings: "Settings", folder: Path, keep: int) -> None:
    retry_at = 0.0
    while True:
        heartbeat.beat()
        due = time_until_due(backups_in(folder).values(), datetime.now(UTC)).total_seconds()
        wait_seconds = max(due, retry_at - time.monotonic())
        if wait_seconds > 0:
            time.sleep(min(wait_seconds, _LOOK_SECONDS))
            continue
        try:
            _back_up_in(settings, folder, keep)
        except StorageError as error:
            echo(f"{error}; trying again in an hour", err=True)
            # Until then the backup stays due, so that without this the loop would try all the time.
            retry_at = time.monotonic() + _RETRY_SECONDS


def _back_up_in(settings: "Settings", folder: Path, keep: int) -> None:
    """Write a backup to a folder. Then, and only then, remove those that it supersedes."""
    path = folder / name_at(datetime.now(UTC))
    _back_up(settings, path, folder / _PART)
    for old in superseded(backups_in(folder), path, keep):
        try:
            old.unlink(missing_ok=True)
        except OSError as error:
            why = f"{path} is complete, but {old} cannot be removed: {error.strerror}"
            raise Refused("the backup", why) from error
        echo(f"{old} is removed: {keep} newer ones are there")


def _back_up(settings: "Settings", path: Path, part: Path | None = None) -> None:
    """Write a backup, and note what became of it."""
    from hooks.process import features
    from storage.backends import open_backup_log, open_configuration, open_documents
    from storage.sealing import HeaderSeal

    with (
        # It closes the connection of this thread, which no server keeps for a day.
        closing(open_configuration(settings)),
        closing(open_documents(settings)) as documents,
        closing(open_backup_log(settings)) as log,
    ):
        # Models can be imported only now.
        from storage.backup import BackupNotBegun, back_up, read_manifest

        seal = HeaderSeal(settings.secret, settings.former_secrets)
        try:
            _show(back_up(path, documents, seal, part), "saved")
            made, size_bytes = read_manifest(path), path.stat().st_size
        except BackupNotBegun:
            raise
        except StorageError as error:
            problem = str(error)
            _note(lambda: log.failed(problem))
            raise
        except Exception as error:
            # A bug: ops must learn even then that there is no new backup.
            kind = type(error).__name__
            _note(lambda: log.failed(f"an error of Newsloom itself ({kind}); its log says where"))
            raise
        _note(lambda: log.succeeded(str(path.absolute()), size_bytes, made.rows, made.documents))
    echo(f"{path} has the configuration and {made.documents:,} documents")
    if off := features().off_with_tables():
        echo(f"without what these features keep, which are switched off here: {', '.join(off)}")


def _note(step: Callable[[], None]) -> None:
    """Tell the monitor. A backup is worth as much if the monitor's store is away."""
    try:
        step()
    except StorageError as error:
        echo(f"the monitor does not know of this backup: {error}", err=True)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--erased-in",
    "later",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A later backup: what was erased until then stays away. You can repeat the option.",
)
@click.option(
    "--drill",
    "is_drill",
    is_flag=True,
    help="Restore into a temporary folder, compare counts, and delete it. No store is touched.",
)
def restore(file: Path, later: tuple[Path, ...], is_drill: bool) -> None:
    """Write what FILE holds to stores without users and sources.

    They may be other stores than those of the backup: so you move from files to servers. Stop all
    roles first. Use the NEWSLOOM_SECRET_KEY of the backup. If it stops, repeat it. Backups of this
    version and of those before fit, from the last 0.2 on.
    """
    from storage.backends import open_documents, open_seen, open_tombstones
    from storage.database.setup import restoring
    from storage.sealing import HeaderSeal
    from webui.serve import migrate

    settings = load_settings()
    settings.prepare()
    if is_drill:
        _drill(file, settings)
        return
    migrate()
    # Models can be imported only now.
    from storage.backup import restore as write
    from storage.backup import rows_left_out
    from storage.database.sources.sources import sources_off

    with (
        restoring() as database,
        closing(open_documents(settings)) as documents,
        documents.restoring(database),
        closing(open_seen(settings)) as seen,
        closing(open_tombstones(settings)) as tombstones,
    ):
        seal = HeaderSeal(settings.secret, settings.former_secrets)
        done = _show(write(file, documents, seen, tombstones, seal, later), "restored")
    if left_out := rows_left_out(file):
        rows = ", ".join(f"{count:,} of {model}" for model, count in left_out.items())
        echo(f"rows left out, because their feature is switched off or missing here: {rows}")
    if found := sources_off():
        counts = ", ".join(f"{count:,} of the channel {name}" for name, count in found.items())
        echo(f"sources that are not read, because their feature is off here: {counts}")
    echo(f"the configuration and {done:,} documents are restored; start the roles")


def _drill(file: Path, settings: "Settings") -> None:
    from storage.database.setup import set_up_django

    set_up_django(settings)
    # Models can be imported only now.
    from console.restore_drill import drill

    found = drill(file, settings, echo)
    echo(
        f"{file} can be restored: {found.rows:,} rows of the configuration and {found.documents:,} "
        "documents; none of them is missing"
    )


def _show(steps: "Iterable[BackupProgress]", word: str) -> int:
    """Print the progress when another percent is done; return the number of documents."""
    shown = done = 0
    for step in steps:
        heartbeat.beat()
        done, percent = step.done, 100 * step.done // max(1, step.total)
        if percent > shown and step.done < step.total:
            echo(f"{step.done:,} of {step.total:,} documents {word} ({percent} %)")
            shown = percent
    return done
