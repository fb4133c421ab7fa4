"""The search page when no document has all words, and when a word is misspelt."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.unit.webui.samples import article, compact

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]


@pytest.fixture(autouse=True)
def _stored(ports: "Stores") -> None:
    ports.documents().write(
        [
            article("https://example.org/1", "Harbour fire", "The harbour burned.", lang="en"),
            article("https://example.org/2", "Harbour master", "A calm evening.", lang="en"),
            article("https://example.org/3", "香港發展局", "公佈報告。", lang="zh-hant"),
        ]
    )


def _page(client: "Client", query: str, **extra: str) -> str:
    return compact(client.get("/search/", {"q": query, **extra}).content.decode())


def test_documents_with_most_words_are_shown_and_named_so(browse: Browse) -> None:
    html = _page(browse("analyst"), "harbour fire zebra")
    assert "No document has all 3 words. These have at least 2 of them." in html
    assert "<mark>Harbour</mark> <mark>fire</mark>" in html
    assert "master" not in html
    # Facets count what is shown.
    assert "1 document" in html
    assert "No document has all" not in _page(browse("analyst"), "harbour fire")
    assert "No documents match" in _page(browse("analyst"), "zebra")


def test_a_misspelt_word_is_noticed(browse: Browse) -> None:
    html = _page(browse("analyst"), "harbuor fire -master", lang="en")
    assert (
        'Did you mean<a href="?q=harbour+fire+-master&amp;lang=en">harbour fire -master</a>?'
        in html
    )
    for query in ("harbour", "harbuor zebra", "fire harbour zebra", '"harbuor"'):
        assert "Did you mean" not in _page(browse("analyst"), query)


def test_an_export_says_that_words_are_missing(browse: Browse) -> None:
    client = browse("analyst")
    for query, words, count in (
        ("harbour fire", "all", 1),
        ("fire zebra", "at least 1 of 2", 1),
        ("zebra", "all", 0),
    ):
        answer = client.get("/search/export/", {"q": query, "format": "jsonl"})
        lines = [json.loads(line) for line in answer.getvalue().splitlines()]
        assert (lines[0]["export"]["words"], lines[0]["export"]["matches"], len(lines) - 1) == (
            words,
            count,
            count,
        )


def test_programs_and_saved_searches_get_only_what_has_all_words(ports: "Stores") -> None:
    from storage.database.models import SavedSearch
    from webui.search.matches import newest

    assert newest(ports, SavedSearch(criteria={"text": "harbour zebra"})) == []
    assert len(newest(ports, SavedSearch(criteria={"text": "香港发展局"}))) == 1


def test_the_facet_of_languages_names_the_script(browse: Browse) -> None:
    html = _page(browse("analyst"), "发展")
    assert "Traditional Chinese" in html
    assert "Simplified Chinese" not in html
    assert "香港<mark>發展</mark>局" in html
