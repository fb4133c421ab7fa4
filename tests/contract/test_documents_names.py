"""Names of documents, found after they are written, on SQLite and on a real Elasticsearch server."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from storage.backends import open_documents
from storage.documents.port import Document, DocumentNames, Documents, SearchRequest
from storage.documents.query import parse
from storage.settings import Settings
from tests.contract.documents import document, store

FINDER = "made-up-1"


@pytest.fixture(params=["sqlite", "elasticsearch"])
def documents(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Documents]:
    url = f"sqlite://{tmp_path}/documents.db"
    if request.param == "elasticsearch":
        url = str(request.getfixturevalue("elasticsearch_url"))
    with closing(open_documents(Settings(documents_url=url))) as opened:
        yield opened


def find(each: Document) -> DocumentNames:
    """Take the words of a title for people, and its first one for a place too."""
    words = tuple(each.title.split())
    return DocumentNames(people=words, places=words[:1])


def fill(documents: Documents, by: str = FINDER) -> int:
    documents.refresh()
    count = 0
    while given := documents.fill_names(by, find, 2):
        count += given
        documents.refresh()
    return count


def ids(documents: Documents, query: str) -> list[str]:
    hits = documents.search(SearchRequest(query=parse(query))).hits
    return sorted(hit.document.id for hit in hits)


def test_documents_are_found_by_the_names_that_are_found_later(documents: Documents) -> None:
    store(documents, [document("a", "Ann Bob"), document("b", "Bob"), document("c", "Cyd")])
    assert ids(documents, "person:bob") == []
    assert fill(documents) == 3
    assert fill(documents) == 0
    assert ids(documents, "person:bob") == ["a", "b"]
    assert ids(documents, "place:bob") == ["b"]
    found = documents.get("a")
    assert found
    assert (found.people, found.organisations, found.places) == (("Ann", "Bob"), (), ("Ann",))


def test_a_document_that_is_written_again_gets_its_names_again(documents: Documents) -> None:
    store(documents, [document("a", "Ann"), document("b", "Bob")])
    fill(documents)
    store(documents, [document("a", "Dan")])
    assert ids(documents, "person:ann OR person:dan") == []
    assert fill(documents) == 1
    assert ids(documents, "person:ann OR person:dan OR person:bob") == ["a", "b"]
    assert ids(documents, "person:dan") == ["a"]


def test_another_finder_finds_all_names_again(documents: Documents) -> None:
    store(documents, [document("a", "Ann"), document("b", "Bob")])
    assert fill(documents) == 2
    assert fill(documents, "made-up-2") == 2
    found = documents.get("a")
    assert found
    assert found.names_by == "made-up-2"


def test_who_writes_meanwhile_is_not_overwritten(documents: Documents) -> None:
    store(documents, [document("a", "Ann")])
    documents.refresh()

    def slow(each: Document) -> DocumentNames:
        documents.write([replace(each, title="Changed")])
        return DocumentNames(people=("Ann",))

    documents.fill_names(FINDER, slow, 1)
    documents.refresh()
    found = documents.get("a")
    assert found
    assert (found.title, found.people) == ("Changed", ())
    assert fill(documents) == 1
    assert ids(documents, "person:changed") == ["a"]


def test_nothing_of_the_names_is_left_of_an_erased_document(documents: Documents) -> None:
    store(documents, [document("a", "Ann"), document("b", "Bob")])
    fill(documents)
    assert documents.erase(["a"]) == 1
    documents.refresh()
    assert ids(documents, "person:ann") == []
    assert fill(documents) == 0
    assert ids(documents, "person:bob") == ["b"]
