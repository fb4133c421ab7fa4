"""The page that looks an address up: proposals as shown and chosen, and what goes wrong."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from crawler.discovery.values import (
    DiscoveryResult,
    DiscoveryStage,
    DiscoveryStep,
    FoundBy,
    Proposal,
    UnreadList,
)
from features.discovery.tests.samples import FEED, LIST, answers
from storage.outcomes import Outcome
from tests.html_trees import html_tree
from tests.unit.webui.test_source_form_lookup import SITE, VISIT, text, visits
from tests.unit.webui.test_sources_pages import FORM, fields_of, only_source

if TYPE_CHECKING:
    from django.test import Client


Browse = Callable[..., "Client"]


def test_proposals_are_streamed_best_first_with_their_reasons(
    browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    recent = replace(FEED, newest=datetime.now(UTC) - timedelta(minutes=20, seconds=5))
    found = DiscoveryResult(address=f"{SITE}/", proposals=(recent, LIST), looked_at=9)
    asked = answers(
        monkeypatch,
        DiscoveryStep(DiscoveryStage.FETCHED),
        DiscoveryStep(DiscoveryStage.CANDIDATES, 8),
        found,
    )
    page = text(browse("operator").post("/sources/find/", {"address": " example.org "}))
    assert asked == [(f"{SITE}/", "http://example.org/")]
    assert "Checking 8 addresses" in page
    assert "Feed with 30 entries, about 12 per day, newest 20\xa0minutes ago." in page
    assert "List page with links to 30 articles, about 4 per week." in page
    assert page.index("Feed with 30") < page.index("List page with links to 30")
    assert "Example &lt;News&gt;" in page
    assert "<b>" not in page.split('class="looked"')[1]
    assert page.rstrip().endswith("</html>")


@pytest.mark.parametrize("proposals", [(LIST,), ()])
def test_a_list_that_could_not_be_read_is_named(
    browse: Browse, monkeypatch: pytest.MonkeyPatch, proposals: tuple[Proposal, ...]
) -> None:
    unread = UnreadList(
        address=f"{SITE}/feed",
        found_by=FoundBy.DECLARED,
        outcome=Outcome.HTTP_5XX.value,
        error="HTTP 503",
    )
    answers(
        monkeypatch,
        DiscoveryResult(address=f"{SITE}/", proposals=proposals, unread=(unread,)),
    )
    page = text(browse("operator").post("/sources/find/", {"address": SITE}))
    assert "Newsloom could not read an address that the site names" in page
    assert f"{SITE}/feed" in page
    assert "HTTP 503" in page


def test_an_address_that_is_watched_says_so_and_is_not_the_first_choice(
    browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = browse("operator")
    client.post(
        "/sources/add/", FORM | {"name": "The <paper>", "address": "http://www.example.org/feed/"}
    )
    answers(monkeypatch, DiscoveryResult(address=f"{SITE}/", proposals=(FEED, LIST)))
    page = text(client.post("/sources/find/", {"address": SITE}))
    assert page.count("Already watched as") == 1
    assert "The &lt;paper&gt;" in page
    assert (
        page.index("List page with links")
        < page.index("Feed with 30 entries")
        < page.index("Already watched as")
    )


def test_a_page_that_is_watched_itself_says_so_at_the_top(
    browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = browse("operator")
    client.post(
        "/sources/add/",
        FORM | {"name": "The paper", "channel": "list", "address": "http://example.org"},
    )
    answers(monkeypatch, DiscoveryResult(address=f"{SITE}/", proposals=(FEED, LIST)))
    page = text(client.post("/sources/find/", {"address": SITE}))
    assert page.count("Already watched as") == 1
    assert page.index("You already collect this site as") < page.index("Already watched as")
    assert "A second source of the same address brings nothing new." in page


def test_all_sources_of_a_site_are_named_apart_from_those_of_the_same_address(
    browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    from storage.database.models import Source

    client = browse("operator")

    def add(name: str, address: str) -> int:
        sent = FORM | {"name": name, "channel": "list", "address": address, "save": "twice"}
        return int(client.post("/sources/add/", sent).headers["Location"].split("/")[2])

    def said() -> list[str]:
        page = text(client.post("/sources/find/", {"address": SITE}))
        told = html_tree(page).cssselect(".looked > .alert")
        return [" ".join(each.text_content().split()).replace(" ,", ",") for each in told]

    answers(monkeypatch, DiscoveryResult(address=f"{SITE}/", proposals=(LIST,)))
    first, second = add("One", "http://www.example.org/"), add("Two", "http://example.org")
    Source.objects.filter(pk=first).update(enabled=False)
    add("Elsewhere", "https://example.com/")
    nothing_new = "A second source of the same address brings nothing new."
    same = f"You already collect this site as One (which is paused), Two {nothing_new}"
    assert said() == [same]
    for name in "ABCDE":
        add(name, f"http://www.example.org/{name}/")
    others = "You already collect other addresses of this site as A, B, C and 2 more"
    assert said() == [same, others]
    client.post(f"/sources/{first}/delete/")
    assert said() == [f"You already collect this site as Two {nothing_new}", others]
    client.post(f"/sources/{second}/delete/")
    assert said() == [others]


def test_a_second_source_of_an_address_is_said_to_be_one_before_it_is_saved(
    browse: Browse,
) -> None:
    from storage.database.models import Source

    client = browse("operator")
    same = "A source has this address already:"

    def add(name: str, address: str, **button: str) -> str:
        form = FORM | {"name": name, "address": address} | button
        return text(client.post("/sources/add/", form, follow=True))

    assert same not in add("One", "http://www.example.org/feed/")
    assert same not in add("Other", "https://example.org/other/")
    assert Source.objects.count() == 2
    page = add("Two", "https://example.org/feed")
    assert same in page
    [link] = html_tree(page).cssselect("main .alert a")
    assert (link.text_content(), link.get("href")) == (
        "One",
        f"/sources/{Source.objects.get(name='One').pk}/",
    )
    assert same in text(client.get("/sources/add/?address=https://example.org/feed&channel=feed"))
    assert Source.objects.count() == 2
    assert "“Two” was added." in add("Two", "https://example.org/feed", save="twice")
    edited = client.get(f"/sources/{Source.objects.get(name='Two').pk}/edit/")
    assert same not in text(edited)


def test_another_feed_of_what_is_collected_is_no_choice_to_make(
    browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = browse("operator")
    client.post(
        "/sources/add/", FORM | {"name": "The paper", "address": "http://www.example.org/feed/"}
    )
    links = VISIT.links
    assert len(links) > 1
    atom = replace(FEED, address=f"{SITE}/atom.xml", preview=replace(FEED.preview, links=links))
    rss = replace(FEED, preview=replace(FEED.preview, links=links))
    answers(monkeypatch, DiscoveryResult(address=f"{SITE}/", proposals=(atom, rss)))
    page = text(client.post("/sources/find/", {"address": SITE}))
    looked = html_tree(page).find_class("looked")[0]
    assert "You already collect this site as The paper" in " ".join(looked.text_content().split())
    assert "Has the same pages as" in page
    assert looked.find_class("primary") == []
    assert "Best choice" not in page
    other = replace(atom, preview=replace(atom.preview, links=(replace(links[0], url="/new"),)))
    answers(monkeypatch, DiscoveryResult(address=f"{SITE}/", proposals=(rss, other)))
    page = text(client.post("/sources/find/", {"address": SITE}))
    assert len(html_tree(page).find_class("looked")[0].find_class("primary")) == 1
    assert "Has the same pages as" not in page


def test_a_chosen_proposal_fills_the_form_in_and_shows_its_list_without_a_visit(
    browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers(monkeypatch, DiscoveryResult(address=f"{SITE}/", proposals=(LIST,)))
    asked = visits(monkeypatch)
    client = browse("operator")
    page = html_tree(text(client.post("/sources/find/", {"address": SITE})))
    offer = page.get_element_by_id("main").forms[-1]
    answer = client.get(
        offer.get("action"), [*offer.form_values(), ("pattern", r"/news/1\d\.html$")]
    )
    shown = html_tree(answer.content.decode())
    assert len(shown.find_class("taken")) == 3
    assert asked == []
    # The form is the last but one: the last form of the page of fields_of is that of the source.
    client.post(
        "/sources/add/",
        {name: values for name, values in fields_of(answer).items() if name != "test"},
    )
    saved = only_source()
    assert (saved.name, saved.channel, saved.address) == ("Example <News>", "list", f"{SITE}/")
    assert (saved.patterns, saved.interval_seconds) == ([r"/news/1\d\.html$"], 3600)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (DiscoveryResult(address=SITE, outcome="dns", error="no such host"), "Check the host name"),
        (
            DiscoveryResult(address=SITE, outcome="private_address", error="10.0.0.1"),
            "Private address",
        ),
        (
            DiscoveryResult(address=SITE, outcome="robots", error="denied"),
            "The site does not allow crawlers",
        ),
        (DiscoveryResult(address=SITE, outcome="timeout", error="no answer"), "Timeout"),
        (DiscoveryResult(address=SITE, outcome="not_html"), "The address answers with a file"),
        (DiscoveryResult(address=SITE, outcome="no_links"), "found no feed, sitemap or list"),
    ],
)
def test_what_went_wrong_is_said_with_what_to_do(
    browse: Browse, monkeypatch: pytest.MonkeyPatch, found: DiscoveryResult, said: str
) -> None:
    answers(monkeypatch, found)
    page = text(browse("operator").post("/sources/find/", {"address": SITE}))
    assert said in page
    assert (
        f"/sources/add/?address={SITE.replace(':', '%3A').replace('/', '%2F')}&amp;channel=list"
        in page
    )


def test_a_mistake_of_ours_ends_the_page_in_good_order(
    browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers(monkeypatch, DiscoveryStep(DiscoveryStage.FETCHED))
    page = text(browse("operator").post("/sources/find/", {"address": SITE}))
    assert "Newsloom could not look up this address because of an internal error." in page
    assert page.rstrip().endswith("</html>")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Enter an address"),
        ("ftp://x.org", "must start with"),
        ("https://u:p@x.org", "a user name"),
    ],
)
def test_what_is_not_an_address_is_said_at_the_field(browse: Browse, typed: str, said: str) -> None:
    answer = browse("operator").post("/sources/find/", {"address": typed})
    assert answer.status_code == 422
    assert said in answer.content.decode()


def test_a_third_visit_at_once_has_to_wait(browse: Browse, monkeypatch: pytest.MonkeyPatch) -> None:
    from webui.sources.services import preview as service

    monkeypatch.setattr(service, "_PATIENCE_SECONDS", 0.01)
    asked = answers(monkeypatch, DiscoveryResult(address=SITE))
    client = browse("operator")
    with service.turn(), service.turn():
        busy = client.post("/sources/find/", {"address": SITE})
        tried = client.post("/sources/add/", FORM | {"test": "1"})
    assert (busy.status_code, tried.status_code, asked) == (503, 503, [])
    assert "Too many trials are running" in busy.content.decode()
    assert client.post("/sources/find/", {"address": SITE}).status_code == 200


def test_who_may_only_add_sees_no_trial(browse: Browse, monkeypatch: pytest.MonkeyPatch) -> None:
    from django.contrib.auth.models import Permission, User

    client = browse(None)
    User.objects.get().user_permissions.add(Permission.objects.get(codename="add_source"))
    asked = answers(monkeypatch, DiscoveryResult(address=SITE))
    assert client.post("/sources/find/", {"address": SITE}).status_code == 403
    assert asked == []
