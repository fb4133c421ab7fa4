"""Search that shows copies once, on both document stores, and groups that move."""

from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from storage.backends import open_documents
from storage.documents.port import ByDay, ByValue, Document, Documents
from storage.settings import Settings
from tests.contract.documents import NOVEMBER, ask, document, ids, store

_DAY = timedelta(days=1)


def article(
    name: str, hours: int, copy_id: str, site: str = "news.example", **fields: Any
) -> Document:
    published = NOVEMBER - timedelta(hours=hours)
    return document(
        name,
        f"harbour {name}",
        "a ship arrives",
        published=published,
        copy_id=copy_id,
        site=site,
        **fields,
    )


# From the newest to the oldest. The last two are from a version without copies.
ARTICLES = (
    article("d1", 1, "one", "a.example", tags=("port", "ship")),
    article("d2", 2, "two"),
    article("d3", 3, "one", "b.example", tags=("ship",)),
    article("d4", 4, "one", "a.example", tags=("port",)),
    article("d5", 30, "three"),
    article("d6", 40, ""),
    article("d7", 50, ""),
    document("d8", "harbour d8", "a ship arrives", published=None, copy_id="two"),
)


@pytest.fixture(scope="module")
def documents(module_documents_url: str) -> Iterator[Documents]:
    with closing(open_documents(Settings(documents_url=module_documents_url))) as opened:
        store(opened, ARTICLES)
        yield opened


@pytest.fixture(params=["sqlite", "elasticsearch"])
def documents_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty store."""
    elastic = request.param == "elasticsearch"
    return (
        str(request.getfixturevalue("elasticsearch_url"))
        if elastic
        else f"sqlite://{tmp_path}/documents.db"
    )


def test_a_group_is_one_hit_with_the_number_of_its_other_matches(documents: Documents) -> None:
    page = ask(documents, "harbour", sort="time", copies="once")
    assert [(hit.document.id, hit.copies) for hit in page.hits] == [
        ("d1", 2),
        ("d2", 1),
        ("d5", 0),
        ("d6", 0),
        ("d7", 0),
    ]
    assert page.total == 5
    each = ask(documents, "harbour", sort="time")
    assert (each.total, {hit.copies for hit in each.hits}) == (8, {0})


def test_only_matches_count_as_copies(documents: Documents) -> None:
    page = ask(documents, "title:d3 OR title:d4 OR title:d8", sort="time", copies="once")
    assert [(hit.document.id, hit.copies) for hit in page.hits] == [("d3", 1), ("d8", 0)]
    assert ask(documents, "nothing-has-this", copies="once").total == 0


@pytest.mark.parametrize("sort", ["relevance", "time", "collected"])
@pytest.mark.parametrize("query", ["", "harbour", "-title:d1"])
@pytest.mark.parametrize("size", [1, 2, 4])
def test_pages_have_every_group_once_in_order(
    documents: Documents, query: str, sort: str, size: int
) -> None:
    whole = ids(ask(documents, query, sort=sort, copies="once").hits)
    pages: list[str] = []
    cursor = ""
    while not pages or cursor:
        page = ask(documents, query, sort=sort, copies="once", size=size, cursor=cursor)
        pages += ids(page.hits)
        cursor = page.cursor
    assert pages == whole
    assert len(whole) == 5
    each = ids(ask(documents, query, sort=sort).hits)
    assert sorted(whole, key=each.index) == whole


@pytest.mark.parametrize("old", ["", "five"], ids=["from a version without copies", "with copies"])
def test_a_group_larger_than_a_page_hides_no_other(documents_url: str, old: str) -> None:
    """Among the first matches are too few groups for a page."""
    crowd = [article(f"c{number}", 1, "crowd") for number in range(40)]
    others = [article("o1", 2, old), article("o2", 3, "four"), article("o3", 4, "crowd")]
    with closing(open_documents(Settings(documents_url=documents_url))) as stored:
        store(stored, [*crowd, *others])
        for size in (1, 2, 3):
            pages: list[tuple[str, int]] = []
            cursor = ""
            while not pages or cursor:
                page = ask(stored, "harbour", sort="time", copies="once", size=size, cursor=cursor)
                pages += [(hit.document.id, hit.copies) for hit in page.hits]
                cursor = page.cursor
            assert pages == [("c0", 40), ("o1", 0), ("o2", 0)]


def test_facets_and_days_count_a_group_once_for_each_value(documents: Documents) -> None:
    facets = ask(documents, "harbour", copies="once").facets
    assert facets["site"] == (("news.example", 4), ("a.example", 1), ("b.example", 1))
    assert facets["tag"] == (("port", 1), ("ship", 1))
    assert facets["kind"] == (("article", 5),)
    assert [count for _day, count in facets["day"]] == [2, 1, 2]
    assert ask(documents, "harbour", copies="once").undated == 1


def test_the_page_can_do_without_days(documents: Documents) -> None:
    for copies in ("once", "each"):
        whole, brief = (
            ask(documents, "harbour", copies=copies, periods=periods) for periods in (True, False)
        )
        assert brief.undated == whole.undated == 1
        assert {**whole.facets, "day": (), "month": ()} == dict(brief.facets)


def test_single_facets_and_daily_counts_agree_with_the_page(documents: Documents) -> None:
    from storage.documents.port import SearchRequest
    from storage.documents.query import parse

    once = SearchRequest(query=parse("harbour"), copies="once")
    page = ask(documents, "harbour", copies="once")
    for name in ("site", "tag", "kind"):
        assert documents.aggregate(once, ByValue(name)) == page.facets[name]
    days = documents.aggregate(once, ByDay("kind"))
    assert {day.isoformat(): sum(counts.values()) for day, counts in days.items()} == dict(
        page.facets["day"]
    )


def test_a_query_finds_the_documents_of_a_group(documents: Documents) -> None:
    assert set(ids(ask(documents, "copy:one").hits)) == {"d1", "d3", "d4"}
    assert ask(documents, "copy:unknown").total == 0
    assert set(ids(ask(documents, "harbour -copy:one -copy:two").hits)) == {"d5", "d6", "d7"}


def test_a_group_moves_into_another(documents_url: str) -> None:
    with closing(open_documents(Settings(documents_url=documents_url))) as moving:
        moving.move_copies("one", "two")
        moving.write(ARTICLES)
        moving.write(
            [document("older", "harbour", "x", copy_id="one", collected=NOVEMBER - 60 * _DAY)]
        )
        moving.move_copies("one", "three")
        moving.move_copies("one", "three")
        moving.refresh()
        assert set(ids(ask(moving, "copy:three").hits)) == {"d1", "d3", "d4", "d5", "older"}
        assert ask(moving, "copy:one").total == 0
        page = ask(moving, "harbour", copies="once", sort="time")
        assert [(hit.document.id, hit.copies) for hit in page.hits][:2] == [("d1", 4), ("d2", 1)]
        stored = moving.get("d4")
        assert stored
        assert (stored.copy_id, stored.content) == ("three", "a ship arrives")
