"""The first ten minutes: an empty installation, a first address or file, and the first
documents.
"""

import socket
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from lxml import html

from crawler.discovery.discover import discover
from crawler.discovery.values import DiscoveryResult, PatternChoice
from storage.counters.events import Event
from storage.outcomes import Outcome
from storage.settings import Settings
from tests.html_trees import html_tree
from tests.unit.webui.samples import article, compact
from tests.unit.webui.test_source_form_lookup import FEED, LINKS, LIST, SITE, answers, text
from tests.unit.webui.test_sources_pages import add

if TYPE_CHECKING:
    from django.test import Client

    from storage.database.models import Source
    from watch.stores import Stores

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


@pytest.mark.parametrize("group", ["analyst", "ops"])
def test_who_may_add_nothing_is_not_asked_for_an_address(browse: Browse, group: str) -> None:
    assert b"start-title" not in browse(group).get("/", follow=True).content


def visited(ports: "Stores", source: "Source", new: int, stored: int) -> None:
    """Record a first visit that found ``new`` pages, of which so many are stored."""
    from storage.database.models import Run

    run = Run.objects.create(
        id=f"run-{source.pk}", source_id=source.pk, started=datetime.now(UTC), jobs=1
    )
    event = Event(
        source_id=source.pk,
        run_id=run.pk,
        channel="feed",
        site="example.org",
        outcome=Outcome.LISTED,
        url=source.address,
        is_list=True,
        at=datetime.now(UTC).timestamp(),
        found=new,
        new=new,
    )
    ports.counters().record(
        [
            event,
            *(
                replace(event, outcome=Outcome.STORED, is_list=False, found=0, new=0)
                for _ in range(stored)
            ),
        ]
    )


def test_the_first_documents_are_shown_as_they_arrive(browse: Browse, ports: "Stores") -> None:
    client, source = browse("operator"), add("Example")
    page = client.get(f"/sources/{source.pk}/").content.decode()
    assert "The first visit begins in a moment." in page
    assert f'hx-get="/sources/{source.pk}/"' in page
    visited(ports, source, new=3, stored=1)
    ports.documents().write([article("https://example.org/1", "Bridge <i>opens</i>")])
    ports.documents().refresh()
    renewed = compact(client.get(f"/sources/{source.pk}/").content.decode())
    assert "Links in the list: 3. New pages: 3. Read: 1, stored: 1." in renewed
    assert "Bridge &lt;i&gt;opens&lt;/i&gt;" in renewed
    assert 'hx-target="#live"' in renewed


def test_the_first_visit_stays_the_first_however_many_follow(
    browse: Browse, ports: "Stores"
) -> None:
    from storage.database.models import Run

    client, source = browse("operator"), add("Example")
    visited(ports, source, new=3, stored=1)
    now = datetime.now(UTC)
    Run.objects.bulk_create(
        Run(id=f"later-{n}", source_id=source.pk, started=now + timedelta(seconds=n), jobs=1)
        for n in range(60)
    )
    page = compact(client.get(f"/sources/{source.pk}/").content.decode())
    assert "Links in the list: 3. New pages: 3. Read: 1, stored: 1." in page


def test_it_stops_asking_when_all_has_arrived_and_later_shows_nothing(
    browse: Browse, ports: "Stores"
) -> None:
    from storage.database.models import Run

    client, source = browse("operator"), add("Example")
    visited(ports, source, new=2, stored=2)
    # The other parts of the page read the visit where the scheduler keeps it, a little later.
    page = client.get(f"/sources/{source.pk}/").content.decode()
    assert "stored: 2." in page
    assert "hx-get" in page
    [live] = html_tree(page).cssselect("#live")
    shown = " ".join(live.text_content().split())
    assert "First visit in progress" in shown
    counts = {"lists": {"listed": 1}, "pages": {"stored": 2}}
    Run.objects.update(found=2, new=2, finished=datetime.now(UTC), **counts)
    page = client.get(f"/sources/{source.pk}/").content.decode()
    assert "Healthy" in page
    assert "hx-get" not in page
    type(source).objects.update(created=datetime.now(UTC) - timedelta(hours=1))
    assert "First documents" not in client.get(f"/sources/{source.pk}/").content.decode()


def test_a_visit_that_does_not_begin_is_said(browse: Browse) -> None:
    source = add("Example")
    type(source).objects.update(created=datetime.now(UTC) - timedelta(minutes=2))
    page = browse("operator").get(f"/sources/{source.pk}/").content.decode()
    assert "Check on the monitor that the scheduler runs." in page


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
