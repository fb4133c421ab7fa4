"""The monitor: numbers, charts, buried jobs."""

import json
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from scheduler.quiet import Quiet
from scheduler.rhythm import Rhythm
from storage.counters.events import Event
from storage.outcomes import Outcome
from storage.workers.status import WorkerStatus
from testbed.servers.process import free_port
from tests.html_trees import html_tree
from tests.unit.webui.samples import article, bury, compact, draft, let_alerts_run, let_stories_run
from tests.unit.webui.test_sources_table import run
from webui.monitor.trends import STATES

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores
    from watch.system.snapshot import MonitorSnapshot

Browse = Callable[..., "Client"]
JOB = '{"v":1,"job":"page","url":"https://example.org/<b>1</b>","source":{"name":"Example <i>"}}'


def event(
    outcome: Outcome, site: str = "example.org", channel: str = "feed", ago: float = 0.0
) -> Event:
    return Event(
        source_id=1,
        run_id="r",
        channel=channel,
        site=site,
        outcome=outcome,
        url="https://e.org/",
        at=time.time() - ago,
    )


def test_nothing_yet(browse: Browse) -> None:
    page = browse("ops").get("/monitor/").content.decode()
    assert "No pages fetched yet." in page
    assert "No worker is running." in page
    assert "No jobs are buried." in page
    assert "Nothing was fetched in the last 24 hours." in page
    assert "Nothing failed." not in page


def test_a_worker_that_hangs_is_named(browse: Browse, ports: "Stores") -> None:
    now = time.time()
    hung = WorkerStatus(
        name="h-1-all", pool="all", started=now, at=now - 45, active=0, memory_bytes=1
    )
    ports.workers().heartbeat(hung)
    page = browse("ops").get("/monitor/").content.decode()
    assert "No worker answers." in page
    assert "The last sign came from h-1-all, 4" in page
    assert "No worker is running" not in page


def test_pages_that_were_fetched_and_failed_inside_are_no_failed_fetches(
    browse: Browse, ports: "Stores"
) -> None:
    ports.counters().record([event(Outcome.TIMEOUT)] * 3 + [event(Outcome.INTERNAL)] * 2)
    page = compact(browse("ops").get("/monitor/").content.decode())
    assert "Failures, last 24 hours" in page
    assert "Failed: 5, by internal errors: 2." in page


def test_totals_channels_and_sites(browse: Browse, ports: "Stores") -> None:
    ports.documents().write([article("https://example.org/1", "One")])
    events = [event(Outcome.STORED)] * 3 + [
        event(Outcome.TOO_SHORT, "b.example", "board"),
        event(Outcome.TIMEOUT),
    ]
    events += [event(Outcome.STORED, f"site{number}.example") for number in range(12)]
    ports.counters().record(events)
    answer = browse("ops").get("/monitor/")
    page = compact(answer.content.decode())
    assert answer.status_code == 200
    assert '<li class="kept"><b>15</b>' in page
    assert '<li class="rejected"><b>1</b>' in page
    assert '<li class="failed"><b>1</b>' in page
    assert "Forum board" in page
    assert page.count(".example<svg") + page.count("example.org<svg") == 10


@pytest.mark.parametrize(
    ("installed", "said"),
    [
        (3_600, "<b>2.6</b><span>Pages per minute, mean of the last 5 full minutes</span>"),
        (180, "<b>4.3</b><span>Pages per minute, mean of the last 3 full minutes</span>"),
        (0, "<b>—</b><span>Pages per minute</span>"),
    ],
)
def test_pages_per_minute_are_the_mean_of_the_last_full_minutes(
    browse: Browse, ports: "Stores", installed: float, said: str
) -> None:
    from django.db.migrations.recorder import MigrationRecorder

    at = datetime.now(UTC) - timedelta(seconds=installed)
    MigrationRecorder.Migration.objects.update(applied=at)
    # Those of two minutes ago are in each, whatever the second is.
    counted = {0: 50, 120: 10, 180: 3, 400: 70}
    events = [
        event(Outcome.STORED, ago=ago) for ago, count in counted.items() for _ in range(count)
    ]
    ports.counters().record(events)
    assert said in compact(browse("ops").get("/monitor/").content.decode())


