"""Text without markup as mail programs send it: its paragraphs whole again. Pure."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from unicodedata import east_asian_width

_MIN_WIDTH = 55
"""Least columns of the longest line of a wrapped text: programs wrap at 60 to 80, and shorter lines
are those of verses, lists and addresses.
"""
_MAX_WIDTH = 100
"""A text with longer lines was not wrapped."""
_SIGNATURE = "-- "
_ALONE = re.compile(
    r"\s\s|\t|[-*•·–—#>|=_+~]|\[?\d{1,3}[.)\]、]|[(\[（【]\S{1,3}[)\]）】]|<?https?://\S+$|$"
)
"""The beginning of a line that never goes on the one before: of a list, a quote or an address."""
_WITHOUT_BLANKS = re.compile("[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff60]")
"""A sign of a script that writes no blanks between words."""


def paragraphs_of(text: str, *, is_flowed: bool = False, deletes_blanks: bool = False) -> str:
    """Return a text with one paragraph a line.

    Args:
        text: The text.
        is_flowed: A blank at the end of a line means that its paragraph goes on (RFC 3676).
        deletes_blanks: This blank is no part of the text (``DelSp``).
    """
    lines: Sequence[str] = text.splitlines()
    if is_flowed:
        lines = list(_flowed(lines, deletes_blanks=deletes_blanks))
    return "\n".join(_unwrapped([line.rstrip() for line in lines]))


def _flowed(lines: Sequence[str], *, deletes_blanks: bool) -> Iterator[str]:
    """Yield the paragraphs of flowed text, those that are quoted behind their marks."""
    begun: list[str] = []
    marks_of_begun = ""

    def whole() -> str:
        text = "".join(begun) if deletes_blanks else _joined(begun)
        return f"{marks_of_begun} {text}" if marks_of_begun else text

    for line in lines:
        marks = line[: len(line) - len(line.lstrip(">"))]
        words = line[len(marks) :].removeprefix(" ")
        goes_on = words.endswith(" ") and words != _SIGNATURE
        # A paragraph ends where another writer is quoted, even if its last line says that it goes
        # on.
        if begun and (marks != marks_of_begun or words == _SIGNATURE):
            yield whole()
            begun.clear()
        marks_of_begun = marks
        begun.append(words[:-1] if goes_on else words)
        if not goes_on:
            yield whole()
            begun.clear()
    if begun:
        yield whole()


def _unwrapped(lines: Sequence[str]) -> Iterator[str]:
    """Yield the paragraphs of a text whose lines were broken where the next word had no room."""
    # An address has no place to break, however long it is.
    widths = [_width(line) for line in lines if " " in line.strip() or not line.isascii()]
    width = max(widths, default=0)
    if not _MIN_WIDTH <= width <= _MAX_WIDTH:
        yield from lines
        return
    begun = list(lines[:1])
    for line, following in pairwise(lines):
        has_room = _width(line) + 1 + _width(_first_word(following)) <= width
        if has_room or _ALONE.match(following):
            yield _joined(begun)
            begun = []
        begun.append(following)
    yield _joined(begun)


def _joined(lines: Sequence[str]) -> str:
    """Return lines as one, with a blank between two unless their script has none."""
    parts = list(lines[:1])
    for before, after in pairwise(lines):
        words = after.lstrip()
        # Programs break Chinese lines between characters, where no blank belongs.
        is_blank = not (_WITHOUT_BLANKS.match(before[-1:]) and _WITHOUT_BLANKS.match(words))
        parts.append(f" {words}" if is_blank else words)
    return "".join(parts)


def _first_word(line: str) -> str:
    """Return what of a line would not have been broken."""
    words = line.lstrip()
    if _WITHOUT_BLANKS.match(words):
        return words[0]
    return words.partition(" ")[0]


def _width(text: str) -> int:
    """Return how many columns a text takes in a typewriter's font."""
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)
