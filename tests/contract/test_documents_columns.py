"""Searches in SQLite count in memory: what other processes write, change and remove is counted at
once.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storage.documents import sqlite_matches
from storage.documents.periods import ended_before, period_of
from storage.documents.port import (
    ByDay,
    ByTime,
    CopyMode,
    Document,
    Documents,
    Filters,
    PublicationSpan,
    SearchPage,
    SearchRequest,
)
from storage.documents.query_tree import Query
from storage.documents.sqlite import SqliteDocuments
from tests.contract.documents import NOVEMBER, ask, document, ids, store

_NAMES = st.sampled_from("abcdef")
_MONTHS = (datetime(2026, 9, 3, tzinfo=UTC), datetime(2026, 10, 3, tzinfo=UTC), NOVEMBER)
_DOCUMENTS = st.builds(
    lambda name, tags, site, copy, month, hours: document(
        name,
        f"harbour {site}",
        tags=tuple(sorted(tags)),
        site=f"{site}.example",
        copy_id=copy,
        collected=_MONTHS[month],
        published=None if hours is None else NOVEMBER - timedelta(hours=hours),
    ),
    _NAMES,
    st.frozensets(st.sampled_from("xyz")),
    st.sampled_from("pq"),
    st.sampled_from(("", "one", "two")),
    st.integers(0, 2),
    st.none() | st.integers(0, 2),
)
_STEPS = st.one_of(
    st.lists(_DOCUMENTS, max_size=4),
    st.sampled_from([("one", "two"), ("two", "one")]),
    st.sampled_from([date(2026, 10, 1), date(2026, 11, 1)]),
)


def _do(documents: Documents, step: object) -> None:
    match step:
        case list():
            documents.write(step)
        case (str() as old, str() as new):
            documents.move_copies(old, new)
        case date():
            documents.drop_before(step)


def _seen(documents: Documents) -> list[object]:
    """Return everything that is counted and sorted, for several requests."""
    requests = [
        SearchRequest(query=Query(), sort=sort, copies=copies, filters=filters)
        for sort in ("time", "collected")
        for copies in ("each", "once")
        for filters in (
            Filters(),
            Filters(site=("p.example",)),
            Filters(tag=("x", "y")),
            Filters(after=NOVEMBER),
        )
    ]
    edges = [NOVEMBER - timedelta(hours=hours) for hours in (3, 1, 0, -1)]
    seen: list[object] = []
    for request in requests:
        seen += [
            documents.search(request),
            documents.aggregate(request, ByDay("site")),
            documents.aggregate(request, PublicationSpan()),
        ]
        seen += [
            documents.aggregate(request, ByTime(edges, "tag", ("x", "z"))),
            list(documents.export(request)),
        ]
    return seen


class _Shelf(dict[str, Document]):
    """What the store should hold, kept in the simplest way."""

    def do(self, step: object) -> None:
        match step:
            case list():
                self.update({each.id: each for each in step})
            case (str() as old, str() as new):
                self.update(
                    {
                        each.id: replace(each, copy_id=new)
                        for each in self.values()
                        if each.copy_id == old
                    }
                )
            case date():
                gone = [
                    each.id
                    for each in self.values()
                    if ended_before(period_of(each.collected), step)
                ]
                for name in gone:
                    del self[name]

    def in_order(self, copies: str) -> list[str]:
        """Return the ids, newest first; of copies, the first only."""
        ranked = sorted(
            self.values(),
            key=lambda each: (-each.published.timestamp() if each.published else 0, each.id),
        )
        firsts: dict[str, str] = {}
        for each in ranked:
            firsts.setdefault(
                each.copy_id if each.copy_id and copies == "once" else f"id {each.id}", each.id
            )
        return list(firsts.values())


def _page_by_page(documents: Documents, copies: CopyMode) -> list[str]:
    page = ask(documents, "", size=2, copies=copies)
    found = ids(page.hits)
    while page.cursor:
        page = ask(documents, "", size=2, copies=copies, cursor=page.cursor)
        found += ids(page.hits)
    return found


@settings(max_examples=25, deadline=None)
@given(st.lists(st.lists(_DOCUMENTS, max_size=6) | _STEPS, min_size=1, max_size=5))
def test_every_page_of_hits_is_in_order_with_copies_and_without(steps: list[object]) -> None:
    shelf = _Shelf()
    with (
        TemporaryDirectory() as folder,
        closing(SqliteDocuments(f"sqlite://{folder}/documents.db")) as documents,
    ):
        for step in steps:
            _do(documents, step)
            shelf.do(step)
            for copies in get_args(CopyMode):
                assert _page_by_page(documents, copies) == shelf.in_order(copies)
                assert ask(documents, "", copies=copies).total == len(shelf.in_order(copies))


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.lists(_STEPS, min_size=1, max_size=6))
def test_a_process_that_runs_on_sees_what_one_that_starts_sees(steps: list[object]) -> None:
    with TemporaryDirectory() as folder, ExitStack() as stack:
        url = f"sqlite://{folder}/documents.db"
        writer, reader = (stack.enter_context(closing(SqliteDocuments(url))) for _ in range(2))
        for step in steps:
            _do(writer, step)
            with closing(SqliteDocuments(url)) as fresh:
                assert _seen(reader) == _seen(fresh)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "documents.db"


def test_who_missed_too_many_changes_reads_everything_again(path: Path) -> None:
    with (
        closing(SqliteDocuments(f"sqlite://{path}")) as reader,
        closing(SqliteDocuments(f"sqlite://{path}")) as writer,
    ):
        store(writer, [document(name, site="old.example") for name in "abc"])
        assert ask(reader, "").facets["site"] == (("old.example", 3),)
        for site in ("new.example", "newer.example"):
            store(writer, [document(name, site=site) for name in "ab"])
        with closing(sqlite3.connect(path)) as file, file:
            assert file.execute("DELETE FROM changed WHERE sequence <= 2").rowcount == 2
        assert ask(reader, "").facets["site"] == (("newer.example", 2), ("old.example", 1))


def test_a_reader_whose_transaction_is_older_finds_its_documents(path: Path) -> None:
    with closing(SqliteDocuments(f"sqlite://{path}")) as documents:
        store(documents, [document("a", "harbour")])
        assert ask(documents, "harbour").total == 1
        with closing(sqlite3.connect(path, isolation_level=None)) as old:
            old.execute("BEGIN")
            old.execute("SELECT count(*) FROM entry").fetchone()
            store(documents, [document("b", "harbour")])
            assert ask(documents, "harbour").total == 2
            columns = documents._columns.read(old)
            assert columns.all().tolist() == [1, 2]
        assert ask(documents, "harbour").total == 2


@pytest.fixture
def many(path: Path) -> Iterator[Documents]:
    """Of seven documents with one word, only the last three that were written are ranked."""
    with (
        closing(SqliteDocuments(f"sqlite://{path}")) as documents,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(sqlite_matches, "MAX_RANKED", 3)
        patch.setattr("storage.documents.sqlite.MAX_RANKED", 3)
        texts = (
            "harbour " * 9,
            "harbour",
            "harbour",
            "harbour",
            "harbour of a town",
            "harbour",
            "harbour of towns",
        )
        store(documents, [_aged(index, text) for index, text in enumerate(texts)])
        yield documents


def _aged(index: int, text: str) -> Document:
    return document(f"d{index}", content=text, published=NOVEMBER - timedelta(hours=index))


def test_of_very_many_matches_the_last_are_ranked_and_the_others_follow_by_date(
    many: Documents,
) -> None:
    page = ask(many, "harbour")
    assert (page.total, page.ranked) == (7, 3)
    assert ids(page.hits) == ["d5", "d6", "d4", "d0", "d1", "d2", "d3"]
    assert ask(many, "towns").ranked is None
    assert ask(many, "harbour", sort="time").ranked is None


def test_every_page_of_them_is_shown_once(many: Documents) -> None:
    page, seen = ask(many, "harbour", size=2), []
    while True:
        seen += ids(page.hits)
        if not page.cursor:
            break
        page = _after(many, page)
    assert seen == ["d5", "d6", "d4", "d0", "d1", "d2", "d3"]


def _after(documents: Documents, page: SearchPage) -> SearchPage:
    return ask(documents, "harbour", size=2, cursor=page.cursor)


def test_undated_copies_of_one_text_are_shown_by_the_first_id(path: Path) -> None:
    with closing(SqliteDocuments(f"sqlite://{path}")) as documents:
        store(
            documents, [document(name, "harbour", published=None, copy_id="one") for name in "cab"]
        )
        assert ids(ask(documents, "", copies="once").hits) == ["a"]
