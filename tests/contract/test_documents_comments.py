"""Comments below articles in the port *documents*: searched apart, and nowhere else."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from storage.backends import open_documents
from storage.documents.port import Document, DocumentComment, Documents, SearchRequest
from storage.documents.query import parse
from storage.settings import Settings
from tests.contract.documents import NOVEMBER, ask, document, found, marked, store

SAID = {
    "pier": (("Jane Doe", "Will there be parking lots for buses?"), ("Bob", "Waste of money.")),
    "ferry": (("老李", "什么时候可以停车？"), ("", "The ferries are late.")),
    "silent": (),
}


@pytest.fixture(scope="module")
def documents(module_documents_url: str) -> Iterator[Documents]:
    with closing(open_documents(Settings(documents_url=module_documents_url))) as opened:
        fill(opened)
        yield opened


def fill(documents: Documents) -> None:
    store(documents, [with_comments(name, *said) for name, said in SAID.items()])


def with_comments(name: str, *said: tuple[str, str]) -> Document:
    comments = tuple(
        DocumentComment(author=author, published=NOVEMBER, body=text) for author, text in said
    )
    return document(name, f"Harbour {name}", "The council met on Monday.", comments=comments)


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("comments:parking", {"pier"}),
        ("comments:lot", {"pier"}),
        ('comments:"lot"', set()),
        ('comments:"parking lots"', {"pier"}),
        ("comments:park*", {"pier"}),
        ("comments:(parking NEAR/4 buses)", {"pier"}),
        ("comments:(parking NEAR/1 buses)", set()),
        ("comments:(money OR ferry)", {"pier", "ferry"}),
        ("comments:停车", {"ferry"}),
        ("comments:jane", {"pier"}),
        ('comments:"Jane Doe"', {"pier"}),
        ("harbour comments:money", {"pier"}),
        ("harbour -comments:money", {"ferry", "silent"}),
        ("comments:harbour", set()),
    ],
)
def test_words_are_found_in_comments(documents: Documents, query: str, ids: set[str]) -> None:
    assert found(documents, query) == ids


@pytest.mark.parametrize(
    "query",
    ["parking", '"parking lots"', "title:parking", "停车", "author:jane", "author:bob"],
)
def test_comments_are_found_by_no_other_search(documents: Documents, query: str) -> None:
    assert found(documents, query) == set()


def test_comments_are_in_no_snippet_similar_document_or_facet(documents: Documents) -> None:
    [hit] = ask(documents, "harbour comments:parking").hits
    assert [each.text for each in hit.snippets] == ["The council met on Monday."]
    [fragment] = hit.comments
    assert fragment.text.startswith("Jane Doe: Will there be parking")
    assert marked(fragment) == ["parking"]
    assert hit.document.comments == ()
    page = ask(documents, "harbour")
    assert all(each.comments == () for each in page.hits)
    assert page.facets["author"] == ()
    assert documents.similar_words("parkung", 5) == []
    assert all(each.comments == () for each in documents.similar("pier", 5))


def test_a_document_gives_its_comments_back(documents: Documents) -> None:
    whole = documents.get("pier")
    assert whole is not None
    assert [(each.author, each.body) for each in whole.comments] == list(SAID["pier"])
    [exported] = documents.export(SearchRequest(query=parse("comments:money")))
    assert exported == whole


def test_comments_change_with_their_document(documents: Documents) -> None:
    store(documents, [with_comments("other", ("Ann", "A kettle of fish."))])
    assert found(documents, "comments:kettle") == {"other"}
    store(documents, [with_comments("other", ("Ann", "A barrel of fish."))])
    assert found(documents, "comments:kettle") == set()
    assert found(documents, "comments:barrel") == {"other"}
    for _ in documents.reindex(everything=True):
        pass
    documents.refresh()
    assert found(documents, "comments:barrel") == {"other"}
    documents.erase(["other"])
    documents.refresh()
    assert found(documents, "comments:barrel") == set()
