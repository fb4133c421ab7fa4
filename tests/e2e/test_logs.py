"""One page followed through the logs of all roles by its ids; secrets are not in them."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fakeweb.web import FakeWeb
from storage.database.port import SourceRecord
from testbed.stack import Stack, wait_until

SECRETS = {"Cookie": "session=s3cret-cookie", "Authorization": "Bearer s3cret-token"}
Record = dict[str, object]


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    with Stack(tmp_path / "home", LOG_LEVEL="DEBUG") as stack:
        yield stack


def read_logs(stack: Stack) -> dict[str, list[Record]]:
    """Return the records of each role, in order; every line must be a JSON object."""
    return {
        path.stem: [json.loads(line) for line in path.read_text().splitlines()]
        for path in stack.home.glob("*.log")
    }


def test_one_page_can_be_followed_from_the_scheduler_to_the_store(stack: Stack) -> None:
    with FakeWeb.start(seed=5, stock=3, sites=("old-quay",)) as web:
        address = web.address("old-quay")
        source = SourceRecord(
            id=1,
            name="quay",
            channel="list",
            address=address,
            headers=SECRETS,
            interval_seconds=3600,
            pace_seconds=0.0,
        )
        stack.migrate()
        stack.add_sources([source])
        for role in (("scheduler",), ("worker", "--pool", "list"), ("worker", "--pool", "page")):
            stack.start(*role)
        wait_until(lambda: stack.count() >= 3, 60, "three pages are stored", stack.logs)
    assert stack.stop() == [0, 0, 0]
    logs = read_logs(stack)
    stored = next(record for record in logs["worker-2"] if record["event"] == "page.stored")
    queued = next(
        r for r in logs["worker-1"] if r["event"] == "page.queued" and r["url"] == stored["url"]
    )
    read = next(
        r for r in logs["worker-1"] if r["event"] == "list.read" and r["url"] == queued["list_url"]
    )
    run = next(record for record in logs["scheduler-0"] if record["event"] == "run.started")

    for record in (stored, queued, read):
        assert (record["run_id"], record["source_id"]) == (run["run_id"], run["source_id"])
        assert record["attempt"] == 1
    assert queued["job_id"] == read["job_id"] != stored["job_id"]
    assert stored["host"] == queued["host"] == re.sub("^http://|/.*", "", str(stored["url"]))
    assert stored["outcome"] == "stored"
    for name in ("fetch_ms", "extract_ms", "store_ms", "total_ms"):
        assert isinstance(stored[name], float)
    assert (read["found"], read["outcome"]) == (3, "listed")
    for text in (path.read_text() for path in stack.home.glob("*.log")):
        assert "s3cret" not in text


def test_a_failed_fetch_is_logged_with_its_attempt_and_the_delay(stack: Stack) -> None:
    address = "http://joe:s3cret@no-such-host.invalid/feed"
    source = SourceRecord(id=1, name="dead", channel="feed", address=address)
    stack.put_source(source, "run-7")
    stack.environment |= {"NEWSLOOM_BACKOFF_SECONDS": "1", "NEWSLOOM_MAX_ATTEMPTS": "2"}
    stack.start("worker")
    wait_until(lambda: bool(stack.totals().lists), 60, "the list has its outcome", stack.logs)
    stack.stop()
    records = [r for r in read_logs(stack)["worker-0"] if r.get("run_id") == "run-7"]
    retried = next(record for record in records if record["event"] == "job.retried")
    failed = next(record for record in records if record["event"] == "list.failed")
    assert (retried["attempt"], failed["attempt"]) == (1, 2)
    assert retried["outcome"] == failed["outcome"] == "dns"
    assert isinstance(retried["delay_seconds"], float)
    assert failed["level"] == "warning"
    assert failed["url"] == "http://***@no-such-host.invalid/feed"
    assert "s3cret" not in (stack.home / "worker-0.log").read_text()
