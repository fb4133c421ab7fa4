"""Take from the authors of a thread what all their texts share: "Post #1 by Anna" and "Post #2 by
Ben" are Anna and Ben. Pure.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile

_TOKEN = re.compile(r"\d+|[^\W\d_]+|\s+|.", re.DOTALL)
_MIN_NAMES = 2
"""Fewest different names that tell what is shared by signs."""
_MIN_NAMES_OF_WORDS = 3
"""The same if a word beside a blank is shared: two members may both be called Anna."""


def without_shared_parts(names: Iterable[str]) -> dict[str, str]:
    """Return each name without the words, signs and numbers at their beginnings and ends that all
    have; numbers count as equal. What is left of each has letters, or all stay as they are, and so
    do names with "@", which a host follows.
    """
    tokens = {name: _TOKEN.findall(name) for name in names}
    if len(tokens) < _MIN_NAMES or any("@" in name for name in tokens):
        return dict(zip(tokens, tokens, strict=True))
    before = _shared([*tokens.values()])
    after = _shared([each[::-1] for each in tokens.values()])
    own = {name: "".join(each[before : len(each) - after]).strip() for name, each in tokens.items()}
    has_letters = all(any(map(str.isalpha, each)) for each in own.values())
    return own if has_letters else dict(zip(tokens, tokens, strict=True))


def _shared(names: Sequence[Sequence[str]]) -> int:
    """Return how many tokens all names begin with: up to a sign, or a blank if many names are
    known.
    """
    alike = [column[0] for column in takewhile(_is_alike, zip(*names, strict=False))]
    ends = (
        number
        for number, token in enumerate(alike, 1)
        if not token.isalnum() and (not token.isspace() or len(names) >= _MIN_NAMES_OF_WORDS)
    )
    return max(ends, default=0)


def _is_alike(column: Sequence[str]) -> bool:
    return len(set(column)) == 1 or all(map(str.isdigit, column))
