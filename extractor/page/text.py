"""Measure text: lengths, stop words, words."""

import re

from extractor.languages.tables import all_words, alternatives

_STOP_WORDS = frozenset(all_words("grammar.stop_words"))
_STOP_SIGNS = re.compile(
    "[ぁ-ん]"  # Japanese: particles and endings are the hiragana
    # Korean: particles and endings are attached to the word.
    "|[\uac00-\ud7a3](?:[은는을를의에]\\b|다\\.)"
    f"|{alternatives('grammar.stop_signs')}"
)
CJK = re.compile(
    "[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7a3\U00020000-\U0003ffff]"
)
_WORD = re.compile(CJK.pattern + r"|[^\W_\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]+")


def has_stop_word(text: str) -> bool:
    """Return whether a text leaf contains a function word, which labels, names and menus lack.

    Chinese is tested by substring. This finds the body as well as segmentation does, in a third of
    the time (docs/algorithms.md).
    """
    return not _STOP_WORDS.isdisjoint(text.lower().split()) or (
        not text.isascii() and bool(_STOP_SIGNS.search(text))
    )


def worded_length(text: str) -> int:
    """Return the non-space characters of a text leaf that has a stop word, or 0 for any other."""
    if text.isspace() or not has_stop_word(text):
        return 0
    return dense_length(text)


def dense_length(text: str) -> int:
    """Return the number of characters that are not white space."""
    return sum(map(len, text.split()))


def words(text: str) -> list[str]:
    """Return the words in lower case. Every Chinese, Japanese or Korean character is one word."""
    return _WORD.findall(text.lower())
