"""What the reports of a story say, as lines of a digest. Pure."""

from collections.abc import Iterator

from features.stories.statements.comparison import ReportComparison
from hooks.answers import SaidLine


def said_lines(said: ReportComparison) -> tuple[SaidLine, ...]:
    """Return the lists of a story as lines: what is in conflict, then what several sites tell."""
    return (*_conflicts(said), *_agreements(said))


def _conflicts(said: ReportComparison) -> Iterator[SaidLine]:
    for each in said.in_conflict:
        first = [claim.quotes[0] for claim in each.claims]
        yield SaidLine(
            kind="update" if each.is_update else "contradiction",
            texts=tuple(quote.text for quote in first),
            documents=tuple(quote.report.id for quote in first),
            sites=tuple(quote.report.site for quote in first),
        )


def _agreements(said: ReportComparison) -> Iterator[SaidLine]:
    for each in said.told_by_many:
        yield SaidLine(
            kind="agreement",
            texts=(each.quote.text,),
            documents=(each.quote.report.id,),
            sites=each.sites,
        )
