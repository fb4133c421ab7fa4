"""Mark word by word what two texts have in common, in time linear in their length.

A word is common if it is in a run of a few words that the other text has too, or if its whole line
is. Order beyond that does not matter, so that a moved paragraph is not marked as lost.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from extractor.page.text import words

_RUN = 4
"""Words in a row that make a match. Fewer match by chance; more lose the words around every small
difference.
"""
_TAKEN = 0.5
"""Share of a line's words in a text from which the text contains the line."""


@dataclass(frozen=True)
class Runs:
    """All runs of words of a text, and its lines."""

    runs: frozenset[tuple[str, ...]]
    lines: frozenset[tuple[str, ...]]

    @classmethod
    def of(cls, lines: Sequence[str]) -> "Runs":
        """Return the runs of a text given as lines. Runs continue across line ends."""
        split = [words(line) for line in lines]
        flat = [word for line in split for word in line]
        runs = zip(*(flat[start:] for start in range(_RUN)), strict=False)
        return cls(frozenset(runs), frozenset(map(tuple, split)))


def common(lines: Sequence[str], other: Runs) -> list[list[bool]]:
    """Return for each line whether each of its words is common to the other text."""
    split = [words(line) for line in lines]
    flat = [word for line in split for word in line]
    covered = [False] * len(flat)
    for start in range(len(flat) - _RUN + 1):
        if tuple(flat[start : start + _RUN]) in other.runs:
            covered[start : start + _RUN] = [True] * _RUN
    marked = []
    place = 0
    for line in split:
        whole = tuple(line) in other.lines
        marked.append([whole or mark for mark in covered[place : place + len(line)]])
        place += len(line)
    return marked


def is_held(marks: Sequence[bool]) -> bool:
    """Return whether the other text contains a line."""
    return bool(marks) and sum(marks) >= _TAKEN * len(marks)


def marked_line(line: str, marks: Sequence[bool], name: str) -> SafeString:
    """Return the line as HTML, with runs of words that are not common in ``<mark class=name>``."""
    lowered = line.lower()
    if len(lowered) != len(line):  # A few letters grow in lower case, so that positions differ.
        return escape(line)
    stretches: list[tuple[int, int]] = []
    place, follows = 0, False
    for word, is_common in zip(words(line), marks, strict=True):
        start = lowered.index(word, place)
        place = start + len(word)
        if not is_common:
            stretches = (
                [*stretches[:-1], (stretches[-1][0], place)]
                if follows
                else [*stretches, (start, place)]
            )
        follows = not is_common
    parts, end = [], 0
    for start, stop in stretches:
        parts.append(
            format_html('{}<mark class="{}">{}</mark>', line[end:start], name, line[start:stop])
        )
        end = stop
    return format_html("{}{}", mark_safe("".join(parts)), line[end:])  # noqa: S308 - the parts are escaped
