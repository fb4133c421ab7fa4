"""Pages of the archive are cleaned within limits, one at a time, and once."""

import contextlib
import gc
import os
import threading
import weakref
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from extractor.errors import NotHtml
from features.archive.collected_pages import CollectedPages, NotShown
from features.archive.store.port import Answer


def answer(body: bytes | str) -> Answer:
    body = body if isinstance(body, bytes) else body.encode()
    return Answer(url="http://a/", status=200, headers={}, body=body, fetched=datetime.now(UTC))


def spin(_: Answer) -> bytes:
    while True:
        pass


def end(_: Answer) -> bytes:
    os._exit(3)


def unreadable(_: Answer) -> bytes:
    raise NotHtml("no tags")


def hoard(_: Answer) -> bytes:
    return bytes(2 << 30)


def enlarge(page: Answer) -> bytes:
    return page.body * 9_000_000


def process_of(_: Answer) -> bytes:
    return str(os.getpid()).encode()


def wait_for_a_line(page: Answer) -> bytes:
    return Path(page.body.decode()).read_bytes()


@pytest.mark.parametrize(
    ("clean", "why"), [(spin, "too much time"), (hoard, "memory"), (end, "ended the process")]
)
def test_a_page_that_costs_too_much_is_not_shown(
    clean: Callable[[Answer], bytes], why: str
) -> None:
    pages = CollectedPages(clean, cpu_seconds=0.05)
    for _ in range(2):
        with pytest.raises(NotShown) as refused:
            pages.shown("a:0", answer("a"))
        assert why in str(refused.value)


def test_the_reason_of_a_page_that_is_not_shown_keeps_no_view_of_it() -> None:
    pages = CollectedPages(unreadable)
    views = []
    for _ in range(3):
        page = answer("a")
        views.append(weakref.ref(page))
        with contextlib.suppress(NotShown):
            pages.shown("a:0", page)
    del page
    gc.collect()
    assert [view() for view in views] == [None] * 3


def test_a_page_is_cleaned_once_and_in_another_process() -> None:
    pages = CollectedPages(process_of)
    first = pages.shown("a:0", answer("a"))
    assert int(first) != os.getpid()
    assert pages.shown("a:0", answer("a")) == first
    assert pages.shown("a:1", answer("a")) != first


def test_kept_pages_have_a_bound() -> None:
    """Two pages of 9 MB are more than is kept, so the second one replaces the first."""
    pages = CollectedPages(enlarge)
    assert pages.shown("a:0", answer("a"))[:1] == b"a"
    assert pages.shown("a:1", answer("b"))[:1] == b"b"
    assert pages.shown("a:0", answer("c"))[:1] == b"c"
    assert pages.shown("a:0", answer("d"))[:1] == b"c"


def test_a_page_that_is_being_cleaned_does_not_hold_the_views_of_others(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    pages = CollectedPages(wait_for_a_line, patience_seconds=0)
    shown: list[bytes] = []
    first = threading.Thread(target=lambda: shown.append(pages.shown("a:0", answer(str(gate)))))
    first.start()
    # Opening a named pipe for writing waits until the other process reads it.
    with gate.open("wb") as writer:
        with pytest.raises(NotShown, match="try again"):
            pages.shown("a:1", answer("b"))
        writer.write(b"the page")
    first.join()
    assert shown == [b"the page"]
