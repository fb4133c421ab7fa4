"""Whether the loops of a process get on, as seen by another one."""

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from scheduler.heartbeat import FOLDER, SILENT_SECONDS, RoleProcess, processes

_ROLE = """
import sys, threading
from pathlib import Path
from console.startup import watching_systemd
from scheduler import heartbeat
heartbeat.begin(Path(sys.argv[1]), "stories", watching_systemd())
for line in sys.stdin:
    for _ in range(int(line)):
        thread = threading.Thread(target=heartbeat.beat)
        thread.start()
        thread.join()
    print("beaten", flush=True)
"""


class Role:
    """A process with a heartbeat."""

    def __init__(self, home: Path, **environment: str) -> None:
        # The shell is the process that systemd starts, and becomes the role.
        watched = "" if "WATCHDOG_PID" in environment else "export WATCHDOG_PID=$$; "
        self._process = subprocess.Popen(
            ["sh", "-c", f'{watched}exec "$@"', "sh", sys.executable, "-c", _ROLE, str(home)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | environment,
        )
        self.pid = self._process.pid
        self.beat(0)

    def beat(self, loops: int = 1) -> None:
        """Let so many loops beat, one after the other."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{loops}\n")
        self._process.stdin.flush()
        assert self._process.stdout.readline() == "beaten\n"

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe
            pipe.close()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Role]]:
    started: list[Role] = []

    def one(**environment: str) -> Role:
        started.append(Role(tmp_path, **environment))
        return started[-1]

    yield one
    for each in started:
        each.kill()


def only(home: Path) -> RoleProcess:
    (found,) = processes(home, "stories")
    return found


def set_back(home: Path) -> None:
    """Let the last beat be long ago."""
    at = time.time() - SILENT_SECONDS - 60
    os.utime(only(home).path, (at, at))


def test_a_process_that_beats_gets_on(start: Callable[..., Role], tmp_path: Path) -> None:
    start().beat()
    assert only(tmp_path).lives
    assert only(tmp_path).silent_seconds < SILENT_SECONDS
    assert not only(tmp_path).hangs


def test_a_process_that_starts_does_not_hang(start: Callable[..., Role], tmp_path: Path) -> None:
    """A migration may take long before the first beat."""
    start()
    assert only(tmp_path).lives
    assert only(tmp_path).silent_seconds == 0


def test_a_process_that_was_silent_hangs_until_it_beats(
    start: Callable[..., Role], tmp_path: Path
) -> None:
    role = start()
    set_back(tmp_path)
    assert only(tmp_path).hangs
    role.beat()
    assert not only(tmp_path).hangs


def test_a_process_that_was_killed_does_not_live(
    start: Callable[..., Role], tmp_path: Path
) -> None:
    killed = start()
    killed.kill()
    assert not only(tmp_path).lives
    set_back(tmp_path)
    assert not only(tmp_path).hangs
    start()
    assert only(tmp_path).lives, "the next one clears up"


def test_the_processes_of_other_machines_and_roles_are_not_ours(tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / f"stories@{socket.gethostname()}x-17").touch()
    (tmp_path / FOLDER / f"alerts@{socket.gethostname()}-17").touch()
    assert list(processes(tmp_path, "stories")) == []


def test_one_loop_that_hangs_is_seen_while_the_others_get_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from scheduler import heartbeat

    told: list[str] = []
    monkeypatch.setattr(heartbeat, "_tell", lambda _, message: told.append(message))
    now = time.time()
    found = heartbeat.Heartbeat(tmp_path, "alerts")
    monkeypatch.setattr(threading, "get_ident", lambda: 1)
    found.beat()
    monkeypatch.setattr(threading, "get_ident", lambda: 2)
    monkeypatch.setattr(time, "time", lambda: now + SILENT_SECONDS + 10)
    found.beat()
    (seen,) = processes(tmp_path, "alerts")
    assert seen.silent_seconds > SILENT_SECONDS
    assert told.count("WATCHDOG=1") == 1, "the second beat told nothing"


def heard(systemd: socket.socket) -> list[str]:
    """Return the messages that have come."""
    found = []
    with suppress(BlockingIOError):
        while True:
            found.append(systemd.recv(100).decode())
    return found


@pytest.mark.parametrize("watched", ["", "1"])
def test_systemd_hears_from_the_process_that_it_watches_alone(
    start: Callable[..., Role], tmp_path: Path, watched: str
) -> None:
    """Until the first beat it waits long: a migration must not be cut short."""
    address = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(address)
        systemd.setblocking(False)
        environment = {"WATCHDOG_PID": watched} if watched else {}
        role = start(NOTIFY_SOCKET=address, **environment)
        at_start = heard(systemd)
        role.beat()
        at_beat = heard(systemd)
    if watched:
        assert at_start == at_beat == []
        return
    [waits] = at_start
    assert int(waits.removeprefix("WATCHDOG_USEC=")) > SILENT_SECONDS * 1_000_000
    assert at_beat == [f"WATCHDOG_USEC={SILENT_SECONDS * 1e6:.0f}", "WATCHDOG=1"]


def test_a_home_that_cannot_be_written_stops_no_role(tmp_path: Path) -> None:
    from scheduler import heartbeat

    (tmp_path / FOLDER).touch()
    heartbeat.begin(tmp_path, "scheduler")
    heartbeat.beat()
