"""The store *findings*, what the states of sources are read from: one suite on both adapters."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from storage.counters.events import Event
from storage.counters.store import Counters
from storage.findings.signs import (
    FailedAttempt,
    HubOffer,
    ListReport,
    PageMove,
    PageShape,
    PutOff,
    RecentFailure,
)
from storage.findings.store import SourceFindings
from storage.outcomes import Outcome
from tests.contract.test_counters import NOW, Opener, event, list_event


def test_the_latest_report_of_each_sources_own_list(
    counters: Counters, findings: SourceFindings
) -> None:
    now = time.time()

    def entry(source_id: int, outcome: Outcome, **fields: Any) -> Event:
        return list_event(
            outcome, **{"source_id": source_id, "is_entry": True, "at": now, **fields}
        )

    counters.record(
        [
            entry(1, Outcome.HTTP_4XX, detail="HTTP 403"),
            entry(2, Outcome.LISTED, moved_to="http://b/"),
        ]
    )
    counters.record([list_event(Outcome.NO_LINKS, source_id=1, at=now), event(at=now)])
    common: dict[str, Any] = {"run_id": "r1", "url": "http://a/", "at": now}
    refused = ListReport(source_id=1, outcome="http_4xx", detail="HTTP 403", moved_to="", **common)
    moved = ListReport(source_id=2, outcome="listed", detail="", moved_to="http://b/", **common)
    assert findings.list_attempts_and_reports([1, 2, 3]) == ({}, {1: refused, 2: moved})
    assert findings.list_attempts_and_reports([2]) == ({}, {2: moved})
    assert findings.list_attempts_and_reports([]) == ({}, {})
    counters.record([entry(1, Outcome.LISTED), entry(2, Outcome.LISTED, at=now - 36 * 86_400)])
    left = {1: replace(refused, outcome="listed", detail="")}
    assert findings.list_attempts_and_reports([1, 2]) == ({}, left)
    findings.drop_old_attempts()
    assert findings.list_attempts_and_reports([1, 2]) == ({}, left)


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


def test_the_shapes_of_the_newest_pages(
    counters: Counters,
    opened: Opener,
    findings: SourceFindings,
    open_findings_again: Callable[[], SourceFindings],
) -> None:
    counters.record([event(shape=shape(number)) for number in range(50)])
    opened().record(
        [event(shape=shape(number)) for number in range(50, 70)]
        + [event(source_id=2, shape=shape(7))]
    )
    counters.record([event(), list_event()])
    assert findings.page_shapes(1) == [shape(number) for number in range(10, 70)]
    assert findings.page_shapes(2) == [shape(7)]
    assert open_findings_again().shape_counts() == {1: 70, 2: 1}
    findings.drop_shapes(1)
    assert (findings.page_shapes(1), findings.shape_counts()) == ([], {2: 1})


def test_the_newest_links_of_a_list_with_the_first_time_they_were_seen(
    findings: SourceFindings, open_findings_again: Callable[[], SourceFindings]
) -> None:
    now = float(int(time.time()))
    findings.record_links(1, ["a", "b"], now)
    open_findings_again().record_links(1, ["b", "c"], now + 60)
    findings.record_links(2, [], now)
    assert open_findings_again().list_links([1, 2, 3]) == {1: {"a": now, "b": now, "c": now + 60}}
    findings.record_links(1, [f"n{number}" for number in range(127)], now + 120)
    kept = findings.list_links([1])[1]
    assert len(kept) == 128
    assert ("a" in kept, "b" in kept, kept["c"]) == (False, False, now + 60)


def test_the_hub_that_a_feed_offers_now(
    findings: SourceFindings, open_findings_again: Callable[[], SourceFindings]
) -> None:
    first, second = (
        HubOffer(url=f"http://{name}/", hub="http://hub/", topic=f"http://{name}/self")
        for name in "ab"
    )
    findings.record_hub(1, first)
    findings.record_hub(2, first)
    open_findings_again().record_hub(2, second)
    assert open_findings_again().hubs() == {1: first, 2: second}
    findings.record_hub(1, None)
    findings.record_hub(3, None)
    assert findings.hubs() == {2: second}


def test_the_last_move_of_a_page(
    findings: SourceFindings, open_findings_again: Callable[[], SourceFindings]
) -> None:
    first, second = (PageMove(url=f"http://a/{n}", target=f"http://b/{n}") for n in (1, 2))
    findings.record_page_move(1, first)
    findings.record_page_move(2, first)
    open_findings_again().record_page_move(1, second)
    assert findings.page_moves() == {1: second, 2: first}


def test_samples_are_rejections_and_failures_newest_first(
    counters: Counters, findings: SourceFindings
) -> None:
    counters.record(
        [
            event(Outcome.TOO_SHORT, url="http://a/1", at=NOW + 2, detail="12 字符"),
            event(),
            list_event(Outcome.HTTP_5XX, url="http://a/list", at=NOW + 3, detail="503"),
            list_event(Outcome.NOT_MODIFIED),
            event(Outcome.DNS, source_id=2),
            event(Outcome.DUPLICATE, url="http://a/2", at=NOW + 1),
        ]
    )
    assert findings.recent_failures(1) == [
        RecentFailure(url="http://a/list", outcome="http_5xx", detail="503", at=NOW + 3),
        RecentFailure(url="http://a/1", outcome="too_short", detail="12 字符", at=NOW + 2),
        RecentFailure(url="http://a/2", outcome="duplicate", detail="", at=NOW + 1),
    ]


def test_lists_read_in_part_push_out_no_failure(
    counters: Counters, findings: SourceFindings
) -> None:
    counters.record([event(Outcome.HTTP_5XX, url="http://a/0", at=NOW, detail="HTTP 500")])
    for number in range(1, 30):
        counters.record(
            [list_event(url="http://a/list", at=NOW + number, detail=f"links left: {number}")]
        )
    counters.record(
        [list_event(Outcome.NOT_MODIFIED, url="http://a/other", at=NOW + 5, detail="links left: 7")]
    )
    assert [(each.url, each.detail) for each in findings.recent_failures(1)] == [
        ("http://a/list", "links left: 29"),
        ("http://a/0", "HTTP 500"),
    ]
    counters.record(
        [
            list_event(
                Outcome.NOT_MODIFIED, url="http://a/other", at=NOW + 40, detail="links left: 7"
            )
        ]
    )
    assert [each.url for each in findings.recent_failures(1)] == [
        "http://a/other",
        "http://a/list",
        "http://a/0",
    ]


def test_only_the_newest_twenty_samples_are_kept(
    counters: Counters, findings: SourceFindings
) -> None:
    times = [NOW + number for number in range(30)]
    for start in (20, 0, 10):
        counters.record(
            [event(Outcome.EMPTY, url=f"http://a/{at}", at=at) for at in times[start : start + 10]]
        )
    counters.record([event(Outcome.EMPTY, source_id=2, detail="x" * 10_000)])
    assert [sample.at for sample in findings.recent_failures(1)] == times[:9:-1]
    assert len(findings.recent_failures(2)[0].detail) == 500


def attempt(source_id: int, number: int = 1, **fields: Any) -> FailedAttempt:
    now = time.time()
    common = FailedAttempt(
        source_id=source_id,
        run_id="r1",
        url="http://a/列表",
        outcome="http_5xx",
        detail="HTTP 500",
        number=number,
        most=5,
        at=now,
        next_at=now + 40,
    )
    return replace(common, **fields)


def test_the_latest_failed_attempt_of_each_source_is_kept(
    findings: SourceFindings, open_findings_again: Callable[[], SourceFindings]
) -> None:
    first, second, other = attempt(1), attempt(1, 2), attempt(2)
    for each in (first, other, second):
        findings.record_attempt(each)
    assert open_findings_again().list_attempts_and_reports([1, 2, 3]) == ({1: second, 2: other}, {})
    findings.record_attempt(attempt(2, next_at=time.time() - 2 * 86_400))
    assert open_findings_again().list_attempts_and_reports([1, 2]) == ({1: second}, {})
    findings.drop_old_attempts()
    assert open_findings_again().list_attempts_and_reports([1, 2]) == ({1: second}, {})


def test_pages_are_put_off_from_the_first_time_until_one_is_settled(
    counters: Counters, open_findings_again: Callable[[], SourceFindings]
) -> None:
    findings, now = open_findings_again(), time.time()
    first = PutOff(source_id=1, outcome="throttled", since=now - 900, until=now + 60)
    for source_id in (1, 2, 3):
        findings.record_put_off(replace(first, source_id=source_id))
    later = replace(first, outcome="http_5xx", since=now, until=now + 600)
    findings.record_put_off(later)
    assert findings.put_off()[1] == replace(later, since=now - 900)
    counters.record(
        [
            event(source_id=1, outcome=Outcome.THROTTLED),
            event(source_id=2, outcome=Outcome.TOO_SHORT),
            list_event(Outcome.LISTED, source_id=3),
        ]
    )
    assert findings.put_off().keys() == {1, 3}
    old = replace(first, source_id=4, since=now - 3 * 86_400, until=now - 2 * 86_400)
    findings.record_put_off(old)
    assert findings.put_off().keys() == {1, 3}
    # A new time begins: what was long ago is over.
    findings.record_put_off(replace(old, since=now, until=now))
    assert findings.put_off()[4].since == now
    findings.record_put_off(replace(old, source_id=5))
    findings.drop_old_attempts()
    assert findings.put_off().keys() == {1, 3, 4}