def test_short_delays_are_not_told_as_exact(browse: Browse, ports: "Stores") -> None:
    client = browse("ops")

    def told() -> list[str]:
        page = html_tree(client.get("/monitor/").content)
        tiles = [tile.text_content().split() for tile in page.cssselect(".tiles.now li")]
        return [" ".join(words[:-2]) for words in tiles if words[-1] == "delay"]

    ports.counters().record([replace(event(Outcome.STORED), published=time.time() - 3)] * 4)
    assert told() == ["≤ 60 s", "≤ 60 s"]
    ports.counters().record([replace(event(Outcome.STORED), published=time.time() - 3_600)] * 4)
    assert told()[0] == "≤ 60 s"
    assert not told()[1].startswith("≤")


def test_workers_that_live(browse: Browse, ports: "Stores") -> None:
    now = time.time()
    ports.workers().heartbeat(
        WorkerStatus(
            name="host-<1>",
            pool="page",
            started=now - 60,
            at=now,
            active=3,
            pages=1234,
            memory_bytes=50 * 2**20,
            pages_per_minute=4.25,
        )
    )
    page = browse("ops").get("/monitor/live/").content.decode()
    assert "host-&lt;1&gt;" in page
    assert "1,234" in page
    assert "4.3" in page or "4.2" in page
    assert "50.0" in page
    assert "<html" not in page


def test_buried_jobs_are_shown_with_their_reason(browse: Browse, ports: "Stores") -> None:
    bury(ports.queue(), "timeout", JOB)
    bury(ports.queue(), "no such code", "not json")
    bury(ports.queue(), "no such code", "[" * 9_999)
    page = browse("operator").get("/monitor/").content.decode()
    assert "Timeout" in page
    assert "no such code" in page
    assert "https://example.org/&lt;b&gt;1&lt;/b&gt;" in page
    assert "Example &lt;i&gt;" in page


def test_buried_jobs_are_grouped_by_reason_and_lead_to_their_jobs(
    browse: Browse, ports: "Stores"
) -> None:
    for number in range(5):
        bury(ports.queue(), f"timeout: try {number}", JOB.replace("<b>1</b>", f"late-{number}"))
    bury(ports.queue(), "http_5xx: HTTP 503", JOB)
    client = browse("ops")
    page = compact(client.get("/monitor/").content.decode())
    assert re.search(r"Timeout</a><span class=\"sub\">.*?Example &lt;i&gt; \(5\)", page)
    assert [f"late-{number}" in page for number in range(5)] == [True, True, True, False, False]
    assert 'href="/monitor/jobs/?tube=page&amp;reason=timeout"' in page
    assert (
        "Retry all 5 jobs" in client.get("/monitor/jobs/?tube=page&reason=timeout").content.decode()
    )


def test_jobs_whose_page_was_stored_since_are_counted_apart(
    browse: Browse, ports: "Stores"
) -> None:
    later = datetime.now(UTC) + timedelta(seconds=5)
    for number in range(3):
        page = f"https://example.org/late-{number}"
        bury(ports.queue(), "timeout: x", JOB.replace("https://example.org/<b>1</b>", page))
    bury(ports.queue(), "http_5xx: HTTP 503", JOB)
    bury(ports.queue(), "http_5xx: HTTP 503", JOB.replace("<b>1</b>", "2"))
    ports.documents().write(
        [article(f"https://example.org/late-{n}", "Late", collected=later) for n in range(2)]
    )
    ports.documents().refresh()
    rows = html_tree(browse("ops").get("/monitor/").content).cssselect("#buried tbody tr")
    # First what is still to be done.
    assert [" ".join(row.cssselect(".number")[0].text_content().split()) for row in rows] == [
        "2",
        "3 2 stored by later visits",
    ]
    found = browse("ops").get("/api/v1/buried").json()
    assert [(each["code"], each["count"], each["stored"]) for each in found] == [
        ("http_5xx", 2, 0),
        ("timeout", 3, 2),
    ]


