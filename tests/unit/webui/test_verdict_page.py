"""The verdict over time; what is muted; thresholds."""

import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from storage.outcomes import Outcome
from storage.workers.status import WorkerStatus
from tests.html_trees import html_tree
from tests.unit.webui.samples import compact, draft, let_alerts_run, let_stories_run
from tests.unit.webui.test_monitor_page import event

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
WEEK = {"reason": "They fix it on Monday", "span": "604800"}


@pytest.fixture(autouse=True)
def empty(tables: None) -> None:
    from storage.database.models import Mute, Threshold, TimelineEvent, VerdictSpan

    for model in (Mute, Threshold, TimelineEvent, VerdictSpan):
        model.objects.all().delete()


def all_well(ports: "Stores") -> None:
    now = time.time()
    ports.workers().heartbeat(
        WorkerStatus(name="w", pool="all", started=now, at=now, active=0, memory_bytes=1)
    )
    ports.counters().record_gauges(now, {"page ready": 0})
    let_alerts_run()
    let_stories_run()


def add_failing(name: str) -> int:
    from storage.database.models import SourceStatus
    from storage.database.sources.sources import add_source

    source = add_source(draft(name, address=f"https://{name.lower()}.example/"), "test")
    SourceStatus.objects.filter(pk=source.pk).update(
        state="failing", judge_at=datetime.now(UTC) + timedelta(days=1)
    )
    return source.pk


def state(client: "Client") -> tuple[str, list[str]]:
    found = client.get("/api/v1/status").json()
    return found["state"], found["reasons"]


def test_a_muted_source_does_not_count(browse: Browse, ports: "Stores") -> None:
    from storage.database.models import AuditEntry, Mute

    all_well(ports)
    first, second = add_failing("Courier"), add_failing("Harbour")
    client = browse("ops")
    assert state(client) == (
        "attention",
        ["Sources that fail or give nothing usable: 2 of 2."],
    )
    address = f"/monitor/mute/?kind=source&subject={first}"
    assert "Mute “Courier”?" in client.get(address).content.decode()
    page = client.post(address, WEEK, follow=True).content.decode()
    assert "“Courier” is muted." in page
    assert "They fix it on Monday" in page
    assert state(client)[1] == ["Sources that fail or give nothing usable: 1 of 1."]
    client.post(f"/monitor/mute/?kind=source&subject={second}", WEEK)
    assert state(client) == ("healthy", [])
    assert "2 muted" in compact(client.get("/monitor/live/").content.decode())
    entry = AuditEntry.objects.filter(action="mute").latest("at")
    assert entry.after
    assert (entry.kind, entry.subject, entry.after["reason"]) == (
        "source",
        "Harbour",
        "They fix it on Monday",
    )
    client.post(f"/monitor/verdict/mutes/{Mute.objects.get(subject=str(first)).pk}/end/")
    assert state(client)[1] == ["Sources that fail or give nothing usable: 1 of 1."]


def test_a_muted_rule_is_left_out_and_said(browse: Browse, ports: "Stores") -> None:
    all_well(ports)
    ports.workers().retire("w")
    client = browse("ops")
    page = html_tree(client.get("/monitor/").content)
    address = page.get_element_by_id("mute-1").get("href")
    assert state(client)[0] == "broken"
    client.post(address, WEEK)
    assert state(client) == ("healthy", [])
    page = compact(client.get("/monitor/live/").content.decode())
    assert "1 muted" in page
    assert "No worker is running" in client.get("/monitor/verdict/").content.decode()


def test_a_mute_ends_by_itself_with_an_entry(browse: Browse, ports: "Stores") -> None:
    from storage.database.models import AuditEntry, Mute
    from storage.database.verdicts.mutes import drop_expired

    all_well(ports)
    failing = add_failing("Courier")
    client = browse("ops")
    client.post(f"/monitor/mute/?kind=source&subject={failing}", WEEK)
    past = datetime.now(UTC) - timedelta(seconds=1)
    Mute.objects.update(until=past)
    assert state(client)[0] == "attention"
    assert [each.name for each in drop_expired(datetime.now(UTC), "newsloom")] == ["Courier"]
    entry = AuditEntry.objects.filter(action="unmute").get()
    assert (entry.who, entry.after) == ("newsloom", {"reason": "expired"})
    answer = browse("admin").get("/users/audit/", headers={"accept-language": "zh-CN"})
    log = answer.content.decode()
    assert "到时自动结束" in log
    assert "They fix it on Monday" in log
    assert "expired" not in log


