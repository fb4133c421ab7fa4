"""The store *counters*: one suite on both adapters."""

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from storage.backends import open_counters
from storage.counters.events import Event, KeywordCounts, Resolution, RunCounts, TimeBucket, Totals
from storage.counters.lag import quantile
from storage.counters.store import Counters
from storage.errors import Unavailable
from storage.findings.store import SourceFindings
from storage.outcomes import Outcome
from storage.settings import Settings
from storage.sqlite import SqliteFile, tables
from testbed.servers import Redis
from tests.processes import FORKED

NOW = 1_800_000_000.25
Opener = Callable[[], Counters]


def event(outcome: Outcome = Outcome.STORED, **fields: Any) -> Event:
    common = Event(
        source_id=1,
        run_id="r1",
        channel="feed",
        site="a.example",
        outcome=outcome,
        url="http://a/",
        at=NOW,
    )
    return replace(common, **fields)


def list_event(outcome: Outcome = Outcome.LISTED, **fields: Any) -> Event:
    return event(outcome, is_list=True, **fields)


def test_nothing_counted_is_nothing_shown(counters: Counters) -> None:
    counters.record([])
    assert counters.totals() == Totals(pages={}, lists={}, by_channel={}, by_site={})
    assert counters.run_counts([]) == counters.run_counts(["r1"]) == {}
    assert counters.source_outcomes(1) == {}


def test_totals_are_kept_by_channel_and_site(opened: Opener) -> None:
    opened().record(
        [
            event(),
            event(),
            event(Outcome.NO_DATE, channel="board", site="中文 论坛.example"),
            list_event(),
        ]
    )
    opened().record([event(), event(Outcome.TIMEOUT, site=""), list_event(Outcome.NOT_MODIFIED)])
    assert opened().totals() == Totals(
        pages={"stored": 3, "no_date": 1, "timeout": 1},
        lists={"listed": 1, "not_modified": 1},
        by_channel={"feed": {"stored": 3, "timeout": 1}, "board": {"no_date": 1}},
        by_site={
            "a.example": {"stored": 3},
            "中文 论坛.example": {"no_date": 1},
            "": {"timeout": 1},
        },
    )


def test_buried_jobs_are_counted_by_reason(opened: Opener) -> None:
    for code in ("timeout", "bad_job", "timeout"):
        opened().count_buried(code)
    counted = opened().totals()
    assert counted.buried == {"timeout": 2, "bad_job": 1}
    assert counted.pages == {}


def test_runs_count_links_lists_and_pages(counters: Counters) -> None:
    counters.record(
        [
            list_event(found=10, new=3, put_lists=2),
            event(),
            event(Outcome.EMPTY),
            event(run_id="r2"),
        ]
    )
    counters.record(
        [list_event(Outcome.TIMEOUT), list_event(found=2, new=1), event(new=1), event(put_lists=1)]
    )
    assert counters.run_counts(["r1", "r2", "r3"]) == {
        "r1": RunCounts(
            found=12,
            new=5,
            put_lists=3,
            lists={"listed": 2, "timeout": 1},
            pages={"stored": 3, "empty": 1},
        ),
        "r2": RunCounts(lists={}, pages={"stored": 1}),
    }


def test_sources_count_their_pages(counters: Counters) -> None:
    counters.record([event(), event(Outcome.ROBOTS), event(source_id=2), list_event(), event()])
    assert counters.source_outcomes(1) == {"stored": 2, "robots": 1}
    assert counters.source_outcomes(2) == {"stored": 1}


# Counts by time are forgotten by the clock at hand, so that these tests count from a time to come.
HOUR = 1_800_000_000.0
DAY = date(2027, 1, 15)


def test_outcomes_by_minute_and_hour(opened: Opener) -> None:
    opened().record([event(at=HOUR), event(at=HOUR + 59.9), event(Outcome.TIMEOUT, at=HOUR + 60)])
    opened().record([list_event(at=HOUR + 30), event(at=HOUR + 3600), event(at=HOUR)])
    counters = opened()
    first = TimeBucket(start=1_800_000_000, pages={"stored": 3}, lists={"listed": 1})
    assert counters.timeline(Resolution.MINUTE, HOUR, HOUR + 90) == [
        first,
        TimeBucket(start=1_800_000_060, pages={"timeout": 1}, lists={}),
    ]
    assert counters.timeline(Resolution.MINUTE, HOUR, HOUR + 59) == [first]
    assert counters.timeline(Resolution.HOUR, HOUR, HOUR + 7200) == [
        TimeBucket(start=1_800_000_000, pages={"stored": 3, "timeout": 1}, lists={"listed": 1}),
        TimeBucket(start=1_800_003_600, pages={"stored": 1}, lists={}),
    ]
    assert counters.timeline(Resolution.HOUR, HOUR - 7200, HOUR - 1) == []


