"""Events in groups: what they say, in which order, and how one is closed until it happens again."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone, translation

from tests.html_trees import html_tree

if TYPE_CHECKING:
    from django.test import Client
    from lxml.html import HtmlElement

    from storage.database.models import TimelineEvent
    from storage.database.searches.event_groups import EventGroup

Browse = Callable[..., "Client"]
PAGE = "/monitor/events/"
NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def empty(tables: None) -> None:
    from storage.database.models import AuditEntry, EventClosing, TimelineEvent

    for model in (AuditEntry, EventClosing, TimelineEvent):
        model.objects.all().delete()


def happens(kind: str, subject: str, hours_ago: float = 1, **fields: Any) -> "TimelineEvent":
    from storage.database.models import TimelineEvent

    at = timezone.now() - timedelta(hours=hours_ago)
    values = {"kind": kind, "subject": subject, "at": at, "first": at, **fields}
    return TimelineEvent.objects.create(**values)


def fails(name: str, hours_ago: float = 1, before: str = "healthy") -> "TimelineEvent":
    from storage.database.models import Source

    given = {"name": name, "channel": "feed", "address": f"https://{name}.example/feed"}
    Source.objects.get_or_create(pk=len(name), defaults=given)
    fields = {"before": before, "after": "failing", "reason": "no_links"}
    return happens("source", name, hours_ago, source_id=len(name), **fields)


def words(text: str) -> str:
    return " ".join(text.split())


def groups_on(client: "Client", query: str = "") -> "list[HtmlElement]":
    answer = client.get(PAGE + query)
    assert answer.status_code == 200
    return list(html_tree(answer.content).cssselect(".groups > li"))


def titles(client: "Client", query: str = "") -> list[str]:
    return [each.cssselect(".what > a")[0].text_content() for each in groups_on(client, query)]


def press(client: "Client", group: "HtmlElement") -> None:
    """Press the button of a group, *Close* or *Open again*."""
    form = group.cssselect("form")[0]
    values = {each.get("name"): each.get("value") for each in form.cssselect("input")}
    where = form.cssselect("button")[0].get("formaction") or form.get("action")
    answer = client.post(where, values)
    assert (answer.status_code, answer["Location"]) == (302, values["next"])


def group(key: str, minutes: int, **fields: Any) -> "EventGroup":
    from storage.database.searches.event_groups import EventGroup
    from storage.database.searches.events import GroupKey

    found = GroupKey.read(key)
    assert found is not None
    at = NOON + timedelta(minutes=minutes)
    values = {"times": 1, "lately": 1, "subjects": 1, "first": NOON, "last": at, "newest": 7}
    return EventGroup(key=found, **{**values, **fields})


def test_a_key_is_read_as_it_is_written() -> None:
    from storage.database.searches.events import GroupKey

    for key in (
        GroupKey(kind="source", after="changed", reason="structure,date"),
        GroupKey(kind="host", before="dns"),
        GroupKey(kind="process", reason="odd: it has colons: two"),
    ):
        assert GroupKey.read(str(key)) == key
    # Of what led to a state, the state before it says nothing.
    for text in ("", "source", "a:b:c", "source:healthy:failing:"):
        assert GroupKey.read(text) is None


def test_what_is_bad_comes_first_and_of_the_same_the_last() -> None:
    from watch.events.groups import parted

    keys = {"change::add:": 9, "host::dns:": 1, "host:dns::": 8, "jobs:::timeout": 3}
    opened, settled = parted([group(key, at) for key, at in keys.items()], {}, {})
    order = [str(each.key) for each in opened]
    assert order == ["jobs:::timeout", "host::dns:", "change::add:"]
    # Nobody has to close what only says that a problem is over.
    assert [str(each.key) for each in settled] == ["host:dns::"]


@pytest.mark.parametrize(
    ("newest", "minutes", "is_closed"),
    [(7, 0, True), (6, -1, True), (8, 0, False), (8, -5, False), (7, 1, False)],
)
def test_a_group_is_closed_until_it_happens_again(
    newest: int, minutes: int, is_closed: bool
) -> None:
    from storage.database.models import EventClosing
    from watch.events.groups import parted

    one = group("host::dns:", minutes, newest=newest)
    closing = EventClosing(kind="host", after="dns", newest=7, last=NOON, who="olga", at=NOON)
    opened, closed = parted([one], {one.key: closing}, {})
    assert (opened, closed) == (([], [one]) if is_closed else ([one], []))


@pytest.mark.parametrize(
    ("key", "title"),
    [
        ("source::failing:no_links", "5 sources: Failing (No links)"),
        ("source::healthy:", "5 sources: Healthy"),
        ("host::dns:", "5 hosts: Host name not found"),
        ("host:dns::", "5 hosts answer again"),
        ("system::store_away:", "A store cannot be used"),
        ("system:store_away::", "Resolved: A store cannot be used"),
        ("process:::SIGKILL", "5 processes ended: SIGKILL"),
        ("process:::vanished", "5 workers have vanished"),
        ("process:::returned", "5 workers answer again"),
        ("jobs:::timeout", "9 jobs were buried: Timeout"),
        ("change::mute:", "Change by a user: Muted"),
    ],
)
def test_the_title_says_what_happened_to_how_many(key: str, title: str) -> None:
    from dataclasses import asdict

    from storage.database.models import TimelineEvent
    from watch.events.groups import group_view

    many = group(key, 1, times=9, subjects=5)
    newest = TimelineEvent(**asdict(many.key), subject="queue", detail='{"store": "queue"}')
    if key.startswith("change"):
        newest.before = "rule"
    assert group_view(many, newest, ["queue"]).title == title


def test_the_text_says_all_of_a_group_in_the_language_and_zone_of_the_reader() -> None:
    from storage.database.models import TimelineEvent
    from watch.events.groups import group_view

    many = group("host::dns:", 90, times=40, lately=9, subjects=25)
    names = [f"{letter}.example" for letter in "abcdefghijklmnopqrst"]
    view = group_view(many, TimelineEvent(kind="host", after="dns", subject="a.example"), names)
    assert (list(view.shown_names), view.more) == (["a.example", "b.example", "c.example"], 22)
    with timezone.override("Asia/Shanghai"):
        assert view.text.splitlines() == [
            "25 hosts: Host name not found",
            "How often: 40, 9 of them in the last 24 hours",
            "From 2026-11-28 20:00 CST to 2026-11-28 21:30 CST",
            f"Concerns: {', '.join(names)} and 5 more",
            "Last: Host a.example: Host name not found",
        ]
    with translation.override("zh-hans"):
        text = view.text
    assert "最近 24 小时" in text
    assert "How often" not in text


def test_the_page_groups_what_led_to_the_same_state(browse: Browse) -> None:
    client = browse("ops")
    for number, name in enumerate(("Aa", "Bbb", "Cccc", "Ddddd")):
        fails(name, hours_ago=40 - 9 * number, before="new" if number else "healthy")
    fails("Aa", 0.5)
    happens("source", "Zeta", source_id=99, before="failing", after="healthy")
    [bad], [good] = groups_on(client), groups_on(client, "?show=closed")
    shown = words(bad.text_content())
    assert "4 sources: Failing (No links)" in shown
    assert "Aa, Ddddd, Cccc and 1 more" in shown
    assert "5 times 3 in 24 hours" in shown
    assert (bad.get("class"), good.get("class")) == ("bad", "good")
    assert len(bad.cssselect("time")) == 2
    bars = bad.cssselect("svg path")[0].get("d")
    assert bars.count("M") == 12
    assert len(re.findall(r"v-1h", bars)) < 12
    text = bad.cssselect("details textarea[readonly]")[0].text_content()
    assert "Concerns: Aa, Ddddd, Cccc, Bbb" in text
    # One event is told in its own words.
    assert "Zeta: Failing → Healthy" in words(good.text_content())
    link = bad.cssselect(".what > a")[0].get("href")
    single = html_tree(client.get(PAGE + link).content)
    [events] = single.cssselect(".events")
    # Here as everywhere, the same of the same source again is one line.
    assert len(events.cssselect("li")) == 4
    assert "2 times since" in words(events.text_content())
    assert "Zeta" not in events.text_content()
    assert "Only events of the group “4 sources: Failing (No links)”" in words(
        single.text_content()
    )
    each = client.get(PAGE + "?show=each").content.decode()
    assert all(f"{name}:" in each for name in ("Aa", "Bbb", "Cccc", "Ddddd", "Zeta"))


def test_a_period_counts_what_happened_in_it(browse: Browse) -> None:
    client = browse("ops")
    fails("Old", 100)
    fails("Newer", 2)
    assert titles(client) == ["2 sources: Failing (No links)"]
    assert titles(client, "?after=-24h") == ["Newer: Healthy → Failing (No links)"]
    assert titles(client, "?kind=host") == []


def recovers(name: str, hours_ago: float) -> "TimelineEvent":
    fields = {"before": "failing", "after": "healthy"}
    return happens("source", name, hours_ago, source_id=len(name), **fields)


def test_a_recovery_resolves_its_problem(browse: Browse) -> None:
    client = browse("ops")
    fails("Aa", 5)
    fails("Bbb", 4)
    recovers("Aa", 3)
    # One of the two still fails.
    assert titles(client) == ["2 sources: Failing (No links)"]
    recovers("Bbb", 2)
    assert titles(client) == []
    problem, recovery = groups_on(client, "?show=closed")
    assert "2 sources: Failing (No links)" in words(problem.text_content())
    assert re.search(r"resolved \d{4}-", words(problem.text_content()))
    assert "2 sources: Healthy" in words(recovery.text_content())
    # Nobody closed them, so nobody opens them.
    assert not problem.cssselect("form")
    assert not recovery.cssselect("form")
    fails("Bbb", 1)
    assert titles(client) == ["2 sources: Failing (No links)"]


def test_a_group_is_over_while_all_of_its_sources_are_paused_or_deleted(browse: Browse) -> None:
    from storage.database.models import Source

    client = browse("ops")
    fails("Aa", 5)
    fails("Bbb", 4)
    Source.objects.filter(name="Aa").delete()
    assert titles(client) == ["2 sources: Failing (No links)"]
    Source.objects.filter(name="Bbb").update(enabled=False)
    assert titles(client) == []
    [settled] = groups_on(client, "?show=closed")
    assert "none of its sources is visited any more" in words(settled.text_content())
    # Nobody closed it, so nobody opens it.
    assert not settled.cssselect("form")
    Source.objects.filter(name="Bbb").update(enabled=True)
    assert titles(client) == ["2 sources: Failing (No links)"]


def test_a_group_is_over_when_one_source_is_well_and_the_other_is_gone(browse: Browse) -> None:
    from storage.database.models import Source

    client = browse("ops")
    fails("Aa", 5)
    fails("Bbb", 4)
    recovers("Aa", 3)
    assert titles(client) == ["2 sources: Failing (No links)"]
    Source.objects.filter(name="Bbb").delete()
    assert titles(client) == []
    problem, _recovery = groups_on(client, "?show=closed")
    assert re.search(r"resolved \d{4}-", words(problem.text_content()))
    # A source that is paused by hand may go on to fail; one that is visited opens it again.
    fails("Cccc", 2)
    assert titles(client) == ["3 sources: Failing (No links)"]
    Source.objects.filter(name="Cccc").update(enabled=False)
    assert titles(client) == []


def test_each_problem_of_a_host_or_store_ends_for_itself(browse: Browse) -> None:
    client = browse("ops")
    happens("host", "a.example", 3, after="dns")
    happens("system", "queue", 3, after="store_away", detail='{"store": "queue"}')
    happens("system", "queue", 3, after="store_read_only", detail='{"store": "queue"}')
    happens("host", "a.example", 2, before="dns")
    happens("system", "queue", 2, before="store_away", detail='{"store": "queue"}')
    [left] = titles(client)
    assert left.startswith("A store takes no data")


def test_a_worker_that_is_back_resolves_that_it_vanished(browse: Browse) -> None:
    happens("process", "h-1-all", 2, reason="vanished", detail="2026-11-21 08:00:00+00:00")
    happens("process", "h-2-all", 2, reason="vanished", detail="2026-11-21 08:00:00+00:00")
    client = browse("ops")
    happens("process", "h-1-all", 1, reason="returned")
    assert titles(client) == ["2 workers have vanished"]
    happens("process", "h-2-all", 1, reason="returned")
    assert titles(client) == []


def test_the_end_of_a_pause_resolves_it_and_is_nothing_to_close(browse: Browse) -> None:
    client = browse("ops")
    detail = '{"everything": false, "tubes": [], "hosts": 2}'
    happens("system", "", 3, after="paused", detail=detail)
    assert titles(client) == ["Paused by ops: 2 hosts."]
    happens("system", "", 2, before="paused", detail=detail)
    assert titles(client) == []
    assert len(titles(client, "?show=closed")) == 2
    happens("system", "", 1, after="paused", detail=detail)
    assert titles(client) == ["Paused by ops: 2 hosts."]


def test_what_flaps_is_one_group_that_stays(browse: Browse) -> None:
    client = browse("ops")
    for minutes in range(30, 0, -10):
        fails("Aa", minutes / 60)
        recovers("Aa", (minutes - 5) / 60)
    [flapping] = groups_on(client)
    assert "Aa: Healthy → Failing (No links) flapping" in words(flapping.text_content())
    assert "3 times" in words(flapping.text_content())


def test_a_closed_group_is_hidden_until_it_happens_again(browse: Browse) -> None:
    from storage.database.models import AuditEntry

    client = browse("ops")
    fails("Aa", 3)
    happens("host", "a.example", 1, after="dns")
    assert len(titles(client)) == 2
    press(client, groups_on(client)[1])
    assert titles(client) == ["Host a.example: Host name not found"]
    assert "Closed groups (1)" in words(html_tree(client.get(PAGE).content).text_content())
    [closed] = groups_on(client, "?show=closed")
    assert "closed by ops-" in words(closed.text_content())
    # Nothing is lost: the single events are there.
    assert "Aa: Healthy" in client.get(PAGE + "?show=each").content.decode()
    press(client, closed)
    assert len(titles(client)) == 2
    entries = AuditEntry.objects.filter(kind="event").order_by("pk")
    assert [(each.action, each.subject) for each in entries] == [
        ("close", "Aa: Healthy → Failing (No links)"),
        ("open again", "Aa: Healthy → Failing (No links)"),
    ]
    audit = browse("admin").get("/users/audit/").content.decode()
    assert "Opened again" in audit
    assert audit.count("Aa: Healthy → Failing (No links)") == 2
    press(client, groups_on(client)[1])
    fails("Bbb", 2)
    [_host, again] = groups_on(client)
    assert "2 sources: Failing" in again.text_content()
    assert re.search(r"again since ops-\d+ closed it", words(again.text_content()))
    assert titles(client, "?show=closed") == []


def test_what_was_closed_is_told_in_the_language_of_its_reader(browse: Browse) -> None:
    client, admin = browse("ops"), browse("admin")
    client.cookies["newsloom_language"] = "zh-hans"
    fails("Aa", 3)
    fails("Bbb", 2)
    press(client, groups_on(client)[0])
    said = admin.get("/users/audit/").content.decode()
    assert "2 sources: Failing (No links)" in said
    admin.cookies["newsloom_language"] = "zh-hans"
    said = admin.get("/users/audit/").content.decode()
    assert "2 sources" not in said
    assert "2 个采集源" in said


def test_an_event_that_goes_on_after_the_page_was_shown_stays_open(browse: Browse) -> None:
    client = browse("ops")
    event = happens("jobs", "", 1, reason="timeout")
    [shown] = groups_on(client)
    event.at, event.count = timezone.now(), 5
    event.save()
    press(client, shown)
    assert titles(client) == ["5 jobs were buried: Timeout"]


def test_only_who_may_mute_may_close(browse: Browse) -> None:
    from storage.database.models import EventClosing

    fails("Aa")
    [shown] = groups_on(browse("operator"))
    assert not shown.cssselect("form")
    assert shown.cssselect("details textarea")
    client = browse("operator")
    values = {"group": "source::failing:no_links", "newest": "9", "last": NOON.isoformat()}
    assert client.post("/monitor/events/close/", values).status_code == 403
    assert not EventClosing.objects.exists()


@pytest.mark.parametrize(
    "change",
    [
        {"group": "nonsense"},
        {"group": "host::dns:"},
        {"newest": "x"},
        {"last": "yesterday"},
        {"last": "2026-11-28T12:00:00"},
    ],
)
def test_what_cannot_be_closed_is_said(browse: Browse, change: dict[str, str]) -> None:
    from storage.database.models import EventClosing

    fails("Aa")
    good = {"group": "source::failing:no_links", "newest": "9", "last": NOON.isoformat()}
    client = browse("ops")
    answer = client.post("/monitor/events/close/", good | change, follow=True)
    assert "nothing was closed" in answer.content.decode()
    assert not EventClosing.objects.exists()
    answer = client.post("/monitor/events/open/", good | change, follow=True)
    assert "not closed any more" in answer.content.decode()


def test_nobody_closes_what_has_not_happened(browse: Browse) -> None:
    client = browse("ops")
    fails("Aa")
    far = {"newest": str(10**30), "last": "9999-12-31T00:00:00+00:00"}
    client.post("/monitor/events/close/", {"group": "source::failing:no_links", **far})
    assert titles(client) == []
    fails("Bbb", 0.1)
    assert len(titles(client)) == 1


def test_empty_pages_say_why(browse: Browse) -> None:
    client = browse("ops")

    def said(query: str = "") -> str:
        return words(client.get(PAGE + query).content.decode())

    assert "No events yet" in said()
    assert "No group is closed" in said("?show=closed")
    fails("Aa")
    assert "Nothing matches the filter" in said("?kind=host")
    assert "No group is closed" in said("?show=closed")
    press(client, groups_on(client)[0])
    assert "All groups are closed" in said()
    unreadable = client.get(PAGE + "?group=nonsense&show=x")
    assert unreadable.status_code == 400
    assert "“nonsense” names no group of events." in unreadable.content.decode()
    assert "Show: “x” is not one of the choices." in unreadable.content.decode()


def test_what_is_noted_of_a_group_goes_with_its_events(browse: Browse) -> None:
    from storage.database.models import EventClosing
    from storage.database.searches.events import drop_events

    client = browse("ops")
    fails("Aa", 50 * 24)
    press(client, groups_on(client)[0])
    drop_events(timezone.now() - timedelta(days=60))
    assert EventClosing.objects.count() == 1
    drop_events(timezone.now() - timedelta(days=42))
    assert not EventClosing.objects.exists()


@pytest.mark.slow
def test_ten_thousand_events_are_a_page_of_a_few_rows_and_queries(browse: Browse) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from storage.database.models import Source, TimelineEvent

    now = timezone.now()
    # One of each group at least is visited.
    for number in range(1, 41):
        given = {"name": f"Source {number}", "address": f"https://s{number}.example/"}
        Source.objects.create(pk=number, channel="feed", **given)
    TimelineEvent.objects.bulk_create(
        TimelineEvent(
            at=now - timedelta(minutes=number),
            first=now - timedelta(minutes=number),
            kind="source",
            source_id=number,
            subject=f"Source {number}",
            before="healthy",
            after="failing",
            reason=f"reason_{number % 40}",
        )
        for number in range(10_000)
    )
    client = browse("ops")
    client.get(PAGE)
    with CaptureQueriesContext(connection) as queries:
        shown = groups_on(client)
    assert len(shown) == 30
    assert len(queries) < 30
    assert words(shown[0].text_content()).startswith("✕ 250 sources: Failing (reason_0)")
    assert "and 247 more" in words(shown[0].text_content())
    assert len(groups_on(client, "?page=2")) == 10
    assert len(client.get(PAGE).content) < 200_000