def test_a_code_that_came_from_outside_is_escaped(browse: Browse, ports: "Stores") -> None:
    bury(ports.queue(), '"><script>: x', JOB)
    client = browse("ops")
    for path in ("/monitor/", '/monitor/jobs/?reason="><script>'):
        assert '"><script>' not in client.get(path).content.decode()


def keep_going(ports: "Stores") -> None:
    """A worker and a scheduler that live."""
    now = time.time()
    ports.workers().heartbeat(
        WorkerStatus(name="w", pool="all", started=now, at=now, active=0, memory_bytes=1)
    )
    ports.counters().record_gauges(now, {"page ready": 0})


def test_the_verdict_comes_first(browse: Browse, ports: "Stores") -> None:
    client = browse("ops")
    page = compact(client.get("/monitor/").content.decode())
    assert "<title>Broken · Monitor" in page
    assert page.count("<title>Broken") == 1
    assert '<a id="why-1" href="#workers">No worker is running, so nothing is fetched.</a>' in page
    assert (
        '<a id="why-2" href="#queue">The scheduler sends no heartbeat, so no source is visited.</a>'
        in page
    )
    keep_going(ports)
    let_alerts_run()
    let_stories_run()
    page = client.get("/monitor/live/").content.decode()
    assert "<title>Healthy · Monitor · Newsloom</title>" in page
    assert "no jobs pile up" in page


def test_every_reason_leads_to_a_place_on_the_page(browse: Browse, ports: "Stores") -> None:
    from webui.monitor.health_messages import PLACES

    page = browse("ops").get("/monitor/").content.decode()
    assert {place for place in PLACES.values() if f'id="{place}"' not in page} == set()


def test_numbers_over_time(browse: Browse, ports: "Stores") -> None:
    now = time.time()
    stored = replace(event(Outcome.STORED), published=now - 600)
    ports.counters().record([replace(stored, at=now - 60 * back) for back in range(30)])
    ports.counters().record([event(Outcome.TIMEOUT), event(Outcome.DNS), event(Outcome.DNS)])
    ports.counters().record_gauges(now - 1200, {"page ready": 70, "list buried": 1})
    keep_going(ports)
    page = browse("ops").get("/monitor/live/").content.decode()
    assert "From 30 pages of the last 3 hours" in page
    assert re.search(
        r"Host name not found</th>.*?>2</td>.*?Timeout</th>.*?>1</td>", page, re.DOTALL
    )
    assert "Last 24 hours: 0 to 70" in page
    assert "Scheduler: last heartbeat" in page


def test_sources_that_fell_silent(browse: Browse, ports: "Stores") -> None:
    from django.core.cache import cache

    from storage.database.sources.sources import add_source, set_enabled

    quiet, busy, paused = (
        add_source(draft(f"Source {n}", address=f"https://{n}.example/"), "test").pk
        for n in range(3)
    )
    set_enabled(paused, False, "test")
    day, now = 86_400, time.time()
    for back in range(10, -1, -1):
        sources = (quiet, busy, paused) if back > 4 else (busy,)
        ports.counters().record(
            [replace(event(Outcome.STORED), source_id=one, at=now - back * day) for one in sources]
        )
    keep_going(ports)
    page = compact(browse("operator").get("/monitor/live/").content.decode())
    assert f'<a id="silent-{quiet}" href="/sources/{quiet}/">Source 0</a>' in page
    assert "1 of 2 sources" in page
    assert "Source 1</a>" not in page
    assert "Source 2</a>" not in page
    assert "Silent sources: 1 of 2." in page
    cache.clear()


