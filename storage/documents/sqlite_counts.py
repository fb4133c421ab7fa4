"""Count matches by field and by time, over the arrays of ``sqlite_columns``.

If copies count once, a group of matches with one text counts once for each value and bucket that
one of them has.
"""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from heapq import nsmallest
from typing import Any

import numpy as np
from numpy.typing import NDArray

from storage.documents.dates import day_end
from storage.documents.periods import DAY_MILLISECONDS, iso_day, milliseconds
from storage.documents.port import (
    EXACT_FACETS,
    FACETS,
    LIST_FACETS,
    Aggregation,
    ByCited,
    ByDay,
    ByQuery,
    ByTime,
    ByValue,
    Cited,
    Counts,
    NarrowedCount,
    PublicationSpan,
    SearchRequest,
    TimeCounts,
)
from storage.documents.positions import NEVER
from storage.documents.records import storable
from storage.documents.sqlite_columns import Integers, parse_integers
from storage.documents.sqlite_matches import Matcher, Matches, having

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NEWEST_PERIODS = 400
_MONTH = slice(0, 7)
_WIDEST = 100_000
# One long text of numbers is read much faster than as many rows. The index of pages has all that is
# read, in the order of the groups: for many matches it is faster to read all of it than to look
# into it for each.
_CITED = "SELECT {}, count(*), group_concat(number) FROM citation WHERE {} GROUP BY site, page"
_SOME = "number IN (SELECT value FROM json_each(?))"
_MANY = 4
"""One of so many documents is a match: then the whole index is read."""


def count_facets(matches: Matches, request: SearchRequest) -> dict[str, Counts]:
    """Return the counts for each name in FACETS; none for days and months without ``periods``."""
    facets: dict[str, Counts] = dict.fromkeys(FACETS, ())
    for name in (*EXACT_FACETS, *LIST_FACETS):
        facets[name] = _by_value(matches, request, ByValue(name))
    if request.periods:
        dated = _dated(matches)
        by_day = [(iso_day(day), number) for day, number in _tallied(dated, _days(dated))]
        months: dict[str, int] = {}
        for day, number in by_day:
            months[day[_MONTH]] = months.get(day[_MONTH], 0) + number
        facets["day"] = tuple(by_day[-_NEWEST_PERIODS:])
        facets["month"] = tuple(months.items())[-_NEWEST_PERIODS:]
    return facets


def count_undated(matches: Matches) -> int:
    """Return the number of matches with an unknown date."""
    return matches.some(matches.moments == NEVER).total()


def aggregate(
    matcher: Matcher, matches: Matches, request: SearchRequest, by: Aggregation[Any]
) -> Any:
    """Return what is counted of the matches of a request."""
    match by:
        case ByCited():
            return _most_cited(matcher.db, matches, by)
        case ByQuery():
            return _by_query(matcher, matches, request, by)
        case ByValue():
            return _by_value(matches, request, by)
        case ByDay():
            return _by_day(matches, by)
        case ByTime():
            return _by_time(matches, request, by)
        case PublicationSpan():
            return _span(matches)


def _by_query(
    matcher: Matcher, matches: Matches, request: SearchRequest, by: ByQuery
) -> list[NarrowedCount]:
    """Return the matches of each query among those of the request."""
    limits = _limits(by.edges)
    counts = []
    for query in by.queries:
        some = matcher.narrowed(matches, request, query)
        if by.edges:
            buckets = _by_bucket(*_bucketed(some, limits), limits)
        else:
            buckets = ()
        counts.append(NarrowedCount(total=some.total(), buckets=buckets))
    return counts


def _by_value(matches: Matches, request: SearchRequest, by: ByValue) -> Counts:
    """Return the most frequent values of one field, by descending count."""
    texts: Sequence[str]
    if by.name in LIST_FACETS:
        matches, codes, texts = _listed(matches, by.name, request.aliases.get(by.name, {}))
    else:
        codes, texts = _codes(matches, by.name)
    values, counts = _count(matches, codes)
    if len(counts) > by.most:
        frequent = counts >= np.partition(counts, -by.most)[-by.most]
        values, counts = values[frequent], counts[frequent]
    pairs = zip((texts[value] for value in values.tolist()), counts.tolist(), strict=True)
    return tuple(sorted(pairs, key=lambda item: (-item[1], item[0]))[: by.most])


