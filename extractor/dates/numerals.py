"""Read the digits and numerals of the world's scripts as numbers."""

import re

_ZEROS = "０٠۰०০๐"
"""Full-width, Arabic-Indic, Persian, Devanagari, Bengali and Thai zero. In Unicode, the other
digits follow each.
"""
_ASCII = {ord(zero) + value: ord("0") + value for zero in _ZEROS for value in range(10)} | {
    ord("\u3000"): " ",
    ord("\xa0"): " ",
    ord("\u202f"): " ",
    ord("\u2009"): " ",
    ord("\u200f"): " ",
    ord("\u200e"): " ",
    ord("："): ":",
    ord("／"): "/",
    ord("．"): ".",
}
_FOREIGN = re.compile(
    "["
    + "".join(f"{zero}-{chr(ord(zero) + 9)}" for zero in _ZEROS)
    + "\u3000\xa0\u2009\u202f\u200e\u200f：／．]"
)
NUMERALS = {numeral: value for value, numeral in enumerate("〇一二三四五六七八九")} | dict.fromkeys(
    "○零", 0
)
NUMERALS |= dict.fromkeys("两兩", 2) | {"元": 1}
_SOME = 3
"""What "a few" stands for."""
_AMOUNTS = {"半": 0.5} | {
    f"{tens}{some}": _SOME + (10 if tens else 0) for tens in ("", "十") for some in "几幾数數"
}


def with_ascii_digits(text: str) -> str:
    """Return the text with plain digits, colons and blanks; every character keeps its position."""
    if not text.isascii() and _FOREIGN.search(text):
        return text.translate(_ASCII)
    return text


def han_number(text: str) -> int:
    """Return the value of a Chinese numeral below 100, such as 三十一, or of digits."""
    if text.isdecimal():
        return int(text)
    tens, ten, ones = text.rpartition("十")
    return (NUMERALS.get(tens, 1) * 10 if ten else 0) + NUMERALS.get(ones, 0)


def amount(number: str | None) -> float:
    """Return an amount from digits, a Chinese numeral or a half.

    An article such as "an", or nothing, is one.
    """
    if not number:
        return 1
    if number in _AMOUNTS:
        return _AMOUNTS[number]
    return han_number(number) or 1
