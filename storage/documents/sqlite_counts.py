"""Count matches by field and by time, over the arrays of ``sqlite_columns``.

If copies count once, a group of matches with one text counts once for each value and bucket that
one of them has.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta, tzinfo

import numpy as np
from numpy.typing import NDArray

from storage.documents.dates import day_end
from storage.documents.periods import DAY_MILLISECONDS, iso_day, milliseconds
from storage.documents.port import (
    FACET_VALUES,
    FACETS,
    LIST_FACETS,
    NarrowedCount,
    SearchRequest,
    TimeCounts,
)
from storage.documents.positions import NEVER
from storage.documents.records import storable
from storage.documents.sqlite_columns import EXACT_FIELDS, Columns, Integers
from storage.documents.sqlite_matches import Matches, having

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NEWEST_PERIODS = 400
_MONTH = slice(0, 7)
_WIDEST = 100_000
Counts = tuple[tuple[str, int], ...]


def count_facets(matches: Matches, request: SearchRequest) -> dict[str, Counts]:
    """Return the counts for each name in FACETS; none for days and months without ``periods``."""
    once = request.copies == "once"
    facets: dict[str, Counts] = dict.fromkeys(FACETS, ())
    facets |= {name: count_values(matches, name, request) for name in (*EXACT_FIELDS, *LIST_FACETS)}
    if request.periods:
        dated = _dated(matches)
        days, counts = _count(dated, _days(dated), once=once)
        by_day = [
            (iso_day(day), number)
            for day, number in zip(days.tolist(), counts.tolist(), strict=True)
        ]
        months: dict[str, int] = {}
        for day, number in by_day:
            months[day[_MONTH]] = months.get(day[_MONTH], 0) + number
        facets |= {
            "day": tuple(by_day[-_NEWEST_PERIODS:]),
            "month": tuple(months.items())[-_NEWEST_PERIODS:],
        }
    return facets


def count_undated(matches: Matches, *, once: bool) -> int:
    """Return the number of matches with an unknown date."""
    undated = matches.columns.recency[matches.numbers] == -NEVER
    return _some(matches, undated).total(once=once)


def count_values(
    matches: Matches, name: str, request: SearchRequest, most: int = FACET_VALUES
) -> Counts:
    """Return the most frequent values of one field, by descending count."""
    columns = matches.columns
    texts: Sequence[str]
    if name in LIST_FACETS:
        matches, codes, texts = _listed(matches, name, request.aliases.get(name, {}))
    else:
        codes, texts = _codes(matches.numbers, columns, name), columns.names.values[name]
    values, counts = _count(matches, codes, once=request.copies == "once")
    if len(counts) > most:
        frequent = counts >= np.partition(counts, -most)[-most]
        values, counts = values[frequent], counts[frequent]
    pairs = (
        (texts[value], number)
        for value, number in zip(values.tolist(), counts.tolist(), strict=True)
    )
    return tuple(sorted(pairs, key=lambda item: (-item[1], item[0]))[:most])


def daily_counts(
    matches: Matches, name: str, zone: tzinfo, *, once: bool
) -> dict[date, dict[str, int]]:
    """Return the matches of each day of a zone with each value of an exact field; leave out undated
    matches.
    """
    texts = matches.columns.names.values[name]
    dated = _dated(matches)
    numbers = _days(dated) if zone is UTC else _local_days(dated, zone)
    values, counts = _count(
        dated, numbers * len(texts) + _codes(dated.numbers, matches.columns, name), once=once
    )
    days: dict[date, dict[str, int]] = {}
    for value, number in zip(values.tolist(), counts.tolist(), strict=True):
        day, code = divmod(value, len(texts))
        days.setdefault(date.fromisoformat(iso_day(day)), {})[texts[code]] = number
    return days


def time_counts(
    matches: Matches,
    request: SearchRequest,
    edges: Sequence[datetime],
    name: str,
    values: Sequence[str],
) -> TimeCounts:
    """Return the matches of each time bucket."""
    once = request.copies == "once"
    limits = _limits(edges)
    inside = _inside(matches, limits)

    def counted(some: Matches) -> tuple[int, ...]:
        return _by_bucket(some, limits, once=once)

    if not values:
        return TimeCounts(totals=counted(inside))
    masks = {value: _having(inside, name, request.spellings(name, value)) for value in values}
    others = ~np.logical_or.reduce(list(masks.values()))
    return TimeCounts(
        totals=counted(inside),
        values={value: counted(_some(inside, mask)) for value, mask in masks.items()},
        others=counted(_some(inside, others)),
    )


def narrowed_count(matches: Matches, edges: Sequence[datetime], *, once: bool) -> NarrowedCount:
    """Return how many matches there are, and how many in each time bucket."""
    total = matches.total(once=once)
    if not edges:
        return NarrowedCount(total=total)
    limits = _limits(edges)
    return NarrowedCount(
        total=total, buckets=_by_bucket(_inside(matches, limits), limits, once=once)
    )


def publication_span(matches: Matches) -> tuple[datetime, datetime] | None:
    """Return the first and the last publication of the matches."""
    dated = matches.columns.recency[_dated(matches).numbers]
    if not len(dated):
        return None
    first, last = (
        _EPOCH + timedelta(milliseconds=-int(each)) for each in (dated.max(), dated.min())
    )
    return first, last


def _limits(edges: Sequence[datetime]) -> Integers:
    return np.array([milliseconds(edge) for edge in edges])


def _inside(matches: Matches, limits: Integers) -> Matches:
    """Return the matches published between the first and the last limit."""
    moments = -matches.columns.recency[matches.numbers]
    return _some(matches, (moments >= limits[0]) & (moments < limits[-1]))


def _by_bucket(inside: Matches, limits: Integers, *, once: bool) -> tuple[int, ...]:
    """Return the number of matches in each bucket; all of them are in one."""
    buckets = np.searchsorted(limits, -inside.columns.recency[inside.numbers], side="right") - 1
    found, counts = _count(inside, buckets, once=once)
    column = np.zeros(len(limits) - 1, np.int64)
    column[found] = counts
    return tuple(column.tolist())


def _count(matches: Matches, keys: Integers, *, once: bool) -> tuple[Integers, Integers]:
    """Return the distinct keys, ascending, and how many matches or texts have each."""
    groups = matches.columns.group[matches.numbers].astype(np.int64)
    shared = groups != 0
    if not once or not shared.any():
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


def _some(matches: Matches, mask: NDArray[np.bool_]) -> Matches:
    return Matches(numbers=matches.numbers[mask], columns=matches.columns)


def _dated(matches: Matches) -> Matches:
    return _some(matches, matches.columns.recency[matches.numbers] != -NEVER)


def _days(matches: Matches) -> Integers:
    days: Integers = -matches.columns.recency[matches.numbers] // DAY_MILLISECONDS
    return days


def _local_days(matches: Matches, zone: tzinfo) -> Integers:
    """Return the day of each match by the clocks of a zone, as ``_days`` does for UTC."""
    moments = -matches.columns.recency[matches.numbers]
    utc_days, places = np.unique(moments // DAY_MILLISECONDS, return_inverse=True)
    firsts, borders = [], []
    for utc_day in utc_days.tolist():
        # In the zone, another day begins within this one.
        first = (_EPOCH + timedelta(days=utc_day)).astimezone(zone).date()
        firsts.append((first - _EPOCH.date()).days)
        borders.append(milliseconds(day_end(first, zone)))
    days: Integers = np.array(firsts, np.int64)[places]
    return days + (moments >= np.array(borders, np.int64)[places])


def _codes(numbers: Integers, columns: Columns, name: str) -> Integers:
    return columns.names.codes[name][columns.facet[numbers]]


def _listed(
    matches: Matches, name: str, aliases: Mapping[str, str]
) -> tuple[Matches, Integers, Sequence[str]]:
    """Return the matches once for each of their values, the codes of these, and the texts of the
    codes.
    """
    columns = matches.columns
    listed = columns.lists(name)
    matched = np.zeros(len(columns.facet), np.bool_)
    matched[matches.numbers] = True
    pairs = matched[listed.numbers]
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
    return Matches(numbers=numbers, columns=columns), codes, texts


def _distinct_pairs(numbers: Integers, codes: Integers) -> tuple[Integers, Integers]:
    """Return each pair once: a document may spell a name in several ways."""
    size = int(codes.max(initial=0)) + 1
    pairs = _distinct(numbers.astype(np.int64) * size + codes)
    return pairs // size, pairs % size


def _having(matches: Matches, name: str, values: Sequence[str]) -> NDArray[np.bool_]:
    """Return which matches have one of some values."""
    columns = matches.columns
    if name in LIST_FACETS:
        return having(columns, name, values)[matches.numbers]
    texts = columns.names.values[name]
    wanted = [texts.index(text) for text in map(storable, values) if text in texts]
    return np.isin(_codes(matches.numbers, columns, name), wanted)
