"""``make demo``, as a stranger sees it."""

import json
import os
import re
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from fakeweb.compare import compare
from testbed.servers.process import free_port
from testbed.stack import ROOT, Stack, wait_until

CHANNELS = {"feed", "search", "list", "board", "sitemap"}
PUBLISHED_LIVE = 40


def test_the_demo_shows_progress_serves_and_stops_cleanly(tmp_path: Path) -> None:
    """At least 95 % of what is published while the demo runs is searchable, none twice, by every
    channel.

    The stranger stands in another folder than that of the program.
    """
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("NEWSLOOM_")
    }
    environment |= {
        "NEWSLOOM_HOME": str(tmp_path),
        "NEWSLOOM_WEB_PORT": str(free_port()),
        "PYTHONUNBUFFERED": "1",
    }
    output = tmp_path / "output"
    with output.open("wb") as out:
        command = [sys.executable, str(ROOT / "newsloom.py"), "demo"]
        demo = subprocess.Popen(command, env=environment, cwd=tmp_path, stdout=out, stderr=out)
        try:
            wait_until(
                lambda: searchable(demo, output), 120, "documents are searchable", output.read_text
            )
            address = re.search(r"web interface: (http://\S+)", output.read_text())
            assert address
            wait_until(
                lambda: answers(address[1]), 60, "the web interface answers", output.read_text
            )
            wait_until(
                lambda: len(live(output.read_text())) >= PUBLISHED_LIVE, 90, "more is published"
            )
            published = live(output.read_text())
            stack = Stack(tmp_path / "demo")
            wait_until(
                lambda: found(stack, published),
                120,
                "it is found",
                lambda: f"{output.read_text()}\n{what_is_missing(stack, published)}",
            )
            everything = ledger(output.read_text())
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
    documents = stack.documents()
    report = compare(published, documents)
    assert report.recall >= 0.95, report.missing
    assert compare(everything, documents).duplicates == []
    assert {document["channel"] for document in documents} == CHANNELS
    assert not any(tube.reserved for tube in stack.tubes()), (
        "what was in flight was finished or given back"
    )


def searchable(demo: "subprocess.Popen[bytes]", output: Path) -> bool:
    """Return whether the demo has announced its first documents; fail if it has ended."""
    assert demo.poll() is None, output.read_text()
    return "documents are searchable" in output.read_text()


def found(stack: Stack, published: list[dict[str, Any]]) -> bool:
    """Return whether nearly all that was published is stored, by every channel."""
    documents = stack.documents()
    return (
        compare(published, documents).recall >= 0.95
        and {each["channel"] for each in documents} == CHANNELS
    )


def what_is_missing(stack: Stack, published: list[dict[str, Any]]) -> str:
    """Name the published entries and the channels that have no document."""
    documents = stack.documents()
    channels = CHANNELS - {each["channel"] for each in documents}
    return f"missing: {compare(published, documents).missing}\nwithout a document: {channels}"


def ledger(said: str) -> list[dict[str, Any]]:
    """What the demo's fake web has published by now, where it does not misbehave."""
    found = re.search(r"fake web: port (\d+)", said)
    assert found
    port = int(found[1])
    return [entry for entry in control(port, "ledger") if entry["host"] not in faulty(port)]


def live(said: str) -> list[dict[str, Any]]:
    """What it has published since the demo began."""
    return [entry for entry in ledger(said) if not entry["initial"]]


@cache
def faulty(port: int) -> frozenset[str]:
    return frozenset(source["host"] for source in control(port, "sources") if source["faulty"])


def control(port: int, command: str) -> list[dict[str, Any]]:
    request = Request(
        f"http://127.0.0.1:{port}/_control/{command}", headers={"Host": "control.localhost"}
    )
    with urlopen(request, timeout=30) as answer:
        found: list[dict[str, Any]] = json.load(answer)
        return found


def answers(address: str) -> bool:
    try:
        with urlopen(f"{address}healthz", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
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
