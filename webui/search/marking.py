"""The text of a document to read: its blocks, with the words of the query marked. Pure."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from storage.documents.highlight import mark
from storage.documents.port import CELL_SEPARATOR, LINE_KINDS, Fragment
from storage.documents.query_tree import TermMatch

MAX_MARKS = 500
"""How many marks a text has at most: a query for a very frequent word would make a page several
times as large.
"""
_PARAGRAPH = "p"
_CODE = "c"


@dataclass(frozen=True, kw_only=True)
class Line:
    """One line of a text.

    ``letter`` is its kind; ``target``: it has the first mark, to which the page scrolls.
    """

    text: Fragment
    letter: str = _PARAGRAPH
    target: bool = False

    @property
    def cells(self) -> list["Line"]:
        """The cells of a row of a table."""
        cells = [Line(text=piece) for piece in _pieces(self.text, CELL_SEPARATOR)]
        return with_target(cells) if self.target else cells


@dataclass(frozen=True, kw_only=True)
class Block:
    """Adjacent lines of one kind, a value of LINE_KINDS.

    A heading or a paragraph is a block of its own.
    """

    kind: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, kw_only=True)
class Phrases:
    """The words to mark in a document: in its text, and in the comments below it."""

    of_text: Sequence[TermMatch] = ()
    of_comments: Sequence[TermMatch] = ()


def marked_lines(text: str, phrases: Sequence[TermMatch], letters: str = "") -> list[Line]:
    """Return the lines of a text that are not empty, with the query's words marked; ``letters`` are
    their kinds.
    """
    marked = mark(text, phrases)
    return lines_of(replace(marked, marks=marked.marks[:MAX_MARKS]), letters)


def lines_of(marked: Fragment, letters: str = "") -> list[Line]:
    """Return the lines of a text that are not empty, with its marks."""
    lines = enumerate(_pieces(marked, "\n"))
    if len(letters) == marked.text.count("\n") + 1:
        known = letters
    else:
        known = ""
    found = (_line(piece, known[number] if known else _PARAGRAPH) for number, piece in lines)
    return [line for line in found if line.text.text]


def with_target(lines: Sequence[Line]) -> list[Line]:
    """Return the lines with the first that has a mark as the target."""
    first = next((line for line in lines if line.text.marks), None)
    return [replace(line, target=line is first) for line in lines]


def blocks(lines: Sequence[Line]) -> list[Block]:
    """Return the blocks of a text: the rows of a table together, and the items of a list, a quote,
    a listing.
    """
    found = []
    for letter, group in groupby(lines, lambda line: line.letter):
        kind, together = LINE_KINDS.get(letter, LINE_KINDS[_PARAGRAPH]), tuple(group)
        is_single = kind in ("paragraph", "heading")
        found += [
            Block(kind=kind, lines=each)
            for each in ([(line,) for line in together] if is_single else [together])
        ]
    return found


def matching_phrases(text: str, phrases: Sequence[TermMatch]) -> int:
    """Return how many of the phrases a text has."""
    return sum(bool(mark(text, [phrase]).marks) for phrase in phrases)


def _pieces(marked: Fragment, separator: str) -> Iterator[Fragment]:
    """Cut a text at a separator; a mark over one is in both pieces."""
    ends = [end for _start, end in marked.marks]
    start = 0
    for text in marked.text.split(separator):
        stop = start + len(text)
        marks = []
        for first, last in marked.marks[bisect_right(ends, start) :]:
            if first >= stop:
                break
            marks.append((max(first, start) - start, min(last, stop) - start))
        yield Fragment(text=text, marks=tuple(marks))
        start = stop + len(separator)


def _line(piece: Fragment, letter: str) -> Line:
    """Return a line without the white space around it; in code, the indentation stays."""
    stripped = _stripped(piece)
    return Line(text=piece if letter == _CODE and stripped.text else stripped, letter=letter)


def _stripped(piece: Fragment) -> Fragment:
    """Return a piece without the white space around it, in which there are no marks."""
    text = piece.text.strip()
    start = piece.text.find(text)
    return Fragment(
        text=text, marks=tuple((first - start, last - start) for first, last in piece.marks)
    )
