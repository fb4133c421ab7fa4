"""On which lines of a page the stored text is."""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from extractor.fields.site import letters

_MIN_PART = 10
"""Fewest letters of a stored line that is recognised as a part of a longer one: shorter ones, such
as "Yes.", are in many.
"""
_MAX_ALIKE = 30
"""Lines that may be the stored one: more are a separator."""
_REACH = 60
"""Lines after the last one that was found in which such a part is looked for."""
_MAX_SEARCHED = 50_000
"""Letters of these, since one line may be all of a page."""


@dataclass(frozen=True)
class Place:
    """Where a stored line is: ``lines`` are none if it is not on the page, and several if it cannot
    be known which one it is.
    """

    lines: tuple[int, ...] = ()

    @property
    def is_sure(self) -> bool:
        """Whether the line is known."""
        return len(self.lines) == 1


def find_places(
    said: Sequence[str], lines: Sequence[str], is_quote: Callable[[int], bool]
) -> list[Place]:
    """Return where the lines of a stored text are on a page, given those of the page.

    They are compared by letters and digits. One that the page has once is there. Of several alike,
    those between the stored lines before and after it are meant, and no quotations: ``is_quote``
    says whether a line is one.
    """
    keys = [letters(line) for line in said]
    shown = [letters(line) for line in lines]
    places: dict[str, list[int]] = defaultdict(list)
    for index, key in enumerate(shown):
        places[key].append(index)
    for key in set(keys) & places.keys():
        if len(places[key]) > 1:
            own = [index for index in places[key] if not is_quote(index)]
            places[key] = own or places[key]
    counts = Counter(keys)
    sure = [
        places[key][0] if key and counts[key] == 1 and len(places.get(key, ())) == 1 else -1
        for key in keys
    ]
    gaps = _gaps(sure, len(lines))
    alike = Counter(zip(keys, gaps, strict=True))
    met: Counter[tuple[str, tuple[int, int]]] = Counter()
    found: list[Place] = []
    last, end_of_part = -1, 0
    for key, only, gap in zip(keys, sure, gaps, strict=True):
        begin, end_of_part = end_of_part, 0
        if only >= 0:
            place = Place((only,))
        elif key in places and key:
            start, end = _between(places[key], *gap)
            # The page has more of them than the text: which ones are meant cannot be told.
            if end - start > alike[key, gap]:
                chosen = places[key][start : min(end, start + _MAX_ALIKE)]
            else:
                # The page has no more of them than the text: they come in the same order.
                start += met[key, gap]
                chosen = places[key][start : min(end, start + 1)]
            place = Place(tuple(chosen))
        else:
            first = max(gap[0], last, 0)
            begin = begin if first == last else 0
            place, end_of_part = _part_of(key, shown, first, gap[1], begin)
        met[key, gap] += 1
        last = place.lines[0] if place.is_sure else last
        found.append(place)
    return found


def _gaps(sure: Sequence[int], end: int) -> list[tuple[int, int]]:
    """Return for each stored line between which lines of the page it should be."""
    before: list[int] = []
    last = -1
    for index in sure:
        before.append(last)
        last = index if index >= 0 else last
    after: list[int] = []
    following = end
    for index in reversed(sure):
        after.append(following)
        following = index if index >= 0 else following
    return list(zip(before, reversed(after), strict=True))


def _between(candidates: list[int], before: int, after: int) -> tuple[int, int]:
    """Return which of the lines are between two others, all if none is."""
    start, end = bisect_right(candidates, before), bisect_left(candidates, after)
    if start < end:
        return (start, end)
    return (0, len(candidates))


def _part_of(
    key: str, shown: Sequence[str], before: int, after: int, begin: int
) -> tuple[Place, int]:
    """Return the line with a stored line as a part, and where it ends there: a byline was cut off,
    or a listing has several lines. Each of these begins at ``begin``, where the one before it ends.
    """
    if len(key) < _MIN_PART:
        return Place(), begin
    reach = range(before, min(after + 1, before + _REACH, len(shown)))
    left = _MAX_SEARCHED
    further = [(before, begin)] if begin else []
    for index, start in (*further, *((index, 0) for index in reach)):
        line = shown[index]
        place = line.find(key, start, start + left)
        if place >= 0:
            return Place((index,)), place + len(key)
        left -= min(left, len(line) - start)
    return Place(), begin
