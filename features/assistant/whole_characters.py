r"""Requests of assistants without half a surrogate pair.

``"\ud83d"`` is JSON, but no text: the library drops a request with it, and the assistant would wait
for an answer for ever.
"""

import io
import re
from typing import TextIO

_ESCAPE = re.compile(
    rb"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    rb"|(?P<half>\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\."
)


def repaired(line: bytes) -> bytes:
    """Return a line of JSON with U+FFFD for each half of a surrogate pair."""
    return _ESCAPE.sub(lambda found: rb"\ufffd" if found["half"] else found[0], line)


def whole_characters(stream: TextIO) -> TextIO:
    """Return a stream of the repaired lines of another one."""
    return io.TextIOWrapper(_RepairedLines(stream), encoding="utf-8")  # type: ignore[type-var]


class _RepairedLines(io.BufferedIOBase):
    """Gives one line at each reading, however long."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream  # it closes its buffer when it is dropped

    def readable(self) -> bool:
        return True

    def read1(self, _size: int = -1) -> bytes:
        return repaired(self._stream.buffer.readline())
