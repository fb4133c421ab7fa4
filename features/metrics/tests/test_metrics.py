"""Numbers for Prometheus: who may read them, and what they say."""

import re
import subprocess
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from storage.counters.events import Event
from storage.outcomes import Outcome
from storage.workers.status import WorkerStatus
from testbed.servers.process import free_port, require
from tests.plugin import obtain
from tests.unit.webui.samples import article, bury, let_alerts_run, let_stories_run
from tests.unit.webui.test_sources_pages import add
from tests.unit.webui.test_sources_table import run

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
TOKEN = "a long token"
ROOT = Path(__file__).parents[3]


def numbers(text: str) -> dict[tuple[str, ...], float]:
    """Every sample by its name and the values of its labels, which come in the order of their
    names.
    """
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_numbers_come_from_the_stores(browse: Browse, ports: "Stores") -> None:
    now = time.time()
    ports.documents().write([article("https://example.org/1", "One")])
    event = Event(
        source_id=1,
        run_id="r",
        channel="feed",
        site="a",
        outcome=Outcome.STORED,
        url="http://a/",
        at=now,
    )
    ports.counters().record(
        [replace(event, published=now - 600)] * 4
        + [replace(event, outcome=Outcome.LISTED, is_list=True)]
    )
    worker = WorkerStatus(
        name="w", pool="all", started=now, at=now, active=3, memory_bytes=5, pages_per_minute=7.5
    )
    ports.workers().heartbeat(worker)
    for minutes, ready in ((9, 2), (4, 7), (1, 5), (0, 8)):
        ports.counters().record_gauges(
            now - 60 * minutes, {"page ready": ready, "list ready": minutes}
        )
    bury(ports.queue(), "timeout", "x")
    let_alerts_run()
    let_stories_run()
    run(add("Good"), lists={"listed": 1})
    add("New")
    from watch.events.upkeep import judge_due

    # As the observer does, whom the page leaves it to.
    judge_due(ports, 100)
    answer = browse("").get("/metrics")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain; version=0.0.4")
    found = numbers(answer.content.decode())
    expected: dict[tuple[str, ...], float] = {
        ("newsloom_health",): 0.0,
        ("newsloom_pages_total", "stored"): 4.0,
        ("newsloom_lists_total", "listed"): 1.0,
        ("newsloom_channel_pages_total", "feed", "stored"): 4.0,
        ("newsloom_queue_jobs", "buried", "page"): 1.0,
        ("newsloom_pool_jobs_ready", "page"): 0.0,
        ("newsloom_pool_jobs_overdue", "page"): 5.0,
        ("newsloom_pool_jobs_overdue", "list"): 0.0,
        ("newsloom_workers",): 1.0,
        ("newsloom_worker_pages_per_minute", "all", "w"): 7.5,
        ("newsloom_documents",): 1.0,
        ("newsloom_sources_silent",): 0.0,
        ("newsloom_sources", "failing"): 0.0,
        ("newsloom_sources", "new"): 1.0,
        ("newsloom_sources", "healthy"): 1.0,
        **{
            ("newsloom_store_up", store): 1.0
            for store in ("database", "documents", "queue", "seen")
        },
    }
    assert {name: found.get(name) for name in expected} == expected
    assert found["newsloom_lag_seconds", "50"] == pytest.approx(600, rel=0.1)


def test_the_alerts_and_the_table_of_the_docs_name_metrics_that_exist(
    browse: Browse, ports: "Stores"
) -> None:
    now = time.time()
    event = Event(
        source_id=1,
        run_id="r",
        channel="feed",
        site="a",
        outcome=Outcome.STORED,
        url="http://a/",
        at=now,
    )
    ports.counters().record([replace(event, published=now - 600)] * 20)
    ports.workers().heartbeat(
        WorkerStatus(
            name="w",
            pool="render",
            started=now,
            at=now,
            active=1,
            pages=9,
            memory_bytes=5,
            pages_per_minute=7.5,
        )
    )
    ports.counters().record_gauges(now, {"render ready": 1})
    ports.backup_log().succeeded("/b/1.zip", 9, 3, 23)
    given = {key[0] for key in numbers(browse("").get("/metrics").content.decode())}
    rules = (ROOT / "deploy" / "prometheus" / "newsloom.rules.yml").read_text()
    of_redis = {"newsloom_redis_memory_bytes", "newsloom_redis_memory_max_bytes"}
    assert set(re.findall(r"newsloom_[a-z_]+", rules)) - of_redis <= given
    table = set(re.findall(r"`(newsloom_[a-z_]+)`", (ROOT / "docs" / "ops.md").read_text()))
    appear_with_content = {
        "newsloom_source_recall",
        *of_redis,
    }
    assert table - appear_with_content <= given
    assert not given - table - {"newsloom_events_created"}, "each metric is described"


