"""The monitor: numbers, charts, buried jobs."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from storage.outcomes import Outcome
from storage.stats.port import Event, WorkerStatus
from tests.unit.webui.samples import article, bury

if TYPE_CHECKING:
    from django.test import Client

    from webui.ports import Ports

Browse = Callable[..., "Client"]
JOB = '{"v":1,"job":"page","url":"https://example.org/<b>1</b>","source":{"name":"Example <i>"}}'


def event(outcome: Outcome, site: str = "example.org", channel: str = "feed") -> Event:
    return Event(
        source_id=1, run_id="r", channel=channel, site=site, outcome=outcome, url="https://e.org/", at=time.time()
    )


def test_nothing_yet(browse: Browse) -> None:
    page = browse("ops").get("/monitor/").content.decode()
    assert "No page has been fetched yet." in page
    assert "No worker is alive." in page
    assert "None: every job was done or is being tried." in page


def test_totals_channels_and_sites(browse: Browse, ports: "Ports") -> None:
    ports.documents().write([article("https://example.org/1", "One")])
    events = [event(Outcome.STORED)] * 3 + [event(Outcome.TOO_SHORT, "b.example", "board"), event(Outcome.TIMEOUT)]
    events += [event(Outcome.STORED, f"site{number}.example") for number in range(12)]
    ports.stats().record(events)
    answer = browse("ops").get("/monitor/")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert '<li class="kept"><b>15</b>' in page
    assert '<li class="rejected"><b>1</b>' in page
    assert '<li class="trouble"><b>1</b>' in page
    assert "Forum board" in page
    assert page.count(".example<svg") + page.count("example.org<svg") == 10


def test_workers_that_live(browse: Browse, ports: "Ports") -> None:
    now = time.time()
    ports.stats().heartbeat(
        WorkerStatus(
            name="host-<1>", pool="page", started=now - 60, at=now, active=3, done=1234, memory_bytes=50 * 2**20
        )
    )
    page = browse("ops").get("/monitor/live/").content.decode()
    assert "host-&lt;1&gt;" in page
    assert "1,234" in page
    assert "50.0" in page
    assert "<html" not in page


def test_buried_jobs_are_shown_with_their_reason(browse: Browse, ports: "Ports") -> None:
    bury(ports.queue(), "timeout", JOB)
    bury(ports.queue(), "no such code", "not json")
    page = browse("operator").get("/monitor/").content.decode()
    assert "Time-out" in page
    assert "no such code" in page
    assert "https://example.org/&lt;b&gt;1&lt;/b&gt;" in page
    assert "Example &lt;i&gt;" in page
    assert "Kick all" not in page
    assert "Kick all: Pages" in browse("ops").get("/monitor/").content.decode()


def test_kick(browse: Browse, ports: "Ports") -> None:
    bury(ports.queue(), "timeout", JOB)
    page = browse("ops").post("/monitor/buried/page/kick/", follow=True).content.decode()
    assert "1 job is ready again." in page
    assert [(tube.ready, tube.buried) for tube in ports.queue().stats()] == [(0, 0), (1, 0)]


def test_drop_asks_first(browse: Browse, ports: "Ports") -> None:
    bury(ports.queue(), "timeout", JOB)
    bury(ports.queue(), "timeout", JOB)
    client = browse("ops")
    assert "Delete all jobs given up" in client.get("/monitor/buried/page/drop/").content.decode()
    assert ports.queue().stats()[1].buried == 2
    page = client.post("/monitor/buried/page/drop/", follow=True).content.decode()
    assert "2 buried jobs were deleted." in page
    assert ports.queue().stats()[1].buried == 0


def test_only_real_tubes(browse: Browse) -> None:
    assert browse("ops").post("/monitor/buried/other/kick/").status_code == 404


def test_updating_can_be_stopped(browse: Browse) -> None:
    client = browse("ops")
    assert 'hx-get="/monitor/live/"' in client.get("/monitor/").content.decode()
    assert "hx-get" not in client.get("/monitor/?paused").content.decode()
