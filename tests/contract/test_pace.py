"""The port *pace*: one suite on both adapters."""

import multiprocessing
import random
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from storage.backends import open_pace
from storage.seen import port
from storage.seen.connection import RedisServer
from storage.seen.port import Pace, RobotsAnswer
from storage.settings import Settings
from tests.processes import FORKED

DAY = 86_400
# Intervals in these tests are so long that the time the tests take does not matter.
INTERVAL = 1000.0


def about(seconds: float) -> object:
    return pytest.approx(seconds, abs=100)


@pytest.fixture
def pace(state_url: str) -> Iterator[Pace]:
    with closing(open_pace(Settings(state_url=state_url))) as pace:
        yield pace


def move_clock(state_url: str, seconds: float) -> None:
    """Change what is kept as if the store's clock went forward by so much since, or back."""
    if not state_url.startswith("redis"):
        path = Path(state_url.removeprefix("local://")) / "seen.db"
        with closing(sqlite3.connect(path)) as rows, rows:
            rows.execute(
                "UPDATE turns SET free = free - ?1, planned = planned - ?1, taken = taken - ?1, "
                "written = written - ?1",
                (seconds,),
            )
            rows.execute("UPDATE waiting SET since = since - ?1, ends = ends - ?1", (seconds,))
        return
    with closing(RedisServer(state_url)) as server:
        for name in server.client.scan_iter(server.key("pace:*")):
            for field in server.client.hkeys(name):
                server.client.hincrbyfloat(name, field, -seconds)


def test_a_host_is_closed_for_the_interval(pace: Pace, state_url: str) -> None:
    assert pace.acquire("a", INTERVAL) == 0.0
    assert pace.acquire("a", INTERVAL) == about(INTERVAL)
    move_clock(state_url, 0.4 * INTERVAL)
    assert pace.acquire("a", INTERVAL) == about(0.6 * INTERVAL)
    move_clock(state_url, 0.6 * INTERVAL)
    assert pace.acquire("a", INTERVAL) == 0.0
    assert pace.acquire("a", INTERVAL) == about(INTERVAL)


def test_the_host_opens_by_itself(pace: Pace) -> None:
    assert pace.acquire("a", 0.2) == 0.0
    deadline = time.monotonic() + 30
    while pace.acquire("a", 0.2) > 0:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert pace.acquire("a", INTERVAL) == about(INTERVAL)


def test_sources_with_different_paces_share_a_host(pace: Pace, state_url: str) -> None:
    assert pace.acquire("a", 0.5 * INTERVAL) == 0.0
    move_clock(state_url, 0.6 * INTERVAL)
    # The host is open for the faster source, and the slower one counts from the same turn.
    assert pace.acquire("a", INTERVAL) == about(0.4 * INTERVAL)
    assert pace.acquire("a", 0.5 * INTERVAL) == 0.0
    move_clock(state_url, INTERVAL)
    assert pace.acquire("a", INTERVAL) == 0.0
    # The other way round, the slower source has closed the host.
    assert pace.acquire("a", 0) == about(INTERVAL)


def test_a_turn_is_remembered_after_the_host_opened_again(pace: Pace) -> None:
    while pace.acquire("a", 0) > 0:
        pass
    while pace.acquire("b", 0.05) == 0.0:
        pass
    assert pace.acquire("a", INTERVAL) == about(INTERVAL)


def test_hosts_do_not_wait_for_each_other(pace: Pace) -> None:
    hosts = ("a", "b:8080", "[::1]:80")
    assert [pace.acquire(host, INTERVAL) for host in hosts] == [0.0, 0.0, 0.0]


def test_no_interval_never_closes(pace: Pace) -> None:
    assert [pace.acquire("a", 0) for _ in range(3)] == [0.0, 0.0, 0.0]


def test_a_refused_turn_takes_nothing(pace: Pace, state_url: str) -> None:
    pace.acquire("a", INTERVAL)
    for _ in range(10):
        assert pace.acquire("a", INTERVAL) == about(INTERVAL)
    move_clock(state_url, INTERVAL)
    assert pace.acquire("a", INTERVAL) == 0.0


def test_planned_places_follow_one_another(pace: Pace, state_url: str) -> None:
    assert pace.plan("a", 3, INTERVAL) == [0, about(1000), about(2000)]
    move_clock(state_url, 500)
    assert pace.plan("a", 2, INTERVAL) == [about(2500), about(3500)]
    assert pace.plan("b", 1, INTERVAL) == [0.0]
    assert pace.plan("a", 0, INTERVAL) == []
    move_clock(state_url, 100_000)
    assert pace.plan("a", 2, INTERVAL) == [0, about(1000)]


def test_planned_jobs_find_the_host_open_when_they_come(pace: Pace, state_url: str) -> None:
    passed = 0.0
    for delay in pace.plan("a", 4, INTERVAL):
        move_clock(state_url, delay - passed)
        passed = delay
        assert pace.acquire("a", INTERVAL) == 0.0


