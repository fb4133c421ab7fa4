"""Where the sentences of a text begin and end. Pure."""

import re
from collections.abc import Iterator
from itertools import chain

from features.stories.statements.reports import sentence_key

# A line of a text is a paragraph, a heading or an item: no sentence goes over its end.
_LINE = re.compile(r"[^\n]+")
_CHINESE_END = re.compile(r"[。！？!?…]+[”’」』）》\"']*")
# It begins where a run of dots does and takes all of it: each of a thousand is looked at once.
_END = re.compile(r"(?<![.!?…])[.!?…]++[\"'”’)\]]*+(?=\s+[\"'“‘(\[]?[\dA-ZÀ-ÞА-Я])")
# A dot after these ends no sentence.
_ABBREVIATION = re.compile(
    r"(?:^|[\s(\"'“])(?:[A-Z]|(?i:mr|mrs|ms|dr|prof|st|no|vs|gen|col|lt|sgt|capt|maj|gov|sen|rep|rev"
    r"|jr|sr|inc|co|corp|ltd|mt|ft|jan|feb|mar|apr|aug|sept?|oct|nov|dec|approx|est|dept|det|supt"
    r"|u\.s|u\.k|u\.n|e\.g|i\.e|a\.m|p\.m|d\.c))$"
)
_MAX_ABBREVIATION = 16
"""Characters before a dot in which an abbreviation is looked for: none is half as long."""
MAX_LENGTH = 600
"""A longer sentence is a table or a list that lost its lines."""


def sentences(text: str, lang: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each sentence of a text, without the white space around it."""
    chinese = lang.startswith("zh")
    for line in _LINE.finditer(text):
        start = line.start()
        for end in chain(_ends(line[0], chinese), (len(line[0]),)):
            yield from _stripped(text, start, line.start() + end)
            start = line.start() + end


def find_sentence(text: str, lang: str, key: str) -> tuple[int, int] | None:
    """Return where the sentence with this key is; None if the text has none."""
    found = (each for each in sentences(text, lang) if sentence_key(text[slice(*each)]) == key)
    return next(found, None)


def _ends(line: str, chinese: bool) -> Iterator[int]:
    for found in (_CHINESE_END if chinese else _END).finditer(line):
        at = found.start()
        is_dot = found[0].startswith(".")
        if not (is_dot and _ABBREVIATION.search(line, max(0, at - _MAX_ABBREVIATION), at)):
            yield found.end()


def _stripped(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    sentence = text[start:end]
    if sentence.strip():
        left = len(sentence) - len(sentence.lstrip())
        yield start + left, start + len(sentence.rstrip())