def test_a_source_that_misses_its_hours_of_the_week(browse: Browse, ports: "Stores") -> None:
    from storage.database.models import Source
    from storage.database.sources.sources import add_source

    weekly, stopped = (
        add_source(draft(name, address=f"https://{name}.example/"), "test") for name in ("a", "b")
    )
    now = time.time()
    for source, hours in ((weekly, 1.0), (stopped, 6.2)):
        rhythm = Rhythm(
            until=now, quiet=Quiet(hours=hours, longest=2.1, since=now - 7 * 3600, learned=True)
        )
        Source.objects.filter(pk=source.pk).update(
            rhythm=rhythm.to_json(), next_visit=datetime.now(UTC)
        )
        run(source, lists={"not_modified": 1})
    client = browse("operator")
    page = compact(client.get("/monitor/live/").content.decode())
    assert (
        f'href="/sources/{stopped.pk}/">b</a></th><td class="number" data-label="Silent for">6 '
        "active hours" in page
    )
    assert f'id="silent-{weekly.pk}"' not in page
    states = [
        client.get(f"/api/v1/sources/{source.pk}").json()["state"] for source in (weekly, stopped)
    ]
    assert [state["name"] for state in states] == ["healthy", "silent"]
    assert (
        "for 6 of the hours of the week in which the source usually publishes"
        in states[1]["evidence"]
    )
    assert "nothing new for 6 active hours; longest gap before: 2 active hours" in compact(
        client.get("/sources/?state=silent").content.decode()
    )


def test_servers_are_named_without_their_passwords(browse: Browse, ports: "Stores") -> None:
    ports.settings = replace(
        ports.settings, state_url=f"redis://:sec%40ret@127.0.0.1:{free_port()}/0"
    )
    page = browse("ops").get("/monitor/").content.decode()
    assert "Redis" in page
    assert "127.0.0.1:" in page
    assert "ret@" not in page
    assert "documents.db" in page


def test_a_busy_installation_stays_small(browse: Browse, ports: "Stores") -> None:
    now = time.time()
    outcomes = [*Outcome]
    for back in range(0, 24 * 60, 10):
        at = now - 60 * back
        ports.counters().record(
            [replace(event(outcome, f"s{back}.example"), at=at) for outcome in outcomes]
        )
        ports.counters().record_gauges(
            at, {f"{tube} {state}": back * 997 for tube in ("list", "page") for state in STATES}
        )
    for number in range(40):
        status = WorkerStatus(
            name=f"{number}", pool="all", started=now, at=now, active=1, memory_bytes=3
        )
        ports.workers().heartbeat(status)
    for number in range(40):
        bury(ports.queue(), f"{outcomes[number % len(outcomes)]}: {number}", JOB)
    assert len(browse("ops").get("/monitor/").content) < 150_000


@pytest.fixture
def installed_long_ago(tables: None) -> Iterator[None]:
    from django.db import connection
    from django.db.migrations.recorder import MigrationRecorder
    from django.db.models import F

    applied = MigrationRecorder(connection).migration_qs
    days = timedelta(days=60)
    applied.update(applied=F("applied") - days)
    yield
    applied.update(applied=F("applied") + days)


@pytest.mark.usefixtures("installed_long_ago")
def test_a_range_is_chosen_and_kept_while_the_page_renews_itself(
    browse: Browse, ports: "Stores"
) -> None:
    now = time.time()
    ports.counters().record(
        [replace(event(Outcome.STORED), at=now - 86_400 * day) for day in (0, 5, 20)]
    )
    client = browse("ops")
    seen = {
        code: html_tree(client.get(f"/monitor/?range={code}").content)
        for code in ("1h", "7d", "30d", "x")
    }
    for code, page in seen.items():
        known = code if code != "x" else "3h"
        (current,) = page.cssselect(".ranges [aria-current]")
        assert current.get("id") == f"range-{known}"
        assert page.get_element_by_id("live").get("hx-get") == f"/monitor/live/?range={known}"
    steps = {
        code: json.loads(page.get_element_by_id("t-flow-chart").get("data-chart"))
        for code, page in seen.items()
    }
    assert {code: len(data["labels"]) for code, data in steps.items()} == {
        "1h": 60,
        "7d": 28,
        "30d": 30,
        "x": 36,
    }


