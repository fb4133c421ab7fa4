"""Pages of one thread as one hit, on both document stores."""

from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from storage.backends import open_documents
from storage.documents.port import ByValue, Document, DocumentPost, Documents, SearchRequest
from storage.documents.query import parse
from storage.settings import Settings
from tests.contract.documents import NOVEMBER, ask, document, found, ids, store


def page(thread: str, number: int, *bodies: str, **fields: Any) -> Document:
    """A page of a thread; the first has the thread's id."""
    name = thread if number == 1 else f"{thread}p{number}"
    posts = tuple(
        DocumentPost(author=f"user{index}", published=None, floor=10 * number + index, body=body)
        for index, body in enumerate(bodies)
    )
    fields = {"published": NOVEMBER - timedelta(hours=number), "copy_id": name} | fields
    return document(
        name,
        f"boiler {thread}",
        "\n".join(bodies),
        kind="thread",
        thread=thread,
        thread_page=number,
        posts=posts,
        **fields,
    )


PAGES = (
    page("t1", 1, "it hums", "mine too"),
    page("t1", 2, "the valve hums", "no", "the valve is fine"),
    page("t1", 3, "a new valve", copy_id="text"),
    page("t2", 1, "a valve", site="other.example"),
    # The text of the first page of t1 on another site.
    document("a1", "boiler a1", "it hums, says the valve", copy_id="text"),
    document("a2", "boiler a2", "it hums, says the valve", copy_id="text"),
)


@pytest.fixture(scope="module")
def documents(module_documents_url: str) -> Iterator[Documents]:
    with closing(open_documents(Settings(documents_url=module_documents_url))) as opened:
        store(opened, PAGES)
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


@pytest.mark.parametrize("sort", ["relevance", "time", "collected"])
@pytest.mark.parametrize("query", ["", "boiler", "valve"])
def test_the_pages_of_a_thread_are_one_hit(documents: Documents, query: str, sort: str) -> None:
    once = ask(documents, query, sort=sort, copies="once")
    shown = {hit.document.thread or hit.document.copy_id: hit for hit in once.hits}
    assert len(shown) == len(once.hits) == once.total
    assert {"t1", "t2"} <= set(shown) <= {"t1", "t2", "text"}
    each = ids(ask(documents, query, sort=sort).hits)
    assert sorted(ids(once.hits), key=each.index) == ids(once.hits)


def test_a_hit_says_how_many_pages_and_copies_match(documents: Documents) -> None:
    once = ask(documents, "valve", sort="time", copies="once")
    told = {hit.document.id: (hit.pages, hit.copies) for hit in once.hits}
    assert told == {"t1p2": (2, 0), "t2": (1, 0), "a1": (1, 1)}
    assert {(hit.pages, hit.copies) for hit in ask(documents, "valve").hits} == {(1, 0)}


def test_pages_of_hits_have_every_thread_once(documents: Documents) -> None:
    seen: list[str] = []
    cursor = ""
    while not seen or cursor:
        some = ask(documents, "", sort="time", copies="once", size=1, cursor=cursor)
        seen, cursor = [*seen, *ids(some.hits)], some.cursor
    assert seen == ids(ask(documents, "", sort="time", copies="once").hits)


def test_facets_count_a_thread_once(documents: Documents) -> None:
    facets = ask(documents, "boiler", copies="once").facets
    assert facets["kind"] == (("thread", 2), ("article", 1))
    assert facets["site"] == (("news.example", 2), ("other.example", 1))
    once = SearchRequest(query=parse("boiler"), copies="once")
    assert documents.aggregate(once, ByValue("kind")) == facets["kind"]


def test_the_matching_pages_of_threads_come_with_their_posts(documents: Documents) -> None:
    request = SearchRequest(query=parse("valve"), copies="once")
    pages = documents.matching_pages(request, ["t2", "t1"], 5)
    assert {name: [each.id for each in some] for name, some in pages.items()} == {
        "t1": ["t1p2", "t1p3"],
        "t2": ["t2"],
    }
    assert [post.body for post in pages["t1"][0].posts][-1] == "the valve is fine"
    first = documents.matching_pages(request, ["t1"], 1)
    assert [each.id for each in first["t1"]] == ["t1p2"]
    assert documents.matching_pages(request, [], 5) == {}
    assert documents.matching_pages(request, ["unknown"], 5) == {}


def test_a_query_can_name_a_thread(documents: Documents) -> None:
    assert found(documents, "thread:t1") == {"t1", "t1p2", "t1p3"}
    assert found(documents, "thread:t1 valve") == {"t1p2", "t1p3"}
    assert found(documents, "-thread:t1 boiler") == {"t2", "a1", "a2"}


def test_a_thread_stays_one_hit_while_it_grows(documents_url: str) -> None:
    with closing(open_documents(Settings(documents_url=documents_url))) as stored:

        def pages() -> list[int]:
            return [hit.pages for hit in ask(stored, "boiler", copies="once").hits]

        store(stored, [page("t1", 1, "it hums")])
        assert pages() == [1]
        store(stored, [page("t1", 2, "mine too")])
        assert pages() == [2]
        store(stored, [page("t1", 1, "it hums, and how"), page("t1", 3, "and mine")])
        assert pages() == [3]
        stored.erase(["t1p2"])
        stored.refresh()
        assert pages() == [2]
