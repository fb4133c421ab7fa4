"""The matches of a search as an array of document numbers: found by SQLite, filtered and sorted in
memory.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from storage.documents.periods import milliseconds
from storage.documents.port import EXACT_FACETS, LIST_FACETS, Filters, SearchRequest
from storage.documents.positions import NEVER, Position, by_relevance
from storage.documents.query_tree import And, Query, term_matches
from storage.documents.ranking import FIRST_STEP
from storage.documents.records import storable
from storage.documents.sqlite_columns import Columns, Integers, parse_integers
from storage.documents.sqlite_query import Selection, rank, select
from storage.documents.sqlite_rows import ids_of, numbers_of

MAX_RANKED = 50_000
"""So many of the matches that were written last are sorted by relevance; older ones follow by date.
"""
_MATCHES_A_TEXT = 5
"""Matches that are read for each text wanted, because copies hide some; if they are too few, all
are read.
"""


@dataclass(frozen=True, kw_only=True)
class MatchPlace:
    """A match in the order of hits: the smallest comes first.

    ``order`` is minus the time to sort by.
    """

    score: float
    order: int
    id: str
    number: int

    @property
    def position(self) -> Position:
        """The place as cursors hold it."""
        return Position(-self.score, -self.order, self.id)


@dataclass(frozen=True, kw_only=True)
class Matches:
    """The numbers of all matches, ascending; ``once`` if a group counts as one."""

    numbers: Integers
    columns: Columns
    once: bool

    @property
    def moments(self) -> Integers:
        """When each was published, in milliseconds since 1970; NEVER if that is not known."""
        return -self.columns.recency[self.numbers]

    def mask(self) -> NDArray[np.bool_]:
        """Return by number which documents match."""
        mask = np.zeros(len(self.columns.facet), np.bool_)
        mask[self.numbers] = True
        return mask

    def some(self, mask: NDArray[np.bool_]) -> "Matches":
        """Return some of them."""
        return Matches(numbers=self.numbers[mask], columns=self.columns, once=self.once)

    def total(self) -> int:
        """Return how many there are, or how many groups."""
        if not self.once:
            return len(self.numbers)
        groups = self.columns.group[self.numbers]
        by_group = np.bincount(groups)
        if len(groups):
            return int(by_group[0] + np.count_nonzero(by_group[1:]))
        return 0

    def in_group(self, number: int) -> int:
        """Return how many matches a match stands for."""
        group = self.columns.group[number] if self.once else 0
        if group:
            return int(np.count_nonzero(self.columns.group[self.numbers] == group))
        return 1


@dataclass(frozen=True)
class Matcher:
    """Find the matches of requests in one transaction."""

    db: sqlite3.Connection
    columns: Columns

    def matches(self, request: SearchRequest) -> Matches:
        """Return all matches."""
        selection = select(request.query)
        if selection.is_everything:
            numbers = self.columns.all()
        else:
            # A page asks for its matches several times.
            numbers = self.columns.remembered(selection, lambda: self._selected(selection))
        grown = self._grown_since(request.filters.collected_since)
        return Matches(
            numbers=_filtered(numbers, request.filters, self.columns, grown),
            columns=self.columns,
            once=request.copies == "once",
        )

    def narrowed(self, matches: Matches, request: SearchRequest, query: Query) -> Matches:
        """Return those of a request's matches that match another query too."""
        # FTS5 looks at both together: the rarer words decide how many rows it reads.
        if query.root is None:
            return matches
        both = select(Query(root=And((*request.query.conjuncts, *query.conjuncts))))
        numbers = self._selected(both)
        return replace(matches, numbers=numbers[matches.mask()[numbers]])

    def _grown_since(self, since: datetime | None) -> Integers:
        """Return the numbers of the pages of threads that have grown since; none without a time."""
        if since is None:
            return np.empty(0, np.int64)
        rows = self.db.execute(
            "SELECT number FROM entry WHERE changed >= ? AND thread != ''", (milliseconds(since),)
        )
        return np.fromiter((number for (number,) in rows), np.int64)

    def first(
        self, matches: Matches, request: SearchRequest, after: Position | None, count: int
    ) -> list[MatchPlace]:
        """Return the first matches after a position, in order; one for each text if copies count
        once.
        """
        numbers = matches.numbers
        if request.sort == "collected":
            order = -self.columns.collected[numbers]
        else:
            order = self.columns.recency[numbers]
        ranks = _Ranks(numbers=numbers, scores=self._scores(request, numbers), order=order)
        if request.copies == "each":
            return self._sorted(ranks, after, count, self._ids)
        # The first matches mostly hold enough texts; to look for the first of all texts takes
        # several times as long. They are counted from the beginning, so not after a position.
        nearest = ranks
        if after is None:
            nearest = ranks.some(_smallest(ranks, _MATCHES_A_TEXT * count))
        shown = nearest.some(_firsts_of_groups(nearest, self.columns))
        if len(shown.numbers) < count and len(nearest.numbers) < len(ranks.numbers):
            shown = ranks.some(_firsts_of_groups(ranks, self.columns))
        return self._sorted(shown, after, count, lambda some: self._ids_of_texts(some, ranks))

    def oldest_first(self, matches: Matches) -> Integers:
        """Return the numbers of all matches in the order in which they were collected."""
        listed = "number IN (SELECT value FROM json_each(?))"
        statement = f"SELECT number FROM entry WHERE {listed} ORDER BY collected, id"  # noqa: S608
        rows = self.db.execute(statement, (json.dumps(matches.numbers.tolist()),))
        return np.fromiter((number for (number,) in rows), np.int64)

    def by_id(self, matches: Matches, start: str, count: int) -> list[int]:
        """Return the numbers of the first matches by id, from ``start`` on and then from the first
        id.
        """
        if len(matches.numbers) <= count:
            names = ids_of(self.db, matches.numbers.tolist())
            return sorted(names, key=lambda number: (names[number] < start, names[number]))
        is_match = matches.mask()
        found: list[int] = []
        for part in ("id >= ?", "id < ?"):
            statement = f"SELECT number FROM entry WHERE {part} ORDER BY id"  # noqa: S608
            for (number,) in self.db.execute(statement, (start,)):
                if len(found) == count:
                    return found
                if number < len(is_match) and is_match[number]:
                    found.append(number)
        return found

    def _selected(self, selection: Selection) -> Integers:
        (text,) = self.db.execute(selection.numbers(), selection.values).fetchone()
        numbers = np.sort(parse_integers(text))
        # The text index may have numbers without a document: those of an older analysis, and those
        # of removed ones.
        numbers = numbers[numbers < len(self.columns.facet)]
        return np.asarray(numbers[self.columns.facet[numbers] != 0], np.int64)

    def _scores(self, request: SearchRequest, numbers: Integers) -> NDArray[np.float64]:
        """Return the score of each match, smaller is better; 0 for those that are not ranked."""
        scores = np.zeros(len(numbers))
        if not by_relevance(request) or not len(numbers):
            return scores
        if term_matches(request.query):
            scores = self._word_scores(request, numbers)
        if request.first:
            known = numbers_of(self.db, request.first)
            for position, document in enumerate(reversed(request.first), 1):
                index = np.flatnonzero(numbers == known.get(storable(document), 0))
                # Farther ahead than any score of words reaches.
                scores[index] -= position * FIRST_STEP
        return scores

    def _word_scores(self, request: SearchRequest, numbers: Integers) -> NDArray[np.float64]:
        scores = np.zeros(len(numbers))
        ranking = rank(request.query)
        found = self.db.execute(ranking.statement, (*ranking.values, MAX_RANKED)).fetchall()
        if found:
            ranked = np.array([number for number, _score in found])
            values = np.array([score for _number, score in found])
            by_number = np.zeros(max(int(ranked.max()), int(numbers[-1])) + 1)
            by_number[ranked] = values
            scores = by_number[numbers]
        return scores

    def _sorted(
        self, ranks: "_Ranks", after: Position | None, count: int, ids: "_Ids"
    ) -> list[MatchPlace]:
        """Return the first matches after a position, in order; ``ids`` is asked for those only that
        it decides.
        """
        if after is not None:
            score, moment = -after.score, -after.moment
            kept = (ranks.scores > score) | ((ranks.scores == score) & (ranks.order > moment))
            # Ids are read for ties alone: to read them for all matches would take seconds.
            tied = np.flatnonzero((ranks.scores == score) & (ranks.order == moment))
            names = ids(ranks.some(tied))
            for index in tied:
                known = names.get(int(ranks.numbers[index]))
                if known and known[0] > after.id:
                    kept[index] = True
            ranks = ranks.some(np.flatnonzero(kept))
        some = ranks.some(_smallest(ranks, count))
        names = ids(some)
        found = sorted(
            (score, moment, *names[number])
            for score, moment, number in some.rows()
            if number in names
        )
        return [
            MatchPlace(score=score, order=moment, id=name, number=number)
            for score, moment, name, number in found[:count]
        ]

    def _ids(self, ranks: "_Ranks") -> dict[int, tuple[str, int]]:
        """Return the id and the number of each of these."""
        names = ids_of(self.db, ranks.numbers.tolist())
        return {number: (name, number) for number, name in names.items()}

    def _ids_of_texts(self, shown: "_Ranks", ranks: "_Ranks") -> dict[int, tuple[str, int]]:
        """Return the id and the number of the match that stands for the text of each of these.

        Of the copies among all matches (``ranks``) that rank alike, it is the one with the first
        id.
        """
        groups = self.columns.group
        copies = ranks.some(np.flatnonzero(_is_among(groups[ranks.numbers], groups[shown.numbers])))
        names = {**self._ids(copies), **self._ids(shown)}
        standing = {
            (int(groups[number]), score, moment): number for score, moment, number in shown.rows()
        }
        found = {number: names[number] for number in shown.numbers.tolist() if number in names}
        for score, moment, number in copies.rows():
            alike = standing.get((int(groups[number]), score, moment))
            if alike in found and number in names:
                found[alike] = min(found[alike], names[number])
        return found


