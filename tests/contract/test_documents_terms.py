"""What telling terms need of both document stores: samples, and counts of narrowed searches."""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from newsroom.telling_terms import READ_CHARACTERS, count_terms, telling_terms
from storage.backends import open_documents
from storage.documents.port import (
    ByQuery,
    ByTime,
    CopyMode,
    Document,
    Documents,
    Filters,
    NarrowedCount,
    SearchRequest,
)
from storage.documents.query import parse
from storage.documents.query_tree import Query
from storage.documents.segmentation import default_segmenter
from storage.settings import Settings
from tests.contract.documents import document, store

_AUTUMN = datetime(2026, 10, 20, tzinfo=UTC)
_WORDS = ("port", "ship", "weather", "wheat", "river", "tunnel")


def _made() -> list[Document]:
    rng = Random(11)
    everyday = [
        document(
            f"e{number}",
            f"Report on {rng.choice(_WORDS)} and {rng.choice(_WORDS)}",
            "水位报告" if number % 3 else "Nothing happened.",
            lang="en" if number % 3 == 0 else "zh",
            published=None if number % 20 == 0 else _AUTUMN + timedelta(hours=rng.randrange(240)),
            copy_id=rng.choice(("", "one", "two")),
        )
        for number in range(150)
    ]
    planted = [
        document(
            f"p{number}",
            f"Strike at the container terminal {number}",
            "The strike at the container terminal: Anna Keller. " + "x" * 500,
            lang="en",
            people=("Anna Keller",),
            names_by="test",
            published=_AUTUMN + timedelta(days=20, hours=number),
        )
        for number in range(12)
    ]
    return everyday + planted


_DOCUMENTS = _made()


@pytest.fixture(scope="module")
def documents(module_documents_url: str) -> Iterator[Documents]:
    with closing(open_documents(Settings(documents_url=module_documents_url))) as opened:
        store(opened, _DOCUMENTS)
        yield opened


@pytest.mark.parametrize("copies", ["each", "once"])
@pytest.mark.parametrize("query", ["", "ship", "report -wheat"])
def test_narrowed_counts_are_those_of_the_search_for_both(
    documents: Documents, query: str, copies: CopyMode
) -> None:
    edges = [_AUTUMN + timedelta(days=each) for each in (0, 4, 9)]
    filters = Filters(lang=("en", "zh"))
    narrowing = ["port", '"weather and"', '"水位"', "nothing-like-this"]
    request = SearchRequest(query=parse(query), filters=filters, copies=copies)
    queries = [Query(), *map(parse, narrowing)]
    expected = []
    for text in ("", *narrowing):
        both = SearchRequest(query=parse(f"{query} {text}"), filters=filters, copies=request.copies)
        expected.append(
            NarrowedCount(
                total=documents.search(both).total,
                buckets=documents.aggregate(both, ByTime(edges)).totals,
            )
        )
    assert documents.aggregate(request, ByQuery(queries, edges)) == expected
    assert [each.total for each in documents.aggregate(request, ByQuery(queries))] == [
        each.total for each in expected
    ]
    assert documents.aggregate(request, ByQuery([])) == []


def test_both_stores_give_the_same_terms(documents: Documents) -> None:
    tag = default_segmenter().tag
    everything = SearchRequest(query=Query())
    drawn = documents.draw(everything, "", 500, characters=READ_CHARACTERS)
    assert {len(each.content) <= READ_CHARACTERS for each in drawn} == {True}
    strike = SearchRequest(query=parse("strike"))
    found = count_terms(documents.draw(strike, "", 500, characters=READ_CHARACTERS), tag)
    assert found.size == 12
    told = telling_terms(found, count_terms(drawn, tag))
    assert [each.form for each in told] == ["Anna Keller", "Strike", "container terminal"]
