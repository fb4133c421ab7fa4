"""What the reports of a story say, as lines of a digest. Pure."""

from collections.abc import Iterator
from itertools import islice

from features.stories.statements.comparison import Comparison
from notify.alerts.said_lines import SaidLine

_MAX_CONFLICTS = 2
_MAX_AGREEMENTS = 2


def said_lines(said: Comparison) -> tuple[SaidLine, ...]:
    """Return the first lines of the lists of a story."""
    return (
        *islice(_conflicts(said), _MAX_CONFLICTS),
        *islice(_agreements(said), _MAX_AGREEMENTS),
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
