"""Read stored documents again from the archive."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from itertools import chain, islice
from typing import TYPE_CHECKING

import click

from console.startup import load_settings
from console.terminal import echo, escape_controls

if TYPE_CHECKING:
    from crawler.site_layouts import SiteLayouts
    from features.archive.rereading import Reread
    from features.archive.store.port import ArchiveReader
    from scheduler.jobs import SourceSpec
    from storage.documents.port import Document, Documents, SearchRequest
    from storage.settings import Settings

_TOGETHER = 20
_PROGRESS_SECONDS = 2.0
_WORDS = {
    "same": "the same",
    "changed": "changed",
    "refused": "refused today, kept as they are",
    "absent": "not in the archive",
    "left": "not from the archive alone",
}


@click.command(short_help="Read stored documents again from the archive.")
@click.argument("query", default="")
@click.option(
    "--source",
    "sources",
    multiple=True,
    help="Only documents of this source; you can repeat the option.",
)
@click.option(
    "--since", help="Only documents found on this day or later: 2026-11-21, 2026-11-21T08:00, -3h."
)
@click.option(
    "--dry-run", is_flag=True, help="Write nothing; show how many documents change, and how."
)
@click.option(
    "--samples",
    type=click.IntRange(0, 1000),
    default=5,
    show_default=True,
    help="Differences to show in a dry run.",
)
def reread(
    query: str, sources: tuple[str, ...], since: str | None, dry_run: bool, samples: int
) -> None:
    """Extract the documents that match QUERY again, as this version does, from their archived
    pages.

    Nothing is fetched. A document that changes keeps its address, its place among stories and
    copies, and the time at which it was found. One that would be refused today stays as it is. You
    can stop this at any time and repeat it:
    what was written before is then the same.
    """
    from features.archive.store.opening import open_archive_reader
    from storage.backends import open_documents

    settings = load_settings()
    request = _request(query, sources, since)
    with closing(open_documents(settings)) as documents:
        total = documents.count_matches(request).total
        echo(f"{total:,} documents to read again")
        counts: Counter[str] = Counter()
        results = _results(settings, documents, request, open_archive_reader(settings))
        results = _with_progress(results, counts, total)
        if dry_run:
            _show(results, samples)
        else:
            _write(settings, results)
    echo(_summary(counts))


def _request(query: str, sources: tuple[str, ...], since: str | None) -> "SearchRequest":
    from storage.documents.dates import first_moment
    from storage.documents.errors import QueryError
    from storage.documents.port import Filters, SearchRequest
    from storage.documents.query import parse

    now = datetime.now(UTC)
    try:
        moment = first_moment(since, now) if since else None
    except ValueError as error:
        text = (
            f"“{since}” is not a date. Write it as 2026-11-21, as 2026-11-21T08:00, or as "
            "-3h or -2d."
        )
        raise click.BadParameter(text, param_hint="--since") from error
    try:
        parsed = parse(query, now)
    except QueryError as error:
        raise click.ClickException(str(error)) from error
    filters = Filters(source=sources, collected_since=moment)
    return SearchRequest(query=parsed, filters=filters, facets=False)


def _results(
    settings: "Settings", documents: "Documents", request: "SearchRequest", reader: "ArchiveReader"
) -> Iterator["Reread"]:
    """Yield the results of an event loop of its own, so that the caller can write between them."""
    from crawler.parsing import Parsers
    from features.archive.rereading import reread as read_again

    parsers = Parsers()
    loop = asyncio.new_event_loop()
    results = read_again(
        documents.export(request), reader, parsers, _sources(settings), _layouts(settings)
    )
    try:
        while True:
            try:
                yield loop.run_until_complete(anext(results))
            except StopAsyncIteration:
                return
    finally:
        loop.run_until_complete(results.aclose())
        parsers.close()
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()


def _sources(settings: "Settings") -> dict[int, "SourceSpec"]:
    """Return the sources as they are now."""
    from storage.database.setup import migrate, set_up_django

    set_up_django(settings)
    migrate()
    from scheduler.planner import source_spec
    from storage.database.sources.sources import list_sources

    return {each.pk: source_spec(each.record()) for each in list_sources()}


def _layouts(settings: "Settings") -> dict[str, "SiteLayouts"]:
    """Return what the workers have learned of where the posts of forums are."""
    from crawler.site_layouts import SiteLayouts
    from storage.backends import open_learned
    from storage.learned.store import LAYOUTS

    with closing(open_learned(settings)) as learned:
        return {name: SiteLayouts.from_fact(fact) for name, fact in learned.facts(LAYOUTS).items()}


def _with_progress(
    results: Iterator["Reread"], counts: Counter[str], total: int
) -> Iterator["Reread"]:
    shown = time.monotonic()
    for result in results:
        counts[result.verdict] += 1
        if time.monotonic() - shown >= _PROGRESS_SECONDS:
            shown = time.monotonic()
            echo(f"{counts.total():,} of {total:,}: {_summary(counts)}", err=True)
        yield result


def _summary(counts: Counter[str]) -> str:
    return (
        ", ".join(f"{counts[name]:,} {words}" for name, words in _WORDS.items() if counts[name])
        or "no documents"
    )


def _write(settings: "Settings", results: Iterator["Reread"]) -> None:
    """Write what changed, in batches; what was written before an interruption stays."""
    from storage.backends import open_document_writer

    changed: Iterator[Document] = (result.new for result in results if result.new)
    with closing(open_document_writer(settings)) as writer:
        for first in changed:
            writer.write([first, *islice(changed, _TOGETHER - 1)])


def _show(results: Iterator["Reread"], samples: int) -> None:
    """Print the differences of the first documents that change, side by side."""
    from rich.console import Console

    console = Console()
    wanted = (each for each in results if each.verdict in ("changed", "refused"))
    for result in islice(wanted, samples):
        console.print(
            escape_controls(f"\n{result.old.id}  {result.old.url}"), markup=False, highlight=False
        )
        if result.new is None:
            why = escape_controls(f"would be refused: {result.detail}")
            console.print(why, markup=False, highlight=False)
        else:
            console.print(_table(result))
    for _ in chain(wanted):
        pass


def _table(result: "Reread") -> object:
    from rich.table import Table
    from rich.text import Text

    from webui.search.differences import difference

    assert result.new
    table = Table("field", "stored", "read again", show_lines=True)
    for name in result.changed:
        before, after = Text(), Text()
        for piece in difference(
            _words(getattr(result.old, name)), _words(getattr(result.new, name))
        ).pieces:
            if piece.kind == "same":
                if piece.left_out:
                    text = f"{piece.text} […] {piece.end}"
                else:
                    text = piece.text
                before.append(text)
                after.append(text)
            elif piece.kind == "cut":
                before.append(piece.text, "red strike")
            else:
                after.append(piece.text, "green underline")
        table.add_row(name, before, after)
    return table


def _words(value: object) -> str:
    if isinstance(value, tuple):
        return escape_controls(
            "\n".join(getattr(each, "body", None) or str(each) for each in value)
        )
    if value is None:
        return ""
    return escape_controls(str(value))
