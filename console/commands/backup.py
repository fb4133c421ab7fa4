"""Back up the configuration and all documents, and restore them on any set of stores."""

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from console.startup import load_settings
from console.terminal import echo

if TYPE_CHECKING:
    from storage.backup import BackupProgress
    from storage.settings import Settings

_FILE = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))


@click.command()
@_FILE
def backup(file: Path) -> None:
    """Write the configuration and all documents to FILE.

    Newsloom may go on working meanwhile. Headers, proxies and passwords of sources, and addresses
    of alerts, are encrypted with NEWSLOOM_SECRET_KEY; password hashes and documents are not. Keep
    the file as safe as the database, and keep the key elsewhere.
    """
    from hooks.process import features
    from storage.backends import open_documents
    from storage.database.setup import set_up_django
    from storage.sealing import HeaderSeal

    settings = load_settings()
    set_up_django(settings)
    # Models can be imported only now.
    from storage.backup import back_up

    with closing(open_documents(settings)) as documents:
        done = _show(
            back_up(file, documents, HeaderSeal(settings.secret, settings.former_secrets)), "saved"
        )
    echo(f"{file} has the configuration and {done:,} documents")
    if off := features().off_with_tables():
        echo(f"without what these features keep, which are switched off here: {', '.join(off)}")


@click.command()
@_FILE
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
    version and of the last 0.2 fit.
    """
    from storage.backends import open_documents, open_seen, open_tombstones
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
        closing(open_documents(settings)) as documents,
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
        done, percent = step.done, 100 * step.done // max(1, step.total)
        if percent > shown and step.done < step.total:
            echo(f"{step.done:,} of {step.total:,} documents {word} ({percent} %)")
            shown = percent
    return done
