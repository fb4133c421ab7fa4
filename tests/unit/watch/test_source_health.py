"""The state of a source: what it is judged by, and what is said about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from storage.findings.signs import FailedAttempt, ListReport
from watch.sources.silence import Silence
from watch.sources.source_health import UNWELL, HeldPages, SourceHealth, SourceState, Visits, judge
from webui.sources.explanation import NextStep, evidence, next_step, what_to_do

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
NEW_HOME = "https://b.example/"


@dataclass
class Visit:
    id: str = "r"
    is_open: bool = True
    lists: Mapping[str, int] = field(default_factory=dict)
    pages: Mapping[str, int] = field(default_factory=dict)


def visits(*runs: Visit, **fields: Any) -> Visits:
    base = Visits(
        enabled=True, interval_seconds=900, next_visit=NOW + timedelta(minutes=5), runs=runs
    )
    return replace(base, **fields)


def report(outcome: str, detail: str = "", moved_to: str = "") -> ListReport:
    return ListReport(
        source_id=1,
        run_id="r",
        url="https://a.example/",
        outcome=outcome,
        detail=detail,
        moved_to=moved_to,
        at=0.0,
    )


def failed(outcome: str) -> Visit:
    return Visit(lists={outcome: 1})


READ = Visit(lists={"listed": 1}, pages={"stored": 3})
ATTEMPT = FailedAttempt(
    source_id=1,
    run_id="r",
    url="",
    outcome="http_5xx",
    detail="HTTP 500",
    number=2,
    most=5,
    at=0.0,
    next_at=9.0,
)
SILENCE = Silence(source_id=1, last=NOW.date(), days=9, gap=9, longest=2)

HELD = HeldPages(
    count=149,
    outcome="throttled",
    since=NOW.timestamp() - 200,
    until=NOW.timestamp() + 3600,
)

CASES = {
    "paused": (visits(READ, enabled=False), SourceState.PAUSED),
    "never visited": (visits(), SourceState.NEW),
    "first visit": (visits(Visit()), SourceState.WORKING),
    "overdue": (visits(READ, next_visit=NOW - timedelta(hours=1)), SourceState.LATE),
    "read": (visits(READ), SourceState.HEALTHY),
    "to be repeated": (visits(Visit(), attempt=ATTEMPT), SourceState.RETRYING),
    "server error": (
        visits(failed("http_5xx"), report=report("http_5xx", "HTTP 500")),
        SourceState.FAILING,
    ),
    "bad request": (
        visits(failed("http_4xx"), report=report("http_4xx", "HTTP 400")),
        SourceState.FAILING,
    ),
    "refused": (
        visits(failed("http_4xx"), report=report("http_4xx", "HTTP 403")),
        SourceState.BLOCKED,
    ),
    "not authorised": (
        visits(failed("http_4xx"), report=report("http_4xx", "HTTP 401")),
        SourceState.BLOCKED,
    ),
    "for legal reasons": (
        visits(failed("http_4xx"), report=report("http_4xx", "HTTP 451")),
        SourceState.BLOCKED,
    ),
    "challenged": (visits(failed("challenge"), report=report("challenge")), SourceState.BLOCKED),
    "denied by robots.txt": (visits(failed("robots")), SourceState.BLOCKED),
    "an old report": (visits(failed("http_4xx"), report=report("listed")), SourceState.FAILING),
    "all pages refused": (
        visits(Visit(lists={"listed": 1}, pages={"http_4xx": 9})),
        SourceState.BLOCKED,
    ),
    "all pages too short": (
        visits(Visit(lists={"listed": 1}, pages={"too_short": 9})),
        SourceState.NOTHING_USABLE,
    ),
    "moved": (visits(READ, report=report("listed", moved_to=NEW_HOME)), SourceState.MOVED),
    "moved, nothing new": (
        visits(READ, report=report("listed", moved_to=NEW_HOME), silence=SILENCE),
        SourceState.MOVED,
    ),
    "moved, to no list": (
        visits(failed("no_links"), report=report("no_links", moved_to=NEW_HOME)),
        SourceState.FAILING,
    ),
    "redesigned": (visits(READ, drift="structure"), SourceState.CHANGED),
    "redesigned, all rejected": (
        visits(Visit(lists={"listed": 1}, pages={"too_short": 9}), drift="outcome"),
        SourceState.CHANGED,
    ),
    "silent": (visits(READ, silence=SILENCE), SourceState.SILENT),
    "pages put off": (visits(Visit(lists={"listed": 1}), held=HELD), SourceState.HELD_BACK),
    "put off for a moment": (
        visits(READ, held=replace(HELD, until=NOW.timestamp() + 60)),
        SourceState.HEALTHY,
    ),
    "put off for long by now": (
        visits(READ, held=replace(HELD, since=NOW.timestamp() - 301, until=NOW.timestamp())),
        SourceState.HELD_BACK,
    ),
    "no page waits any more": (visits(READ, held=replace(HELD, count=0)), SourceState.HEALTHY),
    "pages put off, list fails": (visits(failed("http_4xx"), held=HELD), SourceState.FAILING),
    "read, but not for long": (
        visits(Visit(), READ, last_visit=NOW - timedelta(minutes=16)),
        SourceState.LATE,
    ),
    "without a keyword to search for": (
        visits(Visit(is_open=False), READ, last_visit=NOW - timedelta(hours=3)),
        SourceState.HEALTHY,
    ),
    "just begun": (
        visits(Visit(), READ, last_visit=NOW - timedelta(minutes=14)),
        SourceState.HEALTHY,
    ),
    "failed, and not read for long": (
        visits(Visit(), failed("dns"), last_visit=NOW - timedelta(hours=2)),
        SourceState.FAILING,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_each_state(case: str) -> None:
    given, expected = CASES[case]
    assert judge(given, NOW).health is expected


def test_every_state_has_a_case() -> None:
    assert {state for _, state in CASES.values()} == set(SourceState)


@pytest.mark.parametrize("case", CASES)
def test_whoever_looks_reads_why_and_what_to_do(case: str) -> None:
    state = judge(CASES[case][0], NOW)
    assert bool(what_to_do(state)) is (state.health is not SourceState.HEALTHY)
    assert (next_step(state) in (NextStep.REPAIR, NextStep.USE_NEW_ADDRESS)) is (
        state.health in UNWELL
    )
    assert "%" not in evidence(state) + what_to_do(state)


def test_the_evidence() -> None:
    def shown(case: str) -> str:
        return evidence(judge(CASES[case][0], NOW))

    assert shown("to be repeated") == "Attempt 2 of 5 failed: HTTP 500"
    assert shown("refused") == "HTTP 403"
    assert shown("moved") == f"The address redirects permanently to {NEW_HOME}."
    assert shown("silent").startswith("Nothing new for 9 days.")
    assert shown("pages put off").startswith("149 pages wait. The site has given no page since ")
    assert shown("read") == ""


def test_a_failure_that_is_repeated_stays_a_failure() -> None:
    runs = (Visit(id="now"), failed("http_5xx"), failed("http_5xx"))
    state = judge(visits(*runs, attempt=replace(ATTEMPT, run_id="now")), NOW)
    assert state == SourceHealth(
        health=SourceState.FAILING,
        reason="http_5xx",
        attempt=replace(ATTEMPT, run_id="now"),
        detail="HTTP 500",
    )


def test_advice_says_whether_the_list_or_its_pages_are_gone(english: None) -> None:
    pages = judge(visits(Visit(lists={"listed": 1}, pages={"gone": 9})), NOW)
    assert pages.health is SourceState.NOTHING_USABLE
    assert what_to_do(pages, "feed").startswith("The list works, but these pages are gone.")
    earlier = judge(visits(Visit(lists={"not_modified": 1}), unusable_outcome="gone"), NOW)
    assert what_to_do(earlier, "feed") == what_to_do(pages, "feed")
    refused = judge(visits(Visit(lists={"listed": 1}, pages={"http_4xx": 9})), NOW)
    assert what_to_do(refused, "feed").startswith(
        "The list works, but the site refuses these pages."
    )
    at_home = judge(visits(failed("gone"), report=report("gone", "HTTP 404")), NOW)
    assert what_to_do(at_home, "feed").startswith("Open the address in a browser.")
