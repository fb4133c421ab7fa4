"""Guess the language of a text from its script."""

import re

_KANA = re.compile("[\u3040-\u30ff]")
_HANGUL = re.compile("[\uac00-\ud7a3]")
_HAN = re.compile("[\u4e00-\u9fff]")


def script_language(text: str) -> str:
    """Return "ja", "ko" or "zh" for a text in one of these scripts, else ""."""
    for lang, script in (("ja", _KANA), ("ko", _HANGUL), ("zh", _HAN)):
        if script.search(text):
            return lang
    return ""
