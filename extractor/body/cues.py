"""What short lines announce by their first words: comments, related stories, sharing, legal notes,
credits, bylines.

The words cover the languages most common in news. A cue is only a hint to the model, because
articles too have subheadings that begin with "More". Only short blocks are checked, because a cue
is a block of its own.
"""

import re
from typing import NamedTuple

from extractor.languages.tables import all_words, alternatives

MAX_CUE_LENGTH = 80
"""Most characters of a line that may be a cue."""
CUES = ("comments", "related", "share", "legal", "credit", "byline", "advert")
"""What is announced, in the order in which the model knows it."""
_NONE = -1
_COUNT = re.compile(rf"(?:{alternatives('cues.counts')}|[\d ]+)", re.ASCII)
"""How many of them there are, at the start of a line."""


class _Phrases(NamedTuple):
    """The phrases of one beginning, longer ones first, each with its cue; ``all`` tests whether any
    matches.
    """

    all: tuple[str, ...]
    cues: list[tuple[str, int]]


def _table() -> dict[str, _Phrases]:
    """Return the phrases by their first two characters."""
    table: dict[str, list[tuple[str, int]]] = {}
    for index, cue in enumerate(CUES):
        for phrase in all_words(f"cues.{cue}"):
            table.setdefault(phrase[:2], []).append((phrase, index))
    phrases: dict[str, _Phrases] = {}
    for key, found in table.items():
        longest_first = sorted(found, key=lambda pair: -len(pair[0]))
        phrases[key] = _Phrases(tuple(phrase for phrase, _ in found), longest_first)
    return phrases


_TABLE = _table()


def cues_of(lines: list[str]) -> list[int]:
    """Return for each line the index in ``CUES`` of what it announces, or -1."""
    return [cue_of(line) if len(line) <= MAX_CUE_LENGTH else _NONE for line in lines]


def cue_of(line: str) -> int:
    """Return the index in ``CUES`` of what a short line announces, or -1."""
    lowered = line.lower()
    count = _COUNT.match(lowered)
    lowered = lowered[count.end() :] if count else lowered
    phrases = _TABLE.get(lowered[:2]) or _TABLE.get(lowered[:1])
    if not phrases or not lowered.startswith(phrases.all):
        return _NONE
    for phrase, number in phrases.cues:
        if not lowered.startswith(phrase):
            continue
        # "Share" is not "shareholders"; Chinese words have no blank behind them.
        goes_on = phrase[-1].isascii() and lowered[len(phrase) : len(phrase) + 1].isalpha()
        if not goes_on:
            return number
    return _NONE