def test_lags_are_counted_by_hour_for_what_is_known_to_the_minute(counters: Counters) -> None:
    minutes = [1, 10, 10, 10, 10, 10, 10, 10, 10, 300]
    counters.record([event(at=HOUR, published=HOUR - 60 * lag) for lag in minutes])
    counters.record(
        [
            event(at=HOUR + 3600, published=HOUR),
            event(at=HOUR),
            event(at=HOUR, published=HOUR - 8 * 86400),
        ]
    )
    lags = counters.lags(HOUR, HOUR + 3600)
    assert list(lags) == [1_800_000_000, 1_800_003_600]
    first = lags[1_800_000_000]
    assert sum(first.values()) == 10
    assert quantile(first, 0.5) == pytest.approx(600, rel=0.1)
    assert quantile(first, 0.95) == pytest.approx(18_000, rel=0.1)
    assert counters.lags(HOUR + 3600, HOUR + 3600) == {1_800_003_600: lags[1_800_003_600]}


def test_pages_of_each_source_by_day(opened: Opener) -> None:
    for days in range(10):
        at = datetime(2027, 1, 15, 23, 59, tzinfo=UTC).timestamp() + days * 86400
        opened().record(
            [
                event(at=at),
                event(Outcome.EMPTY, at=at + 60),
                list_event(at=at),
                event(source_id=7, at=at),
            ]
        )
    found = opened().source_days([1, 2], DAY, DAY + timedelta(days=8))
    assert list(found) == [1]
    assert list(found[1]) == [DAY + timedelta(days=number) for number in range(9)]
    assert found[1][DAY] == {"stored": 1}
    assert found[1][DAY + timedelta(days=8)] == {"stored": 1, "empty": 1}
    assert opened().source_days([7, 1], DAY + timedelta(days=9), DAY + timedelta(days=10)) == {
        7: {DAY + timedelta(days=9): {"stored": 1}},
        1: {
            DAY + timedelta(days=9): {"stored": 1, "empty": 1},
            DAY + timedelta(days=10): {"empty": 1},
        },
    }
    assert opened().source_days([], DAY, DAY) == {}


def test_visits_to_stored_articles_are_not_new_pages_of_a_source(
    counters: Counters, findings: SourceFindings
) -> None:
    again = [
        event(outcome, is_revisit=True)
        for outcome in (Outcome.CHANGED, Outcome.GONE, Outcome.UNCHANGED)
    ]
    counters.record([event(), *again])
    today = datetime.fromtimestamp(NOW, UTC).date()
    assert counters.source_days([1], today, today) == {1: {today: {"stored": 1}}}
    assert counters.source_outcomes(1) == {"stored": 1, "changed": 1, "gone": 1, "unchanged": 1}
    assert [each.outcome for each in findings.recent_failures(1)] == ["gone"]


def test_stored_pages_of_many_sources_by_day(opened: Opener) -> None:
    for days in (3, 0, 1):
        at = HOUR + days * 86400
        opened().record(
            [event(at=at), event(Outcome.EMPTY, at=at), list_event(at=at), event(at=at)]
        )
    opened().record(
        [event(source_id=70_000, at=HOUR), event(Outcome.TIMEOUT, source_id=3, at=HOUR)]
    )
    found = opened().stored_days([1, 3, 70_000, 9], DAY, DAY + timedelta(days=3))
    assert found == {1: {DAY + timedelta(days=number): 2 for number in (0, 1, 3)}, 70_000: {DAY: 1}}
    assert list(found[1]) == sorted(found[1])
    assert opened().stored_days([1, 70_000], DAY + timedelta(days=1), DAY + timedelta(days=2)) == {
        1: {DAY + timedelta(days=1): 2}
    }
    assert opened().stored_days([70_000], DAY, DAY) == {70_000: {DAY: 1}}
    assert opened().stored_days([], DAY, DAY) == {}
    assert opened().stored_days([1], DAY + timedelta(days=4), DAY + timedelta(days=9)) == {}


def test_keywords_count_what_they_bring(counters: Counters) -> None:
    counters.record(
        [
            list_event(keyword="洪水 预警", found=10, new=4, at=HOUR),
            list_event(keyword="none", at=HOUR),
            list_event(Outcome.TIMEOUT, keyword="never answered", at=HOUR),
        ]
    )
    counters.record(
        [event(keyword="洪水 预警", at=HOUR), event(Outcome.EMPTY, keyword="洪水 预警", at=HOUR)]
    )
    counters.record(
        [
            event(keyword="洪水 预警", at=HOUR + 14 * 86400),
            event(source_id=2, keyword="x", at=HOUR),
            event(),
        ]
    )
    assert counters.keyword_counts([1, 2, 3], HOUR, HOUR + 14 * 86400) == {
        1: {
            "none": KeywordCounts(asked=1),
            "洪水 预警": KeywordCounts(asked=1, found=10, new=4, stored=2),
        },
        2: {"x": KeywordCounts(stored=1)},
    }
    assert counters.keyword_counts([1], HOUR, HOUR) == {
        1: {
            "none": KeywordCounts(asked=1),
            "洪水 预警": KeywordCounts(asked=1, found=10, new=4, stored=1),
        }
    }