@pytest.mark.parametrize(
    "query",
    ["", "kind=rule&subject=x", "kind=source&subject=9999", "kind=source&subject=a"],
)
def test_only_what_exists_can_be_muted(browse: Browse, ports: "Stores", query: str) -> None:
    assert browse("ops").get(f"/monitor/mute/?{query}").status_code == 404


@pytest.mark.parametrize("subject", ["a b", "nonsense!", "-", "a..example", "1.2.3.999"])
def test_only_a_host_is_muted_as_one(browse: Browse, ports: "Stores", subject: str) -> None:
    from storage.database.models import Mute

    address = f"/monitor/mute/?kind=host&subject={subject}"
    page = browse("ops").post(address, WEEK, follow=True).content.decode()
    assert f"“{subject}” is not the name of a host, such as news.example." in page
    assert not Mute.objects.exists()


def test_a_mute_needs_a_reason_and_an_end(browse: Browse, ports: "Stores") -> None:
    client = browse("ops")
    for given in ({"reason": "", "span": "3600"}, {"reason": "x", "span": "5"}, {"reason": "x"}):
        answer = client.post("/monitor/mute/?kind=rule&subject=no_worker", given)
        assert answer.status_code == 422


def test_thresholds_are_changed_beside_their_present_values(
    browse: Browse, ports: "Stores"
) -> None:
    from storage.database.models import AuditEntry, Threshold

    all_well(ports)
    add_failing("Courier")
    client = browse("ops")
    page = html_tree(client.get("/monitor/verdict/").content)
    values = {
        field.get("name"): field.get("value") for field in page.cssselect(".thresholds input")
    }
    assert values["failing_share"] == "5"
    assert values["lag_seconds"] == "120"
    row = next(page.get_element_by_id("id_failing_share").iterancestors("tr"))
    assert "100%" in row.text_content()
    # Not by its colour alone.
    assert "threshold reached" in row.text_content()
    over = [row.cssselect("input")[0].get("name") for row in page.cssselect(".thresholds .over")]
    assert "failing_share" in over
    assert "lag_seconds" not in over
    answer = client.post("/monitor/verdict/", {**values, "failing_share": "0"})
    assert answer.status_code == 422
    # All sources fail, so only a threshold that nothing reaches would leave that out.
    changed = {**values, "buried_jobs": "500", "lag_seconds": "30"}
    assert (
        "The thresholds are saved."
        in client.post("/monitor/verdict/", changed, follow=True).content.decode()
    )
    assert dict(Threshold.objects.values_list("name", "value")) == {
        "buried_jobs": 500.0,
        "lag_seconds": 1_800.0,
    }
    [entry] = AuditEntry.objects.filter(kind="rule")
    assert entry.after == {"buried_jobs": 500.0, "lag_seconds": 1_800.0}
    client.post("/monitor/verdict/", values)
    assert not Threshold.objects.exists()
    assert browse("operator").post("/monitor/verdict/", values).status_code == 403


def test_what_is_marked_is_what_the_verdict_says(browse: Browse, ports: "Stores") -> None:
    """At its threshold a value is marked, and not below that of which the verdict says nothing."""
    all_well(ports)
    now = time.time()
    ports.counters().record_gauges(now - 3_000, {"page buried": 0})
    ports.counters().record_gauges(now, {"page buried": 20})
    client = browse("ops")

    def marked() -> list[str]:
        page = html_tree(client.get("/monitor/verdict/").content)
        return [
            row.cssselect("input")[0].get("name") for row in page.cssselect(".thresholds .over")
        ]

    assert marked() == ["buried_jobs"]
    assert "Jobs buried in the last 50 min: 20 (threshold: 20 in an hour)." in state(client)[1]
    # Of 500 pages, one in twenty may be buried.
    ports.counters().record([event(Outcome.STORED)] * 500)
    assert marked() == []
    assert state(client)[1] == []
    ports.counters().record_gauges(now, {"page buried": 25})
    assert marked() == ["buried_jobs"]
    assert "Jobs buried in the last 50 min: 25 (threshold: 25 in an hour)." in state(client)[1]


def test_a_share_is_not_rounded_up_to_its_threshold(browse: Browse, ports: "Stores") -> None:
    from webui.templatetags.newsloom import percent_reached

    shares = (0.0, 0.0499, 0.05, 0.29, 0.57, 0.9, 1.0)
    assert [percent_reached(share) for share in shares] == [
        *("0%", "4.9%", "5%", "29%", "57%", "90%", "100%")
    ]


