"""A mail has an address that no browser opens: what leaves Newsloom leads to its page here."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from storage.documents.port import Document, Fragment, Hit
from tests.contract.documents import document

NOW = datetime(2026, 3, 5, 9, tzinfo=UTC)
PAGE = "https://news.example/documents/0123/"


def mail() -> Document:
    url = "mid:issue-1@harbour.example"
    return replace(document("0123", "A new ferry", "It leaves soon."), url=url, canonical_url=url)


@pytest.mark.parametrize("form", ["rss", "atom", "json_feed"])
def test_feeds_lead_to_its_page(form: str) -> None:
    from webui.search import feeds

    hit = Hit(document=mail(), title=Fragment(text="A new ferry"), snippets=(), score=1.0)
    feed = feeds.SearchFeed(
        title="Ferries", page="https://news.example/search/?q=ferry",
        address="https://news.example/feeds/1/x.xml", hits=[hit],
        updated=NOW, language="en",
    )  # fmt: skip
    written = getattr(feeds, form)(feed).decode()
    assert PAGE in written
    assert "mid:" not in written
