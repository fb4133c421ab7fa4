"""What the port *written* promises, on both adapters."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from storage.backends import open_written
from storage.settings import Settings
from storage.written.port import START, Written


@pytest.fixture
def written(state_url: str) -> Iterator[Written]:
    with closing(open_written(Settings(state_url=state_url))) as opened:
        yield opened


def test_entries_come_in_order_and_after_a_position(written: Written) -> None:
    assert (written.read(START, 10), written.end()) == ([], START)
    written.append([])
    written.append(["a", "b"])
    written.append(["a", "c"])
    entries = written.read(START, 10)
    assert [entry.document_id for entry in entries] == ["a", "b", "a", "c"]
    assert all(0 <= entry.age_seconds < 60 for entry in entries)
    assert written.end() == entries[-1].position
    assert [entry.document_id for entry in written.read(entries[1].position, 1)] == ["a"]
    assert written.read(written.end(), 10) == []


def test_another_connection_sees_what_one_appended(written: Written, state_url: str) -> None:
    with closing(open_written(Settings(state_url=state_url))) as other:
        other.append(["x"])
        assert [entry.document_id for entry in written.read(START, 1)] == ["x"]
