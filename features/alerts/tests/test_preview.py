"""The page of a saved search shows what its alert would send, and sends nothing."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from tests.html_trees import html_tree
from tests.unit.webui.samples import article

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]


def saved(client: "Client", mode: str, query: str = "q=bank", at_least: int = 2) -> str:
    """Save a search with an alert of this mode; return the address of its page."""
    fields = {"name": f"Banks {mode}", "query": query, "alert": "none", "every_minutes": "60"}
    answer = client.post("/saved/add/", {**fields, "mode": mode, "at_least": at_least})
    assert answer.status_code == 302
    return str(answer["Location"])


def shown(client: "Client", path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status
    return " ".join(html_tree(answer.content).text_content().split())


@pytest.fixture
def documents(ports: "Stores") -> None:
    """Documents of an hour, of three days and of a month ago; one of another matter."""
    now = datetime.now(UTC)
    ports.documents().write(
        [
            article(f"https://one.example/{title}-{hours}", f"{title} {hours}", collected=found)
            for title, hours in (("Bank", 1), ("Bank", 72), ("Bank", 720), ("Ferry", 1))
            for found in [now - timedelta(hours=hours)]
        ]
    )


@pytest.mark.parametrize(
    ("mode", "label", "told", "subject"),
    [
        ("matches", "Preview alert", {"Bank 1"}, "Banks matches: 1 new document"),
        ("daily", "Preview digest", {"Bank 1"}, "Banks daily: 1"),
        ("weekly", "Preview digest", {"Bank 1", "Bank 72"}, "Banks weekly: 2"),
    ],
)
def test_the_message_has_what_was_found_lately(
    browse: Browse, documents: None, mode: str, label: str, told: set[str], subject: str
) -> None:
    from features.alerts.models import Delivery
    from storage.database.models import SavedSearch

    client = browse("analyst")
    page = saved(client, mode)
    before = SavedSearch.objects.values().get()
    [link] = [
        each
        for each in html_tree(client.get(page).content).cssselect("a.button")
        if each.text_content().strip() == label
    ]
    text = shown(client, link.get("href"))
    assert subject in text, text
    everything = {"Bank 1 ", "Bank 72 ", "Bank 720 ", "Ferry 1 "}
    assert {each.strip() for each in everything if each in text} == told
    assert "/search/?q=bank" in text
    # Nothing is sent, noted or marked.
    assert not Delivery.objects.exists()
    assert SavedSearch.objects.values().get() == before


def test_nothing_to_send_is_said(browse: Browse, documents: None) -> None:
    client = browse("analyst")
    for mode, said in (
        ("matches", "Nothing: no document of the last 24 hours matches."),
        ("weekly", "Nothing: no document of the last seven days matches."),
        ("spike", "Nothing: the last whole hour had no spike."),
        ("many", "Nothing: fewer than 2 documents of the last 24 hours match."),
    ):
        assert said in shown(client, f"{saved(client, mode, 'q=zebra')}preview/")


def test_a_spike_is_previewed(browse: Browse, ports: "Stores") -> None:
    now = datetime.now(UTC)
    hour = now.replace(minute=0, second=0, microsecond=0) - timedelta(minutes=30)
    days = [hour - timedelta(days=each) for each in range(1, 6)]
    found = [*days, *[hour] * 9]
    ports.documents().write(
        [
            article(f"https://one.example/{number}", f"Bank {number}", collected=moment)
            for number, moment in enumerate(found)
        ]
    )
    text = shown(client := browse("analyst"), f"{saved(client, 'spike')}preview/")
    assert "Banks spike: 9 documents in an hour, usually 1.0" in text


def test_many_are_previewed_and_fewer_are_not(browse: Browse, ports: "Stores") -> None:
    now = datetime.now(UTC)
    ports.documents().write(
        [
            article(f"https://one.example/{n}", f"Bank {n}", collected=now - timedelta(hours=n))
            for n in (1, 2, 3, 30)
        ]
    )
    client = browse("analyst")
    page = saved(client, "many", at_least=3)
    text = shown(client, f"{page}preview/")
    assert "Tell me about: at least 3 new documents within 24 hours." in text
    assert "Banks many: 3 new documents" in text
    fields = {"name": "Banks many", "alert": "none", "every_minutes": "60", "mode": "many"}
    assert client.post(page, {**fields, "at_least": 4}).status_code == 302
    said = "Nothing: fewer than 4 documents of the last 24 hours match."
    assert said in shown(client, f"{page}preview/")


def test_nobody_else_sees_it(browse: Browse, documents: None) -> None:
    page = saved(browse("analyst"), "matches")
    assert browse("operator").get(f"{page}preview/").status_code == 404
