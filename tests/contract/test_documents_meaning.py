"""Searches by meaning and by both, on SQLite and on a real Elasticsearch server, with a made-up
model.
"""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from storage.backends import open_documents, open_embedder
from storage.documents.meaning import Match, with_meaning
from storage.documents.port import Documents, Filters, SearchPage, SearchRequest, Vectors
from storage.documents.query import parse
from storage.embedder.documents import vector_maker
from storage.embedder.port import Embedder
from storage.settings import Settings
from testbed.embeddings import MODEL, embeddings_server
from tests.contract.documents import NOVEMBER, document, store

# name, title, fields
_DOCUMENTS = (
    ("flood-en", "Flood at the river", {"lang": "en", "copy_id": "same"}),
    ("flood-copy", "Flood at the river", {"lang": "en", "copy_id": "same", "site": "copy.example"}),
    ("flood-zh", "河流 洪水", {"lang": "zh"}),
    ("flood-old", "洪水 河流", {"lang": "zh", "published": NOVEMBER - timedelta(days=60)}),
    ("minister", "Minister resigns after the vote", {"lang": "en"}),
    ("football", "足球 冠军", {"lang": "zh"}),
    # It has the word, and means something else.
    ("song", "Flood is the name of her third album, says the singer of the band", {"lang": "en"}),
)


@pytest.fixture(scope="module")
def embedder() -> Iterator[Embedder]:
    with embeddings_server() as server:
        found = open_embedder(
            Settings(embedder=server.url, embedder_model=MODEL, embedder_floor=0.5)
        )
        assert found is not None
        yield found


@pytest.fixture(params=["sqlite", "elasticsearch"])
def documents(
    request: pytest.FixtureRequest, embedder: Embedder, tmp_path: Path
) -> Iterator[Documents]:
    url = f"sqlite://{tmp_path}/documents.db"
    if request.param == "elasticsearch":
        url = request.getfixturevalue("elasticsearch_url")
    with closing(open_documents(Settings(documents_url=url))) as opened:
        store(opened, (document(name, title, **more) for name, title, more in _DOCUMENTS))
        opened.fill(Vectors(embedder.model), vector_maker(embedder), 100)
        opened.refresh()
        yield opened


def ask(
    documents: Documents, embedder: Embedder | None, text: str, match: Match, **asked: object
) -> SearchPage:
    request = replace(SearchRequest(query=parse(text)), **asked)  # type: ignore[arg-type]
    return documents.search(with_meaning(documents, embedder, request, match))


def names(page: SearchPage) -> list[str]:
    return [hit.document.id for hit in page.hits]


def test_by_meaning_finds_what_means_the_same_in_any_language(
    documents: Documents, embedder: Embedder
) -> None:
    expected = {"flood-en", "flood-copy", "flood-zh", "flood-old"}
    for text in ("flood river", "洪水 河流"):
        page = ask(documents, embedder, text, "meaning")
        assert set(names(page)) == expected
        assert page.total == 4
    assert names(ask(documents, embedder, "soccer winner", "meaning")) == ["football"]


def test_by_meaning_finds_nothing_rather_than_anything(
    documents: Documents, embedder: Embedder
) -> None:
    page = ask(documents, embedder, "recipes for plum dumplings", "meaning")
    assert (page.total, page.hits) == (0, ())


def test_by_both_adds_meaning_to_words(documents: Documents, embedder: Embedder) -> None:
    words = ask(documents, embedder, "flood river", "words")
    both = ask(documents, embedder, "flood river", "both")
    assert set(names(words)) == {"flood-en", "flood-copy"}
    assert set(names(both)) == {"flood-en", "flood-copy", "flood-zh", "flood-old"}
    # What both find is before what one finds.
    assert set(names(both)[:2]) == set(names(words))
    assert "song" in names(ask(documents, embedder, "flood", "both"))


def test_filters_days_and_fields_hold(documents: Documents, embedder: Embedder) -> None:
    for match in ("meaning", "both"):
        lately = Filters(after=NOVEMBER - timedelta(days=7), lang=("zh",))
        page = ask(documents, embedder, "flood river", match, filters=lately)
        assert names(page) == ["flood-zh"]
        page = ask(documents, embedder, "flood river -site:copy.example lang:en", match)
        assert names(page) == ["flood-en"]
        page = ask(documents, embedder, "flood river -洪水", match)
        assert set(names(page)) == {"flood-en", "flood-copy"}
        page = ask(documents, embedder, 'flood "at the river"', match)
        assert set(names(page)) == {"flood-en", "flood-copy"}


def test_copies_facets_and_pages_hold(documents: Documents, embedder: Embedder) -> None:
    page = ask(documents, embedder, "flood river", "both", copies="once")
    assert page.total == 3
    assert [hit.copies for hit in page.hits if hit.document.copy_id] == [1]
    assert dict(page.facets["lang"]) == {"en": 1, "zh": 2}
    read: list[str] = []
    cursor = ""
    while True:
        part = ask(documents, embedder, "flood river", "both", size=1, cursor=cursor)
        read += names(part)
        cursor = part.cursor
        if not cursor:
            break
    assert read == names(ask(documents, embedder, "flood river", "both"))


def test_every_order_and_the_export_have_the_same_matches(
    documents: Documents, embedder: Embedder
) -> None:
    request = with_meaning(
        documents, embedder, SearchRequest(query=parse("洪水 河流"), sort="time"), "both"
    )
    newest = names(documents.search(request))
    assert newest[-1] == "flood-old"
    assert {each.id for each in documents.export(request)} == set(newest)


def test_without_words_or_an_embedder_nothing_changes(
    documents: Documents, embedder: Embedder
) -> None:
    site = SearchRequest(query=parse("site:copy.example -flood"))
    assert with_meaning(documents, embedder, site, "both") == site
    words = SearchRequest(query=parse("flood"))
    assert with_meaning(documents, None, words, "meaning") == words
    assert with_meaning(documents, embedder, words, "words") == words
