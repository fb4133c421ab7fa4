"""The first look-up of an operator: from one field to a source with a name of its own."""

import socket
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from lxml import html

from crawler.discovery.discover import discover
from crawler.discovery.values import (
    DiscoveryResult,
    PatternChoice,
)
from features.discovery.tests.samples import FEED, LIST, answers
from storage.outcomes import Outcome
from storage.settings import Settings
from tests.html_trees import html_tree
from tests.unit.webui.samples import compact
from tests.unit.webui.test_source_form_lookup import (
    LINKS,
    SITE,
    text,
)
from tests.unit.webui.test_sources_pages import add

if TYPE_CHECKING:
    from django.test import Client


Browse = Callable[..., "Client"]


@pytest.mark.parametrize("path", ["/", "/sources/"])
def test_an_empty_installation_opens_on_one_field(browse: Browse, path: str) -> None:
    client = browse("operator")
    (form,) = html_tree(client.get(path).content).cssselect("form.address-box")
    assert form.get("action") == "/sources/find/"
    assert [field.get("name") for field in form.cssselect("input:not([type=hidden])")] == [
        "address",
        "file",
    ]
    assert form.cssselect(
        "button[formaction='/sources/import/'][formenctype='multipart/form-data']"
    )
    add("Example")
    assert b"start-title" not in client.get(path).content


def test_a_list_with_further_pages_fills_their_number_in(
    browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers(
        monkeypatch, DiscoveryResult(address=f"{SITE}/", proposals=(replace(LIST, max_pages=5),))
    )
    client = browse("operator")
    page = text(client.post("/sources/find/", {"address": SITE}))
    assert "5 pages of it at each visit" in page
    assert '<input type="hidden" name="max_pages" value="5">' in page
    form = client.get(
        "/sources/add/", {"address": SITE, "channel": "list", "max_pages": "5"}
    ).content.decode()
    assert html_tree(form).cssselect("[name=max_pages]")[0].get("value") == "5"


def test_a_pattern_that_robots_txt_denies_says_so(
    browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    choices = [
        PatternChoice(
            pattern=pattern,
            links=LINKS,
            taken=12,
            left_links=(),
            left=0,
            denied=denied,
            chosen=not denied,
        )
        for pattern, denied in (("/news/", 0), ("/private/", 7))
    ]
    answers(
        monkeypatch,
        DiscoveryResult(
            address=f"{SITE}/", proposals=(replace(LIST, patterns=tuple(choices)), FEED)
        ),
    )
    page = compact(text(browse("operator").post("/sources/find/", {"address": SITE})))
    assert page.count("robots.txt denies") == 1
    assert "denies 7 of its pages" in page
    ticked = html_tree(page).cssselect("[name=pattern][checked]")
    assert [box.get("value") for box in ticked] == ["/news/"]


def test_a_second_source_of_a_site_gets_a_free_name(
    browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    add("example <NEWS>")
    answers(monkeypatch, DiscoveryResult(address=f"{SITE}/", proposals=(FEED,)))
    assert name_in_form(browse("operator")) == "Example <News> (2)"


def test_the_second_offer_of_one_look_up_gets_a_free_name_too(
    browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers(
        monkeypatch,
        DiscoveryResult(
            address=f"{SITE}/", proposals=(FEED, replace(FEED, address=f"{SITE}/2.xml"))
        ),
    )
    client = browse("operator")
    offers = html_tree(text(client.post("/sources/find/", {"address": SITE}))).cssselect(".offer")
    add("Example <News>")
    names = [name_in_form(client, offer) for offer in offers]
    assert names == ["Example <News> (2)"] * 2


def test_a_title_that_may_be_any_sites_comes_with_the_host(
    browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers(
        monkeypatch, DiscoveryResult(address=f"{SITE}/", proposals=(replace(FEED, title="Posts"),))
    )
    assert name_in_form(browse("operator")) == "example.org: Posts"


def name_in_form(client: "Client", offer: html.HtmlElement | None = None) -> str:
    """Press "Use this" of an offer, the first if none is given, and return the name in the form."""
    if offer is None:
        offer = html_tree(text(client.post("/sources/find/", {"address": SITE}))).cssselect(
            ".offer"
        )[0]
    query = {box.get("name"): box.get("value") for box in offer.cssselect("[type=hidden]")}
    form = client.get("/sources/add/", query).content.decode()
    return str(html_tree(form).cssselect("[name=name]")[0].get("value"))


@contextmanager
def server_that_accepts_nothing() -> Iterator[int]:
    """Give the port of a server whose queue of connections is full, so that further ones get no
    answer.
    """
    with closing(socket.socket()) as server:
        server.bind(("127.0.0.1", 0))
        server.listen(0)
        waiting = [socket.socket() for _ in range(3)]
        for each in waiting:
            each.setblocking(False)
            each.connect_ex(server.getsockname())
        yield server.getsockname()[1]
        for each in waiting:
            each.close()


def test_a_server_that_accepts_no_connection_is_given_up_soon(tmp_path: Path) -> None:
    settings = Settings.from_mapping(
        {"NEWSLOOM_HOME": str(tmp_path), "NEWSLOOM_ALLOW_NETWORKS": "127.0.0.0/8"}
    )
    with server_that_accepts_nothing() as port:
        *_, answer = discover(settings, (f"https://127.0.0.1:{port}/", f"http://127.0.0.1:{port}/"))
    assert isinstance(answer, DiscoveryResult)
    assert answer.outcome == Outcome.TIMEOUT
    assert "no connection within 2.5 seconds" in answer.error


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        ("connect", "No web server answers at this address."),
        ("timeout", "The server does not answer."),
    ],
)
def test_an_unreachable_site_is_said_in_plain_words(
    browse: Browse, monkeypatch: pytest.MonkeyPatch, outcome: str, said: str
) -> None:
    answers(
        monkeypatch,
        DiscoveryResult(address=SITE, outcome=outcome, error="DownloadConnectionRefusedError: 111"),
    )
    page = html_tree(text(browse("operator").post("/sources/find/", {"address": SITE})))
    (alert,) = page.cssselect("[role=alert]")
    assert said in alert.text_content()
    assert "retries by itself" not in alert.text_content()
    (details,) = alert.cssselect("details:not([open])")
    assert "DownloadConnectionRefusedError" in details.text_content()
