"""The lines of a page, on which parts are marked."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from extractor.body.paragraphs import paragraphs
from extractor.dates.numerals import with_ascii_digits
from extractor.page.blocks import Blocks
from features.origins.view import FIELDS, Line, Piece, Run

_FOLDED = 4
"""Fewest lines one after the other that are folded if all are left out."""
_SHOWN_OF_FOLDED = 12
"""Lines that are shown of these: a menu or a list is known by its beginning."""
_MAX_LINE = 2_000
"""Characters that are shown of a line, more than a paragraph has. Nothing is looked for behind."""
_MAX_TRIES = 10
"""Longer words of a line that begin with, end in or have those that are looked for. More of them
only a made-up line has.
"""
_MAX_LINES = 500
_MAX_CHARACTERS = 60_000
"""Together ten times what an article has. A trial has three pages, and is sent again whenever a
field of its form changes.
"""


@dataclass(frozen=True, kw_only=True)
class _Mark:
    words: str
    field: str
    anchor: str
    is_also: bool


class Sheet:
    """The lines of a page. ``prefix`` begins the ids of its marks."""

    def __init__(self, blocks: Blocks, prefix: str) -> None:
        self.blocks = blocks
        self.lines = blocks.texts
        #: The numbers of posts, by the line on which their text begins.
        self.posts: dict[int, int] = {}
        self._prefix = prefix
        self._marks: dict[int, list[_Mark]] = defaultdict(list)
        self._ids = 0
        self._folded: dict[str, str] = {}

    def has(self, index: int, words: str) -> bool:
        """Return whether a line has these words. A style sheet may divide them from others."""
        forms = (self.lines[index], self.blocks.lines[index])
        return any(self._start_of(words, form) >= 0 for form in forms)

    def mark(self, index: int, words: str, field: str, *, is_also: bool = False) -> str:
        """Mark words of a line, all of it if it does not have them as they are; return the id."""
        self._ids += 1
        anchor = f"{self._prefix}-{self._ids}"
        self._marks[index].append(_Mark(words=words, field=field, anchor=anchor, is_also=is_also))
        return anchor

    def is_marked(self, index: int) -> bool:
        """Return whether a part of a line is marked."""
        return index in self._marks

    def is_quote(self, index: int) -> bool:
        """Return whether a line is in a quotation."""
        return self._kind(index) == "quote"

    def _kind(self, index: int) -> str:
        return next(paragraphs(self.blocks, [index])).kind

    def runs(self) -> tuple[tuple[Run, ...], bool]:
        """Return the lines in their order, and whether the page goes on."""
        found: list[Run] = []
        lines = characters = 0
        for is_left, places in groupby(range(len(self.lines)), lambda at: not self.is_marked(at)):
            indices = list(places)
            is_folded = is_left and len(indices) >= _FOLDED
            shown = indices[:_SHOWN_OF_FOLDED] if is_folded else indices
            run: list[Line] = []
            for index in shown:
                if lines >= _MAX_LINES or characters >= _MAX_CHARACTERS:
                    break
                run.append(self._line(index))
                lines += 1
                characters += min(len(self.lines[index]), _MAX_LINE)
            if run:
                found.append(Run(lines=tuple(run), total=len(indices), is_left=is_folded))
            # The limit of the page was met inside this run.
            if len(run) < len(shown):
                return tuple(found), True
        return tuple(found), False

    def _line(self, index: int) -> Line:
        pieces = tuple(self._pieces(index))
        return Line(kind=self._kind(index), pieces=pieces, post=self.posts.get(index, 0))

    def _pieces(self, index: int) -> Iterator[Piece]:
        marks = sorted(self._marks.get(index, ()), key=lambda mark: FIELDS.index(mark.field))
        text = self._form(index, marks)[:_MAX_LINE]
        spans = [(*self._span_of(mark.words, text), mark) for mark in marks]
        edges = {0, len(text)}.union(*((start, end) for start, end, _ in spans))
        told: set[str] = set()
        for start, end in pairwise(sorted(edges)):
            over = (mark for first, last, mark in spans if first <= start and end <= last)
            mark = next(over, _Mark(words="", field="", anchor="", is_also=False))
            # An id is given once, though another mark may be within this one.
            anchor = "" if mark.anchor in told else mark.anchor
            told.add(anchor)
            yield Piece(text=text[start:end], field=mark.field, anchor=anchor, is_also=mark.is_also)

    def _form(self, index: int, marks: Sequence[_Mark]) -> str:
        """Return a line, with blanks at inline tags if some words are only found with them."""
        text, spaced = self.lines[index], self.blocks.lines[index]
        needs_blanks = any(
            self._start_of(mark.words, text) < 0 <= self._start_of(mark.words, spaced)
            for mark in marks
        )
        return spaced if needs_blanks else text

    def _span_of(self, words: str, text: str) -> tuple[int, int]:
        start = self._start_of(words, text)
        if start >= 0:
            return (start, min(start + len(words), len(text)))
        return (0, len(text))

    def _start_of(self, words: str, text: str) -> int:
        """Return where whole words begin in what is shown of a text, -1 if they are not there.
        Digits of any script are alike.
        """
        words, text = self._fold(words), self._fold(text)
        start = text.find(words) if words else -1
        for _ in range(_MAX_TRIES):
            if start < 0 or _is_whole(text, start, start + len(words)):
                return start
            start = text.find(words, start + 1)
        return -1

    def _fold(self, text: str) -> str:
        """Return the beginning of a text with plain digits. It is kept: a page may have thousands
        of words that are looked for in the same line.
        """
        if text not in self._folded:
            self._folded[text] = with_ascii_digits(text[:_MAX_LINE])
        return self._folded[text]


def _is_whole(text: str, start: int, end: int) -> bool:
    """Return whether no word in Latin letters is cut. Other scripts have words without blanks."""
    before, after = text[max(start - 1, 0) : start + 1], text[end - 1 : end + 1]
    return not any(len(both) == 2 and both.isascii() and both.isalnum() for both in (before, after))