def test_both_charts_begin_with_the_installation(browse: Browse, ports: "Stores") -> None:
    now = time.time()
    stored = replace(event(Outcome.STORED), published=now - 600)
    ports.counters().record([replace(stored, at=now - 86_400 * day) for day in (0, 5, 20)])
    # Newsloom was installed with this test, so the days before are not known, whatever was counted.
    page = html_tree(browse("ops").get("/monitor/?range=30d").content)
    flow, lag = (
        json.loads(page.get_element_by_id(f"t-{name}-chart").get("data-chart"))
        for name in ("flow", "lag")
    )
    assert len(flow["labels"]) == 6
    assert flow["labels"] == lag["labels"]
    assert set(flow["series"][0]["values"][:-2]) == {"—"}
    assert page.cssselect("#t-flow-chart .unknown")


def test_a_chart_has_numbers_on_its_axes(browse: Browse, ports: "Stores") -> None:
    ports.counters().record([event(Outcome.STORED)] * 70)
    page = html_tree(browse("ops").get("/monitor/?range=1h").content)
    values = [each.text for each in page.cssselect("#t-flow-chart .values span")]
    assert values[-1] == "0"
    assert float(values[0] or 0) >= 70
    assert len(page.cssselect("#t-flow-chart .grid-line")) == len(values) - 1
    assert page.cssselect("#t-flow-chart .moments span")[-1].text == "now"


def test_each_part_keeps_its_place_and_is_open_if_something_is_wrong(
    browse: Browse, ports: "Stores"
) -> None:
    client = browse("ops")

    def parts() -> list[tuple[str, bool]]:
        page = html_tree(client.get("/monitor/").content)
        found = page.cssselect("#live-rest .parts > details")
        return [(each.get("id"), each.get("open") is not None) for each in found]

    wrong = parts()
    assert dict(wrong)["workers"]
    assert not dict(wrong)["machine"]
    page = html_tree(client.get("/monitor/").content)
    line = page.get_element_by_id("open-alerts").text_content()
    assert "The alerts role is not running" in line
    assert "All alerts run" not in line
    keep_going(ports)
    let_stories_run()
    well = parts()
    assert [place for place, _ in well] == [place for place, _ in wrong]
    assert not dict(well)["workers"]
    page = html_tree(client.get("/monitor/").content)
    assert "1 worker runs." in page.get_element_by_id("open-workers").text_content()
    # A sign for the eye, and a word for the ear.
    said = " ".join(page.get_element_by_id("open-workers").text_content().split())
    assert said.startswith("✓ Healthy: Workers")
    places = [each.get("id") for each in page.cssselect("#live-rest [id]")]
    assert places.index("flow") < places.index("workers")


def test_what_cannot_be_judged_yet_is_not_called_well(browse: Browse, ports: "Stores") -> None:
    keep_going(ports)
    page = html_tree(browse("ops").get("/monitor/").content)
    for place in ("errors", "sources", "silent", "backups"):
        said = " ".join(page.get_element_by_id(f"open-{place}").text_content().split())
        assert said.startswith("– Nothing yet: "), said


def test_the_line_of_the_queue_has_the_number_that_the_verdict_counts(
    browse: Browse, ports: "Stores"
) -> None:
    keep_going(ports)
    bury(ports.queue(), "timeout", JOB)
    now = time.time()
    ports.counters().record_gauges(now - 3_000, {"page buried": 30})
    ports.counters().record_gauges(now, {"page buried": 37})
    page = html_tree(browse("ops").get("/monitor/").content)
    line = page.get_element_by_id("open-queue").text_content()
    assert "Jobs ready: 0, delayed: 0, buried in the last hour: 7." in line
    assert "Healthy: " in line
    assert "Buried, in all" in page.get_element_by_id("queue").text_content()
    ports.counters().record_gauges(now, {"page buried": 50})
    page = html_tree(browse("ops").get("/monitor/").content)
    line = page.get_element_by_id("open-queue").text_content()
    assert "buried in the last hour: 20." in line
    assert "Needs attention: " in line


