"""Comments are told apart by who wrote them, on all stores of documents."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from features.erasure.comments import comments_query, names_in_comments
from features.erasure.selection import SelectionKind, selection_of
from storage.backends import open_documents
from storage.documents.port import Documents, SearchRequest
from storage.settings import Settings
from tests.contract.test_documents_comments import fill


@pytest.fixture(scope="module")
def documents(module_documents_url: str) -> Iterator[Documents]:
    with closing(open_documents(Settings(documents_url=module_documents_url))) as opened:
        fill(opened)
        yield opened


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("Jane Doe", {"pier": 1}),
        ("jane", {"pier": 1}),
        ("老李", {"ferry": 1}),
        ("Doe Jane", {}),
        # It is in what somebody has written, not in a name.
        ("parking lots", {}),
    ],
)
def test_comments_are_counted_by_who_wrote_them(
    documents: Documents, name: str, counts: dict[str, int]
) -> None:
    chosen = selection_of(SelectionKind.AUTHOR, [name])
    query = comments_query(chosen)
    found = documents.export(SearchRequest(query=query, facets=False))
    counted = {each.id: names_in_comments(each, query).total() for each in found}
    assert {each: count for each, count in counted.items() if count} == counts
