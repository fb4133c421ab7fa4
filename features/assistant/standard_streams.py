r"""The standard input and output of the server for one assistant.

The library says nothing to a line that is no request, drops requests with half a surrogate pair
(``"\ud83d"`` is JSON, but no text), and gives up what is still to be answered when the input ends.
The assistant would wait for an answer for ever. Here such lines are answered, and the input ends
after the last answer.
"""

import io
import json
import re
import sys
from threading import Condition
from typing import Any, BinaryIO

from pydantic_core import from_json

_ESCAPE = re.compile(
    rb"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    rb"|(?P<half>\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\."
)
_BOM = b"\xef\xbb\xbf"
_PATIENCE_SECONDS = 30.0
"""How long the last answers may take after the end of the input; cancelled requests have none."""
_NO_JSON = -32700
_NO_REQUEST = -32600
"""Codes of errors (JSON-RPC 2.0, 5.1)."""


def repaired(line: bytes) -> bytes:
    """Return a line of JSON with U+FFFD for each half of a surrogate pair."""
    return _ESCAPE.sub(lambda found: rb"\ufffd" if found["half"] else found[0], line)


def messages_of(line: bytes) -> list[Any]:
    """Return the messages of a line: those of a list, which clients of 2025-03-26 may send, or one.

    Raises ValueError if it is no JSON, or nested deeper than the library reads.
    """
    found = from_json(repaired(line.removeprefix(_BOM)))
    if isinstance(found, list) and found:
        return found
    return [found]


def is_message(message: object) -> bool:
    """Return whether a value is a request, a notification or an answer (JSON-RPC 2.0, 4 and 5), as
    the Model Context Protocol narrows them: no id is null.
    """
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        return False
    if "id" in message and not _is_id(message["id"]):
        return False
    if not isinstance(message.get("params", {}), dict | None):
        return False
    is_answer = "id" in message and ("result" in message or "error" in message)
    return is_answer or isinstance(message.get("method"), str)


def _is_id(value: object) -> bool:
    return isinstance(value, int | str) and not isinstance(value, bool)


def _error(message: object, code: int, said: str) -> bytes:
    given = message.get("id") if isinstance(message, dict) else None
    error = {"code": code, "message": said}
    answer = {"jsonrpc": "2.0", "id": given if _is_id(given) else None, "error": error}
    return json.dumps(answer).encode() + b"\n"


class Streams:
    """Both streams: put ``stdin`` and ``stdout`` in place of those of ``sys``."""

    def __init__(self, requests: BinaryIO, answers: BinaryIO) -> None:
        self._from = requests
        self._to = answers
        self._open = 0
        self._changed = Condition()
        self.stdin = io.TextIOWrapper(_Lines(self), encoding="utf-8")  # type: ignore[type-var]
        self.stdout = _Output(self)

    def next_lines(self) -> bytes:
        """Return the messages of the next line that has some, a line each; b"" at the end."""
        while line := self._from.readline():
            messages = self._messages(line) if line.strip() else []
            if taken := b"".join(text for each, text in messages if self._is_taken(each)):
                return taken
        # Answers to what was asked last may still be on their way when the input ends.
        with self._changed:
            self._changed.wait_for(lambda: not self._open, _PATIENCE_SECONDS)
        return b""

    def _messages(self, line: bytes) -> list[tuple[Any, bytes]]:
        """Return the messages of a line, each with its own line; answer one that is no JSON."""
        try:
            return [(each, json.dumps(each).encode() + b"\n") for each in messages_of(line)]
        except ValueError as error:
            self._write(_error(None, _NO_JSON, f"The line is no JSON: {error}"))
            return []

    def _is_taken(self, message: Any) -> bool:
        """Count a request, and answer what is no message."""
        if not is_message(message):
            said = "This is no message of JSON-RPC 2.0 with an id that is a text or a whole number."
            self._write(_error(message, _NO_REQUEST, said))
            return False
        if "id" in message and "method" in message:
            with self._changed:
                self._open += 1
        return True

    def answered(self, written: bytes) -> None:
        """Write what the library says, and count its answers."""
        self._write(written)
        lines = [json.loads(line) for line in written.splitlines()]
        with self._changed:
            self._open -= sum("id" in each and "method" not in each for each in lines)
            self._changed.notify_all()

    def _write(self, lines: bytes) -> None:
        self._to.write(lines)
        self._to.flush()


class _Lines(io.BufferedIOBase):
    """What the library reads."""

    def __init__(self, streams: Streams) -> None:
        self._streams = streams

    def readable(self) -> bool:
        return True

    def read1(self, _size: int = -1) -> bytes:
        return self._streams.next_lines()


class _Output(io.TextIOBase):
    """The library writes to its buffer; what anything else writes is no message."""

    def __init__(self, streams: Streams) -> None:
        self.buffer = _Answers(streams)

    def write(self, text: str) -> int:
        return sys.stderr.write(text)


class _Answers(io.BufferedIOBase):
    """What the library writes, whole lines."""

    def __init__(self, streams: Streams) -> None:
        self._streams = streams

    def writable(self) -> bool:
        return True

    def write(self, written: Any) -> int:
        self._streams.answered(bytes(written))
        return len(written)
