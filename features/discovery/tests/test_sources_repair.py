"""Repair with one button: what is proposed, what it would take, and what accepting changes."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from crawler.discovery.values import DiscoveryResult, PatternChoice
from features.discovery.tests.samples import FEED, LIST, answers
from storage.keys import canonical_url, url_key
from storage.outcomes import Outcome
from tests.unit.webui.samples import article, compact
from tests.unit.webui.test_source_form_lookup import LINKS, SITE
from tests.unit.webui.test_sources_pages import add, is_due, postpone
from tests.unit.webui.test_sources_table import run

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
PATTERN = r"/news/\d+\.html"
CHOICE = PatternChoice(pattern=PATTERN, links=LINKS, taken=12, left_links=(), left=0)
REDESIGNED = replace(LIST, patterns=(CHOICE,))


def page_of(client: "Client", source_id: int) -> str:
    answer = client.post(f"/sources/{source_id}/repair/")
    return compact(answer.getvalue().decode())


def test_a_proposal_with_its_shadow_run_is_accepted(
    browse: Browse, ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    source = add("Example", channel="list", address=f"{SITE}/", patterns=("/never/",), max_pages=3)
    run(source, lists={"no_links": 1})
    postpone(source)
    stored = [f"{SITE}/news/1.html", f"{SITE}/old/7.html"]
    ports.documents().write([article(url, "Title", source="Example") for url in stored])
    ports.seen().commit([url_key(canonical_url(f"{SITE}/news/{n}.html")) for n in (1, 2, 3)])
    asked = answers(monkeypatch, DiscoveryResult(address=f"{SITE}/", proposals=(REDESIGNED, FEED)))
    client = browse("operator")
    assert "Repair" in client.get(f"/sources/{source.pk}/").content.decode()
    page = page_of(client, source.pk)
    assert asked == [(f"{SITE}/",)]
    assert "Finds 12 links in the current list: 9 new pages, 3 already handled." in page
    assert "The present source finds 0." in page
    assert "It would have found 1 of the last 2 documents of this source." in page
    assert page.count("<form method=") >= 2
    answer = client.post(
        f"/sources/{source.pk}/repair/accept/",
        {"channel": "list", "address": f"{SITE}/", "pattern": [PATTERN]},
    )
    assert answer.status_code == 302
    assert "is repaired and due now" in client.get(f"/sources/{source.pk}/").content.decode()
    source.refresh_from_db()
    assert is_due(source)
    assert (source.patterns, source.max_pages) == ([PATTERN], 3)
    history = client.get(f"/sources/{source.pk}/history/").content.decode()
    assert "/never/" in history
    assert "<b>Repaired</b>" in history


def test_the_front_page_is_looked_up_if_the_list_is_gone(
    browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = add("Example", channel="list", address=f"{SITE}/gone/")
    gone = DiscoveryResult(address=f"{SITE}/gone/", outcome=Outcome.GONE.value, error="HTTP 404")
    asked = answers(monkeypatch, gone)
    page = page_of(browse("operator"), source.pk)
    assert asked == [(f"{SITE}/gone/",), (f"{SITE}/",)]
    assert "Page not found" in page
    assert "Edit the source yourself" in page


def test_what_the_source_has_already_is_not_a_proposal(
    browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = add("Example", channel="list", address=f"{SITE}/", patterns=(PATTERN,))
    answers(monkeypatch, DiscoveryResult(address=f"{SITE}/", proposals=(REDESIGNED,)))
    assert "nothing better" in page_of(browse("operator"), source.pk)


def test_bad_proposals_change_nothing(browse: Browse) -> None:
    source = add("Example")
    client = browse("operator")

    def accept(**fields: str) -> int:
        return int(client.post(f"/sources/{source.pk}/repair/accept/", fields).status_code)

    assert accept(channel="nonsense", address=SITE) == 404
    assert accept(channel="list", address="javascript:alert(1)") == 302
    assert accept(channel="list", address=SITE, pattern="(") == 302
    before = (source.channel, source.address, source.patterns)
    source.refresh_from_db()
    assert (source.channel, source.address, source.patterns) == before
    search = add(
        "Search",
        channel="search",
        address=f"{SITE}/?q={{keyword}}",
        keywords=("bank",),
        result_parser="baidu",
    )
    answer = client.post(f"/sources/{search.pk}/repair/", follow=True)
    assert "A search engine cannot be looked up." in answer.content.decode()
