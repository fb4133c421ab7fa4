"""Digits and numerals of the world's scripts, read as numbers."""

import re

_ZEROS = "０٠۰०০๐"
"""Full-width, Arabic-Indic, Persian, Devanagari, Bengali and Thai zero; the other digits follow each in Unicode."""
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
    "[" + "".join(f"{zero}-{chr(ord(zero) + 9)}" for zero in _ZEROS) + "\u3000\xa0\u2009\u202f\u200e\u200f：／．]"
)
NUMERALS = {numeral: value for value, numeral in enumerate("〇一二三四五六七八九")} | dict.fromkeys("○零", 0)
NUMERALS |= dict.fromkeys("两兩", 2) | {"元": 1}
_AMOUNTS = {"半": 0.5, "几": 3, "幾": 3, "数": 3, "十": 10}


def with_ascii_digits(text: str) -> str:
    """The text with plain digits, colons and blanks, every character in its place."""
    return text.translate(_ASCII) if not text.isascii() and _FOREIGN.search(text) else text


def han_number(text: str) -> int:
    """A Chinese numeral below 100, as 三十一, or digits."""
    if text.isdecimal():
        return int(text)
    tens, ten, ones = text.rpartition("十")
    return (NUMERALS.get(tens, 1) * 10 if ten else 0) + NUMERALS.get(ones, 0)


def amount(number: str | None) -> float:
    """How many: digits, a Chinese numeral, half; an article such as "an", or nothing, is one."""
    if not number:
        return 1
    return int(number) if number.isdecimal() else _AMOUNTS.get(number, NUMERALS.get(number, 1))
