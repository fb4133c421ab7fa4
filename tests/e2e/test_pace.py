"""No request comes sooner than the pace of its host allows, on both profiles.

Two workers are killed in turn, while sites redirect in chains and loops and to other hosts, reset
connections, set cookies first, ask for a crawl delay, and users try sources and look sites up.
``make soak`` runs it for forty minutes, ``make soak ARGS="--minutes 2"`` for two.
"""

import itertools
import signal
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest

from crawler.preview import preview
from fakeweb.web import FakeWeb
from storage.database.port import SourceRecord
from testbed.stack import Process, Stack, records, wait_until
from tests.e2e.profiles import on_servers
from tests.pace import most_early

FAULTS = {
    "plain-01": "chain",
    "plain-02": "loop",
    "plain-03": "elsewhere",
    "plain-04": "cookie",
    "harbour-times": "reset",
    "talbote": "403",
}
UNTROUBLED = ("old-quay", "copper-street")
PATIENT = "patient"
PACE = 0.5
CRAWL_DELAY = 1.0
# On a machine that is short of processors, the web may notice one request late and the next at
# once.
TOLERANCE = 0.4
LENGTHS = [
    pytest.param(25, id="short"),
    pytest.param(0, id="long", marks=[pytest.mark.soak, pytest.mark.timeout(3000)]),
]
LONG_MINUTES = 40.0
BETWEEN_USERS_SECONDS = 20.0


@pytest.fixture
def web() -> Iterator[FakeWeb]:
    with FakeWeb.start(seed=5, stock=12, rate=2, sites=(*FAULTS, *UNTROUBLED, PATIENT)) as running:
        for name, kind in FAULTS.items():
            running.misbehave(name, kind)
        yield running


@on_servers
@pytest.mark.parametrize("seconds", LENGTHS)
def test_no_request_comes_sooner_than_its_pace(
    seconds: int,
    home: Path,
    stores: dict[str, str],
    web: FakeWeb,
    record_property: Any,
    request: pytest.FixtureRequest,
) -> None:
    seconds = seconds or int(60 * (request.config.getoption("--minutes") or LONG_MINUTES))
    settings = {"BACKOFF_SECONDS": 1, "LOOKUP_PACE_SECONDS": PACE}
    sources = records(
        [*web.sources(), *web.sources(faulty=True)], interval_seconds=5, pace_seconds=PACE
    )
    with Stack(home, stores, **settings) as stack, ThreadPoolExecutor(2) as users:
        stack.migrate()
        stack.add_sources(sources)
        stack.start("scheduler")
        workers = [stack.start("worker"), stack.start("worker")]
        wait_until(lambda: len(web.requests()) > 10, 60, "the crawl begins", stack.logs)
        until = time.monotonic() + seconds
        visits = [
            users.submit(again_and_again, until, lambda: look_up(stack, web)),
            users.submit(again_and_again, until, lambda: try_out(stack, sources)),
        ]
        kills = kill_in_turn(stack, workers, until)
        for visit in visits:
            assert visit.result(180)
        requests = web.requests()
        logs = stack.logs()
    shortest = shortest_steps(requests)
    for name, value in {**figures(requests, shortest), "kills": kills}.items():
        record_property(name, value)
        print(f"{name}: {value}")
    assert sum(status >= 300 for status in (each["status"] for each in requests)) > 10
    early = {
        host: seconds
        for host, seconds in most_early(requests, pace_of).items()
        if seconds > TOLERANCE
    }
    assert early == {}, logs
    robots = Counter(
        each["host"] for each in requests if each["path"] == "/robots.txt" and each["status"] == 200
    )
    # A robots.txt whose connection is reset counts for a minute, any other for an hour. A worker
    # that is killed while it asks leaves the question to another one.
    reset = {f"{name}.localhost" for name, kind in FAULTS.items() if kind == "reset"}
    assert all(count <= 2 for host, count in robots.items() if host not in reset), robots


def again_and_again(until: float, visit: Callable[[], None]) -> int:
    """Let a user visit once, and again until the end; return how often."""
    for count in itertools.count(1):
        visit()
        time.sleep(max(0.0, min(BETWEEN_USERS_SECONDS, until - time.monotonic())))
        if time.monotonic() >= until:
            return count
    raise AssertionError