def test_a_plan_begins_after_the_present_turn(pace: Pace) -> None:
    pace.acquire("a", INTERVAL)
    assert pace.plan("a", 2, INTERVAL) == [about(1000), about(2000)]


def test_a_hold_closes_and_never_shortens(pace: Pace, state_url: str) -> None:
    pace.hold("a", 3000)
    pace.hold("a", 500)
    assert pace.acquire("a", INTERVAL) == about(3000)
    assert pace.plan("a", 1, INTERVAL) == [about(3000)]
    move_clock(state_url, 3000)
    assert pace.acquire("a", INTERVAL) == 0.0


@pytest.mark.parametrize("ahead", [15, 3600, -3600, 30 * DAY, -30 * DAY])
def test_the_clock_of_a_worker_does_not_matter(
    pace: Pace, monkeypatch: pytest.MonkeyPatch, ahead: float
) -> None:
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + ahead)
    assert pace.acquire("taken", 10 * DAY) == 0.0
    assert pace.plan("planned", 2, INTERVAL) == [0, about(1000)]
    pace.hold("held", INTERVAL)
    assert pace.now() == about(real())
    monkeypatch.undo()
    # For a worker whose clock is right nothing is open early, or closed for longer than was meant.
    assert pace.acquire("taken", 10 * DAY) == about(10 * DAY)
    assert pace.plan("planned", 1, INTERVAL) == [about(2000)]
    assert pace.acquire("held", INTERVAL) == about(INTERVAL)


def test_a_clock_of_the_store_that_is_set_back_closes_no_host_for_longer(
    pace: Pace, state_url: str
) -> None:
    pace.acquire("taken", INTERVAL)
    pace.hold("held", 2 * INTERVAL)
    pace.plan("planned", 3, INTERVAL)
    move_clock(state_url, -30 * DAY)
    assert pace.acquire("taken", INTERVAL) == about(INTERVAL)
    assert pace.acquire("held", INTERVAL) == about(2 * INTERVAL)
    assert pace.plan("planned", 1, INTERVAL) == [about(3 * INTERVAL)]
    # From then on their time passes as it does everywhere.
    move_clock(state_url, INTERVAL)
    assert pace.acquire("taken", INTERVAL) == 0.0
    assert pace.acquire("held", INTERVAL) == about(INTERVAL)


def _acquire_often(url: str, ahead: float, taken: "multiprocessing.Queue[int]") -> None:
    real = time.time
    time.time = lambda: real() + ahead
    with closing(open_pace(Settings(state_url=url))) as pace:
        taken.put(sum(pace.acquire("a", INTERVAL) == 0.0 for _ in range(200)))


def test_one_pace_for_all_processes_whatever_their_clocks_say(state_url: str) -> None:
    results: multiprocessing.Queue[int] = FORKED.Queue()
    processes = [
        FORKED.Process(target=_acquire_often, args=(state_url, ahead, results))
        for ahead in (0, 2 * INTERVAL, -30 * DAY)
    ]
    for process in processes:
        process.start()
    taken = [results.get(timeout=120) for _ in processes]
    for process in processes:
        process.join()
    assert sum(taken) == 1


ORIGIN = "https://a.example"


def test_an_answer_for_robots_txt_counts_for_its_time(pace: Pace) -> None:
    assert pace.get_robots(ORIGIN) is None
    answer = RobotsAnswer(body=b"User-agent: *\n\xff\x00" * 1000, seconds=INTERVAL)
    pace.put_robots(ORIGIN, answer)
    found = pace.get_robots(ORIGIN)
    assert found is not None
    assert (found.body, found.outcome) == (answer.body, "")
    assert found.seconds == about(INTERVAL)
    failed = RobotsAnswer(
        outcome="timeout", detail="no answer", retry_after_seconds=7.0, seconds=0.3
    )
    pace.put_robots(ORIGIN, failed)
    found = pace.get_robots(ORIGIN)
    assert found is None or (found.outcome, found.detail, found.retry_after_seconds) == (
        "timeout",
        "no answer",
        7.0,
    )
    deadline = time.monotonic() + 30
    while pace.get_robots(ORIGIN) is not None:
        assert time.monotonic() < deadline
    assert pace.get_robots("http://a.example") is None


def test_one_caller_asks_for_robots_txt(pace: Pace) -> None:
    assert pace.claim_robots(ORIGIN, INTERVAL)
    assert not pace.claim_robots(ORIGIN, INTERVAL)
    assert pace.claim_robots("https://b.example", INTERVAL)
    pace.release_robots(ORIGIN)
    assert pace.claim_robots(ORIGIN, INTERVAL)
    pace.put_robots(ORIGIN, RobotsAnswer(seconds=INTERVAL))
    # Neither a caller who came before the answer asks, nor one who comes after the claim.
    assert not pace.claim_robots(ORIGIN, INTERVAL)
    pace.release_robots(ORIGIN)
    assert not pace.claim_robots(ORIGIN, INTERVAL)


