"""Find when each post was written: the position in the records with the most times in order."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise

from extractor.dates.context import DateContext
from extractor.dates.date_matches import DateMatch, parse_date_text
from extractor.dates.forums import read_moment
from extractor.forum.alignment import Alignment, RecordPosition, agreement
from extractor.forum.cues import MAX_DATE_LENGTH, is_stamp
from extractor.forum.day_order import in_order
from extractor.forum.marks import Marks
from extractor.forum.outline import PageOutline
from extractor.forum.years import with_years

_MAX_STAMPS = 12
"""Most times of a post that are read."""
_NEAR_NODES = 30
"""Most nodes of an element that may be a date line in several parts."""
_WIDEST_ZONE = timedelta(hours=14)
_ZONE_STEP = timedelta(minutes=15)
_CLOCK = re.compile(r"\d\s?[:.h時时点點시]\s?\d\d|\d\s?[ap]\.?m\b", re.IGNORECASE)
"""A time of day, as a clock shows it. "5 hours ago" is no time in a zone."""
_WORD = re.compile(r"[^\W\d_]{3}")
_NO_ORDER = 0.7
"""Value of a single time for being in order."""


@dataclass(frozen=True, slots=True)
class PostTimestamp:
    """A time in a record, at ``node``; ``rank`` counts the times before it there."""

    moment: DateMatch
    node: int
    place: RecordPosition
    rank: int
    is_attribute: bool


def find_stamps(
    alignment: Alignment, marks: Marks, context: DateContext, quoted: Sequence[Iterable[int]]
) -> list[PostTimestamp | None]:
    """Return the time of each record, or None if it has none. Times in quotes are skipped."""
    times = marks.all_times
    offers = []
    for (start, end), quotes in zip(alignment.records, quoted, strict=True):
        low = bisect_left(times, start)
        nodes = times[low : min(bisect_left(times, end, low), low + _MAX_STAMPS)]
        own = (node for node in nodes if not _is_inside(alignment.outline, node, quotes))
        offers.append(_stamps(alignment, marks, context, own, start))
    worth = agreement(offers, lambda found: _score(found, len(offers)))
    chosen = [max(stamps, key=worth, default=None) for stamps in offers]
    told = [(stamp.moment.value, stamp.moment.raw) if stamp else None for stamp in chosen]
    ordered = in_order(told, context.collected)
    values = with_years(
        [
            (value, one[1]) if value and one else None
            for value, one in zip(ordered, told, strict=True)
        ]
    )
    return [
        replace(stamp, moment=replace(stamp.moment, value=value)) if stamp and value else None
        for stamp, value in zip(chosen, values, strict=True)
    ]


def _is_inside(outline: PageOutline, node: int, tops: Iterable[int]) -> bool:
    return any(top <= node < outline.ends[top] for top in tops)


def _stamps(
    alignment: Alignment, marks: Marks, context: DateContext, nodes: Iterable[int], top: int
) -> list[PostTimestamp]:
    found: list[PostTimestamp] = []
    for node in nodes:
        moment = read_mark(alignment.outline, marks, node, context, top)
        if moment:
            found.append(
                PostTimestamp(moment, node, alignment.place(node), len(found), node in marks.stamps)
            )
    return found


def _score(found: Sequence[PostTimestamp], records: int) -> float:
    """Rate finds as times: in most records, in order, different, to the minute, for machines,
    before others.
    """
    count = len(found)
    values = [stamp.moment.value for stamp in found]
    steps = list(pairwise(values))
    order = _NO_ORDER
    if steps:
        order = max(
            sum(one <= two for one, two in steps), sum(one >= two for one, two in steps)
        ) / len(steps)
    exact = sum(stamp.moment.exact for stamp in found) / count
    written = sum(stamp.is_attribute for stamp in found) / count
    rank = sum(stamp.rank for stamp in found) / count
    variety = len(set(values)) / count
    return (
        count
        / records
        * (1 + order + 0.4 * exact + 0.3 * written + 0.5 * variety + 0.3 / (1 + rank))
    )


def read_mark(
    outline: PageOutline, marks: Marks, node: int, context: DateContext, top: int = 0
) -> DateMatch | None:
    """Return the time of a mark; if it is only a day, the text around, up to ``top``, may have the
    time of day.
    """
    value = marks.stamps.get(node)
    if value is not None:
        return _attributed(outline, node, value, context)
    moment = read_moment(outline.texts[node], context)
    around = outline.parents[node]
    for _ in range(2):
        if (moment and moment.exact) or around < top or outline.ends[around] - around > _NEAR_NODES:
            break
        moment = _finer(moment, outline.text(around, outline.ends[around]), context)
        around = outline.parents[around]
    return moment


def _finer(moment: DateMatch | None, text: str, context: DateContext) -> DateMatch | None:
    """Return the time of a wider text if it has a time of day or is the only one."""
    wider = read_moment(text, context) if len(text) <= MAX_DATE_LENGTH else None
    return wider if wider and (moment is None or wider.exact) else moment


def _attributed(
    outline: PageOutline, node: int, value: str, context: DateContext
) -> DateMatch | None:
    """Return the time of an attribute, in the zone that the forum shows beside it if possible."""
    moment = parse_date_text(value, context)
    if moment is None:
        return read_moment(value, context)
    if moment.exact and is_stamp(value) and moment.zoned and moment.value.utcoffset():
        return moment  # complete, with a zone of its own
    end = min(outline.ends[node], node + _NEAR_NODES)
    for text in (outline.text(node, end), outline.attributes[node].get("title", "")):
        other = (
            read_moment(text, context)
            if 0 < len(text) <= MAX_DATE_LENGTH and text != value
            else None
        )
        if (
            other
            and other.exact
            and (not moment.exact or (not is_stamp(value) and _is_swapped(moment, other)))
        ):
            return other
        if (
            other
            and other.exact
            and not moment.zoned
            and other.value == moment.value.replace(tzinfo=UTC)
        ):
            return other  # the attribute is in UTC, and does not say so
        if (
            other
            and other.exact
            and _CLOCK.search(other.raw)
            and (zoned := _in_zone_of(moment, other)) is not moment
        ):
            return zoned
    return moment


def _is_swapped(moment: DateMatch, shown: DateMatch) -> bool:
    """Return whether numbers were read with day and month swapped, as the month's name beside them
    shows.
    """
    one, other = moment.value, shown.value
    return (one.month, one.day) == (other.day, other.month) != (one.day, one.month) and bool(
        _WORD.search(shown.raw)
    )


def _in_zone_of(moment: DateMatch, shown: DateMatch) -> DateMatch:
    """Return the same time with the offset at which it is shown, if that is the offset of a
    zone.
    """
    value = moment.value
    offset = _minute(shown.value) - _minute(value.astimezone(UTC))
    if value.utcoffset() or not offset or abs(offset) > _WIDEST_ZONE or offset % _ZONE_STEP:
        return moment
    return replace(moment, value=value.astimezone(timezone(offset)))


def _minute(value: datetime) -> datetime:
    """Return the minute of a time, without its zone."""
    return value.replace(tzinfo=None, second=0, microsecond=0)