def look_up(stack: Stack, web: FakeWeb) -> None:
    from crawler.discovery.discover import discover

    for name in (UNTROUBLED[0], PATIENT):
        assert list(discover(stack.settings, (web.address(name),)))


def try_out(stack: Stack, sources: list[SourceRecord]) -> None:
    for source in [
        source
        for source in sources
        if any(name in source.address for name in (*UNTROUBLED, PATIENT))
    ][:3]:
        assert preview(stack.settings, source).list_url


def kill_in_turn(stack: Stack, workers: list[Process], until: float) -> int:
    """Kill a worker after every forty pages, and start another one; return how often."""
    for kills in itertools.count():
        index = kills % len(workers)
        seen = sum(stack.totals().pages.values())
        while sum(stack.totals().pages.values()) < seen + 40:
            if time.monotonic() > until:
                return kills
            time.sleep(0.2)
        workers[index].send_signal(signal.SIGKILL)
        workers[index].wait()
        workers[index] = stack.start("worker")
    raise AssertionError


def pace_of(host: str) -> float:
    return CRAWL_DELAY if host.startswith(PATIENT) else PACE


def shortest_steps(requests: list[dict[str, Any]]) -> dict[str, float]:
    """Return the shortest time between two requests to each host."""
    times: dict[str, list[float]] = defaultdict(list)
    for request in requests:
        times[request["host"]].append(request["time"])
    return {
        host: min(b - a for a, b in itertools.pairwise(sorted(all_)))
        for host, all_ in times.items()
        if all_[1:]
    }


def short_steps(requests: list[dict[str, Any]]) -> int:
    """Return how many steps were shorter than nine tenths of their host's pace."""
    last: dict[str, float] = {}
    count = 0
    for request in sorted(requests, key=itemgetter("time")):
        host = request["host"]
        count += request["time"] - last.get(host, 0.0) < 0.9 * pace_of(host)
        last[host] = request["time"]
    return count


def figures(requests: list[dict[str, Any]], shortest: Mapping[str, float]) -> dict[str, object]:
    robots = Counter(each["host"] for each in requests if each["path"] == "/robots.txt")
    return {
        "requests": len(requests),
        "hosts": len(shortest),
        "shortest step": round(min(shortest.values()), 3),
        "steps under 0.9 of the pace": short_steps(requests),
        "redirects": sum(300 <= each["status"] < 304 for each in requests),
        "requests for robots.txt": sum(robots.values()),
        "most for one host": max(robots.values()),
    }


@pytest.mark.parametrize(
    ("gaps", "early"),
    [
        pytest.param([0.5] * 20, 0.0, id="at the pace"),
        pytest.param([0.5] * 10 + [0.75, 0.25] + [0.5] * 10, 0.25, id="one was noticed late"),
        pytest.param([0.5] * 10 + [0.05] + [0.5] * 10, 0.45, id="a repeated request"),
        pytest.param([0.45] * 20, 1.0, id="a pace that is a little too fast"),
        pytest.param([5.0] + [0.5] * 10 + [0.01], 0.49, id="after a pause"),
    ],
)
def test_a_gap_under_the_pace_is_seen(gaps: list[float], early: float) -> None:
    """The test above fails if a request is earlier than the tolerance."""
    times = itertools.accumulate(gaps, initial=1_000.0)
    found = most_early(
        [{"host": "plain-01.localhost", "time": at, "late": 0.0} for at in times], pace_of
    )
    assert abs(found["plain-01.localhost"] - early) < 1e-6
    assert (early > TOLERANCE) is (early in (0.45, 1.0, 0.49))


def test_what_the_web_noticed_late_excuses_one_early_request_and_no_more() -> None:
    def early(*gaps: float) -> float:
        times = itertools.accumulate([0.5] * 9 + [0.95, *gaps], initial=1_000.0)
        requests = [{"host": "plain-01.localhost", "time": at, "late": 0.0} for at in times]
        requests[10]["late"] = 0.45
        return most_early(requests, pace_of)["plain-01.localhost"]

    assert early(0.05, 0.5) < 1e-6
    assert early(0.05, 0.05) > TOLERANCE