def test_gauges_keep_the_last_word_of_each_minute(opened: Opener) -> None:
    opened().record_gauges(HOUR, {"page ready": 5, "page buried": 1})
    opened().record_gauges(HOUR + 59, {"page ready": 3})
    opened().record_gauges(HOUR + 3600, {"page ready": 0})
    assert opened().gauge_history(HOUR, HOUR + 3600) == {
        1_800_000_000: {"page ready": 3, "page buried": 1},
        1_800_003_600: {"page ready": 0},
    }
    assert opened().gauge_history(HOUR + 60, HOUR + 3599) == {}


def test_counts_by_time_are_forgotten(counters: Counters) -> None:
    import time

    now = time.time()
    ages = {"minute": 5 * 3600, "hour": 33 * 86400, "day": 43 * 86400}
    for age in ages.values():
        counters.record([event(at=now - age, keyword="x", published=now - age)])
        counters.record_gauges(now - age, {"ready": 1})
    counters.record([event(at=now)])
    minutes = counters.timeline(Resolution.MINUTE, now - 50 * 86400, now)
    hours = counters.timeline(Resolution.HOUR, now - 50 * 86400, now)
    assert [now - moment.start < 120 for moment in minutes] == [True]
    assert [now - moment.start < 7200 + ages["minute"] for moment in hours] == [True, True]
    assert list(counters.lags(now - 50 * 86400, now)) == [hours[0].start]
    assert [round((now - at) / 3600) for at in counters.gauge_history(now - 50 * 86400, now)] == [5]
    today = datetime.fromtimestamp(now, UTC).date()
    assert len(counters.source_days([1], today - timedelta(days=50), today)[1]) in (2, 3)
    assert len(counters.stored_days([1], today - timedelta(days=50), today)[1]) in (2, 3)
    assert counters.keyword_counts([1], now - 50 * 86400, now)[1]["x"].stored == 2


def _record_many(url: str, number: int) -> None:
    counters = open_counters(Settings(state_url=url))
    for step in range(50):
        counters.record(
            [
                event(url=f"http://a/{number}/{step}"),
                event(Outcome.EMPTY, url=f"http://a/{number}/{step}"),
            ]
        )


def test_no_count_is_lost_between_processes(
    counters: Counters, findings: SourceFindings, state_url: str
) -> None:
    processes = [
        FORKED.Process(target=_record_many, args=(state_url, number)) for number in range(3)
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join(120)
    assert counters.totals().pages == {"stored": 150, "empty": 150}
    assert len(findings.recent_failures(1)) == 20


def test_all_workers_together_take_no_more_links_than_a_run_may_queue(opened: Opener) -> None:
    one, other = opened(), opened()
    taken = [list(counters.take_links("r1", "", 4, 10)) for counters in (one, other, one, other)]
    assert taken == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9], []]
    assert one.take_links("r1", "flood", 12, 10) == range(10)
    assert len(one.take_links("r2", "", 0, 10)) == 0
    assert one.take_links("r2", "", 10, 10) == range(10)
    one.record([event(new=3)])
    assert other.run_counts(["r1"]) == {"r1": RunCounts(new=3, lists={}, pages={"stored": 1})}


def test_a_run_counts_its_lists_that_go_on_in_another_job(opened: Opener) -> None:
    one, other = opened(), opened()
    one.count_replaced_list("r1")
    other.count_replaced_list("r1")
    counts = other.run_counts(["r1", "r2"])
    assert counts == {"r1": RunCounts(replaced_lists=2, lists={}, pages={})}


def test_runs_are_dropped_after_seven_days(tmp_path: Path, redis_url: str) -> None:
    import redis

    remote, local = (
        open_counters(Settings(state_url=redis_url)),
        open_counters(Settings(state_url=f"local://{tmp_path}")),
    )
    for counters in (remote, local):
        counters.take_links("old", "", 1, 1)
    with redis.Redis.from_url(redis_url) as client:
        assert 6.9 * 86400 < client.ttl("newsloom:stats:run:old") <= 7 * 86400
    database = SqliteFile(tmp_path / "stats.db", tables(""))
    with database.writing() as rows:
        rows.execute("UPDATE expiring SET at = at - 7 * 86400 - 1")
    database.close()
    local.record([event(run_id="new")])
    assert list(local.run_counts(["old", "new"])) == ["new"]
    remote.close()
    local.close()


def test_a_clock_that_jumps_ahead_drops_no_run_that_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counters = open_counters(Settings(state_url=f"local://{tmp_path}"))
    counters.take_links("begun", "", 3, 10)
    for days in (30, 60, 0):
        ahead = time.time() + days * 86_400
        with monkeypatch.context() as patch:
            patch.setattr(time, "time", lambda ahead=ahead: ahead)
            counters.record([event(run_id=f"in {days} days")])
            assert counters.take_links("begun", "", 1, 10)[0] == 3 + (30, 60, 0).index(days)
            assert "begun" in counters.run_counts(["begun"])
    counters.close()


def test_a_lost_server_says_so_and_counts_again_afterwards(own_redis: Redis) -> None:
    counters = open_counters(Settings(state_url=own_redis.url))
    counters.record([event()])
    own_redis.stop()
    with pytest.raises(Unavailable):
        counters.record([event()])
    own_redis.start()
    counters.record([event()])
    assert counters.totals().pages == {"stored": 2}
    counters.close()
