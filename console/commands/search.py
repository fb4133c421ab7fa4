"""Search and export documents on the command line."""

import sys
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_type_hints
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import click

from console.startup import load_settings
from console.terminal import echo, json_text
from storage.channels import channel_names
from storage.documents.dates import end_moment, first_moment
from storage.documents.port import (
    NAME_KINDS,
    Document,
    Documents,
    Filters,
    Fragment,
    SearchRequest,
    Sort,
)

if TYPE_CHECKING:
    from storage.documents.name_spellings import NameSpellings

_Command = TypeVar("_Command", bound=Callable[..., Any])
_NAMES = {
    "source": "source",
    "site": "site",
    "channel": "channel",
    "lang": "language",
    "kind": "kind",
    "tag": "tag",
    "author": "author",
    "person": "person",
    "org": "organisation",
    "place": "place",
}
_CHOICES = {"channel": channel_names(), "kind": get_args(get_type_hints(Document)["kind"])}


def _filter_options(command: _Command) -> _Command:
    for name, word in reversed(_NAMES.items()):
        choice = click.Choice(_CHOICES[name]) if name in _CHOICES else None
        text = f"Only this {word}; you can repeat the option."
        command = click.option(f"--{name}", type=choice, multiple=True, help=text)(command)
    for name, text in (
        (
            "after",
            "Only pages published on this day, or at this time, or later: 2026-11-21, "
            "2026-11-21T08:00, -3h.",
        ),
        ("before", "Only pages published on this day or earlier, or before this time."),
    ):
        command = click.option(f"--{name}", callback=_date, help=text)(command)
    zone = "Time zone of all dates, such as Europe/Berlin."
    return click.option(
        "--zone", default="UTC", show_default=True, callback=_zone, is_eager=True, help=zone
    )(command)


def _date(context: click.Context, option: click.Parameter, text: str | None) -> datetime | None:
    if text is None:
        return None
    read = first_moment if option.name == "after" else end_moment
    try:
        return read(text, datetime.now(context.params["zone"]))
    except ValueError as error:
        raise click.BadParameter(
            f"“{text}” is not a date. Write it as 2026-11-21, as 2026-11-21T08:00, or as -3h or "
            "-2d."
        ) from error


def _zone(_context: click.Context, _option: click.Parameter, name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, ZoneInfoNotFoundError) as error:
        raise click.BadParameter(
            f"“{name}” is not a time zone. Write it as Europe/Berlin."
        ) from error


def _request(query: str, filters: dict[str, Any], **options: Any) -> SearchRequest:
    from storage.documents.errors import QueryError
    from storage.documents.query import parse
    from storage.documents.query_tree import (
        InStory,
        leaves,
        names_any,
        with_spellings,
        with_stories,
    )

    try:
        parsed = parse(query, datetime.now(filters.pop("zone")))
    except QueryError as error:
        raise click.ClickException(str(error)) from error
    if any(isinstance(leaf, InStory) for leaf in leaves(parsed.root)):
        parsed = with_stories(parsed, _story_documents())
    if names_any(parsed) or any(filters[kind] for kind in NAME_KINDS):
        spellings = _spellings()
        parsed = with_spellings(parsed, spellings.of)
        filters |= {kind: spellings.all_of(kind, filters[kind]) for kind in NAME_KINDS}
    return SearchRequest(query=parsed, filters=Filters(**filters), **options)


def _story_documents() -> Callable[[str], list[str]]:
    from storage.database.setup import set_up_django

    set_up_django(load_settings())
    # Models can be imported only now that Django is set up.
    from storage.database.searches.groups import documents_of

    return documents_of


def _spellings() -> "NameSpellings":
    from storage.database.setup import set_up_django

    set_up_django(load_settings())
    from storage.database.searches.spellings import all_spellings

    return all_spellings()


def _documents() -> closing[Documents]:
    from storage.backends import open_documents

    return closing(open_documents(load_settings()))


@click.command()
@click.argument("query", default="")
@click.option(
    "--sort",
    type=click.Choice(get_args(Sort)),
    default="relevance",
    show_default=True,
    help="Order of the hits: best match, newest publication, or last found first.",
)
@click.option(
    "--size", type=click.IntRange(1, 100), default=10, show_default=True, help="Most hits to print."
)
@_filter_options
def search(query: str, sort: Sort, size: int, **filters: Any) -> None:
    """Print the documents that match QUERY.

    The query language is that of the search page: words, "phrases", AND OR NOT, brackets, and
    fields such as title: site: author: after: (docs/analyst.md lists them all).

    If QUERY begins with a minus sign, put -- before it.
    """
    request = _request(query, filters, sort=sort, size=size)
    with _documents() as documents:
        page = documents.search(request)
    for hit in page.hits:
        found = hit.document
        published = (
            found.published.strftime("%Y-%m-%d %H:%M") if found.published else "date unknown"
        )
        _echo_marked(hit.title if hit.title.text else Fragment(text=found.url))
        echo(f"  {published}  {found.site}  {found.channel}  {found.url}")
        for snippet in hit.snippets:
            _echo_marked(snippet, "  ")
    echo(f"{page.total} found, {len(page.hits)} shown")


def _echo_marked(fragment: Fragment, indent: str = "") -> None:
    """Print the fragment on one line with its marks in bold."""
    bold = [(start + len(indent), end + len(indent)) for start, end in fragment.marks]
    echo(indent + fragment.text.replace("\n", " "), bold=bold)


@click.command()
@click.argument("query", default="")
@_filter_options
def export(query: str, **filters: Any) -> None:
    """Write the documents that match QUERY as JSON Lines.

    They come in the order in which they were collected, with their earlier texts. Without QUERY,
    all are written, but for those whose pages reserve such use (NEWSLOOM_OBEY_RIGHTS).
    """
    from storage.documents.records import exported
    from storage.documents.uses import only_allowed

    request = only_allowed(_request(query, filters), "export", load_settings().obey_rights)
    with _documents() as documents:
        for document in documents.export(request):
            record = exported(document, documents.versions(document))
            sys.stdout.write(json_text(record, _plain) + "\n")


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"{value!r} has no JSON form")
