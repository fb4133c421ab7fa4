"""What the reports of a story say, as lines of a digest. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal, TypeAlias

from newsroom.statements.comparison import Comparison

MAX_STORIES_SAID = 5
"""So many stories of a digest have such lines, those on most sites: each is read and compared."""
_MAX_CONFLICTS = 2
_MAX_AGREEMENTS = 2

SaidKind: TypeAlias = Literal["contradiction", "update", "agreement"]


@dataclass(frozen=True, kw_only=True)
class SaidLine:
    """What several reports tell with one sentence, or differently with one sentence for each value.

    ``sites`` are all that tell it, or the first of each value. ``documents`` are those of the
    ``texts``: erasing one of them takes out the line.
    """

    kind: SaidKind
    texts: tuple[str, ...]
    documents: tuple[str, ...]
    sites: tuple[str, ...]


def said_lines(said: Comparison) -> tuple[SaidLine, ...]:
    """Return the first lines of the lists of a story."""
    return (
        *islice(_conflicts(said), _MAX_CONFLICTS),
        *islice(_agreements(said), _MAX_AGREEMENTS),
    )


def unpacked_said(values: Iterable[dict[str, Any]]) -> tuple[SaidLine, ...]:
    """Return lines from JSON."""
    return tuple(
        SaidLine(
            kind=each["kind"],
            texts=tuple(each["texts"]),
            documents=tuple(each["documents"]),
            sites=tuple(each["sites"]),
        )
        for each in values
    )


def _conflicts(said: Comparison) -> Iterator[SaidLine]:
    for each in said.in_conflict:
        first = [claim.quotes[0] for claim in each.claims]
        yield SaidLine(
            kind="update" if each.is_update else "contradiction",
            texts=tuple(quote.text for quote in first),
            documents=tuple(quote.report.id for quote in first),
            sites=tuple(quote.report.site for quote in first),
        )


def _agreements(said: Comparison) -> Iterator[SaidLine]:
    for each in said.told_by_many:
        yield SaidLine(
            kind="agreement",
            texts=(each.quote.text,),
            documents=(each.quote.report.id,),
            sites=each.sites,
        )