def _most_cited(db: sqlite3.Connection, matches: Matches, by: ByCited) -> list[Cited]:
    """Return what the matches cite: what most sources do, then what most documents do."""
    numbers, codes, texts = _citations(db, matches, by.kind)
    if not len(codes):
        return []
    facets = matches.columns.facet[numbers]
    sources = _citing(codes, matches.columns.names.codes["source"][facets], len(texts))
    documents = _citing(codes, numbers, len(texts))
    if len(texts) > by.most:
        least = np.partition(sources, -by.most)[-by.most]
    else:
        least = 0
    found = [
        Cited(value=texts[code], sources=int(sources[code]), documents=int(documents[code]))
        for code in np.flatnonzero(sources >= max(least, 1)).tolist()
    ]
    return nsmallest(by.most, found, lambda each: (-each.sources, -each.documents, each.value))


def _citations(
    db: sqlite3.Connection, matches: Matches, kind: str
) -> tuple[Integers, Integers, list[str]]:
    """Return the number of each match that cites something, the code of what it cites, and the
    texts of the codes.
    """
    mask, places = matches.mask(), dict[str, int]()
    if _MANY * len(matches.numbers) > len(mask):
        rows = db.execute(_CITED.format(kind, "true")).fetchall()
    else:
        listed = json.dumps(matches.numbers.tolist())
        rows = db.execute(_CITED.format(kind, _SOME), (listed,)).fetchall()
    row_codes = [places.setdefault(text, len(places)) for text, _count, _numbers in rows]
    codes = np.repeat(np.array(row_codes, np.int64), [count for _text, count, _numbers in rows])
    numbers = parse_integers(",".join(listed for _text, _count, listed in rows))
    of_matches = mask[numbers]
    return numbers[of_matches], codes[of_matches], list(places)


def _citing(codes: Integers, values: Integers, size: int) -> Integers:
    """Return how many distinct values each code has."""
    distinct, _values = _distinct_pairs(codes, values)
    return np.bincount(distinct, minlength=size)


def _by_day(matches: Matches, by: ByDay) -> dict[date, dict[str, int]]:
    """Return the matches of each day of a zone with each value of an exact field; leave out undated
    matches.
    """
    dated = _dated(matches)
    codes, texts = _codes(dated, by.name)
    if by.zone is UTC:
        numbers = _days(dated)
    else:
        numbers = _local_days(dated, by.zone)
    days: dict[date, dict[str, int]] = {}
    for value, number in _tallied(dated, numbers * len(texts) + codes):
        day, code = divmod(value, len(texts))
        days.setdefault(date.fromisoformat(iso_day(day)), {})[texts[code]] = number
    return days


def _by_time(matches: Matches, request: SearchRequest, by: ByTime) -> TimeCounts:
    """Return the matches of each time bucket."""
    limits = _limits(by.edges)
    inside, buckets = _bucketed(matches, limits)
    totals = _by_bucket(inside, buckets, limits)
    if not by.values:
        return TimeCounts(totals=totals)
    values = {}
    others = np.ones(len(buckets), np.bool_)
    for value in by.values:
        mask = _having(inside, by.name, request.spellings(by.name, value))
        values[value] = _by_bucket(inside.some(mask), buckets[mask], limits)
        others &= ~mask
    of_others = _by_bucket(inside.some(others), buckets[others], limits)
    return TimeCounts(totals=totals, values=values, others=of_others)


def _span(matches: Matches) -> tuple[datetime, datetime] | None:
    """Return the first and the last publication of the matches."""
    moments = _dated(matches).moments
    if not len(moments):
        return None
    first, last = int(moments.min()), int(moments.max())
    return _EPOCH + timedelta(milliseconds=first), _EPOCH + timedelta(milliseconds=last)


def _limits(edges: Sequence[datetime]) -> Integers:
    return np.array([milliseconds(edge) for edge in edges])


def _bucketed(matches: Matches, limits: Integers) -> tuple[Matches, Integers]:
    """Return the matches published between the first and the last limit, and the bucket of each."""
    moments = matches.moments
    is_inside = (moments >= limits[0]) & (moments < limits[-1])
    buckets = np.searchsorted(limits, moments[is_inside], side="right") - 1
    return matches.some(is_inside), buckets


def _by_bucket(matches: Matches, buckets: Integers, limits: Integers) -> tuple[int, ...]:
    """Return the number of matches in each bucket."""
    found, counts = _count(matches, buckets)
    column = np.zeros(len(limits) - 1, np.int64)
    column[found] = counts
    return tuple(column.tolist())


