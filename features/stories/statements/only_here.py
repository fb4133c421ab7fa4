"""What one site alone tells, and what is new: what no other sentence of the story tells. Pure.

A sentence is one of those if it has something of its own, and the nearest sentence elsewhere is
unlike it: by its words, and by its meaning where there are vectors.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations, product
from typing import TypeAlias

from features.stories.statements.across import near_lines
from features.stories.statements.likeness import Likeness
from features.stories.statements.likenesses import Likenesses
from features.stories.statements.reports import Quote, Report
from features.stories.statements.statement import (
    Statement,
    amounts_of,
    counts_of,
    heads_in,
    language_of,
)
from features.stories.statements.times import is_background
from features.stories.statements.voices import Voices

Ours: TypeAlias = Set[str]
"""The ids of the reports of which something is asked that they alone tell."""

# The next four were chosen on 196 marked sentences of 32 events (docs/measurements.md).
_MOST_ALIKE = 0.2
"""A sentence elsewhere that is so alike by its words may tell the same in other words."""
_MORE_BESIDE_VECTORS = 0.1
"""More alike by their words may be sentences that are compared by their meaning too."""
_MORE_AMONG_FEW, _FEW_SENTENCES = 0.3, 40
"""And up to so much more in a small story, where the words of its subject are still rare."""
_OWN_WORDS = 0.3
"""Least share of a sentence, by weight, that is in words which nobody else in the story uses."""
_SAME_NUMBER = 0.05
"""A larger number that differs by less is the same, rounded: $13.2 billion and $13 billion."""
_FEW = 20
"""Numbers up to this are not rounded."""
_MAX_OF_REPORT = 2
"""Lines of one report or site, so that a long report does not fill the list."""
_READ = 20_000
"""So many characters of a report are searched for a name or a number."""
_FIRST_WORD = 2
"""A word at such a place, perhaps after a quotation mark, begins its sentence."""
_WORD = re.compile(r"\w[\w-]*")


@dataclass(frozen=True, kw_only=True)
class Single:
    """What one site alone tells; ``copies`` other reports have its whole text."""

    quote: Quote
    copies: int


class OnlyHere:
    """Tells what is nowhere else in a story. ``told`` are all compared sentences of each language,
    ``likeness`` that of each.
    """

    def __init__(
        self,
        told: Mapping[str, Sequence[Statement]],
        likeness: Mapping[str, Likeness],
        likenesses: Likenesses,
        voices: Voices,
    ) -> None:
        self._likeness = likeness
        most = _MOST_ALIKE + _MORE_BESIDE_VECTORS * likenesses.is_known
        self._most_alike = {
            lang: most + _MORE_AMONG_FEW * max(0.0, 1 - len(some) / _FEW_SENTENCES)
            for lang, some in told.items()
        }
        self._voices = voices
        self._echoes = _echoes(told, likenesses)
        self._users: defaultdict[str, set[str]] = defaultdict(set)
        self._reports: dict[str, Report] = {}
        for each in (each for some in told.values() for each in some):
            self._reports[each.report.id] = each.report
            for term in each.terms:
                self._users[term].add(each.report.id)
        self._known = {each.id: _Known.of(each) for each in self._reports.values()}

    def singles(self, lines: Iterable[Sequence[Statement]]) -> Iterator[Single]:
        """Yield sentences of one site with a number or a name that no other site has."""
        of_site: Counter[str] = Counter()
        sites = {each.id: self._voices.sites(each) for each in self._reports.values()}
        for line in lines:
            each = line[0]
            site = each.report.site
            ours = {report for report, told in sites.items() if told == {site}}
            if of_site[site] < _MAX_OF_REPORT and self._is_only(line, ours):
                of_site[site] += 1
                yield Single(quote=each.quote, copies=self._voices.copies(each.report))

    def new(self, lines: Iterable[Sequence[Statement]], since: datetime) -> list[Quote]:
        """Return what only reports tell that were found after a time: what is near the beginnings
        of reports first, what was before the event last.
        """
        reports = self._reports.values()
        ours = {each.id for each in reports if self._voices.found(each) > since}
        found = [line[0] for line in lines if self._is_only(line, ours)]
        found.sort(key=lambda each: (_is_background(each), each.place))
        of_report: Counter[str] = Counter()
        chosen = []
        for each in found:
            of_report[each.report.id] += 1
            if of_report[each.report.id] <= _MAX_OF_REPORT:
                chosen.append(each.quote)
        return chosen

    def _is_only(self, line: Sequence[Statement], ours: Ours) -> bool:
        """Return whether only ours tell this, also in other words, and it has something of its own:
        words, and a number or a name.
        """
        # What has the same words is near the same sentences.
        kinds = {each.terms: each for each in line}.values()
        return (
            all(each.report.id in ours for each in line)
            and all(near.report.id in ours for each in kinds for near in self._near(each))
            and self._has_own_words(line[0], ours)
            and self._has_fact(line[0], ours)
        )

    def _near(self, statement: Statement) -> Iterator[Statement]:
        yield from self._likeness[statement.lang].near(statement, self._most_alike[statement.lang])
        yield from self._echoes.get(statement, ())

    def _has_own_words(self, statement: Statement, ours: Ours) -> bool:
        likeness = self._likeness[statement.lang]
        own = frozenset(term for term in statement.terms if self._users[term] <= ours)
        return likeness.weight(own) >= _OWN_WORDS * likeness.weight(statement.terms)

    def _has_fact(self, statement: Statement, ours: Ours) -> bool:
        """Return whether a sentence has a number that only our reports have, a name that only ours
        have of those in its language, or something that only they tell, such as an arrest.
        """
        others = [each for each in self._reports.values() if each.id not in ours]
        known = [self._known[each.id] for each in others]
        alike = [self._known[each.id] for each in others if language_of(each) == statement.lang]
        return (
            any(
                not any(each.has_number(number) for each in known)
                for number in counts_of(statement)
            )
            or any(
                alike and not any(each.has_name(name) for each in alike)
                for name in _names(statement)
            )
            or bool(
                heads_in(statement.quote.text, statement.lang).difference(
                    *(each.heads for each in known)
                )
            )
        )


@dataclass(frozen=True, kw_only=True)
class _Known:
    """What a report has anywhere: its numbers as they are meant, its words, and what happened to
    people in it.
    """

    text: str
    numbers: frozenset[float]
    words: frozenset[str]
    heads: frozenset[str]

    @classmethod
    def of(cls, report: Report) -> "_Known":
        """Return what a report has."""
        text = f"{report.title}\n{report.text[:_READ]}"
        return cls(
            text=text,
            numbers=frozenset(amounts_of(text, language_of(report))),
            words=frozenset(_WORD.findall(text.lower())),
            heads=heads_in(text, language_of(report)),
        )

    def has_number(self, number: float) -> bool:
        """Return whether the report has a number, perhaps rounded."""
        if number in self.numbers or number <= _FEW:
            return number in self.numbers
        return any(abs(each - number) <= _SAME_NUMBER * number for each in self.numbers)

    def has_name(self, name: str) -> bool:
        """Return whether the report has the last word of a name."""
        return name.split()[-1].lower() in self.words or name in self.text


def _names(statement: Statement) -> Iterator[str]:
    """Yield the names in a sentence, and words with a capital after the first: some are names."""
    yield from statement.names
    text = statement.quote.text
    for each in statement.capitals:
        if text.find(each) > _FIRST_WORD:
            yield each


def _is_background(statement: Statement) -> bool:
    report = statement.report
    return is_background(statement.quote.text, statement.lang, report.title, report.published)


def _echoes(
    told: Mapping[str, Sequence[Statement]], likenesses: Likenesses
) -> dict[Statement, list[Statement]]:
    """Return the sentences that may say the same by their vectors, also if that is not sure enough
    to join them, or only a part of their sentence.
    """
    echoes: defaultdict[Statement, list[Statement]] = defaultdict(list)
    for one, other in combinations(told.values(), 2):
        ours, theirs = ([[each] for each in some] for some in (one, other))
        for at, place in near_lines(ours, theirs, likenesses.pairs):
            [first], [second] = ours[at], theirs[place]
            echoes[first].append(second)
            echoes[second].append(first)
    for some in told.values():
        of_key: defaultdict[str, list[Statement]] = defaultdict(list)
        for each in some:
            of_key[each.quote.key].append(each)
        for key, other_key in likenesses.pairs:
            for each, another in product(of_key.get(key, ()), of_key.get(other_key, ())):
                echoes[each].append(another)
                echoes[another].append(each)
    return echoes
