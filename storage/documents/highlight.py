"""Find a query's words in a text, and the snippets to show.

Stores find and rank. This module computes the marks from the stored text with the analysis that
indexed it, so that marks are the same in every store and cover exactly what was found.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple
from unicodedata import east_asian_width

from storage.documents.analysis import find_words, inside_word
from storage.documents.port import Document, DocumentComment, Fragment, Hit
from storage.documents.query_tree import Query, TermMatch, comment_matches, term_matches
from storage.documents.records import comments_text

_SNIPPETS = 3
# All snippets of a text together fill about three lines; a wide character counts twice.
_ALL_COLUMNS = 240
# How much of it one snippet takes at least, before and after its marks.
_MIN_COLUMNS_LENGTH = 80
_SENTENCE_ENDS = re.compile(r"(?<=[。！？!?…])[”’」』\"']?\s*|(?<=[.:;])\s+|\n\s*")
# What ends a piece of a sentence, and so does not begin a snippet.
_PIECE_END = re.compile(r"[\s,;:.!?)\]}…，、；：。！？）】》」』]*")
# How far the beginning of a snippet may move back to begin a sentence: this part of its length.
_BACK_PART = 3
# Two snippets with no more than this between them are one.
_GAP = 12
# A text longer than any article is searched as a whole, but marked only up to here.
_MARKED_CHARACTERS = 200_000
# All hits of a page together: 20 long threads. Words are found in half a second.
_PAGE_CHARACTERS = 600_000
# How often a phrase is found in a text: no word of a real one is as frequent. A page that repeats
# one without end would take ten times as long.
_MAX_PLACES = 5_000
# How far the edge of a snippet may move to reach the end of a word.
_MAX_WORD_LENGTH = 40

Range = tuple[int, int]


class _Occurrence(NamedTuple):
    """An occurrence of a phrase, which is identified by its number."""

    start: int
    end: int
    number: int


def hits(found: Iterable[tuple[Document, float, int]], query: Query) -> tuple[Hit, ...]:
    """Return stored documents, each with its score and the number of matches in its group, as the
    hits of a page: with marks, without their content.

    Snippets of very long texts are sought only until _PAGE_CHARACTERS of all have been read.
    """
    made: list[Hit] = []
    room = _PAGE_CHARACTERS
    for document, score, matches in found:
        made.append(_hit(document, query, score, matches, room))
        room -= min(len(document.content), room)
    return tuple(made)


def _hit(document: Document, query: Query, score: float, matches: int, room: int) -> Hit:
    phrases = term_matches(query)
    # What is wanted in the title alone is not marked in the content.
    anywhere = [phrase for phrase in phrases if not phrase.field]
    return Hit(
        document=replace(document, content="", posts=(), comments=()),
        title=mark(document.title, phrases),
        snippets=snippets(document.content, anywhere, room),
        score=score,
        copies=0 if document.thread else matches - 1,
        pages=matches if document.thread else 1,
        comments=_snippets_of_comments(document.comments, comment_matches(query)),
    )


def _snippets_of_comments(
    comments: Sequence[DocumentComment], phrases: Sequence[TermMatch]
) -> tuple[Fragment, ...]:
    """Return what was found in comments; none if the query does not ask for words there."""
    if not phrases:
        return ()
    return tuple(each for each in snippets(comments_text(comments), phrases) if each.marks)


def mark(text: str, phrases: Sequence[TermMatch]) -> Fragment:
    """Return all of ``text`` with its marks."""
    return Fragment(text=text, marks=_joined(_places(text, phrases)))


def snippets(
    text: str, phrases: Sequence[TermMatch], most: int = _MARKED_CHARACTERS
) -> tuple[Fragment, ...]:
    """Return the snippets of ``text`` with the most distinct phrases, then the most marks, in order
    of position.

    A text without marks in its first ``most`` characters gives its beginning; an empty text gives
    no snippet.
    """
    if not text:
        return ()
    places = _places(text, phrases, most)
    marks = _joined(places)
    columns = 2 if _is_wide(text) else 1
    densest = _densest(places, _MIN_COLUMNS_LENGTH // columns) if places else [(0, 0)]
    # Few snippets are longer than many.
    length = _ALL_COLUMNS // columns // len(densest)
    windows = _windows(text, densest, marks, length)
    return tuple(_cut(text, window, marks) for window in _merged(sorted(windows)))


def _places(
    text: str, phrases: Sequence[TermMatch], most: int = _MARKED_CHARACTERS
) -> list[_Occurrence]:
    """Return the occurrences of every phrase, by position."""
    if not phrases:
        return []
    found = find_words(text[: min(most, _MARKED_CHARACTERS)])
    words, stems = _spaced(found.words), _spaced(found.stems)
    places = []
    for number, phrase in enumerate(phrases):
        sought = _spaced(phrase.words)
        if phrase.prefix:
            # Without the space, the last word may go on.
            sought = sought.rstrip()
        searched = stems if phrase.stemmed else words
        for first in islice(_find(searched, sought), _MAX_PLACES):
            start, end = found.place(first, first + len(phrase.words) - 1)
            places.append(_Occurrence(start, end, number))
    return sorted(places)


def _spaced(words: Sequence[str]) -> str:
    return f" {' '.join(words)} "


def _find(words: str, phrase: str) -> Iterator[int]:
    """Yield the index of the first word of every occurrence; single spaces surround the words."""
    index, counted = 0, 0
    at = words.find(phrase)
    while at >= 0:
        index += words.count(" ", counted, at)
        counted = at
        yield index
        at = words.find(phrase, at + 1)


def _joined(places: Sequence[_Occurrence]) -> tuple[Range, ...]:
    """Return the marked ranges, with overlapping and adjacent ones joined."""
    marks: list[Range] = []
    for place in places:
        if marks and place.start <= marks[-1][1]:
            marks[-1] = (marks[-1][0], max(place.end, marks[-1][1]))
        else:
            marks.append((place.start, place.end))
    return tuple(marks)


def _is_wide(text: str) -> bool:
    """Return whether most letters at the beginning are of a script with wide characters, such as
    Chinese.
    """
    letters = [character for character in text[:_MIN_COLUMNS_LENGTH] if character.isalpha()]
    return 2 * sum(east_asian_width(character) in "WF" for character in letters) > len(letters)


def _densest(places: Sequence[_Occurrence], length: int) -> list[Range]:
    """Return the ranges, of about ``length`` characters, with the most distinct phrases; they do
    not overlap.
    """
    chosen: list[Range] = []
    for _rate, inner in sorted(_rated(places, length)):
        if any(start < inner[1] and inner[0] < end for start, end in chosen):
            continue
        chosen.append(inner)
        if len(chosen) == _SNIPPETS:
            break
    return chosen


def _rated(places: Sequence[_Occurrence], length: int) -> Iterator[tuple[Range, Range]]:
    """Yield for each place the rating (lowest is best) and the range of the places from it on that
    fit in one snippet; all of them in linear time, because a page may repeat one word without end.
    """
    inside: Counter[int] = Counter()
    stop = end = 0
    for first, place in enumerate(places):
        limit = max(place.end, place.start + length)
        while stop < len(places) and places[stop].end <= limit:
            inside[places[stop].number] += 1
            end = max(end, places[stop].end)
            stop += 1
        # Different words of the query count first, then how often any of them occurs.
        yield (-len(inside), -(stop - first)), (place.start, end)
        inside[place.number] -= 1
        if not inside[place.number]:
            del inside[place.number]


def _windows(text: str, inner: Sequence[Range], marks: Sequence[Range], length: int) -> list[Range]:
    """Return a window around each range; one that would overlap another ends at the other's
    edge.
    """
    chosen: list[Range] = []
    for index, (first, last) in enumerate(inner):
        start, end = _window(text, (first, last), marks, length)
        # Windows so far are final; the ranges to come must stay whole.
        others = [*chosen, *inner[index + 1 :]]
        start = max([start, *(e for _s, e in others if e <= first)])
        end = min([end, *(s for s, _e in others if last <= s)])
        chosen.append((start, end))
    return chosen


def _merged(windows: Sequence[Range]) -> list[Range]:
    """Return windows in order of position, with those that are near each other as one."""
    merged = [windows[0]]
    for start, end in windows[1:]:
        if start - merged[-1][1] <= _GAP:
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return merged


def _window(text: str, inner: Range, marks: Sequence[Range], length: int) -> Range:
    """Return a range of about ``length`` characters around ``inner`` that cuts no word or mark.

    It begins where a sentence does, if that is near, else with ``inner`` in its middle.
    """
    margin = max(0, length - (inner[1] - inner[0])) // 2
    start = max(0, inner[0] - margin)
    back = max(0, start - length // _BACK_PART)
    if not back:
        start = 0
    elif sentence := next(_SENTENCE_ENDS.finditer(text, back, inner[0]), None):
        start = sentence.end()
    end = min(len(text), max(inner[1], start + length))
    if end == len(text):
        # What the end of the text leaves free, its beginning takes.
        start = max(0, min(start, end - length))
    for mark_start, mark_end in marks:
        if mark_start < start < mark_end:
            start = mark_start
        if mark_start < end < mark_end:
            end = mark_end
    start = _after_word(text, start, inner[0])
    if start > 0 and (skipped := _PIECE_END.match(text, start, inner[0])):
        start = skipped.end()
    return start, _before_word(text, end, inner[1])


def _after_word(text: str, start: int, limit: int) -> int:
    stop = min(limit, start + _MAX_WORD_LENGTH)
    return next((at for at in range(start, stop) if not inside_word(text, at)), start)


def _before_word(text: str, end: int, limit: int) -> int:
    stop = max(limit, end - _MAX_WORD_LENGTH)
    return next((at for at in range(end, stop, -1) if not inside_word(text, at)), end)


def _cut(text: str, window: Range, marks: Sequence[Range]) -> Fragment:
    start, end = window
    inside = tuple((s - start, e - start) for s, e in marks if start <= s and e <= end)
    return Fragment(text=text[start:end], marks=inside)