def test_each_threshold_says_why_its_unit_and_its_default(browse: Browse, ports: "Stores") -> None:
    page = html_tree(browse("ops").get("/monitor/verdict/").content)
    rows = page.cssselect(".thresholds tbody tr")
    assert len(rows) == 7
    for row in rows:
        [why] = row.cssselect(".why")
        assert len(why.text_content()) > 40
    *changed, fixed = (compact(row.text_content()) for row in rows)
    units = ["%", "%", "minutes", "jobs", "%", "%"]
    for text, unit in zip(changed, units, strict=True):
        assert f"({unit})" in text
        assert re.search(rf"default \d+ ?{unit}", text)
    # It makes the verdict too, so it is listed, though nobody can change it.
    assert "Failed fetches in the last hour" in fixed
    assert "20%" in fixed
    assert "fixed" in fixed


def test_the_share_of_failed_fetches_is_that_of_the_verdict(
    browse: Browse, ports: "Stores"
) -> None:
    ports.counters().record([event(Outcome.TIMEOUT)] * 25 + [event(Outcome.STORED)] * 75)
    client = browse("ops")
    assert "25% of the fetches in the last hour failed." in client.get("/monitor/").content.decode()
    page = html_tree(client.get("/monitor/verdict/").content)
    assert "25%" in page.cssselect(".thresholds tbody tr")[-1].text_content()


def test_a_reason_leads_to_where_it_is_dealt_with(browse: Browse, ports: "Stores") -> None:
    all_well(ports)
    add_failing("Broken")
    page = html_tree(browse("ops").get("/monitor/").content)
    [action] = page.cssselect(".reasons .next")
    assert action.get("href") == "/sources/?sort=health"
    [strip] = page.cssselect(".day-strip > [hx-get]")
    assert strip.get("hx-get") == "/monitor/verdict/strip/"


def test_the_strip_of_the_monitor_is_the_last_day(browse: Browse, ports: "Stores") -> None:
    from storage.database.models import VerdictSpan

    now = datetime.now(UTC)
    for state, ago in (("broken", 30), ("healthy", 12)):
        VerdictSpan.objects.create(
            at=now - timedelta(hours=ago),
            until=now - timedelta(hours=ago - 6),
            state=state,
            rules=[],
        )
    strip = html_tree(browse("ops").get("/monitor/verdict/strip/").content)
    [part] = strip.cssselect("rect")
    assert part.get("class") == "healthy"
    assert 240 < float(part.get("width") or 0) < 260


def strip_of(
    client: "Client", now: datetime, *spans: tuple[str, float, float]
) -> tuple[str, list[str]]:
    """Return the name of the strip of a day, and its tips, newest first, after these spans.

    A span is a state, since how many hours and until how many hours ago.
    """
    from storage.database.models import VerdictSpan

    VerdictSpan.objects.all().delete()
    for state, start, end in spans:
        VerdictSpan.objects.create(
            at=now - timedelta(hours=start), until=now - timedelta(hours=end), state=state, rules=[]
        )
    image = html_tree(client.get("/monitor/verdict/strip/").content).cssselect("svg")[0]
    name, *tips = [" ".join(each.text_content().split()) for each in image.iter("title")]
    return name, tips


def clock(at: datetime, hours: float, form: str = "%H:%M") -> str:
    """Return the time so many hours before, in the zone of the pages."""
    from django.utils.timezone import localtime

    return f"{localtime(at - timedelta(hours=hours)):{form}}"


def test_the_strip_says_in_its_name_and_tips_what_it_shows(browse: Browse, ports: "Stores") -> None:
    client, now = browse("ops"), datetime.now(UTC)
    assert strip_of(client, now)[0] == "The verdict of the last day: nothing is known"
    name, tips = strip_of(client, now, ("healthy", 30, 0))
    assert name == "The verdict of the last day: Healthy"
    day = "%Y-%m-%d %H:%M"
    assert tips == [f"since {clock(now, 30, day)}: Healthy"]
    name, tips = strip_of(client, now, ("healthy", 30, 9), ("attention", 9, 7), ("healthy", 7, 0))
    trouble = f"from {clock(now, 9)} to {clock(now, 7)}: Needs attention"
    assert name == f"The verdict of the last day: Healthy, but {trouble}"
    assert tips[1] == f"from {clock(now, 9, day)} to {clock(now, 7, day)}: Needs attention"
    assert strip_of(client, now, ("broken", 30, 2), ("attention", 2, 0))[0].endswith(
        f" to {clock(now, 2)}: Broken; since {clock(now, 2)}: Needs attention"
    )
    # Nobody looked for four hours, and nobody looks now.
    assert strip_of(client, now, ("healthy", 30, 9), ("healthy", 5, 1))[0] == (
        "The verdict of the last day: Healthy, but "
        f"from {clock(now, 9)} to {clock(now, 5)}: not known; "
        f"since {clock(now, 1)}: not known"
    )


