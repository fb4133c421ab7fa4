"""Find a query's words in a text, and the snippets to show.

Stores find and rank. This module computes the marks from the stored text with the analysis that indexed it, so that
marks are the same in every store and cover exactly what was found.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from storage.documents.analysis import find_words, inside_word
from storage.documents.port import Document, Fragment, Hit
from storage.documents.query_tree import TermMatch

_SNIPPETS = 3
_SNIPPET_CHARACTERS = 160
# A text longer than any article is searched as a whole, but marked only up to here.
_MARKED_CHARACTERS = 200_000
# How far the edge of a snippet may move to reach the end of a word.
_LONGEST_WORD = 40

Range = tuple[int, int]


@dataclass(frozen=True, order=True)
class _Place:
    """An occurrence of a needle, which is identified by its number."""

    start: int
    end: int
    number: int


def hit(document: Document, needles: Sequence[TermMatch], score: float) -> Hit:
    """Return a stored document as a hit: with marks, without its content."""
    return Hit(
        document=replace(document, content="", posts=()),
        title=mark(document.title, needles),
        snippets=snippets(document.content, [needle for needle in needles if not needle.field]),
        score=score,
    )


def mark(text: str, needles: Sequence[TermMatch]) -> Fragment:
    """Return all of ``text`` with its marks."""
    return Fragment(text=text, marks=_joined(_places(text, needles)))


def snippets(text: str, needles: Sequence[TermMatch]) -> tuple[Fragment, ...]:
    """Return the snippets of ``text`` with the most distinct needles, then the most marks, in order of position.

    A text without marks gives its beginning; an empty text gives no snippet.
    """
    places = _places(text, needles)
    marks = _joined(places)
    windows = _densest(text, places, marks) if places else [_window(text, (0, 0), marks)]
    return tuple(_cut(text, window, marks) for window in sorted(windows) if text)


def _places(text: str, needles: Sequence[TermMatch]) -> list[_Place]:
    """Return every occurrence of every needle, by position."""
    if not needles:
        return []
    found = find_words(text[:_MARKED_CHARACTERS])
    haystacks = {stemmed: _spaced(found.stems if stemmed else found.words) for stemmed in {n.stemmed for n in needles}}
    return sorted(
        _Place(*found.place(first, first + len(needle.words) - 1), number)
        for number, needle in enumerate(needles)
        for first in _find(haystacks[needle.stemmed], _spaced(needle.words))
    )


def _spaced(words: Sequence[str]) -> str:
    return f" {' '.join(words)} "


def _find(haystack: str, needle: str) -> Iterator[int]:
    """Yield the index of the first word of every occurrence; single spaces surround the words."""
    index, counted = 0, 0
    at = haystack.find(needle)
    while at >= 0:
        index += haystack.count(" ", counted, at)
        counted = at
        yield index
        at = haystack.find(needle, at + 1)


def _joined(places: Sequence[_Place]) -> tuple[Range, ...]:
    """Return the marked ranges, with overlapping and adjacent ones joined."""
    marks: list[Range] = []
    for place in places:
        if marks and place.start <= marks[-1][1]:
            marks[-1] = (marks[-1][0], max(place.end, marks[-1][1]))
        else:
            marks.append((place.start, place.end))
    return tuple(marks)


def _densest(text: str, places: Sequence[_Place], marks: Sequence[Range]) -> list[Range]:
    """Return the best windows; one that would overlap another is moved at its edge."""
    chosen: list[Range] = []
    for _rate, inner in sorted(_rated(places, first) for first in range(len(places))):
        if any(start < inner[1] and inner[0] < end for start, end in chosen):
            continue
        start, end = _window(text, inner, marks)
        start = max([start, *(e for _s, e in chosen if e <= inner[0])])
        end = min([end, *(s for s, _e in chosen if inner[1] <= s)])
        chosen.append((start, end))
        if len(chosen) == _SNIPPETS:
            break
    return chosen


def _rated(places: Sequence[_Place], first: int) -> tuple[Range, Range]:
    """Return the rating (lowest is best) and the range of the places from ``first`` on that fit in one snippet."""
    start = places[first].start
    limit = max(places[first].end, start + _SNIPPET_CHARACTERS)
    following = (places[number] for number in range(first, len(places)))
    inside = list(takewhile(lambda place: place.end <= limit, following))
    kinds = {place.number for place in inside}
    return (-len(kinds), -len(inside)), (start, max(place.end for place in inside))


def _window(text: str, inner: Range, marks: Sequence[Range]) -> Range:
    """Return a range of about a snippet's length with ``inner`` in its middle, without cutting a word or mark."""
    margin = max(0, _SNIPPET_CHARACTERS - (inner[1] - inner[0])) // 2
    start = max(0, inner[0] - margin)
    end = min(len(text), max(inner[1], start + _SNIPPET_CHARACTERS))
    start = max(0, min(start, end - _SNIPPET_CHARACTERS))
    for mark_start, mark_end in marks:
        start = mark_start if mark_start < start < mark_end else start
        end = mark_end if mark_start < end < mark_end else end
    return _after_word(text, start, inner[0]), _before_word(text, end, inner[1])


def _after_word(text: str, start: int, limit: int) -> int:
    stop = min(limit, start + _LONGEST_WORD)
    return next((at for at in range(start, stop) if not inside_word(text, at)), start)


def _before_word(text: str, end: int, limit: int) -> int:
    stop = max(limit, end - _LONGEST_WORD)
    return next((at for at in range(end, stop, -1) if not inside_word(text, at)), end)


def _cut(text: str, window: Range, marks: Sequence[Range]) -> Fragment:
    start, end = window
    inside = tuple((s - start, e - start) for s, e in marks if start <= s and e <= end)
    return Fragment(text=text[start:end], marks=inside)
