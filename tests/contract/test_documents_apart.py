"""Hits without counts and counts without hits, on both document stores: together they are what a
search returns.
"""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import fields, replace
from datetime import timedelta
from typing import Any

import pytest

from storage.backends import open_documents
from storage.documents.errors import QueryError
from storage.documents.forgiving import count, find
from storage.documents.port import (
    CopyMode,
    Documents,
    Filters,
    HitsPage,
    MatchCounts,
    SearchRequest,
    Sort,
)
from storage.documents.query import parse
from storage.documents.sqlite import SqliteDocuments
from storage.settings import Settings
from tests.contract.documents import NOVEMBER, document, ids, store

# Groups of copies, documents from a version without them, and one without a date.
_ARTICLES = [
    document(
        f"d{number}",
        f"Harbour {number}",
        "A ship arrives. " * (number % 3 + 1),
        lang="en",
        site=f"site{number % 4}.example",
        tags=("port", f"pier {number % 2}"),
        copy_id="" if number > 9 else f"copy {number % 5}",
        published=None if number == 3 else NOVEMBER - timedelta(hours=number // 2),
    )
    for number in range(13)
]
_REQUESTS: list[dict[str, Any]] = [
    {},
    {"facets": False},
    {"periods": False},
    {"filters": Filters(site=("site1.example", "site2.example"))},
    {"filters": Filters(after=NOVEMBER - timedelta(hours=3))},
]


@pytest.fixture(scope="module")
def documents(module_documents_url: str) -> Iterator[Documents]:
    with closing(open_documents(Settings(documents_url=module_documents_url))) as opened:
        store(opened, _ARTICLES)
        yield opened


def _part(page: HitsPage | MatchCounts, kind: type) -> dict[str, Any]:
    return {each.name: getattr(page, each.name) for each in fields(kind)}


@pytest.mark.parametrize("copies", ["each", "once"])
@pytest.mark.parametrize("sort", ["relevance", "time", "collected"])
@pytest.mark.parametrize("text", ["", "harbour", "ship -title:4", "zebra"])
def test_both_parts_are_those_of_a_search(
    documents: Documents, text: str, sort: Sort, copies: CopyMode
) -> None:
    for wanted in _REQUESTS:
        request = SearchRequest(query=parse(text), sort=sort, copies=copies, size=4, **wanted)
        counts = documents.count_matches(request)
        pages = 0
        while not pages or request.cursor:
            page = documents.search(request)
            hits = documents.find_hits(request)
            assert _part(page, HitsPage) == _part(hits, HitsPage)
            assert _part(page, MatchCounts) == _part(counts, MatchCounts)
            assert counts == documents.count_matches(request)
            request, pages = replace(request, cursor=hits.cursor), pages + 1
        # They can be told from nothing.
        assert bool(counts.total) == (text != "zebra")
        assert pages == max(1, -(-counts.total // 4))


def test_a_total_that_is_an_estimate_says_so(
    documents: Documents, monkeypatch: pytest.MonkeyPatch
) -> None:
    once = SearchRequest(query=parse("harbour"), copies="once")
    each = replace(once, copies="each")
    assert documents.count_matches(once).exact
    assert documents.count_matches(once).facets_exact
    # Five groups of copies are then too many for the server to be sure.
    monkeypatch.setattr("storage.documents.elasticsearch_copies._EXACT", 4)
    monkeypatch.setattr("storage.documents.elasticsearch_copies._EXACT_IN_BUCKETS", 4)
    for counts in (documents.count_matches(once), documents.search(once)):
        assert counts.exact == counts.facets_exact == isinstance(documents, SqliteDocuments)
    assert documents.count_matches(each).exact
    assert documents.count_matches(each).facets_exact
    assert documents.count_matches(replace(once, facets=False)).facets_exact


def test_a_wrong_place_in_the_results_is_refused_with_the_hits_and_does_not_matter_to_the_counts(
    documents: Documents,
) -> None:
    request = SearchRequest(query=parse("harbour"), cursor="nonsense")
    for read in (documents.search, documents.find_hits):
        with pytest.raises(QueryError):
            read(request)
    assert documents.count_matches(request).total == 13


@pytest.mark.parametrize(
    ("text", "least", "expected"),
    [
        ("harbour ship", 0, 13),
        ("harbour zebra", 1, 13),
        ("title:12 ship zebra lion", 2, 1),
        ("zebra lion tiger", 0, 0),
    ],
)
def test_most_of_the_words_are_found_and_counted_by_one_wording(
    documents: Documents, text: str, least: int, expected: int
) -> None:
    asked = SearchRequest(query=parse(text), size=20)
    found, counted = find(documents, asked), count(documents, asked)
    assert found.wording == counted.wording
    assert (found.wording.count, counted.counts.total, len(found.page.hits)) == (
        least,
        expected,
        expected,
    )
    assert found.has_all == (expected > 0 and not least)


def test_further_pages_keep_to_the_wording_of_the_first(documents: Documents) -> None:
    asked = SearchRequest(query=parse("harbour zebra"), size=8)
    first = find(documents, asked)
    second = find(documents, replace(asked, cursor=first.page.cursor))
    assert first.wording.request.query == second.wording.request.query
    assert sorted(ids(first.page.hits + second.page.hits)) == sorted(each.id for each in _ARTICLES)
    # After the last match, no page of other words follows.
    whole = SearchRequest(query=parse("harbour title:12"), size=1)
    end = find(documents, replace(whole, cursor=_cursor_after_all(documents)))
    assert (end.page.hits, end.wording.count) == ((), 0)


def _cursor_after_all(documents: Documents) -> str:
    """Return the place of the last but one hit by time, after which only a document without a date
    follows.
    """
    return documents.find_hits(SearchRequest(query=parse("harbour"), size=12, sort="time")).cursor