def _tallied(matches: Matches, keys: Integers) -> list[tuple[int, int]]:
    """Return what ``_count`` does as pairs."""
    values, counts = _count(matches, keys)
    return list(zip(values.tolist(), counts.tolist(), strict=True))


def _count(matches: Matches, keys: Integers) -> tuple[Integers, Integers]:
    """Return the distinct keys, ascending, and how many matches or texts have each."""
    groups = matches.columns.group[matches.numbers].astype(np.int64)
    shared = groups != 0
    if not matches.once or not shared.any():
        return _tally(keys)
    # One of several equal pairs of key and group is enough.
    size = int(groups.max()) + 1
    pairs = _distinct(keys[shared].astype(np.int64) * size + groups[shared])
    return _tally(np.concatenate([keys[~shared], pairs // size]))


def _distinct(values: Integers) -> Integers:
    # numpy's own ``unique`` hashes, which takes several times as long for whole numbers.
    ordered = np.sort(values)
    new = np.concatenate([[True], ordered[1:] != ordered[:-1]])
    return np.asarray(ordered[new], np.int64)


def _tally(keys: Integers) -> tuple[Integers, Integers]:
    if not len(keys):
        return keys, keys
    start, end = int(keys.min()), int(keys.max()) + 1
    if end - start > _WIDEST + len(keys):
        return np.unique(keys, return_counts=True)
    # Much faster than sorting.
    counts = np.bincount(keys - start, minlength=end - start)
    found = np.flatnonzero(counts)
    return found + start, counts[found]


def _dated(matches: Matches) -> Matches:
    return matches.some(matches.moments != NEVER)


def _days(matches: Matches) -> Integers:
    days: Integers = matches.moments // DAY_MILLISECONDS
    return days


def _local_days(matches: Matches, zone: tzinfo) -> Integers:
    """Return the day of each match by the clocks of a zone, as ``_days`` does for UTC."""
    utc_days, places = np.unique(_days(matches), return_inverse=True)
    firsts, borders = [], []
    for utc_day in utc_days.tolist():
        # In the zone, another day begins within this one.
        first = (_EPOCH + timedelta(days=utc_day)).astimezone(zone).date()
        firsts.append((first - _EPOCH.date()).days)
        borders.append(milliseconds(day_end(first, zone)))
    days: Integers = np.array(firsts, np.int64)[places]
    return days + (matches.moments >= np.array(borders, np.int64)[places])


def _codes(matches: Matches, name: str) -> tuple[Integers, Sequence[str]]:
    """Return the code of an exact field of each match, and the texts of the codes."""
    columns = matches.columns
    codes = columns.names.codes[name][columns.facet[matches.numbers]]
    return codes, columns.names.values[name]


def _listed(
    matches: Matches, name: str, aliases: Mapping[str, str]
) -> tuple[Matches, Integers, Sequence[str]]:
    """Return the matches once for each of their values, the codes of these, and the texts of the
    codes.
    """
    listed = matches.columns.lists(name)
    pairs = matches.mask()[listed.numbers]
    numbers, codes, texts = listed.numbers[pairs], listed.codes[pairs], listed.texts
    spelled = {code: aliases[text] for text in aliases if (code := listed.places.get(text))}
    if spelled and len(codes):
        # A name that no document spells so has no code yet.
        new = sorted({name for name in spelled.values() if name not in listed.places})
        places = {name: len(texts) + index for index, name in enumerate(new)}
        meant = np.arange(len(texts) + len(new))
        for code, name in spelled.items():
            meant[code] = listed.places.get(name) or places[name]
        numbers, codes = _distinct_pairs(numbers, meant[codes])
        texts = [*texts, *new]
    return replace(matches, numbers=numbers), codes, texts


def _distinct_pairs(numbers: Integers, codes: Integers) -> tuple[Integers, Integers]:
    """Return each pair once: a document may spell a name in several ways."""
    size = int(codes.max(initial=0)) + 1
    pairs = _distinct(numbers.astype(np.int64) * size + codes)
    return pairs // size, pairs % size


def _having(matches: Matches, name: str, values: Sequence[str]) -> NDArray[np.bool_]:
    """Return which matches have one of some values."""
    if name in LIST_FACETS:
        return having(matches.columns, name, values)[matches.numbers]
    codes, texts = _codes(matches, name)
    wanted = [texts.index(text) for text in map(storable, values) if text in texts]
    return np.isin(codes, wanted)
