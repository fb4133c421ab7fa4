"""The port *stats*, what the states of sources and the timeline are read from: one suite on both
adapters.
"""

import time
from dataclasses import replace
from typing import Any

from storage.outcomes import Outcome
from storage.stats.port import Event, HubOffer, ListReport, PageMove, PageShape, ProcessDeath, Stats
from tests.contract.test_stats import NOW, Opener, event, list_event, status


def death(pid: int, at: float, **fields: Any) -> ProcessDeath:
    return replace(ProcessDeath(host="h", pid=pid, role="worker-1", code=-9, at=at), **fields)


def test_a_worker_that_its_supervisor_saw_die_is_dead_at_once(opened: Opener) -> None:
    stats = opened()
    for name in ("h-1-all", "h-12-all", "g-1-all"):
        stats.heartbeat(status(name, NOW))
    stats.record_death(death(1, NOW))
    opened().record_death(death(99, NOW + 1, role="web", code=1))
    assert [each.name for each in stats.workers(NOW + 1)] == ["g-1-all", "h-12-all"]
    assert stats.lost_workers(NOW + 31)[0].name == "g-1-all"
    assert opened().deaths(NOW) == [death(1, NOW), death(99, NOW + 1, role="web", code=1)]
    assert stats.deaths(NOW + 1) == [death(99, NOW + 1, role="web", code=1)]


def test_only_the_newest_deaths_are_kept(stats: Stats) -> None:
    for number in range(205):
        stats.record_death(death(number, NOW + number))
    assert [each.pid for each in stats.deaths(0.0)] == list(range(5, 205))


def test_the_latest_report_of_each_sources_own_list(stats: Stats) -> None:
    now = time.time()

    def entry(source_id: int, outcome: Outcome, **fields: Any) -> Event:
        return list_event(
            outcome, **{"source_id": source_id, "is_entry": True, "at": now, **fields}
        )

    stats.record(
        [
            entry(1, Outcome.HTTP_4XX, detail="HTTP 403"),
            entry(2, Outcome.LISTED, moved_to="http://b/"),
        ]
    )
    stats.record([list_event(Outcome.NO_LINKS, source_id=1, at=now), event(at=now)])
    common: dict[str, Any] = {"run_id": "r1", "url": "http://a/", "at": now}
    refused = ListReport(source_id=1, outcome="http_4xx", detail="HTTP 403", moved_to="", **common)
    moved = ListReport(source_id=2, outcome="listed", detail="", moved_to="http://b/", **common)
    assert stats.list_reports() == {1: refused, 2: moved}
    assert stats.list_signs() == ({}, {1: refused, 2: moved})
    stats.record([entry(1, Outcome.LISTED), entry(2, Outcome.LISTED, at=now - 36 * 86_400)])
    assert stats.list_reports() == {1: replace(refused, outcome="listed", detail="")}


def shape(number: int) -> PageShape:
    return PageShape(
        url=f"http://a/{number}",
        outcome="stored",
        length=100 + number,
        confidence=0.5 if number % 2 else None,
        dated_by="meta",
        sketch=(1, number, 65_535),
        at=NOW,
    )


def test_the_shapes_of_the_newest_pages(opened: Opener) -> None:
    stats = opened()
    stats.record([event(shape=shape(number)) for number in range(50)])
    opened().record(
        [event(shape=shape(number)) for number in range(50, 70)]
        + [event(source_id=2, shape=shape(7))]
    )
    stats.record([event(), list_event()])
    assert stats.page_shapes(1) == [shape(number) for number in range(10, 70)]
    assert stats.page_shapes(2) == [shape(7)]
    assert opened().shape_counts() == {1: 70, 2: 1}
    stats.drop_shapes(1)
    assert (stats.page_shapes(1), stats.shape_counts()) == ([], {2: 1})


def test_the_newest_links_of_a_list_with_the_first_time_they_were_seen(opened: Opener) -> None:
    stats, now = opened(), float(int(time.time()))
    stats.record_links(1, ["a", "b"], now)
    opened().record_links(1, ["b", "c"], now + 60)
    stats.record_links(2, [], now)
    assert opened().list_links([1, 2, 3]) == {1: {"a": now, "b": now, "c": now + 60}}
    stats.record_links(1, [f"n{number}" for number in range(127)], now + 120)
    kept = stats.list_links([1])[1]
    assert len(kept) == 128
    assert ("a" in kept, "b" in kept, kept["c"]) == (False, False, now + 60)


def test_the_hub_that_a_feed_offers_now(opened: Opener) -> None:
    stats = opened()
    first, second = (
        HubOffer(url=f"http://{name}/", hub="http://hub/", topic=f"http://{name}/self")
        for name in "ab"
    )
    stats.record_hub(1, first)
    stats.record_hub(2, first)
    opened().record_hub(2, second)
    assert opened().hubs() == {1: first, 2: second}
    stats.record_hub(1, None)
    stats.record_hub(3, None)
    assert stats.hubs() == {2: second}


def test_the_last_move_of_a_page(opened: Opener) -> None:
    stats = opened()
    first, second = (PageMove(url=f"http://a/{n}", target=f"http://b/{n}") for n in (1, 2))
    stats.record_page_move(1, first)
    stats.record_page_move(2, first)
    opened().record_page_move(1, second)
    assert stats.page_moves() == {1: second, 2: first}