def test_what_cannot_be_read_stays_broken_beside_a_milder_reason(ports: "Stores") -> None:
    from watch.loading import Loaded, Outage
    from watch.system.snapshot import take_snapshot
    from watch.system.system_health import SystemState
    from webui.monitor.parts import parts

    snapshot = replace(take_snapshot(ports), counted=Loaded(outage=Outage(why="it is away")))
    found = {each.place: each for each in parts(snapshot, {"workers": SystemState.ATTENTION}, None)}
    assert found["workers"].line == "The counters cannot be read."
    assert found["workers"].state is SystemState.BROKEN


def test_jobs_that_were_given_up_come_before_the_charts(browse: Browse, ports: "Stores") -> None:
    bury(ports.queue(), "timeout", JOB)
    page = browse("ops").get("/monitor/").content.decode()
    assert page.index('id="verdict"') < page.index('id="buried"') < page.index('id="flow"')
    part = browse("ops").get("/monitor/live/").content.decode()
    assert 'id="live-rest" hx-swap-oob="innerHTML"' in part
    assert 'id="buried"' not in part


def test_updating_can_be_stopped(browse: Browse) -> None:
    client = browse("ops")
    assert 'hx-get="/monitor/live/?range=3h"' in client.get("/monitor/").content.decode()
    page = client.get("/monitor/?paused").content.decode()
    assert 'hx-get="/monitor/live/' not in page
    assert "every" not in page.partition('id="live"')[0].partition("day-strip")[2]
    assert 'hx-trigger="every' not in page


def test_stores_of_one_full_disk_are_one_sentence() -> None:
    from watch.system.system_health import MonitorFacts, judge
    from webui.monitor.health_messages import lines

    facts = MonitorFacts(now=0.0, read_only=["database", "queue"])
    said = [line.text for line in lines(judge(facts).reasons)]
    assert len([text for text in said if "takes no data" in text]) == 1
    assert any("takes no data: Database, Queue." in text for text in said)


def test_a_store_whose_disk_is_full_is_not_said_to_be_away_as_well(ports: "Stores") -> None:
    from watch.loading import Loaded, Outage
    from watch.system.snapshot import take_snapshot
    from watch.system.system_health import ProblemKind

    snapshot = take_snapshot(ports)
    queue = replace(snapshot.stores["queue"], answer=Loaded(outage=Outage(why="disk is full")))
    away = replace(snapshot, stores={**snapshot.stores, "queue": queue})

    def of_stores(given: "MonitorSnapshot") -> list[ProblemKind]:
        kinds = [problem.kind for problem in given.health().reasons]
        return [kind for kind in kinds if kind.startswith("store_")]

    assert of_stores(away) == [ProblemKind.STORE_AWAY]
    assert of_stores(replace(away, unwritable=["queue"])) == [ProblemKind.STORE_READ_ONLY]


def test_backups_are_told_with_their_age_and_what_went_wrong(
    browse: Browse, ports: "Stores"
) -> None:
    def said() -> str:
        page = html_tree(browse("ops").get("/monitor/").content.decode())
        [part] = page.cssselect("#backups")
        return " ".join(part.text_content().split())

    assert "No backup yet." in said()
    assert "newsloom backup FILE" in said()
    ports.backup_log().succeeded("/backups/2026-11-30-033000.zip", 2_048, 3, 23)
    assert "Age of the newest backup: " in said()
    assert "/backups/2026-11-30-033000.zip" in said()
    ports.backup_log().failed("cannot write <b>: No space left on device")
    assert "cannot write <b>: No space left on device" in said()
    page = browse("ops").get("/monitor/").content.decode()
    assert "The last backup failed: cannot write &lt;b&gt;: No space left" in page
