"""Digests of stories, spikes, chats, test messages, unread counts and the list of deliveries."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from typing import TYPE_CHECKING

import pytest

from features.alerts.many import many_within_a_day
from features.alerts.spikes import spike
from features.alerts.tests.samples import client, found, owner, page_of, saved
from notify.slack import slack_body
from notify.teams import teams_body
from tests.unit.webui.samples import compact
from tests.unit.webui.sinks import mail_sink, web_sink

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.test import Client

    from storage.database.models import SavedSearch
    from watch.stores import Stores

Browse = Callable[..., "Client"]
__all__ = ["client", "owner", "saved"]  # fixtures
LOOPBACK = (ip_network("127.0.0.0/8"),)


@pytest.mark.slow
def test_where_nothing_groups_documents_a_digest_lists_them(
    ports: "Stores", saved: Callable[..., "SavedSearch"], monkeypatch: pytest.MonkeyPatch
) -> None:
    from features.alerts.runner import AlertRunner
    from storage.database.searches import groups

    monkeypatch.setattr(groups, "all_groups", list)
    morning = saved(mode="daily", time_zone="Asia/Shanghai").next_run
    assert morning is not None
    now = datetime.now(UTC)
    ports.documents().write([found(n, "one.example", f"Bank closes {n}", now) for n in (1, 2)])
    with mail_sink() as (url, mails):
        alerts = AlertRunner(replace(ports.settings, smtp_url=url), ports)
        alerts.tick(morning + timedelta(minutes=1))
        alerts.tick(morning + timedelta(hours=2))
    (mail,) = mails
    assert mail["Subject"] == "Banks: 2 new documents"
    assert {"Bank closes 1", "Bank closes 2"} < set(mail.get_content().splitlines())


@pytest.mark.parametrize(
    ("count", "earlier", "told"),
    [
        (9, [3, 3, 3], True),
        (8, [3, 3, 3], False),
        (4, [0, 0, 0, 0], False),
        (5, [0, 0, 0, 0], True),
        (90, [1, 1], False),
    ],
)
def test_what_is_a_spike(count: int, earlier: list[int], told: bool) -> None:
    assert (spike(count, earlier) is not None) is told


@pytest.mark.parametrize(
    ("hours", "told"),
    [
        ([], []),
        ([0, 24], []),
        ([0, 12, 24], [0, 12, 24]),
        ([0, 12, 24.001], []),
        ([24, 0, 12, 30, 55], [0, 12, 24, 30]),
        ([0, 1, 2, 40, 60, 61, 63], [0, 1, 2, 40, 60, 61, 63]),
        ([0, 1, 2, 35, 60, 61, 63], [0, 1, 2, 60, 61, 63]),
    ],
)
def test_what_is_many_within_a_day(hours: list[float], told: list[float]) -> None:
    begin = datetime(2026, 11, 20, tzinfo=UTC)
    found = {str(each): begin + timedelta(hours=each) for each in hours}
    assert many_within_a_day(found, 3) == {str(each) for each in told}


def test_a_spike_is_told_with_what_is_usual(
    ports: "Stores", saved: Callable[..., "SavedSearch"]
) -> None:
    from features.alerts.models import Delivery
    from features.alerts.runner import AlertRunner
    from storage.database.models import SavedSearch

    search = saved(mode="spike")
    hour = datetime.now(UTC).replace(minute=0, second=0, microsecond=0) + timedelta(hours=2)
    SavedSearch.objects.update(notified_since=hour - timedelta(days=30), next_run=hour)
    usual = [
        found(
            100 * day + n,
            "one.example",
            f"A bank {day}-{n}",
            hour - timedelta(days=day, minutes=-5 - n),
        )
        for day in range(1, 6)
        for n in range(2)
    ]
    calm = [
        found(n, "two.example", f"A bank now {n}", hour + timedelta(minutes=n)) for n in range(5)
    ]
    more = [
        found(n, "two.example", f"A bank now {n}", hour + timedelta(minutes=n)) for n in range(5, 8)
    ]
    ports.documents().write([*usual, *calm])
    with mail_sink() as (url, mails):
        alerts = AlertRunner(replace(ports.settings, smtp_url=url), ports)
        # The oldest day is not compared, because nothing says that Newsloom collected before it.
        alerts.tick(hour + timedelta(minutes=70))
        assert mails == []
        ports.documents().write(more)
        SavedSearch.objects.update(next_run=hour)
        alerts.tick(hour + timedelta(minutes=71))
    (mail,) = mails
    assert mail["Subject"] == "Banks: 8 documents in an hour, usually 2.0"
    assert Delivery.objects.get(search=search).facts == {"spike": {"count": 8, "usual": 2.0}}


def test_slack_and_teams_get_what_they_take(
    ports: "Stores", saved: Callable[..., "SavedSearch"]
) -> None:
    from features.alerts.runner import AlertRunner

    now = datetime.now(UTC)
    with web_sink() as (url, taken):
        saved(name="Slack", alert="slack", target=url)
        saved(name="Teams", alert="teams", target=url)
        ports.documents().write(
            [found(1, "one.example", "A <bank> & more", now + timedelta(seconds=30))]
        )
        alerts = AlertRunner(replace(ports.settings, webhook_allow_networks=LOOPBACK), ports)
        alerts.tick(now + timedelta(minutes=2))
    contents = [json.loads(body) for _headers, body in taken]
    (chat,) = [each["text"] for each in contents if "text" in each]
    assert chat.startswith("*Slack: 1 new document*\nA &lt;bank&gt; &amp; more\n")
    (card,) = [each["attachments"][0]["content"] for each in contents if "attachments" in each]
    assert [block["text"] for block in card["body"]][:2] == [
        "Teams: 1 new document",
        "A <bank> & more",
    ]


def test_a_long_message_is_cut_for_chats() -> None:
    assert len(slack_body("s", "银" * 100_000).decode()) < 40_000
    assert len(teams_body("s", "银\n" * 100_000)) < 28_000


def test_the_test_message_says_what_became_of_it(
    ports: "Stores",
    saved: Callable[..., "SavedSearch"],
    client: "Client",
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = [204, 500]
    with web_sink(lambda: answers.pop(0)) as (url, taken):
        search = saved(alert="webhook", target=url)
        page = f"/saved/{search.pk}/"
        refused = client.post(f"{page}test/", follow=True).content.decode()
        assert "NEWSLOOM_WEBHOOK_ALLOW_NETWORKS" in refused
        monkeypatch.setattr(
            ports, "settings", replace(ports.settings, webhook_allow_networks=LOOPBACK)
        )
        assert (
            "The test message was accepted."
            in client.post(f"{page}test/", follow=True).content.decode()
        )
        assert (
            "answered with status 500" in client.post(f"{page}test/", follow=True).content.decode()
        )
    assert json.loads(taken[0][1])["test"] is True
    assert client.post(f"/saved/{saved(alert='none', name='Other').pk}/test/").status_code == 404


def test_saved_searches_count_what_is_unread(
    ports: "Stores", saved: Callable[..., "SavedSearch"], client: "Client"
) -> None:
    from storage.database.models import SavedSearch

    search = saved(alert="none")
    hour = timedelta(hours=1)
    SavedSearch.objects.update(read_until=datetime.now(UTC) - hour)
    ports.documents().write(
        [
            found(1, "one.example", "Bank one", datetime.now(UTC) - hour / 2),
            found(2, "one.example", "Bank two", datetime.now(UTC) - hour / 3),
            found(3, "one.example", "Bank old", datetime.now(UTC) - 2 * hour),
        ]
    )
    assert re.findall(r'<strong class="badge">(\d+)</strong>', page_of(client, "/saved/")) == ["2"]
    assert client.post(f"/saved/{search.pk}/read/").headers["Location"] == "/saved/"
    assert '<strong class="badge">' not in page_of(client, "/saved/")


def test_the_form_keeps_the_kind_of_alert_and_the_time_zone(
    ports: "Stores", client: "Client", owner: "User", saved: Callable[..., "SavedSearch"]
) -> None:
    search = saved(alert="webhook", target="https://hooks.example/1")
    client.cookies["newsloom_zone"] = "Asia/Shanghai"
    fields = {
        "name": "Banks",
        "query": "q=bank",
        "alert": "slack",
        "target": "https://hooks.example/1",
    }
    answer = client.post(f"/saved/{search.pk}/", fields | {"mode": "weekly", "every_minutes": "60"})
    assert answer.status_code == 302
    search.refresh_from_db()
    assert (search.mode, search.time_zone, search.alert) == ("weekly", "Asia/Shanghai", "slack")
    assert "time of Asia/Shanghai" in page_of(client, f"/saved/{search.pk}/")
    wrong = client.post(f"/saved/{search.pk}/", fields | {"mode": "yearly", "every_minutes": "60"})
    assert wrong.status_code == 422


def test_the_form_asks_from_how_many_on_an_alert_tells(
    ports: "Stores", client: "Client", owner: "User", saved: Callable[..., "SavedSearch"]
) -> None:
    search = saved(alert="webhook", target="https://hooks.example/1")
    page = f"/saved/{search.pk}/"
    fields = {"name": "Banks", "alert": "webhook", "target": "https://hooks.example/1"}
    fields |= {"mode": "many", "every_minutes": "60"}
    assert client.post(page, fields | {"at_least": "25"}).status_code == 302
    search.refresh_from_db()
    assert (search.mode, search.at_least) == ("many", 25)
    assert "at least 25 new documents within 24 hours" in page_of(client, "/saved/")
    for number in ("", "1", "1001", "9" * 30):
        answer = client.post(page, fields | {"at_least": number})
        assert answer.status_code == 422
        assert "Enter a number of documents from 2 to 1,000." in compact(answer.content.decode())
    # Where the form does not ask for it, the number stays, whatever stands there.
    assert client.post(page, fields | {"mode": "matches", "at_least": "1"}).status_code == 302
    search.refresh_from_db()
    assert (search.mode, search.at_least) == ("matches", 25)


def test_every_mode_has_a_text(tables: None) -> None:
    from features.alerts.labels import ALERT_MODES
    from features.alerts.times import Mode

    assert set(ALERT_MODES) == set(Mode)
