"""Most of the words, and other spellings, on SQLite and on Elasticsearch."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from storage.backends import open_documents
from storage.documents.port import Documents, SearchRequest
from storage.documents.query import parse
from storage.documents.relaxed import relaxed
from storage.settings import Settings
from tests.contract.documents import document, ids, store

_ARTICLES = [
    document("a", "Harbour fire", "The harbour burned for hours; firefighters came.", lang="en"),
    document(
        "b", "Harbour master", "A calm evening at the harbour. Central government.", lang="en"
    ),
    document("c", "港口火灾", "港口凌晨发生火灾，消防员赶到。", lang="zh-hans", author="陈国强"),
    document("d", "Reservoir", "The reservoir and the governments of the region.", lang="en"),
]


@pytest.fixture(scope="module")
def documents(module_documents_url: str) -> Iterator[Documents]:
    with closing(open_documents(Settings(documents_url=module_documents_url))) as opened:
        store(opened, _ARTICLES)
        yield opened


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("harbour", []),
        ('"harbour fire"', []),
        ("harbour OR fire", []),
        ("harbour zebra", [(1, 2, "a b")]),
        ("harbour fire zebra", [(2, 3, "a")]),
        ("harbour zebra lion", [(2, 3, "")]),
        ("harbour zebra lion tiger", [(3, 4, ""), (2, 4, "")]),
        ("harbour fire zebra lion", [(3, 4, ""), (2, 4, "a")]),
        ("harbour zebra -fire", [(1, 2, "b")]),
        ("zebra harbour lang:zh", [(1, 2, "")]),
        ("(fire OR zebra) lion", [(1, 2, "a")]),
        ("港口 斑马 author:陈国强", [(2, 3, "c")]),
        ("(harbour NEAR/3 lion) reservoir", [(1, 2, "d")]),
        # Words that are not side by side, in either script.
        ("消防火災", [(2, 2, "c"), (1, 2, "c")]),
        ("消防斑马 lang:en", [(2, 2, ""), (1, 2, "")]),
        ('"消防火灾"', []),
        ("港口 消防斑马", [(3, 3, ""), (2, 3, "c")]),
    ],
)
def test_most_of_the_words(
    documents: Documents, text: str, steps: list[tuple[int, int, str]]
) -> None:
    found = [
        (each, documents.search(SearchRequest(query=each.query))) for each in relaxed(parse(text))
    ]
    assert [
        (each.count, each.total, " ".join(sorted(ids(page.hits)))) for each, page in found
    ] == steps


@pytest.mark.parametrize(
    "text",
    ["calm evening harbour", "evening calm lang:en -fire", "消防 港口", "港口凌晨发生火灾消防员"],
)
def test_words_side_by_side_find_no_less_and_no_more(documents: Documents, text: str) -> None:
    query = parse(text)
    ranked, timed = (
        documents.search(SearchRequest(query=query, sort=sort)) for sort in ("relevance", "time")
    )
    assert sorted(ids(ranked.hits)) == sorted(ids(timed.hits))
    assert ids(ranked.hits)


def test_words_side_by_side_come_first(documents: Documents) -> None:
    """The other one has the words more often."""
    run = f"The island ferry is late. {'Nothing else happened here today. ' * 3}"
    often = "The island has a ferry. Another island, another ferry; every island wants its ferry."
    store(
        documents,
        [
            document("often", "Traffic", often, lang="en"),
            document("run", "Traffic", run, lang="en"),
        ],
    )
    hits = ids(documents.search(SearchRequest(query=parse("island ferry"))).hits)
    assert hits == ["run", "often"]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("harbuor", ["harbour"]),
        ("harbor", ["harbour"]),
        ("arbour", []),
        ("govermnent", ["government", "governments"]),
        ("governmen", ["government", "governments"]),
        ("resrvoire", ["reservoir"]),
        ("fire", []),
    ],
)
def test_words_with_nearly_this_spelling(
    documents: Documents, word: str, expected: list[str]
) -> None:
    assert documents.similar_words(word, 3) == expected
    assert documents.similar_words(word, 1) == expected[:1]
