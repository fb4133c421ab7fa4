"""Alerts and dashboards ask for metrics, labels and values that /metrics gives."""

import json
import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from hooks.features import load_features
from scheduler.queue.tubes import tubes_of
from storage.counters.events import Event
from storage.outcomes import Outcome
from storage.workers.status import WorkerStatus
from tests.unit.webui.samples import article
from watch.sources.recall import Recall

if TYPE_CHECKING:
    from watch.stores import Stores

DEPLOY = Path(__file__).parents[3] / "deploy"
# Prometheus adds these two to every sample.
OF_TARGETS = {"job", "instance"}
OF_PROMETHEUS = {"up"}
_SELECTOR = re.compile(r"\b(newsloom_[a-z_]+|up)\b(?:\{([^}]*)\})?")
_MATCHER = re.compile(r'(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"')
_GROUPING = re.compile(r"\b(?:by|without|on|ignoring)\s*\(([^)]*)\)")

Given = Mapping[str, Mapping[str, set[str]]]


@pytest.fixture
def given(tables: None, ports: "Stores") -> Given:
    """What /metrics gives of every kind of number: each metric with its labels and their values."""
    from features.metrics.exposition import exposition
    from storage.database.models import EventCount
    from watch.system.snapshot import take_snapshot

    now = time.time()
    ports.documents().write([article("https://example.org/1", "One")])
    page = Event(
        source_id=1, run_id="r", channel="feed", site="a", outcome=Outcome.STORED, url="http://a/", at=now,
        published=now - 600,
    )  # fmt: skip
    pages = [replace(page, outcome=outcome) for outcome in Outcome]
    ports.counters().record(
        [page] * 20 + pages + [replace(page, outcome=Outcome.LISTED, is_list=True)]
    )
    for pool in (*tubes_of(load_features()), "all"):
        ports.workers().heartbeat(
            WorkerStatus(
                name=pool,
                pool=pool,
                started=now,
                at=now,
                active=1,
                pages=9,
                memory_bytes=5,
                pages_per_minute=7.5,
            )
        )
    ports.counters().record_gauges(now, {f"{tube} ready": 1 for tube in tubes_of(load_features())})
    ports.backup_log().succeeded("/b/1.zip", 9, 3, 23)
    events = [
        EventCount(kind="source", before="healthy", after="failing", reason="timeout", number=1)
    ]
    snapshot = take_snapshot(ports)
    seen = snapshot.stores["seen"]
    # As a server of Redis says it; files have no such limit.
    assert seen.answer.value
    info = replace(seen.answer.value, memory_bytes=1, memory_max_bytes=2)
    servers = {**snapshot.stores, "seen": replace(seen, answer=replace(seen.answer, value=info))}
    text = exposition(
        replace(snapshot, stores=servers),
        events,
        {1: Recall(channel="feed", shown=10, missed=5)},
    ).decode()
    found: dict[str, dict[str, set[str]]] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = found.setdefault(sample.name, {})
            for name, value in sample.labels.items():
                labels.setdefault(name, set()).add(value)
    return found


def problems(expression: str, given: Given, legend: str = "") -> Iterator[str]:
    """Yield what an expression asks for that nothing gives."""
    selectors = _SELECTOR.findall(expression)
    labels = set(OF_TARGETS)
    for metric, matchers in selectors:
        if metric not in given and metric not in OF_PROMETHEUS:
            yield f"no metric {metric}"
            continue
        own = given.get(metric, {})
        labels |= set(own)
        for label, _, value in _MATCHER.findall(matchers):
            if label not in own and label not in OF_TARGETS:
                yield f"{metric} has no label {label}"
            elif label not in OF_TARGETS:
                yield from (
                    f"{metric} has no {label} {each}"
                    for each in value.split("|")
                    if each not in own[label]
                )
    used = {
        name.strip()
        for group in _GROUPING.findall(expression)
        for name in group.split(",")
        if name.strip()
    }
    used |= set(re.findall(r"{{(\w+)}}", legend))
    yield from (f"nothing in {expression} has the label {name}" for name in sorted(used - labels))


def test_the_dashboards_ask_for_what_there_is(given: Given) -> None:
    targets = [
        target
        for path in (DEPLOY / "grafana" / "dashboards").glob("*.json")
        for panel in json.loads(path.read_text())["panels"]
        for target in panel["targets"]
    ]
    assert len(targets) > 30
    found = [
        problem
        for each in targets
        for problem in problems(each["expr"], given, each["legendFormat"])
    ]
    assert found == []


def test_the_alerts_ask_for_what_there_is(given: Given) -> None:
    rules = yaml.safe_load((DEPLOY / "prometheus" / "newsloom.rules.yml").read_text())["groups"][0][
        "rules"
    ]
    assert [problem for rule in rules for problem in problems(rule["expr"], given)] == []


@pytest.mark.parametrize(
    ("expression", "legend", "problem"),
    [
        ("newsloom_gone > 1", "", "no metric newsloom_gone"),
        ('newsloom_queue_jobs{pool="page"}', "", "newsloom_queue_jobs has no label pool"),
        ('newsloom_queue_jobs{tube=~"page|pages"}', "", "newsloom_queue_jobs has no tube pages"),
        ("sum by (host) (newsloom_workers)", "", "has the label host"),
        ("newsloom_workers", "{{worker}}", "has the label worker"),
    ],
)
def test_what_is_not_there_is_found(
    given: Given, expression: str, legend: str, problem: str
) -> None:
    (found,) = problems(expression, given, legend)
    assert problem in found


def test_every_number_but_a_few_is_on_a_dashboard(given: Given) -> None:
    text = "".join(path.read_text() for path in (DEPLOY / "grafana" / "dashboards").glob("*.json"))
    left_out = {"newsloom_pool_jobs_ready", "newsloom_events_created"}
    assert {name for name in given if name not in text} <= left_out
