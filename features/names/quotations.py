"""What is quoted beside a name. Pure."""

import re
from collections.abc import Collection, Iterator

_PAIRS = (("“", "”"), ("„", "“"), ("«", "»"), ("「", "」"), ("『", "』"), ('"', '"'))
_QUOTED = re.compile(
    "|".join(
        f"{re.escape(begin)}([^{re.escape(begin + end)}\n]+){re.escape(end)}"
        for begin, end in _PAIRS
    )
)
_WORD = re.compile(r"\w+")
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_MIN_WORDS = 4
"""Fewer words in quotation marks are a title, or a word that is held at a distance."""
_MIN_SIGNS = 6
"""The same in Chinese."""
_MIN_SURNAME = 3


def quotations(text: str, names: Collection[str]) -> Iterator[str]:
    """Yield the quotations of a text that stand in a paragraph with one of these names, or with the
    last word of one that has several.
    """
    said = re.compile("|".join(map(_written, sorted({*names, *_surnames(names)}, key=len))))
    for paragraph in text.splitlines():
        # Who is named within a quotation is talked about.
        beside = _QUOTED.sub(" ", paragraph)
        if not said.search(beside):
            continue
        for found in _QUOTED.finditer(paragraph):
            quoted = next(filter(None, found.groups())).strip()
            if len(_WORD.findall(quoted)) >= _MIN_WORDS or len(_HAN.findall(quoted)) >= _MIN_SIGNS:
                yield quoted


def _written(name: str) -> str:
    # Chinese has no blanks between words.
    edge = "" if _HAN.search(name) else r"\b"
    return f"{edge}{re.escape(name)}{edge}"


def _surnames(names: Collection[str]) -> set[str]:
    last = {name.split()[-1] for name in names if " " in name.strip()}
    return {each for each in last if len(each) >= _MIN_SURNAME}
