"""``make demo``, as a stranger sees it."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from fakeweb.compare import compare
from tests.stack import ROOT, Stack

WATCHED_SECONDS = 60
GRACE_SECONDS = 12


def test_the_demo_shows_progress_serves_and_stops_cleanly(tmp_path: Path) -> None:
    """At least 95 % of what was published in the first minute is searchable, none twice, by every channel."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NEWSLOOM_")}
    environment |= {"NEWSLOOM_HOME": str(tmp_path), "NEWSLOOM_WEB_PORT": "8431", "PYTHONUNBUFFERED": "1"}
    output = tmp_path / "output"
    with output.open("wb") as out:
        demo = subprocess.Popen(
            [sys.executable, "-m", "newsloom", "demo", "--rate", "2"], env=environment, cwd=ROOT, stdout=out, stderr=out
        )
        try:
            deadline = time.monotonic() + 90
            started = time.monotonic()
            while "documents are searchable" not in output.read_text():
                assert demo.poll() is None, output.read_text()
                assert time.monotonic() < deadline, output.read_text()
                time.sleep(0.5)
            address = re.search(r"web interface: (http://\S+)", output.read_text())
            assert address
            assert answers(address[1]), output.read_text()
            time.sleep(max(0.0, started + WATCHED_SECONDS - time.monotonic()))
            published = ledger(output.read_text())
            time.sleep(GRACE_SECONDS)
        finally:
            demo.send_signal(signal.SIGINT)
            code = demo.wait(60)
    said = output.read_text()
    assert code == 0, said
    assert re.search(r"login: admin   password: \S{12,}", said)
    assert re.search(r"\d+ list visits, \d+ pages fetched, \d+ stored, \d+ rejected", said)
    assert said.splitlines()[-1].startswith("stopped: ")
    assert "Traceback" not in said
    assert not processes_below(tmp_path)
    stack = Stack(tmp_path / "demo")
    documents = stack.documents()
    report = compare(published, documents)
    assert report.recall >= 0.95, report.missing
    assert report.duplicates == []
    assert {document["channel"] for document in documents} == {"feed", "search", "list", "board", "sitemap"}
    assert [tube.reserved for tube in stack.tubes()] == [0, 0], "what was in flight was finished or given back"


def ledger(said: str) -> list[dict[str, Any]]:
    """What the demo's fake web has published by now, where it does not misbehave."""
    port = int(re.search(r"fake web starts on port (\d+)", said)[1])  # type: ignore[index]
    return [entry for entry in control(port, "ledger") if entry["host"] not in faulty(port)]


@cache
def faulty(port: int) -> frozenset[str]:
    return frozenset(source["host"] for source in control(port, "sources") if source["faulty"])


def control(port: int, command: str) -> list[dict[str, Any]]:
    request = Request(f"http://127.0.0.1:{port}/_control/{command}", headers={"Host": "control.localhost"})
    with urlopen(request, timeout=30) as answer:
        found: list[dict[str, Any]] = json.load(answer)
        return found


def answers(address: str) -> bool:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            with urlopen(f"{address}healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            time.sleep(0.5)
    return False


def processes_below(home: Path) -> list[str]:
    """Every process that was given this home: the demo leaves none behind."""
    found = []
    for process in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"NEWSLOOM_HOME={home}".encode() in process.read_bytes():
                found.append(process.parent.name)
        except OSError:
            continue
    return found