def test_the_name_of_the_strip_names_some_spans_and_counts_the_others(
    browse: Browse, ports: "Stores"
) -> None:
    now = datetime.now(UTC)
    spans = [("healthy" if hour % 2 else "broken", hour, hour - 1) for hour in range(12, 0, -1)]
    name, _tips = strip_of(browse("ops"), now, ("healthy", 30, 12), *spans)
    assert name.count("Broken") == 3
    assert "Healthy, but 3 times before; from " in name
    assert f"from {clock(now, 2)} to {clock(now, 1)}: Broken" in name


def test_a_changed_threshold_decides() -> None:
    from watch.sources.source_health import SourceState
    from watch.system.system_health import MonitorFacts, ProblemKind, Thresholds, judge

    sources = {SourceState.FAILING: 6, SourceState.HEALTHY: 94}
    usual = judge(MonitorFacts(now=0.0, sources=sources))
    assert [each.kind for each in usual.reasons] == [ProblemKind.SOURCES_FAIL]
    patient = Thresholds(failing_share=0.1)
    assert judge(MonitorFacts(now=0.0, sources=sources, thresholds=patient)).reasons == ()


def test_the_history_joins_looks_and_shows_gaps(browse: Browse, ports: "Stores") -> None:
    from storage.database.verdicts.history import note_verdict, verdicts

    now = datetime.now(UTC)
    begin = now - timedelta(hours=3)
    for minutes in range(0, 60, 1):
        note_verdict("healthy", [], begin + timedelta(minutes=minutes))
    note_verdict("broken", ["no_worker"], begin + timedelta(minutes=60))
    note_verdict("broken", ["no_worker"], begin + timedelta(minutes=62))
    # Nobody looked for an hour.
    note_verdict("healthy", [], now - timedelta(minutes=30))
    found = [
        (span.state, round((span.until - span.at).total_seconds() / 60))
        for span in verdicts(begin, 10)
    ]
    assert found == [("healthy", 0), ("broken", 2), ("healthy", 60)]
    page = html_tree(browse("reader").get("/monitor/verdict/").content)
    parts = page.cssselect(".verdict-strip rect")
    assert [part.get("class") for part in parts] == ["healthy", "broken", "healthy"]
    places = [float(part.get("x")) for part in parts]
    assert places == sorted(places, reverse=True)
    rows = [compact(row.text_content()) for row in page.cssselect("tbody tr")]
    assert any("Broken" in row and "No worker is running" in row for row in rows)


def test_no_message_tells_of_what_is_muted(browse: Browse, ports: "Stores") -> None:
    from storage.database.models import Mute, TimelineEvent
    from watch.events.muting import is_muted

    now = datetime.now(UTC)
    failing = add_failing("Courier")
    client = browse("ops")
    client.post(f"/monitor/mute/?kind=source&subject={failing}", WEEK)
    client.post("/monitor/mute/?kind=host&subject=a.example", WEEK)
    client.post("/monitor/mute/?kind=rule&subject=lag_high", WEEK)
    mutes = list(Mute.objects.all())
    told = [
        TimelineEvent(at=now, kind="source", source_id=failing, after="failing"),
        TimelineEvent(at=now, kind="source", source_id=failing + 1, after="failing"),
        TimelineEvent(at=now, kind="host", subject="a.example", after="dns"),
        TimelineEvent(at=now, kind="host", subject="b.example", after="dns"),
        TimelineEvent(at=now, kind="system", subject="lag_high", after="lag_high"),
        TimelineEvent(at=now, kind="system", subject="lag_high", before="lag_high"),
        TimelineEvent(at=now, kind="jobs", subject="3"),
    ]
    assert [is_muted(event, mutes) for event in told] == [
        *(True, False, True, False, True, True, False)
    ]
    TimelineEvent(at=now, kind="host", subject="c.example", after="dns").save()
    page = client.get("/monitor/events/").content.decode()
    assert "/monitor/mute/?kind=host&amp;subject=c.example" in page
    assert "/monitor/mute/" not in browse("operator").get("/monitor/events/").content.decode()