@dataclass(frozen=True)
class _Ranks:
    """Matches with what they are sorted by: the score, smaller is better, then minus a time."""

    numbers: Integers
    scores: NDArray[np.float64]
    order: Integers

    def some(self, places: Integers) -> "_Ranks":
        return _Ranks(self.numbers[places], self.scores[places], self.order[places])

    def rows(self) -> Iterator[tuple[float, int, int]]:
        return zip(self.scores.tolist(), self.order.tolist(), self.numbers.tolist(), strict=True)


_Ids: TypeAlias = Callable[[_Ranks], dict[int, tuple[str, int]]]


def _firsts_of_groups(ranks: _Ranks, columns: Columns) -> Integers:
    """Return where the matches are that stand for their text; of several that rank alike, any
    one.
    """
    groups = columns.group[ranks.numbers]
    shared = np.flatnonzero(groups)
    ranked = shared[np.lexsort((ranks.order[shared], ranks.scores[shared], groups[shared]))]
    is_first = np.ones(len(ranked), np.bool_)
    is_first[1:] = groups[ranked[1:]] != groups[ranked[:-1]]
    return np.concatenate([np.flatnonzero(groups == 0), ranked[is_first]])


def _smallest(ranks: _Ranks, count: int) -> Integers:
    """Return where the smallest by score, then order, are, and all that equal the last of them."""
    if len(ranks.numbers) <= count:
        return np.arange(len(ranks.numbers))
    limit = np.partition(ranks.scores, count - 1)[count - 1]
    better, tied = np.flatnonzero(ranks.scores < limit), np.flatnonzero(ranks.scores == limit)
    wanted = count - len(better)
    last = np.partition(ranks.order[tied], wanted - 1)[wanted - 1]
    return np.concatenate([better, tied[ranks.order[tied] <= last]])


