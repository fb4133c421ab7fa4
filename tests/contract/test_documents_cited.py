"""What documents cite, counted on SQLite and on a real Elasticsearch server."""

from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta

import pytest

from storage.backends import open_documents
from storage.documents.port import ByCited, Citation, Cited, Document, Documents, SearchRequest
from storage.documents.query import parse
from storage.settings import Settings
from tests.contract.documents import NOVEMBER, document, store


def _citing(name: str, source: str, *addresses: str, age: int = 0) -> Document:
    return document(
        name,
        "news",
        source=source,
        collected=NOVEMBER - timedelta(days=age),
        citations=tuple(Citation(url=address, text="there") for address in addresses),
    )


@pytest.fixture(scope="module")
def documents(module_documents_url: str) -> Iterator[Documents]:
    with closing(open_documents(Settings(documents_url=module_documents_url))) as opened:
        yield opened


def _cited(documents: Documents, query: str, kind: str, count: int = 10) -> list[Cited]:
    assert kind in ("site", "page")
    return documents.aggregate(
        SearchRequest(query=parse(query)), ByCited("site" if kind == "site" else "page", count)
    )


def _is(value: str, sources: int, documents: int) -> Cited:
    return Cited(value=value, sources=sources, documents=documents)


def test_what_most_sources_cite_comes_first(documents: Documents) -> None:
    assert _cited(documents, "", "site") == []
    store(
        documents,
        [
            _citing("1", "A", "https://www.wire.example/1", "https://wire.example/2"),
            _citing("2", "A", "https://own.example/1"),
            _citing("3", "A", "https://own.example/1"),
            _citing("4", "A", "https://own.example/2"),
            _citing("5", "B", "http://wire.example/1"),
            _citing("6", "C", "https://wire.example/1", "https://old.example/", age=40),
            document("7", "nothing"),
        ],
    )
    assert _cited(documents, "", "site") == [
        _is("wire.example", 3, 3),
        _is("own.example", 1, 3),
        _is("old.example", 1, 1),
    ]
    assert _cited(documents, "", "page", 2) == [
        _is("wire.example/1", 3, 3),
        _is("own.example/1", 1, 2),
    ]
    # only of the matches
    lately = "foundafter:2026-11-01"
    assert _cited(documents, lately, "site")[0] == _is("wire.example", 2, 2)
    assert _cited(documents, f"{lately} cites:wire.example", "page") == [
        _is("wire.example/1", 2, 2),
        _is("wire.example/2", 1, 1),
    ]
