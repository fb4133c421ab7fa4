"""``make demo``, as a stranger sees it."""

import json
import os
import re
import shlex
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from fakeweb.compare import compare
from testbed.servers.process import free_port
from testbed.stack import ROOT, Stack, wait_until

CHANNELS = {"feed", "search", "list", "board", "sitemap"}
PUBLISHED_LIVE = 40
# What only the user that runs the demo can read: stores, logs and keys.
WRITTEN = {
    "newsloom.db",
    "queue.db",
    "documents.db",
    "stats.db",
    "workers.db",
    "secret_key",
    "web.log",
    "worker-1.log",
}
DEMO = [sys.executable, str(ROOT / "newsloom.py"), "demo"]


@contextmanager
def demo_in(folder: Path) -> Iterator[Path]:
    """Run the demo until documents are searchable and the web interface answers; yield its output,
    then stop it with Ctrl-C and see that it ends in good order.

    The stranger stands in another folder than that of the program.
    """
    output = folder / "output"
    with output.open("wb") as out:
        demo = subprocess.Popen(
            DEMO,
            env=environment_of(folder, free_port()),
            cwd=folder,
            stdout=out,
            stderr=out,
            preexec_fn=_as_a_stranger,
        )
        try:
            wait_until(
                lambda: searchable(demo, output), 120, "documents are searchable", output.read_text
            )
            address = re.search(r"web interface: (http://\S+)", output.read_text())
            assert address
            wait_until(
                lambda: answers(address[1]), 60, "the web interface answers", output.read_text
            )
            yield output
        finally:
            demo.send_signal(signal.SIGINT)
            code = demo.wait(60)
    said = output.read_text()
    assert code == 0, said
    assert "Traceback" not in said
    assert not processes_below(folder)


def test_the_demo_shows_progress_serves_and_stops_cleanly(tmp_path: Path) -> None:
    with demo_in(tmp_path) as output:
        assert open_to_others(tmp_path / "demo") == []
        log = (tmp_path / "demo" / "log" / "web.log").read_text()
        written = {path.name for path in (tmp_path / "demo").rglob("*")}
    assert written >= WRITTEN
    said = output.read_text()
    assert re.search(r"login: admin   password: \S{12,}", said)
    assert re.search(r"\d+ list visits, \d+ pages fetched, \d+ stored, \d+ rejected", said)
    assert "does without NEWSLOOM_QUEUE_URL" in said
    assert "webhook_allow_networks=(IPv4Network('127.0.0.0/8'),)" in log
    assert said.splitlines()[-1].startswith("stopped: ")
    assert not any(tube.reserved for tube in Stack(tmp_path / "demo").tubes()), (
        "what was in flight was finished or given back"
    )


# test_pipeline.py shows the same of a smaller web, on both profiles.
@pytest.mark.heavy
def test_what_is_published_meanwhile_is_found_once_by_every_channel(tmp_path: Path) -> None:
    """At least 95 % of it."""
    stack = Stack(tmp_path / "demo")
    with demo_in(tmp_path) as output:
        wait_until(lambda: len(live(output.read_text())) >= PUBLISHED_LIVE, 90, "more is published")
        published = live(output.read_text())
        wait_until(
            lambda: found(stack, published),
            120,
            "it is found",
            lambda: f"{output.read_text()}\n{what_is_missing(stack, published)}",
        )
        everything = ledger(output.read_text())
    documents = stack.documents()
    report = compare(published, documents)
    assert report.recall >= 0.95, report.missing
    assert compare(everything, documents).duplicates == []
    assert {document["channel"] for document in documents} == CHANNELS


def open_to_others(folder: Path) -> list[str]:
    """Return the files and folders that the group or others may use, with their modes."""
    others = stat.S_IRWXG | stat.S_IRWXO
    found = []
    for path in (folder, *folder.rglob("*")):
        with suppress(FileNotFoundError):  # a role has removed it meanwhile
            mode = path.lstat().st_mode
            found += [f"{path} {mode:o}"] if mode & others else []
    return found


def _as_a_stranger() -> None:
    """Hear the signals of a terminal, though a run of the tests under nohup hears none, and let
    others read what is written, unless Newsloom sees to it.
    """
    for number in (signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
    os.umask(0o022)


class Terminal:
    """A shell in a terminal that runs the demo through another one, as through ``make``."""

    def __init__(self, home: Path) -> None:
        self._screen, device = os.openpty()
        self._port = free_port()
        # Without a command behind it, a shell becomes the demo.
        inner = f"{shlex.join(DEMO)}; echo ended"
        self._shell = subprocess.Popen(
            ["setsid", "--ctty", "sh", "-c", f"sh -c {shlex.quote(inner)}; echo ended"],
            env=environment_of(home, self._port),
            stdin=device,
            stdout=device,
            stderr=device,
            preexec_fn=_as_a_stranger,
        )
        os.close(device)

    def answers(self) -> bool:
        """Return whether the demo serves; fail if it has ended."""
        assert self._shell.poll() is None
        return answers(f"http://127.0.0.1:{self._port}/")

    def close(self) -> None:
        """Close the window."""
        os.close(self._screen)
        self._screen = -1

    def kill_shell(self) -> None:
        """End the outer shell alone."""
        self._shell.kill()

    def clean_up(self, home: Path) -> None:
        for process in processes_below(home):
            os.kill(int(process), signal.SIGKILL)
        self._shell.wait()
        if self._screen >= 0:
            self.close()


def kill_demo(home: Path) -> None:
    """Kill the process of the demo, which is the one whose home is this folder; those of its roles
    are below it.
    """
    [pid] = (pid for pid in processes_below(home) if b"newsloom.py\0demo\0" in command_line(pid))
    os.kill(int(pid), signal.SIGKILL)


@pytest.mark.parametrize(
    "end",
    [
        pytest.param(lambda terminal, _: terminal.close(), id="the terminal closes"),
        # tests/unit/console/test_left_alone.py shows in small how these two are noticed.
        pytest.param(
            lambda terminal, _: terminal.kill_shell(),
            id="the shell is killed",
            marks=pytest.mark.heavy,
        ),
        pytest.param(
            lambda _, home: kill_demo(home), id="the demo is killed", marks=pytest.mark.heavy
        ),
    ],
)
def test_the_demo_leaves_no_process_however_it_ends(
    tmp_path: Path, end: Callable[[Terminal, Path], None]
) -> None:
    terminal = Terminal(tmp_path)
    try:
        wait_until(terminal.answers, 120, "the web interface answers")
        end(terminal, tmp_path)
        wait_until(
            lambda: not processes_below(tmp_path),
            60,
            "all processes end",
            lambda: str([command_line(pid) for pid in processes_below(tmp_path)]),
        )
    finally:
        terminal.clean_up(tmp_path)


def environment_of(home: Path, port: int) -> dict[str, str]:
    """Return the environment of a stranger who has set a folder, a port, where webhooks may go, and
    a queue that is no matter of a demo.
    """
    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith("NEWSLOOM_")
    }
    return inherited | {
        "NEWSLOOM_HOME": str(home),
        "NEWSLOOM_WEB_PORT": str(port),
        "NEWSLOOM_WEBHOOK_ALLOW_NETWORKS": "127.0.0.0/8",
        "NEWSLOOM_QUEUE_URL": "beanstalkd://nowhere.invalid:1",
        "PYTHONUNBUFFERED": "1",
    }


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


def command_line(pid: str) -> bytes:
    try:
        return Path("/proc", pid, "cmdline").read_bytes()
    except OSError:
        return b""
