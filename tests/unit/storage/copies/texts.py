"""Texts for tests of copies, made of numbered words so that any two of them differ."""

from storage.keys import url_key


def words(first: int, last: int) -> str:
    """Return a text of the words from one number to another."""
    return " ".join(f"word{number}" for number in range(first, last))


def characters(first: int, last: int) -> str:
    """Return a Chinese text without two equal runs."""
    return "".join(chr(0x4E00 + (number * 7919) % 20_000) for number in range(first, last))


def key_of(name: str) -> str:
    """Return the id of the document at an address with this name."""
    return url_key(f"https://news.example/{name}")
