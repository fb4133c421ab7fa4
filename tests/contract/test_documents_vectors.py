"""Vectors of documents, and what is nearest to one, on SQLite and on a real Elasticsearch server."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from storage.backends import open_documents
from storage.documents.port import Document, Documents, Filters, SearchRequest, Vector, Vectors
from storage.documents.query import parse
from storage.documents.query_tree import Listed, Query
from storage.settings import Settings
from tests.contract.documents import NOVEMBER, document, store

MODEL = "made-up-1.0"
EVERYTHING = SearchRequest(query=Query())
DIMENSIONS = 32


@pytest.fixture(params=["sqlite", "elasticsearch"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "elasticsearch":
        return str(request.getfixturevalue("elasticsearch_url"))
    return f"sqlite://{tmp_path}/documents.db"


@pytest.fixture
def documents(url: str) -> Iterator[Documents]:
    with closing(open_documents(Settings(documents_url=url))) as opened:
        yield opened


def vector(text: str, model: str = MODEL) -> Vector:
    """A direction for each word, and their sum for several."""
    rows = [
        np.random.default_rng(list(word.encode())).normal(size=DIMENSIONS) for word in text.split()
    ]
    together = np.sum(rows, axis=0)
    return Vector(
        model=model, values=np.rint(together * 127 / abs(together).max()).astype(np.int8).tobytes()
    )


def made(found: Sequence[Document]) -> list[Vector]:
    return [vector(each.title) for each in found]


def fill(documents: Documents) -> int:
    """Give all documents their vectors, some at a time; return how many there were."""
    count = 0
    while given := documents.fill(Vectors(MODEL), made, 7):
        count += given
    documents.refresh()
    return count


def near(documents: Documents, text: str, count: int = 3, **asked: object) -> list[str]:
    request = replace(EVERYTHING, **asked)  # type: ignore[arg-type]
    return [each.id for each in documents.nearest(vector(text), request, count)]


def test_the_nearest_come_first_with_their_cosine(documents: Documents) -> None:
    titles = ["flood", "flood river", "flood river bridge", "football", "football final"]
    store(documents, (document(title.replace(" ", "-"), title) for title in titles))
    assert documents.count_unfilled(Vectors(MODEL)) == 5
    assert fill(documents) == 5
    assert documents.count_unfilled(Vectors(MODEL)) == 0
    found = documents.nearest(vector("flood"), EVERYTHING, 3)
    assert [each.id for each in found] == ["flood", "flood-river", "flood-river-bridge"]
    assert found[0].likeness == pytest.approx(1, abs=0.01)
    rows = [np.frombuffer(vector(text).values, np.int8).astype(float) for text in titles[:2]]
    expected = rows[0] @ rows[1] / (np.linalg.norm(rows[0]) * np.linalg.norm(rows[1]))
    assert found[1].likeness == pytest.approx(expected, abs=0.01)
    assert len(near(documents, "flood", 50)) == 5


def test_only_matches_of_query_and_filters_are_near(documents: Documents) -> None:
    items = [
        document(
            f"d{n}",
            f"flood report{n}",
            "river" if n % 2 else "lake",
            site="one.example" if n < 300 else "two.example",
            lang="en" if n % 3 else "zh",
            tags=("a",) if n == 7 else (),
            published=NOVEMBER - timedelta(days=n % 40),
        )
        for n in range(310)
    ]
    store(documents, items)
    fill(documents)

    def wanted(**asked: object) -> set[str]:
        return set(near(documents, "flood", 400, **asked))

    assert len(wanted()) == 310
    assert wanted(filters=Filters(site=("two.example",))) == {f"d{n}" for n in range(300, 310)}
    assert wanted(filters=Filters(tag=("a",))) == {"d7"}
    zh = {f"d{n}" for n in range(310) if n % 3 == 0}
    assert wanted(filters=Filters(lang=("zh",))) == zh
    late = NOVEMBER - timedelta(days=1)
    assert wanted(filters=Filters(after=late)) == {f"d{n}" for n in range(310) if n % 40 < 2}
    assert wanted(query=parse("river site:two.example")) == {"d301", "d303", "d305", "d307", "d309"}
    assert wanted(query=parse("nothing")) == set()


def test_a_document_that_is_written_again_loses_its_vector(documents: Documents) -> None:
    store(documents, [document("a", "flood"), document("b", "river")])
    fill(documents)
    store(documents, [document("a", "football")])
    assert documents.count_unfilled(Vectors(MODEL)) == 1
    assert fill(documents) == 1
    assert near(documents, "football", 1) == ["a"]


def test_who_is_written_while_its_vector_is_made_gets_another(documents: Documents) -> None:
    store(documents, [document("a", "flood"), document("b", "river")])

    def slowly(found: Sequence[Document]) -> list[Vector]:
        store(documents, [document("a", "football")])
        return made(found)

    documents.fill(Vectors(MODEL), slowly, 10)
    documents.refresh()
    assert documents.count_unfilled(Vectors(MODEL)) == 1
    fill(documents)
    assert near(documents, "football", 1) == ["a"]
    assert near(documents, "river", 1) == ["b"]


def test_a_kill_between_making_and_keeping_loses_nothing(documents: Documents) -> None:
    store(documents, (document(f"d{n}", f"flood report{n}") for n in range(20)))

    class Killed(BaseException):
        pass

    def dies(found: Sequence[Document]) -> list[Vector]:
        raise Killed

    documents.fill(Vectors(MODEL), made, 5)
    with pytest.raises(Killed):
        documents.fill(Vectors(MODEL), dies, 5)
    documents.refresh()
    assert documents.count_unfilled(Vectors(MODEL)) == 15
    assert fill(documents) == 15


def test_those_written_last_come_first(documents: Documents) -> None:
    for n in range(3):
        store(documents, [document(f"d{n}", "flood", collected=NOVEMBER + timedelta(days=n))])
    documents.fill(Vectors(MODEL), made, 1)
    documents.refresh()
    assert near(documents, "flood") == ["d2"]


def test_another_model_begins_anew(documents: Documents) -> None:
    store(documents, [document("a", "flood"), document("b", "river")])
    fill(documents)
    assert documents.count_unfilled(Vectors("other")) == 2
    assert documents.nearest(vector("flood", "other"), EVERYTHING, 5) == []

    def others(found: Sequence[Document]) -> list[Vector]:
        return [replace(vector(f"{each.title} x", "other"), model="other") for each in found]

    assert documents.fill(Vectors("other"), others, 10) == 2
    documents.refresh()
    assert documents.nearest(vector("flood x", "other"), EVERYTHING, 1)[0].id == "a"
    assert documents.count_unfilled(Vectors("other")) == 0


def test_vectors_are_read_by_id(documents: Documents) -> None:
    store(documents, [document("a", "flood"), document("b", "river")])
    fill(documents)
    store(documents, [document("c", "bridge")])
    found = documents.vectors(MODEL, ["a", "b", "c", "unknown"])
    assert found == {"a": vector("flood"), "b": vector("river")}
    assert documents.vectors("other", ["a"]) == {}
    assert documents.vectors(MODEL, []) == {}


def test_an_empty_store_has_nothing_near(documents: Documents) -> None:
    assert documents.count_unfilled(Vectors(MODEL)) == 0
    assert fill(documents) == 0
    assert near(documents, "flood") == []


def test_a_month_without_vectors_is_searched_too(documents: Documents) -> None:
    store(documents, [document("old", "flood", collected=datetime(2026, 9, 2, tzinfo=UTC))])
    fill(documents)
    store(documents, [document("new", "flood river")])
    assert near(documents, "flood") == ["old"]
    fill(documents)
    assert near(documents, "flood") == ["old", "new"]
    assert documents.drop_before(date(2026, 10, 5)) == 1
    documents.refresh()
    assert near(documents, "flood") == ["new"]


def test_reindexing_and_moved_copies_keep_vectors(documents: Documents) -> None:
    store(documents, [document("a", "flood", copy_id="x"), document("b", "river", copy_id="y")])
    fill(documents)
    list(documents.reindex(everything=True))
    documents.move_copies("x", "y")
    documents.refresh()
    assert documents.count_unfilled(Vectors(MODEL)) == 0
    assert near(documents, "flood", 1) == ["a"]


def test_what_comes_first_is_before_the_better_words(documents: Documents) -> None:
    texts = {"a": "flood flood", "b": "a flood came", "c": "river", "d": "nothing of it"}
    store(documents, (document(name, text, f"{text}.") for name, text in texts.items()))
    either = Query(root=Listed(documents=("c", "b")))
    request = SearchRequest(query=either, first=("c", "b"), sort="relevance")
    assert documents.matching_ids(request, 10) == ["c", "b"]
    words = replace(request, query=parse("flood"), first=("b",))
    page = documents.search(words)
    assert [hit.document.id for hit in page.hits] == ["b", "a"]
    assert page.total == 2
    one = documents.find_hits(replace(words, size=1))
    assert [hit.document.id for hit in one.hits] == ["b"]
    then = documents.find_hits(replace(words, size=1, cursor=one.cursor))
    assert [hit.document.id for hit in then.hits] == ["a"]
    newest = replace(words, sort="time")
    assert set(documents.matching_ids(newest, 10)) == {"a", "b"}