def test_when_the_newest_backup_was_made_and_whether_the_last_one_failed(
    browse: Browse, ports: "Stores"
) -> None:
    names = ("last_success_timestamp_seconds", "size_bytes", "last_successful", "failures_total")

    def said() -> list[float | None]:
        found = numbers(browse("").get("/metrics").content.decode())
        assert time.time() - found["newsloom_installed_timestamp_seconds",] < 86_400
        return [found.get((f"newsloom_backup_{name}",)) for name in names]

    log = ports.backup_log()
    # As 0, the first would be an age of fifty years.
    assert said() == [None, None, None, 0.0]
    log.failed("the disk is full")
    assert said() == [None, None, 0.0, 1.0]
    log.succeeded("/b/1.zip", 9, 3, 23)
    at, *others = said()
    assert at == pytest.approx(time.time(), abs=60)
    assert others == [9.0, 1.0, 1.0]
    log.failed("the disk is full")
    assert said() == [at, 9.0, 0.0, 2.0]


def test_counters_begin_at_0_so_that_the_first_one_shows(browse: Browse) -> None:
    found = numbers(browse("").get("/metrics").content.decode())
    for outcome in Outcome:
        assert found["newsloom_pages_total", outcome] == 0.0
        assert found["newsloom_lists_total", outcome] == 0.0
    for labels in (
        # In the order of the names: from, kind, reason, to.
        ("", "system", "", "store_away"),
        ("store_away", "system", "", ""),
        ("", "host", "", "timeout"),
        ("", "jobs", "http_5xx", ""),
        ("", "process", "vanished", ""),
        ("", "process", "returned", ""),
    ):
        assert found["newsloom_events_total", *labels] == 0.0


def test_the_share_of_pages_that_failed_is_there_while_none_has(
    browse: Browse, ports: "Stores"
) -> None:
    from deploy.dashboards import OVERVIEW

    (panel,) = [each for each in OVERVIEW.panels if each.title == "Share of pages that failed"]
    counted = re.findall(r'outcome=~"([^"]*)"', panel.queries[0].expression)[0].split("|")
    found = numbers(browse("").get("/metrics").content.decode())
    assert {found.get(("newsloom_pages_total", each)) for each in counted} == {0.0}


def test_promtool_finds_nothing_wrong_with_the_metrics(
    browse: Browse, ports: "Stores", pytestconfig: pytest.Config
) -> None:
    promtool = obtain(pytestconfig, lambda: require("promtool", "prometheus"))
    event = Event(
        source_id=1,
        run_id="r",
        channel="feed",
        site="a",
        outcome=Outcome.STORED,
        url="http://a/",
        at=time.time(),
        published=time.time() - 600,
    )
    ports.counters().record([event] * 20)
    text = browse("").get("/metrics").content
    ran = subprocess.run(
        [promtool, "check", "metrics"], input=text, capture_output=True, timeout=60
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")


def test_a_store_that_is_away_is_a_number_too(browse: Browse, ports: "Stores") -> None:
    ports.settings = replace(ports.settings, queue_url=f"beanstalkd://127.0.0.1:{free_port()}")
    found = numbers(browse("").get("/metrics").content.decode())
    assert found["newsloom_store_up", "queue"] == 0.0
    assert found["newsloom_health",] == 2.0
    assert not any(name[0] == "newsloom_queue_jobs" for name in found)


def test_a_token_opens_and_nothing_else_does(browse: Browse, ports: "Stores") -> None:
    ports.settings = replace(ports.settings, metrics_token=TOKEN)
    given = {
        f"Bearer {TOKEN}": 200,
        f"bearer {TOKEN}": 200,
        "Bearer no": 401,
        f"Basic {TOKEN}": 401,
        "": 401,
        "é": 401,
    }
    answers = {
        header: browse("").get("/metrics", headers={"Authorization": header}).status_code
        for header in given
    }
    assert answers == given
    assert browse("admin").get("/metrics").status_code == 401


@pytest.mark.parametrize(
    ("address", "status"), [("127.0.0.1", 200), ("::1", 200), ("192.0.2.7", 403), ("", 403)]
)
def test_without_a_token_only_this_machine_may_read(
    browse: Browse, address: str, status: int
) -> None:
    assert browse("").get("/metrics", REMOTE_ADDR=address).status_code == status


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-Ip"])
def test_a_proxy_on_this_machine_is_not_this_machine(browse: Browse, header: str) -> None:
    answer = browse("").get("/metrics", headers={header: "127.0.0.1"})
    assert answer.status_code == 403
    assert "NEWSLOOM_METRICS_TOKEN" in answer.content.decode()


def test_behind_a_proxy_a_token_is_needed(browse: Browse, ports: "Stores") -> None:
    ports.settings = replace(ports.settings, web_origin="https://news.example.org")
    assert browse("").get("/metrics").status_code == 403


def test_with_a_token_prometheus_may_use_any_name_of_the_container(
    browse: Browse, ports: "Stores"
) -> None:
    ports.settings = replace(ports.settings, metrics_token=TOKEN)
    asked: dict[str, Any] = {
        "SERVER_NAME": "web.newsloom.svc",
        "HTTP_AUTHORIZATION": f"Bearer {TOKEN}",
    }
    assert browse("").get("/metrics", **asked).status_code == 200
    assert (
        browse("").get("/metrics", **{**asked, "HTTP_AUTHORIZATION": "Bearer no"}).status_code
        == 401
    )
    assert browse("").get("/login/", **asked).status_code == 400


def test_without_a_token_a_foreign_name_is_refused(browse: Browse) -> None:
    """A page that a browser on this machine shows could otherwise read the numbers by DNS
    rebinding.
    """
    assert browse("").get("/metrics", SERVER_NAME="evil.example").status_code == 400
