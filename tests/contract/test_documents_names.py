"""Names of documents, found after they are written, on SQLite and on a real Elasticsearch server."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import get_args

import pytest

from storage.backends import open_documents
from storage.documents.name_spellings import NameSpellings
from storage.documents.port import (
    ByTime,
    ByValue,
    CopyMode,
    Document,
    DocumentNames,
    Documents,
    Filters,
    Names,
    SearchRequest,
)
from storage.documents.query import parse
from storage.documents.query_tokens import quoted
from storage.documents.query_tree import Query, with_spellings
from storage.settings import Settings
from tests.contract.documents import NOVEMBER, document, store

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


def each_by(
    one: Callable[[Document], DocumentNames],
) -> Callable[[Sequence[Document]], list[DocumentNames]]:
    """Return what finds the names in several documents, in one after the other."""
    return lambda found: [one(each) for each in found]


def fill(documents: Documents, by: str = FINDER) -> int:
    documents.refresh()
    count = 0
    while given := documents.fill(Names(by), each_by(find), 2):
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

    documents.fill(Names(FINDER), each_by(slow), 1)
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


EVERYTHING = SearchRequest(query=Query())


def people(documents: Documents, request: SearchRequest = EVERYTHING) -> dict[str, int]:
    """Return the facet of people, which each way of counting has to tell alike."""
    counts = dict(documents.aggregate(request, ByValue("person")))
    assert dict(documents.search(request).facets["person"]) == counts
    assert dict(documents.count_matches(request).facets["person"]) == counts
    return counts


def test_the_names_of_what_matches_are_counted(documents: Documents) -> None:
    store(documents, [document("a", "Ann Bob"), document("b", "Bob")])
    assert people(documents) == {}
    fill(documents)
    assert people(documents) == {"Ann": 1, "Bob": 2}
    assert documents.search(EVERYTHING).facets["place"] == (("Ann", 1), ("Bob", 1))
    assert people(documents, replace(EVERYTHING, filters=Filters(place=("Ann",)))) == {
        "Ann": 1,
        "Bob": 1,
    }
    store(documents, [document("a", "Cyd"), document("c", "Bob Cyd")])
    assert people(documents) == {"Bob": 1}
    fill(documents)
    assert people(documents) == {"Bob": 2, "Cyd": 2}
    documents.erase(["b"])
    documents.refresh()
    assert people(documents) == {"Bob": 1, "Cyd": 2}


@pytest.mark.parametrize("copies", get_args(CopyMode))
def test_as_many_names_are_counted_as_are_asked_for(documents: Documents, copies: CopyMode) -> None:
    alone = [f"Name{chr(97 + number // 26)}{chr(97 + number % 26)}" for number in range(60)]
    store(
        documents,
        [document(str(number), f"{name} Often") for number, name in enumerate(alone)],
    )
    fill(documents)
    request = replace(EVERYTHING, copies=copies, aliases={"person": {"Other": "Often"}})
    for most in (1, 50, 1_000):
        wanted = [("Often", 60), *((name, 1) for name in alone)][:most]
        assert documents.aggregate(request, ByValue("person", most)) == tuple(wanted)


def test_a_filter_of_names_takes_any_of_them_as_they_are_written(documents: Documents) -> None:
    store(documents, [document("a", "Ann"), document("b", "Bob"), document("c", "ann Cyd")])
    fill(documents)

    def found(*names: str) -> list[str]:
        request = replace(EVERYTHING, filters=Filters(person=names))
        return sorted(hit.document.id for hit in documents.search(request).hits)

    assert found("Ann") == ["a"]
    assert found("Ann", "Bob", "nobody") == ["a", "b"]
    assert found("nobody") == []


def test_copies_count_once_for_each_name(documents: Documents) -> None:
    copies = [document(name, "Ann Bob", copy_id="one") for name in "ab"]
    store(documents, [*copies, document("c", "Ann")])
    fill(documents)
    assert people(documents) == {"Ann": 3, "Bob": 2}
    assert people(documents, replace(EVERYTHING, copies="once")) == {"Ann": 2, "Bob": 1}


ALIASES = {"person": {"Bob": "Robert", "Bobby": "Robert", "Annie": "Ann"}}


@pytest.mark.parametrize("copies", get_args(CopyMode))
def test_other_spellings_count_as_one_name(documents: Documents, copies: CopyMode) -> None:
    store(
        documents,
        [
            document("a", "Bob Bobby Ann"),
            document("b", "Bobby"),
            document("c", "Annie"),
            document("d", "Annie Cyd", copy_id="one"),
            document("e", "Ann Cyd", copy_id="one"),
        ],
    )
    fill(documents)
    request = replace(EVERYTHING, aliases=ALIASES, copies=copies)
    once = copies == "once"
    assert people(documents, request) == {
        "Robert": 2,
        "Ann": 3 if once else 4,
        "Cyd": 1 if once else 2,
    }
    assert people(documents, replace(request, query=parse("nothing"))) == {}


def test_a_series_of_a_name_has_all_its_spellings(documents: Documents) -> None:
    hour = timedelta(hours=1)
    store(
        documents,
        [
            document("a", "Bob Bobby", published=NOVEMBER),
            document("b", "Bobby Cyd", published=NOVEMBER + hour),
            document("c", "Cyd", published=NOVEMBER + hour),
        ],
    )
    fill(documents)
    edges = [NOVEMBER, NOVEMBER + hour, NOVEMBER + 2 * hour]
    request = replace(EVERYTHING, aliases=ALIASES)
    counted = documents.aggregate(request, ByTime(edges, "person", ["Robert", "Ann"]))
    assert counted.values == {"Robert": (1, 1), "Ann": (0, 0)}
    assert (counted.totals, counted.others) == ((1, 2), (0, 1))


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("person:robert", "abc"),
        ("person:BOBBY", "abc"),
        ("-person:bob", "d"),
        ("person:(bobby OR cyd)", "abcd"),
        ("place:bobby", "b"),
    ],
)
def test_a_query_finds_every_spelling_of_a_name(
    documents: Documents, query: str, expected: str
) -> None:
    titles = {"a": "Bob", "b": "Bobby Cyd", "c": "robert", "d": "Cyd"}
    store(documents, [document(name, title) for name, title in titles.items()])
    fill(documents)
    spellings = NameSpellings([("person", "Robert", ["Bob", "Bobby"])])
    asked = with_spellings(parse(query), spellings.of)
    hits = documents.search(SearchRequest(query=asked)).hits
    assert "".join(sorted(hit.document.id for hit in hits)) == expected


def test_authors_are_counted_one_by_one(documents: Documents) -> None:
    store(
        documents,
        [
            document("a", "Ann", author="Jane Roe, John Poe"),
            document("b", "Bob", author="Jane Roe"),
            document("c", "Cyd", author=""),
        ],
    )
    assert dict(documents.aggregate(EVERYTHING, ByValue("author"))) == {
        "Jane Roe": 2,
        "John Poe": 1,
    }
    # What finds names leaves authors alone.
    fill(documents)
    assert documents.search(EVERYTHING).facets["author"] == (("Jane Roe", 2), ("John Poe", 1))
    request = replace(EVERYTHING, filters=Filters(author=("John Poe", "Jane")))
    assert [hit.document.id for hit in documents.search(request).hits] == ["a"]
    store(documents, [document("a", "Ann", author="John Poe")])
    assert dict(documents.aggregate(EVERYTHING, ByValue("author"))) == {
        "Jane Roe": 1,
        "John Poe": 1,
    }
    documents.erase(["a"])
    documents.refresh()
    assert dict(documents.aggregate(EVERYTHING, ByValue("author"))) == {"Jane Roe": 1}


@pytest.mark.parametrize("name", ['The "Rock" Ltd', "“Belt” Office", r"A\B", "绿地（“上海”）集团"])
def test_names_with_quotation_marks_are_found(documents: Documents, name: str) -> None:
    named, other = document("a", "One"), document("b", "Two")
    other = replace(other, organisations=("Rock",), names_by=FINDER)
    store(documents, [replace(named, organisations=(name,), names_by=FINDER), other])
    documents.refresh()
    assert ids(documents, f"org:{quoted(name)}") == ["a"]