def test_a_claim_ends_by_itself(pace: Pace) -> None:
    assert pace.claim_robots(ORIGIN, 0.2)
    deadline = time.monotonic() + 30
    while not pace.claim_robots(ORIGIN, 0.2):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_the_oldest_answers_give_way(
    pace: Pace, state_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    adapter = "storage.seen.redis" if state_url.startswith("redis") else "storage.seen.local"
    monkeypatch.setattr(f"{adapter}.MAX_ROBOTS_BYTES", 10_000)
    assert port.MAX_ROBOTS_BYTES > 1 << 20
    body = bytes(random.Random(1).randbytes(2_000))
    for number in range(20):
        pace.put_robots(
            f"https://{number}.example", RobotsAnswer(body=body, seconds=INTERVAL + number)
        )
    kept = [number for number in range(20) if pace.get_robots(f"https://{number}.example")]
    assert kept == [17, 18, 19]
    # An answer that replaces another one counts once.
    for _ in range(20):
        pace.put_robots("https://19.example", RobotsAnswer(body=body, seconds=INTERVAL + 19))
    assert [number for number in range(20) if pace.get_robots(f"https://{number}.example")] == kept


def test_how_long_a_host_is_closed_is_known_without_a_turn(pace: Pace, state_url: str) -> None:
    assert pace.closed_for("a") == 0.0
    pace.hold("a", INTERVAL)
    assert pace.closed_for("a") == about(INTERVAL)
    assert pace.closed_for("a") == about(INTERVAL)
    assert pace.closed_for("b") == 0.0
    # A clock that was set back closes it no longer than intended; once the time has passed, it is
    # free.
    move_clock(state_url, -INTERVAL)
    assert pace.closed_for("a") == about(INTERVAL)
    move_clock(state_url, 3 * INTERVAL)
    assert pace.closed_for("a") == 0.0
    assert pace.acquire("a", INTERVAL) == 0.0


LIST, PAGE, REVISIT = 1, 2, 3


def first_of(pace: Pace, *ranks: int) -> int:
    """Return which of those that ask for a turn again and again, in this order, gets one first."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        for rank in ranks:
            if pace.acquire("a", INTERVAL, rank) == 0.0:
                return rank
    raise AssertionError("nobody got a turn")


@pytest.mark.parametrize(("first", "second"), [(PAGE, REVISIT), (LIST, PAGE), (LIST, REVISIT)])
def test_a_turn_is_kept_for_the_best_that_waits(
    pace: Pace, state_url: str, first: int, second: int
) -> None:
    assert pace.acquire("a", INTERVAL) == 0.0
    for rank in (second, first):
        assert pace.acquire("a", INTERVAL, rank) == about(INTERVAL)
    move_clock(state_url, INTERVAL)
    assert pace.acquire("a", INTERVAL, second) > 0
    assert pace.acquire("a", INTERVAL, first) == 0.0
    # Nobody better waits now.
    move_clock(state_url, INTERVAL)
    assert pace.acquire("a", INTERVAL, second) == 0.0


def test_many_take_their_turns_by_rank(pace: Pace, state_url: str) -> None:
    waiting = [REVISIT] * 5 + [PAGE, LIST, PAGE]
    assert pace.acquire("a", INTERVAL) == 0.0
    for rank in waiting:
        pace.acquire("a", INTERVAL, rank)
    taken = []
    while waiting:
        move_clock(state_url, INTERVAL)
        taken.append(first_of(pace, *waiting))
        waiting.remove(taken[-1])
        for rank in waiting:
            pace.acquire("a", INTERVAL, rank)
    assert taken == [LIST, PAGE, PAGE] + [REVISIT] * 5


def test_one_that_does_not_come_back_keeps_its_turn_for_a_while_only(
    pace: Pace, state_url: str
) -> None:
    assert pace.acquire("a", INTERVAL) == 0.0
    assert pace.acquire("a", INTERVAL, PAGE) == about(INTERVAL)
    move_clock(state_url, INTERVAL)
    assert 0 < pace.acquire("a", INTERVAL, REVISIT) <= port.grace_seconds(INTERVAL)
    move_clock(state_url, port.grace_seconds(INTERVAL))
    assert pace.acquire("a", INTERVAL, REVISIT) == 0.0


def test_nobody_waits_for_a_look_up_or_on_another_host(pace: Pace, state_url: str) -> None:
    for host in ("a", "b"):
        assert pace.acquire(host, INTERVAL) == 0.0
    assert pace.acquire("a", INTERVAL) == about(INTERVAL)
    assert pace.acquire("b", INTERVAL, LIST) == about(INTERVAL)
    move_clock(state_url, INTERVAL)
    assert pace.acquire("a", INTERVAL, REVISIT) == 0.0


def test_a_clock_that_is_set_back_keeps_no_turn_for_longer(pace: Pace, state_url: str) -> None:
    assert pace.acquire("a", 0) == 0.0
    pace.hold("a", INTERVAL)
    assert pace.acquire("a", 0, PAGE) == about(INTERVAL)
    move_clock(state_url, -DAY)
    assert pace.acquire("a", 0, REVISIT) <= INTERVAL + port.grace_seconds(INTERVAL)
