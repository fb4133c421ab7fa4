"""Where author and day of each post of a thread are."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import islice

from extractor.dates.context import DateContext
from extractor.dates.date_matches import find_date_matches, parse_date_text
from extractor.dates.forums import read_moment
from extractor.fields.headline import lines_of
from extractor.page.page import Page
from extractor.results import Post
from features.origins.fields import said_by
from features.origins.sheet import Sheet
from features.origins.texts import Place
from features.origins.view import Origin

_MAX_FACTS = 200
"""Characters of a line that names the author or the time of a post; a longer one is a paragraph."""
_REACH = 40
"""Lines before and after the text of a post that may have its author and time, which are in the
column of a member with rank, place and counts.
"""
_MAX_ELEMENTS = 2_000
"""Times of a page that are read, some for each of hundreds of posts. Bounds the time."""
_WITHIN = 12
"""Lines from the beginning of an element on that may show its time; it may hold a whole head."""
_MINUTE = timedelta(minutes=1)
_Times = Mapping[int, Sequence[tuple[str, datetime]]]
"""The times of elements, by the line that shows them, with their words there."""


def post_origins(
    sheet: Sheet, page: Page, posts: Sequence[Post], places: Sequence[Sequence[Place]]
) -> Iterator[Origin]:
    """Mark the author and the day of each post; yield of how many they are on the page.

    Args:
        sheet: The lines of the page.
        page: The page.
        posts: Its posts.
        places: For each of them, where the lines of its text are.
    """
    spans = [_span(of_post) for of_post in places]
    times = _times(sheet, page)
    anchors: dict[str, list[str]] = {"author": [], "day": []}
    for number, post in enumerate(posts):
        if spans[number] is None:
            continue
        around = _around(spans, number, len(sheet.lines))
        if post.author:
            named = (index for index in around if sheet.has(index, post.author))
            # A forum may show a name as a picture, or otherwise than its machine-readable data have
            # it.
            index = next(named, -1)
            if index >= 0:
                anchors["author"].append(sheet.mark(index, post.author, "author"))
        if post.published:
            index, words = _dated(sheet, post.published, around, times, page.date_context)
            if words:
                anchors["day"].append(sheet.mark(index, words, "day"))
    totals = {
        "author": sum(bool(post.author) for post in posts),
        "day": sum(post.published is not None for post in posts),
    }
    for field, total in totals.items():
        if total:
            yield Origin(
                field=field,
                source="posts",
                anchor=next(iter(anchors[field]), ""),
                count=len(anchors[field]),
                total=total,
            )


def _span(places: Sequence[Place]) -> tuple[int, int] | None:
    """Return the first and the last line of a post's text, None if it is not on the page."""
    lines = [place.lines[0] for place in places if place.is_sure]
    lines = lines or [line for place in places for line in place.lines[:1]]
    if lines:
        return (min(lines), max(lines))
    return None


def _around(spans: Sequence[tuple[int, int] | None], number: int, end: int) -> list[int]:
    """Return the lines before the text of a post up to the one before, the nearest first; then
    those behind it.
    """
    own = spans[number]
    assert own is not None
    beside = [*spans[max(number - 1, 0) : number], *spans[number + 1 : number + 2]]
    others = [span for span in beside if span]
    above = max((last for _, last in others if last < own[0]), default=-1)
    below = min((first for first, _ in others if first > own[1]), default=end)
    before = range(own[0] - 1, max(above, own[0] - _REACH - 1), -1)
    behind = range(own[1] + 1, min(below, own[1] + _REACH))
    return [*before, *behind]


def _times(sheet: Sheet, page: Page) -> _Times:
    timed = (one for one in page.root.iter() if one.get("datetime") or one.get("title"))
    elements = list(islice(timed, _MAX_ELEMENTS))
    found: dict[int, list[tuple[str, datetime]]] = defaultdict(list)
    for element, start in zip(elements, lines_of(page.blocks, elements), strict=True):
        words = said_by(element)
        stated = element.get("datetime") or element.get("title") or ""
        moment = parse_date_text(stated, page.date_context) if words else None
        # A long text with a date in an attribute is no line of facts about a post.
        if moment is None or len(words) > _MAX_FACTS:
            continue
        within = range(start, min(start + _WITHIN, len(sheet.lines)))
        index = next((index for index in within if sheet.has(index, words)), -1)
        found[index].append((words, moment.value))
    return found


def _dated(
    sheet: Sheet, published: datetime, around: Sequence[int], times: _Times, context: DateContext
) -> tuple[int, str]:
    """Return the line with the time of a post and its words there, "" if none has it."""
    for index in around:
        for words, value in times.get(index, ()):
            if abs(value - published) < _MINUTE:
                return index, words
        line = sheet.lines[index]
        if len(line) > _MAX_FACTS:
            continue
        written = [*find_date_matches(line, context), read_moment(line, context)]
        for moment in written:
            if moment and abs(moment.value - published) < _MINUTE:
                return index, moment.raw
    return 0, ""
