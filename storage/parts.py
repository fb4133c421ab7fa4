"""Long lists, some values at a time: databases and servers take few thousand in a statement."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

AT_ONCE = 500
"""So many values go into one statement, or rows of several values."""
_Value = TypeVar("_Value")


def in_parts(values: Sequence[_Value], most: int = AT_ONCE) -> Iterator[Sequence[_Value]]:
    """Yield the values in their order, at most so many together."""
    for first in range(0, len(values), most):
        yield values[first : first + most]
