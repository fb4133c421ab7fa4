"""Fold traditional Chinese characters to simplified ones, character by character, and tell the
scripts apart.

OpenCC knows which characters belong together. Its phrases, which choose between several simplified
forms, are not used: index and query fold alike, so every character needs only one form, and lengths
and positions do not change.
"""

import re
from collections.abc import Iterable
from functools import cache
from itertools import chain

SIMPLIFIED = "zh-hans"
TRADITIONAL = "zh-hant"

# The blocks in everyday use. Patterns of these are fast, because all codes have two bytes.
_BLOCKS = ((0x3400, 0x4DC0), (0x4E00, 0xA000))
_READ_CHARACTERS = 2000


def fold_script(text: str) -> str:
    """Return ``text`` of the same length with simplified characters in place of traditional
    ones.
    """
    if text.isascii():
        return text
    forms, traditional, _simplified = _tables()
    if traditional.search(text):
        return text.translate(forms)
    return text


def chinese_script(text: str) -> str:
    """Return SIMPLIFIED or TRADITIONAL by the characters that have both forms; without any,
    SIMPLIFIED.
    """
    _forms, traditional, simplified = _tables()
    sample = text[:_READ_CHARACTERS]
    is_traditional = len(traditional.findall(sample)) > len(simplified.findall(sample))
    return TRADITIONAL if is_traditional else SIMPLIFIED


@cache
def _tables() -> "tuple[dict[int, str], re.Pattern[str], re.Pattern[str]]":
    """Return the simplified forms by traditional character, and patterns that find each of the
    two.
    """
    characters = [chr(code) for code in chain.from_iterable(range(*block) for block in _BLOCKS)]
    found = _converted("t2s", characters)
    # A few forms have a simpler form themselves.
    forms = {old: found.get(new, new) for old, new in found.items()}
    return (
        {ord(old): new for old, new in forms.items()},
        _any_of(forms),
        _any_of(_converted("s2t", characters)),
    )


def _converted(direction: str, characters: list[str]) -> dict[str, str]:
    """Return the characters that OpenCC replaces by one other character."""
    from opencc import OpenCC

    converted = OpenCC(direction).convert("\n".join(characters)).split("\n")
    pairs = zip(characters, converted, strict=True)
    return {old: new for old, new in pairs if old != new and len(new) == 1}


def _any_of(characters: Iterable[str]) -> "re.Pattern[str]":
    return re.compile(f"[{''.join(characters)}]")
