"""Search by meaning on the search page, in the API, in saved searches and among similar documents,
with a made-up model.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from storage.documents.port import Vectors
from storage.embedder.documents import vector_maker
from storage.settings import Settings
from testbed.embeddings import MODEL, EmbeddingsServer, embeddings_server
from tests.unit.webui.samples import article, compact

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
_ENGLISH, _CHINESE = "https://example.org/en", "https://example.org/zh"


@pytest.fixture
def server() -> Iterator[EmbeddingsServer]:
    with embeddings_server() as found:
        yield found


@pytest.fixture
def meaning(ports: "Stores", server: EmbeddingsServer) -> Iterator["Stores"]:
    """The stores with an embedder, and with some documents."""
    from django.apps import apps

    from watch.stores import Stores
    from webui.apps import WebuiApp

    app = apps.get_app_config("webui")
    assert isinstance(app, WebuiApp)
    app.stores = Stores(
        Settings(
            home=ports.settings.home,
            embedder=server.url,
            embedder_model=MODEL,
            embedder_floor=0.4,
        )
    )
    _write(app.stores)
    yield app.stores
    app.stores.close()
    app.stores = ports


def _write(stores: "Stores") -> None:
    documents = [
        article(_ENGLISH, "Flood at the river", "", lang="en"),
        article(_CHINESE, "河流 洪水", "", lang="zh"),
        article("https://example.org/other", "The football champion", "", lang="en"),
    ]
    stores.documents().write(documents)
    if embedder := stores.embedder():
        stores.documents().fill(Vectors(MODEL), vector_maker(embedder), 10)


def _page(client: "Client", query: str, **extra: str) -> str:
    return compact(client.get("/search/", {"q": query, **extra}).content.decode())


def test_without_an_embedder_there_is_no_switch(browse: Browse, ports: "Stores") -> None:
    _write(ports)
    html = _page(browse("analyst"), "flood river")
    assert "Search by" not in html
    html = _page(browse("analyst"), "flood river", match="meaning")
    assert "Newsloom cannot search by meaning" in html
    assert "Flood" in html
    assert "洪水" not in html


@pytest.mark.usefixtures("meaning")
def test_the_switch_finds_other_languages_and_says_by_what(browse: Browse) -> None:
    client = browse("analyst")
    words = _page(client, "flood river")
    assert 'href="?q=flood+river&amp;match=both"' in words
    assert "洪水" not in words
    both = _page(client, "flood river", match="both")
    assert "<mark>Flood</mark>" in both
    assert "河流 洪水" in both
    assert both.count('<span class="badge">by meaning</span>') == 1
    assert "football" not in both
    assert both.index("Flood") < both.index("河流 洪水")
    # A filter of the list keeps the way of searching, and the chip leads back.
    assert "match=both" in both
    assert "2 documents" in both
    only = _page(client, "flood river", match="meaning", lang="zh")
    assert "河流 洪水" in only
    assert "1 document" in only


@pytest.mark.usefixtures("meaning")
def test_nothing_is_found_rather_than_anything(browse: Browse) -> None:
    html = _page(browse("analyst"), "recipes for plum dumplings", match="meaning")
    assert "Nothing means this closely enough" in html


@pytest.mark.usefixtures("meaning")
def test_if_the_server_is_away_words_are_searched_and_the_page_says_so(
    browse: Browse, server: EmbeddingsServer
) -> None:
    server.status = 503
    response = browse("analyst").get("/search/", {"q": "flood river", "match": "both"})
    html = compact(response.content.decode())
    assert response.status_code == 200
    assert "Newsloom cannot search by meaning at the moment" in html
    assert "<mark>Flood</mark>" in html


def test_documents_that_wait_for_a_vector_are_counted(browse: Browse, meaning: "Stores") -> None:
    more = [article(f"https://example.org/{n}", f"Report {n}", "", lang="en") for n in range(120)]
    meaning.documents().write(more)
    html = _page(browse("analyst"), "flood river", match="both")
    assert "120 documents cannot be found by meaning yet" in html
    assert "cannot be found by meaning" not in _page(browse("analyst"), "flood river")


@pytest.mark.usefixtures("meaning")
def test_similar_documents_are_found_in_any_language(browse: Browse, meaning: "Stores") -> None:
    from storage.keys import url_key

    html = compact(browse("analyst").get(f"/documents/{url_key(_ENGLISH)}/").content.decode())
    assert "河流 洪水" in html
    assert "football" not in html


@pytest.mark.usefixtures("meaning")
def test_the_page_of_a_document_leads_to_the_hits_around_it(browse: Browse) -> None:
    from storage.keys import url_key

    address = f"/documents/{url_key(_CHINESE)}/"
    html = compact(
        browse("analyst").get(address, {"q": "flood river", "match": "both"}).content.decode()
    )
    assert url_key(_ENGLISH) in html


def test_a_saved_search_keeps_how_it_searches(meaning: "Stores") -> None:
    from storage.database.models import SavedSearch
    from storage.database.searches.search import Search

    search = Search(text="flood river", match="both")
    assert Search.from_json(search.to_json()) == search
    assert Search.from_json({"text": "flood", "match": "guess"}).match == "words"

    from webui.search.matches import newest

    saved = SavedSearch(criteria=search.to_json())
    assert {hit.document.canonical_url for hit in newest(meaning, saved)} == {_ENGLISH, _CHINESE}
