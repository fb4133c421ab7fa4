"""What an assistant sends that is no request, and half a surrogate pair in its requests."""

import io
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from features.assistant.standard_streams import Streams, repaired


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        ("\ud83d", "\ufffd"),
        ("\ude00\ud83d", "\ufffd\ufffd"),
        ("\ud83d\ud83d\ude00", "\ufffd\U0001f600"),
        ("\U0001f600", "\U0001f600"),
        (r"a path \ud83d", r"a path \ud83d"),
        ('"\\', '"\\'),
    ],
)
def test_half_a_pair_becomes_a_replacement_character(asked: str, read: str) -> None:
    assert json.loads(repaired(json.dumps(asked).encode())) == read


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_whole_characters_stay(text: str) -> None:
    for line in (json.dumps(text), json.dumps(text, ensure_ascii=False)):
        assert repaired(line.encode()) == line.encode()


def talk(given: bytes) -> tuple[list[Any], list[Any]]:
    """Return what the library reads of lines, each of which it answers, and what is answered."""
    wire = io.BytesIO()
    streams = Streams(io.BytesIO(given), wire)
    read = []
    for line in streams.stdin:
        read.append(json.loads(line))
        if "id" in read[-1]:
            answer = json.dumps({"jsonrpc": "2.0", "id": read[-1]["id"], "result": {}})
            streams.stdout.buffer.write(answer.encode() + b"\n")
    return read, [json.loads(line) for line in wire.getvalue().splitlines()]


def ping(number: object, **more: object) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "method": "ping"} | more


def test_a_stream_is_read_line_by_line() -> None:
    long = ping(2, params={"x": "x" * 100_000})
    lines = b"".join(json.dumps(each).encode() + b"\n" for each in (ping("\ud83d"), long))
    given = b"\xef\xbb\xbf" + lines + b"\r\n" + json.dumps(ping(3)).encode()
    assert talk(given)[0] == [ping("\ufffd"), long, ping(3)]


def test_a_list_of_requests_is_as_many_requests() -> None:
    assert talk(json.dumps([ping(1), ping(2)]).encode())[0] == [ping(1), ping(2)]


DEEP = json.dumps(ping(1, params={"a": "b"})).encode().replace(b'"b"', b"[" * 300 + b"]" * 300)
"""The library reads two hundred levels."""


@pytest.mark.parametrize(
    ("line", "code", "number"),
    [
        (b"{broken", -32700, None),
        (b"\xff\xfa{}", -32700, None),
        (b"[" * 100_000, -32700, None),
        (DEEP, -32700, None),
        (b"[]", -32600, None),
        (b"42", -32600, None),
        (json.dumps(ping(None)).encode(), -32600, None),
        (json.dumps(ping(1.5)).encode(), -32600, None),
        (json.dumps(ping(True)).encode(), -32600, None),
        (json.dumps(ping(7, jsonrpc="1.0")).encode(), -32600, 7),
        (json.dumps(ping(7, params=[])).encode(), -32600, 7),
        (json.dumps(ping("a", method=None)).encode(), -32600, "a"),
        (b'{"id": 7, "method": "ping"}', -32600, 7),
    ],
)
def test_what_is_no_request_is_answered(line: bytes, code: int, number: object) -> None:
    read, answers = talk(line + b"\n" + json.dumps(ping(9)).encode() + b"\n")
    assert read == [ping(9)]
    assert (answers[0]["error"]["code"], answers[0]["id"]) == (code, number)


def test_the_input_ends_after_the_last_answer() -> None:
    wire = io.BytesIO()
    streams = Streams(io.BytesIO(json.dumps(ping(1)).encode()), wire)
    assert streams.stdin.readline()
    with ThreadPoolExecutor(1) as pool:
        ended = pool.submit(streams.stdin.readline)
        streams.stdout.buffer.write(b'{"jsonrpc": "2.0", "method": "notifications/progress"}\n')
        assert not ended.done()
        streams.stdout.buffer.write(b'{"jsonrpc": "2.0", "id": 1, "result": {}}\n')
        assert ended.result() == ""
