"""The page of proposed sources."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from storage.database.errors import NotFound
from tests.html_trees import html_tree
from tests.unit.webui.samples import article, compact

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
PATH = "/sources/proposed/"


def propose(*examples: str) -> None:
    from features.proposed_sources.store import ProposedSite, keep

    address = "https://www.wire.example/"
    keep(
        [
            ProposedSite(
                site="wire.example", address=address, sources=3, documents=7, examples=examples
            )
        ]
    )


def page_of(client: "Client") -> str:
    return compact(client.get(PATH).content.decode())


def test_a_proposal_says_why_and_leads_to_the_look_up(browse: Browse, ports: "Stores") -> None:
    citing = article("https://one.example/1", "Rates <fall>", source="Paper & Co")
    ports.documents().write([citing])
    propose(citing.id, "no longer there")
    client = browse("operator")
    page = page_of(client)
    assert "3 sources" in page
    assert '<a href="/search/?q=cites%3Awire.example&amp;sort=time">7 documents</a>' in page
    assert f'<a href="/documents/{citing.id}/" lang="en">Rates &lt;fall&gt;</a>' in page
    assert "Paper &amp; Co" in page
    assert 'action="/sources/find/"' in page
    assert '<input type="hidden" name="address" value="https://www.wire.example/">' in page
    assert f'href="{PATH}"' in client.get("/sources/").content.decode()


def test_who_may_not_add_sources_only_reads(browse: Browse, ports: "Stores") -> None:
    propose()
    page = page_of(browse("ops"))
    assert "wire.example" in page
    assert '<form method="post" action="/sources' not in page
    assert 'href="/search/?q=cites' not in page


def test_a_dismissed_site_is_gone(browse: Browse, ports: "Stores") -> None:
    from features.proposed_sources.models import ProposedSource
    from features.proposed_sources.store import dismiss

    propose()
    client = browse("operator", headers={"accept-language": "zh-hans"})
    assert "wire.example" in page_of(client)
    answer = client.post(f"{PATH}{ProposedSource.objects.get().pk}/dismiss/", follow=True)
    page = compact(answer.content.decode())
    assert "不会再推荐 wire.example。" in page
    assert "暂无推荐" in page
    propose()
    assert "暂无推荐" in page_of(client)
    assert client.post(f"{PATH}999/dismiss/").status_code == 404
    with pytest.raises(NotFound):
        dismiss(999, "anna")


def test_the_audit_log_says_who_dismissed_what(browse: Browse, ports: "Stores") -> None:
    from features.proposed_sources.models import ProposedSource
    from features.proposed_sources.store import dismiss

    ProposedSource.objects.all().delete()
    propose()
    dismiss(ProposedSource.objects.get().pk, "anna")
    log = html_tree(browse("admin").get("/users/audit/?kind=proposed+source").content)
    (row,) = log.xpath("//tbody/tr")
    said = " ".join(row.text_content().split())
    for text in ("anna", "Dismissed", "wire.example", "Proposed source"):
        assert text in said


def test_programs_accept_what_a_proposed_site_offers(
    browse: Browse, ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    from features.proposed_sources import services
    from features.proposed_sources.models import ProposedSource
    from features.proposed_sources.tests.samples import found_feed
    from storage.database.models import Source

    ProposedSource.objects.all().delete()
    propose("an example")
    client, found = browse("operator"), ProposedSource.objects.get()
    (listed,) = client.get("/api/v1/proposed-sources").json()
    assert (listed["site"], listed["sources"], listed["examples"]) == (
        "wire.example",
        3,
        ["an example"],
    )
    accept = f"/api/v1/proposed-sources/{found.pk}/accept"
    monkeypatch.setattr(services, "found_at", lambda *_: found_feed())
    nothing = client.post(accept)
    assert nothing.status_code == 422
    assert "There is no such host" in nothing.json()["errors"][0]["detail"]
    monkeypatch.setattr(
        services, "found_at", lambda *_: found_feed("https://www.wire.example/feed.xml")
    )
    made = client.post(accept)
    assert made.status_code == 201
    assert Source.objects.get().address == "https://www.wire.example/feed.xml"
    assert client.get("/api/v1/proposed-sources").json() == [], "it is a source now"
    assert client.post(accept).status_code == 422, "nothing else is left to add"
    assert client.delete(f"/api/v1/proposed-sources/{found.pk}").status_code == 204
    assert client.post(accept).status_code == 404


def test_a_board_that_appeared_is_shown_with_its_forum(browse: Browse, ports: "Stores") -> None:
    from features.proposed_sources.models import ProposedSource
    from storage.database.clock import database_now

    ProposedSource.objects.all().delete()
    propose()
    ProposedSource.objects.create(
        site="forum.example/board?f=3",
        address="https://forum.example/board?f=3",
        sources=0,
        documents=0,
        board="Boats & <nets>",
        forum="forum.example",
        found=database_now(),
    )
    page = page_of(browse("operator"))
    assert page.index("Boats &amp; &lt;nets&gt;") < page.index("wire.example")
    assert "new board of forum.example" in page
    assert '<input type="hidden" name="address" value="https://forum.example/board?f=3">' in page
    assert "0 sources" not in page
