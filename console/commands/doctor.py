"""Check the settings and every store."""

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import click

from console.startup import load_settings, without_password
from console.terminal import echo
from scheduler.errors import SchedulerError
from storage.database.setup import features_of
from storage.errors import StorageError, Unavailable
from storage.settings import Settings


@click.command()
def doctor() -> None:
    """Check the settings and connect to every store.

    Ends with code 1 if a store does not answer.
    """
    settings = load_settings()
    echo(f"home            {settings.home}")
    echo(f"user agent      {settings.user_agent}")
    echo(f"extraction      {_extraction()}")
    features = features_of(settings)
    off = f"; off: {', '.join(features.off)}" if features.off else ""
    echo(f"features        {', '.join(features.names) or 'none'}{off}")
    for problem in features.problems:
        echo(f"{'':15} BAD {problem}")
    checks: list[tuple[str, str, Callable[[Settings], str]]] = [
        ("configuration", settings.database_url, _configuration),
        ("queue", settings.queue_url, _queue),
        ("seen", settings.state_url, _seen),
        ("documents", settings.documents_url, _documents),
        ("archive", settings.archive_url, _archive),
    ]
    # All at once: a store that does not answer is given several seconds.
    with ThreadPoolExecutor(len(checks)) as together:
        answers = together.map(lambda each: _answer(each[2], settings), checks)
        broken = [
            name
            for (name, url, _), answer in zip(checks, answers, strict=True)
            if not _report(name, url, *answer)
        ]
    if broken:
        echo(
            f"not ready: {', '.join(broken)}. Check the address above and whether the server runs."
        )
        sys.exit(1)
    echo("ready, but see what is wrong with features above" if features.problems else "ready")


def _extraction() -> str:
    from extractor.compiled import IS_BUILT

    return (
        "compiled"
        if IS_BUILT
        else "in Python alone, which is slower; see docs/ops.md#compiled-parts"
    )


def _answer(check: Callable[[Settings], str], settings: Settings) -> tuple[bool, str]:
    try:
        return True, check(settings)
    except (StorageError, SchedulerError) as error:
        return False, str(error)


def _report(name: str, url: str, is_good: bool, answer: str) -> bool:
    echo(f"{name:15} {'ok ' if is_good else 'BAD'} {without_password(url)}  {answer}")
    return is_good


def _configuration(settings: Settings) -> str:
    from storage.backends import open_configuration
    from storage.database.setup import require_every_text, require_tables

    with closing(open_configuration(settings)) as configuration:
        # Models can be imported only now.
        from storage.database.sources.sources import sources_off

        require_every_text()
        require_tables()
        due, off = configuration.next_due(), sources_off()
    next_visit = f"next visit {due:%Y-%m-%d %H:%M:%S} UTC" if due else "no source is active"
    counts = [f"{count:,} of the channel {name}" for name, count in off.items()]
    not_read = "; sources that are not read, because their feature is off: " if off else ""
    return f"{next_visit}{not_read}{', '.join(counts)}"


def _queue(settings: Settings) -> str:
    from scheduler.queue.backends import open_queue

    with closing(open_queue(settings)) as queue:
        return ", ".join(
            f"{tube.tube}: {tube.ready} ready, {tube.buried} buried" for tube in queue.stats()
        )


def _seen(settings: Settings) -> str:
    from storage.backends import open_seen

    with closing(open_seen(settings)) as seen:
        info = seen.info()
    return f"{info.items} of {info.capacity} URLs, error rate {info.error_rate:g}"


def _documents(settings: Settings) -> str:
    from storage.backends import open_documents

    with closing(open_documents(settings)) as documents:
        info = documents.info()
    if info.read_only:
        raise Unavailable(
            "documents",
            "it takes no documents, because the disk of a server is full or it is read-only",
        )
    outdated = (
        "; the search index is from an older version: run newsloom reindex" if info.outdated else ""
    )
    return f"{info.documents} documents, {info.size_bytes / 1e6:.1f} MB{outdated}"


def _archive(settings: Settings) -> str:
    from storage.backends import open_archive_reader

    if settings.archive == "none":
        return "nothing is archived"
    info = open_archive_reader(settings).info()
    return f"{info.files} files, {info.size_bytes / 1e6:.1f} MB"
