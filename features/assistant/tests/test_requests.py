"""Half a surrogate pair in the requests of assistants."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from features.assistant.whole_characters import repaired, whole_characters


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


def test_a_stream_is_read_line_by_line() -> None:
    given = b'{"a": "\\ud83d"}\n' + b'"' + b"x" * 100_000 + b'"\n{}'
    read = whole_characters(io.TextIOWrapper(io.BytesIO(given)))
    assert [json.loads(line) for line in read] == [{"a": "\ufffd"}, "x" * 100_000, {}]
