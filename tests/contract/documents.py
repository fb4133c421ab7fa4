"""What the contract tests of the port *documents* share: small documents and short questions."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from storage.documents.port import (
    Document,
    Documents,
    Filters,
    Fragment,
    Hit,
    SearchPage,
    SearchRequest,
)
from storage.documents.query import parse

NOVEMBER = datetime(2026, 11, 2, 8, 30, tzinfo=UTC)
_MODEL = Document(
    id="",
    url="",
    canonical_url="",
    source="Example News",
    source_id=1,
    site="news.example",
    channel="feed",
    kind="article",
    lang="zh",
    title="",
    content="",
    author="",
    published=NOVEMBER - timedelta(hours=1),
    collected=NOVEMBER,
)


def document(name: str, title: str = "", content: str = "", **fields: Any) -> Document:
    """A document whose id and address follow from its name."""
    url = f"https://news.example/{name}"
    return replace(
        _MODEL, id=name, url=url, canonical_url=url, title=title, content=content, **fields
    )


def store(documents: Documents, items: Iterable[Document]) -> None:
    """Write and make searchable."""
    documents.write(list(items))
    documents.refresh()


def ask(documents: Documents, text: str, **request: Any) -> SearchPage:
    """The page of hits for a query as a reader types it."""
    return documents.search(SearchRequest(query=parse(text), **request))


def found(documents: Documents, text: str, **filters: Any) -> set[str]:
    """The ids that a query finds, checked against the total."""
    page = ask(documents, text, size=100, filters=Filters(**filters))
    ids = {hit.document.id for hit in page.hits}
    assert page.total == len(page.hits) == len(ids)
    return ids


def ids(hits: Iterable[Hit]) -> list[str]:
    return [hit.document.id for hit in hits]


def marked(fragment: Fragment) -> list[str]:
    """The marked texts of a fragment, after a check that the marks are in order and apart."""
    edges = [edge for mark in fragment.marks for edge in mark]
    assert edges == sorted(set(edges))
    assert all(0 <= edge <= len(fragment.text) for edge in edges)
    return [fragment.text[start:end] for start, end in fragment.marks]
