"""Figures of each set, kind of page and method; the conventions of sets; how well kinds are
recognised.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from evaluation.columns import COLUMNS
from evaluation.measures.posts import Hits
from evaluation.run import Case, Evaluation, Guess
from extractor.results import Kind

_LISTINGS = ("listing", "collection")


@dataclass(frozen=True)
class SummaryRow:
    """The figures of a method on some pages.

    If ``reachable``, pages whose gold is not in the HTML are left out.
    """

    set: str
    kind: str
    method: str
    reachable: bool
    pages: int
    failures: int
    empty: int
    figures: Mapping[str, float | None]


@dataclass(frozen=True)
class Convention:
    """What the gold texts of a set's kind contain; None if no page shows it.

    ``summary``: the lead is kept apart.
    """

    set: str
    kind: str
    pages: int
    headline: float | None
    lead: float | None
    summary: bool


@dataclass(frozen=True)
class Kinds:
    """How well the kinds of a set's pages are recognised without hints.

    Shares are None without pages.

    ``article_or_not``: articles taken for articles, listings and collections taken for anything
    else. ``threads_kept``: pages of forums with labelled posts taken for threads;
    ``false_threads``: other pages.
    """

    set: str
    pages: int
    article_or_not: float | None
    articles_kept: float | None
    listings_refused: float | None
    threads_kept: float | None
    false_threads: float | None


def rows(evaluation: Evaluation) -> list[SummaryRow]:
    """Return rows by set, kind and method, and a second row if some of the pages are
    unreachable.
    """
    parts: defaultdict[tuple[str, str, str], list[Case]] = defaultdict(list)
    for case in evaluation.cases:
        parts[case.page.set, case.page.kind, case.result.method].append(case)
    order = {method: index for index, method in enumerate(evaluation.methods)}
    found = []
    for key in sorted(parts, key=lambda key: (key[0], key[1], order[key[2]])):
        cases = parts[key]
        within = [case for case in cases if case.facts.is_reachable]
        found.append(_row(key, cases, reachable=False))
        if 0 < len(within) < len(cases):
            found.append(_row(key, within, reachable=True))
    return found


def _row(key: tuple[str, str, str], cases: Sequence[Case], *, reachable: bool) -> SummaryRow:
    return SummaryRow(
        *key,
        reachable=reachable,
        pages=len(cases),
        failures=sum(bool(case.result.failure) for case in cases),
        empty=sum(not case.result.answer.text.strip() for case in cases),
        figures={column.key: column.compute(cases) for column in COLUMNS},
    )


def conventions(evaluation: Evaluation) -> list[Convention]:
    """Return the conventions of each set and kind of page with labelled text."""
    parts: defaultdict[tuple[str, str], list[Case]] = defaultdict(list)
    for case in _once(evaluation.cases):
        if case.page.gold.text is not None:
            parts[case.page.set, case.page.kind].append(case)
    return [
        Convention(
            *key,
            pages=len(cases),
            headline=_share(case.facts.headline for case in cases),
            lead=_share(case.facts.lead for case in cases),
            summary=any(case.page.gold.summary for case in cases),
        )
        for key, cases in sorted(parts.items())
    ]


def kinds(evaluation: Evaluation) -> list[Kinds]:
    """Return the figures of each set with pages of several kinds."""
    by_set: defaultdict[str, list[Guess]] = defaultdict(list)
    for guess in evaluation.guesses:
        by_set[guess.page.set].append(guess)
    return [_kinds(name, guesses) for name, guesses in sorted(by_set.items())]


def _kinds(name: str, guesses: Sequence[Guess]) -> Kinds:
    articles = [guess.kind == Kind.ARTICLE for guess in guesses if guess.page.kind == "article"]
    listings = [guess.kind != Kind.ARTICLE for guess in guesses if guess.page.kind in _LISTINGS]
    return Kinds(
        name,
        len(guesses),
        _share(articles + listings),
        _share(articles),
        _share(listings),
        _share(guess.kind == Kind.THREAD for guess in guesses if guess.page.gold.posts),
        _share(guess.kind == Kind.THREAD for guess in guesses if guess.page.kind != "forum"),
    )


def unreachable(evaluation: Evaluation) -> list[Case]:
    """Return the pages whose gold is not in them, once each."""
    return [case for case in _once(evaluation.cases) if not case.facts.is_reachable]


def failures(evaluation: Evaluation) -> list[Case]:
    """Return the cases that failed."""
    return [case for case in evaluation.cases if case.result.failure]


def _once(cases: Iterable[Case]) -> list[Case]:
    """Return one case for each page."""
    return list({(case.page.set, case.page.id): case for case in cases}.values())


def _share(answers: Iterable[bool | None]) -> float | None:
    known = [answer for answer in answers if answer is not None]
    return Hits(sum(known), len(known)).share