def _is_among(groups: Integers, wanted: Integers) -> NDArray[np.bool_]:
    """Return which are one of these groups; 0 is none."""
    chosen = np.zeros(int(max(groups.max(initial=0), wanted.max(initial=0))) + 1, np.bool_)
    chosen[wanted] = True
    chosen[0] = False
    return np.asarray(chosen[groups], np.bool_)


def _filtered(numbers: Integers, filters: Filters, columns: Columns, grown: Integers) -> Integers:
    """Return the numbers that pass the filters."""
    for name in EXACT_FACETS:
        if wanted := [storable(value) for value in getattr(filters, name)]:
            accepted = np.isin(columns.names.codes[name], _codes_of(name, wanted, columns))
            numbers = numbers[accepted[columns.facet[numbers]]]
    for name in LIST_FACETS:
        if wanted := getattr(filters, name):
            numbers = numbers[having(columns, name, wanted)[numbers]]
    if filters.after or filters.before:
        numbers = _between(numbers, -columns.recency[numbers], filters.after, filters.before)
    if filters.collected_since:
        found = _between(numbers, columns.collected[numbers], filters.collected_since, None)
        numbers = np.union1d(found, np.intersect1d(numbers, grown))
    return numbers


def having(columns: Columns, name: str, values: Sequence[str]) -> NDArray[np.bool_]:
    """Return by number which documents have one of these values in a field of several."""
    listed = columns.lists(name)
    wanted = np.zeros(len(listed.texts), np.bool_)
    wanted[[code for each in values if (code := listed.places.get(storable(each)))]] = True
    has = np.zeros(len(columns.facet), np.bool_)
    has[listed.numbers[wanted[listed.codes]]] = True
    return has


def _codes_of(name: str, wanted: Sequence[str], columns: Columns) -> list[int]:
    """Return the codes of the texts that a filter accepts."""
    places = columns.names.places[name]
    if name == "lang":
        # A language includes its scripts and regions: zh finds zh-hans and zh-hant.
        wider = tuple(f"{value}-" for value in wanted)
        wanted = [*wanted, *(text for text in columns.names.values[name] if text.startswith(wider))]
    # A folder is a filter by the names of its sources, which may be tens of thousands: each is
    # looked up, and not each name of all sources asked for.
    return [places[text] for text in wanted if text in places]


def _between(
    numbers: Integers, moments: Integers, start: datetime | None, end: datetime | None
) -> Integers:
    kept: NDArray[np.bool_] = moments != NEVER
    if start:
        kept &= moments >= milliseconds(start)
    if end:
        kept &= moments < milliseconds(end)
    return numbers[kept]
