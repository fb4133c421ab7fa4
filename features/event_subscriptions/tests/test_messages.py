"""Messages about events: when they are sent, what they say, and what happens if they do not
arrive.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from notify.errors import NoAnswer, shown_problem
from notify.webhook import signature
from storage.settings import Settings
from tests.html_trees import html_tree

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
_OF_02 = "configuration.eventsubscription"
"""What version 0.2 called the table."""
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
FORM = {
    "channel": "webhook",
    "target": "https://hook.example/x",
    "group_minutes": "5",
    "time_zone": "UTC",
}


@pytest.fixture
def posts(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any], dict[str, str]]]:
    """What was posted: address, content, headers."""
    from notify import webhook

    sent: list[tuple[str, dict[str, Any], dict[str, str]]] = []
    monkeypatch.setattr(
        webhook,
        "post",
        lambda url, content, headers, _: sent.append((url, json.loads(content), dict(headers))),
    )
    return sent


@pytest.fixture
def jane(tables: None, ports: "Stores") -> "User":
    from django.contrib.auth.models import Group, User

    from features.event_subscriptions.models import EventSubscription
    from features.event_subscriptions.store import SubscriptionDraft, save_subscription
    from storage.database.models import TimelineEvent

    for model in (EventSubscription, TimelineEvent):
        model.objects.all().delete()
    user = User.objects.create_user("jane")
    user.groups.add(Group.objects.get(name="ops"))
    draft = SubscriptionDraft(
        channel="webhook",
        target="https://hook.example/x",
        kinds=(),
        group_minutes=5,
        quiet_from="",
        quiet_until="",
        time_zone="Asia/Shanghai",
        language="en",
    )
    save_subscription(draft, user)
    return user


def happen(*events: tuple[str, str, str], kind: str = "source", at: datetime = NOW) -> None:
    from storage.database.searches import events as store
    from storage.database.searches.events import Happening

    happened = [
        Happening(at=at, kind=kind, subject=name, before=before, after=after)
        for name, before, after in events
    ]
    store.note({}, (), happened)


def tick(now: datetime) -> None:
    from features.event_subscriptions.notifier import Notifier
    from watch.stores import Stores

    notifier = Notifier(Stores(Settings()))
    notifier.tick(now)
    notifier._leader.resign()


def test_several_events_are_one_message_and_are_told_once(jane: "User", posts: list[Any]) -> None:
    happen(("A", "healthy", "failing"), ("B", "healthy", "blocked"), ("C", "failing", "healthy"))
    happen(("source", "x", "change"), kind="change")
    tick(NOW + timedelta(minutes=4))
    assert posts == []
    happen(("B", "blocked", "healthy"), at=NOW + timedelta(minutes=4))
    tick(NOW + timedelta(minutes=5))
    tick(NOW + timedelta(minutes=9))
    [(url, content, headers)] = posts
    assert url == "https://hook.example/x"
    assert (content["problems"], content["solved"]) == (1, 2)
    assert [event["text"] for event in content["events"]] == [
        "A: Healthy → Failing",
        "C: Failing → Healthy",
        "B: Blocked → Healthy",
    ]
    from features.event_subscriptions.tokens import event_hook_secret

    secret = event_hook_secret(jane.event_subscription)
    body = json.dumps(content, ensure_ascii=False).encode()
    assert (
        headers["Newsloom-Signature"]
        == f"sha256={signature(secret, headers['Newsloom-Timestamp'], body)}"
    )


@pytest.mark.parametrize(
    ("first", "last", "quiet"),
    [
        ("22:00", "07:00", False),
        ("18:00", "21:00", True),
        ("19:00", "06:00", True),
        ("20:01", "20:00", False),
    ],
)
def test_quiet_hours_in_the_users_time_zone(
    jane: "User", posts: list[Any], first: str, last: str, quiet: bool
) -> None:
    from features.event_subscriptions.models import EventSubscription

    EventSubscription.objects.update(quiet_from=first, quiet_until=last)
    happen(("A", "healthy", "failing"), at=NOW - timedelta(hours=1))
    tick(NOW)  # 20:00 in Shanghai
    assert (posts == []) is quiet
    EventSubscription.objects.update(quiet_from="", quiet_until="")
    tick(NOW)
    assert len(posts) == 1


def test_a_message_that_does_not_arrive_is_repeated(
    jane: "User", posts: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    from features.event_subscriptions.models import EventSubscription
    from notify import webhook

    def refuse(*_: object) -> None:
        raise NoAnswer("hook.example is away")

    happen(("A", "healthy", "failing"))
    later = NOW + timedelta(minutes=6)
    with monkeypatch.context() as patched:
        patched.setattr(webhook, "post", refuse)
        tick(later)
    subscription = EventSubscription.objects.get()
    assert shown_problem(subscription.problem) == "hook.example is away"
    assert subscription.attempts == 1
    tick(later + timedelta(seconds=59))
    assert posts == []
    tick(later + timedelta(seconds=61))
    assert len(posts) == 1
    assert EventSubscription.objects.get().problem == ""


def test_a_bug_that_one_user_meets_keeps_no_message_from_the_others(
    jane: "User",
    posts: list[Any],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    from django.contrib.auth.models import User

    from features.event_subscriptions import store
    from features.event_subscriptions.models import EventSubscription

    other = EventSubscription.objects.get()
    other.pk, other.owner = None, User.objects.create_superuser("zoe")
    other.target = "https://hook.example/zoe"
    other.save()
    usual = store.may_see_events

    def breaks(user: "User") -> bool:
        if user == jane:
            raise KeyError("right")
        return usual(user)

    monkeypatch.setattr(store, "may_see_events", breaks)
    happen(("A", "healthy", "failing"))
    tick(NOW + timedelta(minutes=6))
    assert [url for url, _content, _headers in posts] == ["https://hook.example/zoe"]
    (told,) = [each for each in caplog.records if each.message == "notifier.crashed"]
    assert vars(told)["subscription"] == jane.event_subscription.pk


def test_who_may_not_see_events_hears_nothing(jane: "User", posts: list[Any]) -> None:
    happen(("A", "healthy", "failing"))
    jane.groups.clear()
    tick(NOW + timedelta(minutes=6))
    assert posts == []


def test_a_mail_in_words(jane: "User", monkeypatch: pytest.MonkeyPatch) -> None:
    from features.event_subscriptions.models import EventSubscription
    from notify import mail

    sent: list[Any] = []
    monkeypatch.setattr(mail, "send", lambda _url, message: sent.append(message))
    EventSubscription.objects.update(channel="mail", target="jane@example.org", language="zh-hans")
    happen(("A", "healthy", "failing"))
    tick(NOW + timedelta(minutes=6))
    [message] = sent
    assert (message["To"], message["Subject"]) == (
        "jane@example.org",
        "Newsloom：新问题 1 个，已解决 0 个",
    )
    assert "A：正常 → " in message.get_content()
    assert "/monitor/events/" in message.get_content()


def test_the_form_and_the_test_button(browse: Browse, ports: "Stores", posts: list[Any]) -> None:
    client = browse("ops")
    page = "/monitor/events/notifications/"
    assert "Quiet from" in client.get(page).content.decode()
    for wrong in (
        {"target": "http://10.0.0.1/"},
        {"channel": "mail", "target": "nobody"},
        {"quiet_from": "22:00"},
        {"quiet_from": "9", "quiet_until": "10:00"},
        {"time_zone": "Moon/Crater"},
    ):
        assert client.post(page, FORM | wrong).status_code == 422, wrong
    answer = client.post(page, FORM | {"test": "", "kinds": ["host"]}, follow=True).content.decode()
    assert "The test message was sent to https://hook.example/x." in answer
    assert "Webhook secret" in answer
    [(_, content, _)] = posts
    assert content["events"][0]["text"] == "Test: Healthy → Failing"


def test_quiet_hours_are_offered_in_the_zone_of_the_page_until_they_are_set(
    browse: Browse, jane: "User"
) -> None:
    client, page = browse("ops"), "/monitor/events/notifications/"
    client.cookies["newsloom_zone"] = "Europe/Berlin"

    def zone() -> list[str]:
        tree = html_tree(client.get(page).content)
        return [each.get("value") for each in tree.cssselect("#id_time_zone option[selected]")]

    assert zone() == ["Europe/Berlin"]
    quiet = {"quiet_from": "22:00", "quiet_until": "07:00", "time_zone": "Asia/Tokyo"}
    assert client.post(page, FORM | quiet).status_code == 302
    assert zone() == ["Asia/Tokyo"]


def test_mail_is_offered_only_with_a_mail_server(browse: Browse, ports: "Stores") -> None:
    client, page = browse("ops"), "/monitor/events/notifications/"
    assert b'value="mail"' not in client.get(page).content
    ports.settings = replace(ports.settings, smtp_url="smtp://mail.example:25")
    assert b'value="mail"' in client.get(page).content


def test_backups_seal_the_target_under_each_name_that_the_table_had(jane: "User") -> None:
    from features.event_subscriptions.models import EventSubscription
    from storage.database.dump import dumped
    from storage.database.dump_secrets import opened, sealed
    from storage.sealing import HeaderSeal

    EventSubscription.objects.update(target="https://hook.example/x?key=hidden")
    seal = HeaderSeal(lambda: "secret")
    rows = list(dumped())
    backup = list(sealed(rows, seal))
    assert "key=hidden" in "".join(rows)
    assert "key=hidden" not in "".join(backup)
    former = [line.replace(EventSubscription._meta.label_lower, _OF_02) for line in backup]
    assert any(_OF_02 in line for line in former)
    for lines in (backup, former):
        assert "key=hidden" in "".join(opened(lines, seal))
