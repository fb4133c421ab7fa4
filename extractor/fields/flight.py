"""Read the stream of rows in which Next's server components send a page ("flight", the format of
React).

A script adds a piece of the stream as a string. A row is ``id:value``: JSON up to the end of its
line, or ``T``, a number of bytes in hexadecimal digits, a comma, and a text of that length. A
string ``$id`` stands for the row.
"""

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress

from extractor.fields.nested import MAX_NODES, MAX_SCRIPT_LENGTH, replace_strings

FLIGHT = "__next_f.push("
_PIECE = re.compile(r"__next_f\.push\(\s{0,20}\[\s{0,20}1\s{0,20},\s{0,20}(?=\")")
_PIECE_END = re.compile(r"\s{0,20}\]")
_ROW = re.compile(r"\s{0,20}(?P<id>[0-9a-f]{1,8}):(?:T(?P<length>[0-9a-f]{1,8}),)?")
_MAX_ROWS = 5_000
"""Most rows that are read. Bounds the time, too."""


def read_flight(scripts: Iterable[str]) -> Iterator[object]:
    """Yield the values of the rows that scripts stream, with texts in place of the references to
    them; texts, too.
    """
    values: dict[str, object] = {}
    for number, value in _rows("".join(_pieces(scripts))[:MAX_SCRIPT_LENGTH]):
        values[number] = value
    texts = {f"${number}": value for number, value in values.items() if isinstance(value, str)}
    budget = MAX_NODES
    for value in values.values():
        if isinstance(value, dict | list):
            budget = replace_strings(value, texts, budget)
        if isinstance(value, dict | list | str):
            yield value


def _pieces(scripts: Iterable[str]) -> Iterator[str]:
    """Yield the pieces up to the first broken one: without it, no later row is where it should
    be.
    """
    decoder = json.JSONDecoder(strict=False)
    for script in scripts:
        for found in _PIECE.finditer(script):
            try:
                piece, end = decoder.raw_decode(script, found.end())
            except ValueError:
                return
            if not _PIECE_END.match(script, end):
                return
            yield piece


def _rows(stream: str) -> Iterator[tuple[str, object]]:
    """Yield the id and the value of each whole row that is a text or JSON. Lengths count bytes."""
    raw = stream.encode("utf-8", "replace")
    position = 0
    for _ in range(_MAX_ROWS):
        head = _ROW.match(raw[position : position + 60].decode("latin-1"))
        end = raw.find(b"\n", position)
        if head and head["length"]:
            position += head.end()
            end = position + int(head["length"], 16)
            if end > len(raw):  # its end is missing
                return
            yield head["id"], raw[position:end].decode("utf-8", "replace")
            position = end
            continue
        end = len(raw) if end < 0 else end
        if head:
            with suppress(ValueError, RecursionError):
                yield head["id"], json.loads(raw[position + head.end() : end])
        position = end + 1
        if position >= len(raw):
            return
