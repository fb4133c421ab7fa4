"""Take from the authors of a thread what all their texts share beside the names: "Post #1 by Anna"
and "Post #2 by Ben" are Anna and Ben, "-Anna" and "-Ben" too. Pure.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile

_TOKEN = re.compile(r"\d+|[^\W\d_]+|\s+|.", re.DOTALL)
_MIN_NAMES = 2
"""Fewest different names that tell what they share."""
_SIGNS = frozenset("-–—~·•/|,:;>»")
"""Signs between a name and something else. Others, such as brackets, may be parts of a name."""


def without_shared_parts(names: Iterable[str]) -> dict[str, str]:
    """Return each name without the signs that all have at their ends, and without a beginning of
    words with a number that counts the posts. What is left of each has letters, or all stay.
    """
    tokens = {name: _TOKEN.findall(name) for name in names}
    same = dict(zip(tokens, tokens, strict=True))
    if len(tokens) < _MIN_NAMES:
        return same
    shared = _shared([*tokens.values()])
    before = _counted(shared) or _signs(shared)
    after = _signs(_shared([each[::-1] for each in tokens.values()]))
    own = {name: "".join(each[before : len(each) - after]).strip() for name, each in tokens.items()}
    return own if all(any(map(str.isalpha, each)) for each in own.values()) else same


def _shared(names: Sequence[Sequence[str]]) -> list[str]:
    """Return the tokens with which all names begin; numbers count as equal."""
    columns = zip(*names, strict=False)
    return [column[0] for column in takewhile(_is_alike, columns)]


def _is_alike(column: Sequence[str]) -> bool:
    return len(set(column)) == 1 or all(map(str.isdigit, column))


def _counted(shared: Sequence[str]) -> int:
    """Return how many tokens are words with a number, up to the last blank."""
    ends = [end for end, token in enumerate(shared, 1) if token.isspace()]
    return max(ends) if ends and any(map(str.isdigit, shared[: max(ends)])) else 0


def _signs(shared: Sequence[str]) -> int:
    """Return how many tokens are signs and blanks."""
    return len(list(takewhile(lambda token: token in _SIGNS or token.isspace(), shared)))
