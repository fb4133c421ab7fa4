"""A list that "has not changed" is good news only for a source that has read it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fakeweb.web import FakeWeb
from storage.database.port import SourceRecord
from testbed.stack import Stack, wait_until

HOST = "harbour-times"


@pytest.fixture
def web() -> Iterator[FakeWeb]:
    with FakeWeb.start(seed=5, stock=3, sites=(HOST,)) as running:
        yield running


def feed(web: FakeWeb, number: int, **fields: Any) -> SourceRecord:
    base = {
        "name": f"source {number}",
        "channel": "list",
        "address": web.address(HOST),
        "pace_seconds": 0.0,
    }
    return SourceRecord(id=number, **{**base, **fields})


def test_a_source_reads_in_full_what_only_others_have_read(tmp_path: Path, web: FakeWeb) -> None:
    right, wrong = ("/news/",), ("/never-matches/",)
    with Stack(tmp_path / "home") as stack:
        stack.start("worker")

        def lists_after(source: SourceRecord, run: str) -> dict[str, int]:
            before = sum(stack.totals().lists.values())
            stack.put_source(source, run)
            wait_until(
                lambda: sum(stack.totals().lists.values()) > before and stack.idle(),
                60,
                run,
                stack.logs,
            )
            return dict(stack.totals().lists)

        assert lists_after(feed(web, 1, patterns=right), "read") == {"listed": 1}
        assert lists_after(feed(web, 1, patterns=right), "unchanged") == {
            "listed": 1,
            "not_modified": 1,
        }
        # A pattern that never matched stays a failure, however often the server says that nothing
        # has changed.
        expected = {"listed": 1, "not_modified": 1, "no_links": 1}
        assert lists_after(feed(web, 2, patterns=wrong), "wrong") == expected
        assert lists_after(feed(web, 2, patterns=wrong), "wrong again") == expected | {
            "no_links": 2
        }
        # So does one that an operator has made wrong after it had read the list.
        assert lists_after(feed(web, 1, patterns=wrong), "edited") == expected | {"no_links": 3}
        # A second source of the same address has its own links.
        assert lists_after(feed(web, 3, patterns=right), "second") == expected | {
            "no_links": 3,
            "listed": 2,
        }
