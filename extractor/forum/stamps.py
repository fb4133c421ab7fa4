"""Find when each post was written: the position in the records with the most times in order."""

import re
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
from extractor.forum.records import within

_MAX_STAMPS = 12
"""Most times of a post that are read. More of them are in a table or log that the author wrote."""
_MAX_LINE_NODES = 30
"""Most nodes of an element that may be a date line in several parts."""
_MAX_LINE_LEVELS = 2
"""Most elements around a day that are searched for its time of day. Wider ones tell other times."""
_MAX_ZONE_OFFSET = timedelta(hours=14)
"""The farthest from UTC that a zone is. A larger difference is not one of zones."""
_ZONE_STEP = timedelta(minutes=15)
"""The offset of every zone in use is a multiple of this. Other differences have other causes."""
_CLOCK = re.compile(r"\d\s?[:.h時时点點시]\s?\d\d|\d\s?[ap]\.?m\b", re.IGNORECASE)
"""A time of day, as a clock shows it. "5 hours ago" is no time in a zone."""
_NO_ORDER = 0.7
"""Worth of a single time for being in order: less than times in order, more than mixed ones."""


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
    for record, quotes in zip(alignment.records, quoted, strict=True):
        nodes = within(times, record)[:_MAX_STAMPS]
        own = (node for node in nodes if not _is_inside(alignment.outline, node, quotes))
        offers.append(_stamps(alignment, marks, context, own, record[0]))
    worth = agreement(offers, lambda found: _score(found, len(offers)))
    chosen = [max(stamps, key=worth, default=None) for stamps in offers]
    told = [(stamp.moment.value, stamp.moment.raw) if stamp else None for stamp in chosen]
    found: list[PostTimestamp | None] = []
    for stamp, value in zip(chosen, in_order(told, context.collected), strict=True):
        if stamp and value:
            stamp = replace(stamp, moment=replace(stamp.moment, value=value))
        found.append(stamp)
    return found


def _is_inside(outline: PageOutline, node: int, tops: Iterable[int]) -> bool:
    return any(top <= node < outline.ends[top] for top in tops)


def _stamps(
    alignment: Alignment, marks: Marks, context: DateContext, nodes: Iterable[int], top: int
) -> list[PostTimestamp]:
    found: list[PostTimestamp] = []
    for node in nodes:
        moment = read_mark(alignment.outline, marks, node, context, top)
        if moment:
            place = alignment.place(node)
            is_attribute = node in marks.stamps
            found.append(PostTimestamp(moment, node, place, len(found), is_attribute))
    return found


def _score(found: Sequence[PostTimestamp], records: int) -> float:
    """Rate finds as the times of posts.

    They are in most records, in order and different, tell the time of day, are written for
    machines, and come before other times.
    """
    count = len(found)
    values = [stamp.moment.value for stamp in found]
    steps = list(pairwise(values))
    order = _NO_ORDER
    if steps:
        # Some boards show the newest post first.
        rising = sum(one <= two for one, two in steps)
        falling = sum(one >= two for one, two in steps)
        order = max(rising, falling) / len(steps)
    exact = sum(stamp.moment.exact for stamp in found) / count
    written = sum(stamp.is_attribute for stamp in found) / count
    rank = sum(stamp.rank for stamp in found) / count
    variety = len(set(values)) / count
    worth = 1 + order + 0.4 * exact + 0.3 * written + 0.5 * variety + 0.3 / (1 + rank)
    return count / records * worth


def read_mark(
    outline: PageOutline, marks: Marks, node: int, context: DateContext, top: int = 0
) -> DateMatch | None:
    """Return the time of a mark, with the time of day from the text around, up to ``top``."""
    value = marks.stamps.get(node)
    if value is not None:
        return _attributed(outline, node, value, context)
    moment = read_moment(outline.texts[node], context)
    around = outline.parents[node]
    for _ in range(_MAX_LINE_LEVELS):
        has_clock = moment is not None and moment.exact
        is_large = outline.ends[around] - around > _MAX_LINE_NODES
        if has_clock or around < top or is_large:
            break
        text = outline.text(around, outline.ends[around])
        if len(text) <= MAX_DATE_LENGTH:
            wider = read_moment(text, context)
            # Another day in the wider text is not better than the mark's own.
            if wider and (moment is None or wider.exact):
                moment = wider
        around = outline.parents[around]
    return moment


def _attributed(
    outline: PageOutline, node: int, value: str, context: DateContext
) -> DateMatch | None:
    """Return the time of an attribute, in the zone that the forum shows beside it if possible."""
    moment = parse_date_text(value, context)
    if moment is None:
        return read_moment(value, context)
    # What the page shows adds nothing to a complete time with a zone of its own.
    if moment.exact and is_stamp(value) and moment.zoned and moment.value.utcoffset():
        return moment
    end = min(outline.ends[node], node + _MAX_LINE_NODES)
    beside = (outline.text(node, end), outline.attributes[node].get("title", ""))
    for text in beside:
        if text == value or not 0 < len(text) <= MAX_DATE_LENGTH:
            continue
        shown = read_moment(text, context)
        if shown is None or not shown.exact:
            continue
        corrected = _corrected(moment, shown)
        if corrected is not None:
            return corrected
    return moment


def _corrected(moment: DateMatch, shown: DateMatch) -> DateMatch | None:
    """Return an attribute's time as the exact one shown beside it corrects it; None to keep it."""
    if not moment.exact:
        return shown
    # The attribute is in UTC, and does not say so.
    if not moment.zoned and shown.value == moment.value.replace(tzinfo=UTC):
        return shown
    # "5 hours ago" is the same in all zones, and too rough to find one.
    if not _CLOCK.search(shown.raw):
        return None
    # The attribute is in UTC, and the forum shows the same time in a zone of its own.
    value = moment.value
    offset = _minute(shown.value) - _minute(value.astimezone(UTC))
    is_offset_of_zone = abs(offset) <= _MAX_ZONE_OFFSET and not offset % _ZONE_STEP
    if value.utcoffset() or not offset or not is_offset_of_zone:
        return None
    return replace(moment, value=value.astimezone(timezone(offset)))


def _minute(value: datetime) -> datetime:
    """Return the minute of a time, without its zone."""
    return value.replace(tzinfo=None, second=0, microsecond=0)
