"""Tell the language of a text from the shares of its scripts."""

import re

_KANA = re.compile("[ぁ-んァ-ヴ]")
_HANGUL = re.compile("[가-힣]")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
_EAST_ASIAN = re.compile("[ぁ-んァ-ヴ가-힣\u3400-\u4dbf\u4e00-\u9fff]")
_LETTER = re.compile(r"[^\W\d_]")
_MIN_SHARE = 0.2
"""Least share of a text's letters in a script for its language. English texts quote other scripts.
"""
_MIN_KANA = 0.1
"""Least share of kana among East Asian letters of Japanese. Chinese has a の here and there."""


def script_language(text: str) -> str:
    """Return zh, ja or ko if the scripts of a text imply it, else ""."""
    if text.isascii() or not _EAST_ASIAN.search(text):
        return ""
    letters = len(_LETTER.findall(text))
    kana, hangul, han = (len(script.findall(text)) for script in (_KANA, _HANGUL, _HAN))
    if kana + hangul + han < _MIN_SHARE * letters:
        return ""
    if hangul >= max(kana, _MIN_SHARE * letters):
        return "ko"
    if kana >= _MIN_KANA * (kana + han):
        return "ja"
    return "zh"
