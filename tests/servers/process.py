"""A server process: start, stop, kill and restart on the same port with the same data."""

import contextlib
import os
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.servers.errors import ServerUnavailable

# Ends what is left of a server when the process that started it dies without a word: its standard
# input then closes.
_GUARD = 'read -r _; kill -s KILL -- "-$1" 2>/dev/null; rm -rf -- "$2"'
_ATTEMPTS = 3
_END_SECONDS = 30.0
_PORTS = range(12_000, 32_000)
_SHARES = 16
"""More than a run has workers; the process that starts the run has the last share."""


class Server(ABC):
    """One server; `start()` returns when it answers, `close()` also removes its data.

    All its files live in `folder`. Its processes form one process group, so that `kill()` leaves
    none behind.
    """

    name: str
    program: str
    packages: str
    host = "127.0.0.1"
    """The address it listens to; set another one before the first start."""
    start_seconds: float = 60.0
    stop_seconds: float = 60.0

    def __init__(self) -> None:
        self.port = free_port()
        self.account: str | None = None
        self.folder = Path()
        self._process: subprocess.Popen[bytes] | None = None
        self._guard: subprocess.Popen[bytes] | None = None

    @property
    @abstractmethod
    def url(self) -> str:
        """The address in the form of Newsloom's settings."""

    @abstractmethod
    def command(self) -> Sequence[str]:
        """The command line of the server, staying in the foreground."""

    @abstractmethod
    def answers(self) -> bool:
        """Return whether the server is ready for work; may raise OSError while it is not."""

    def prepare(self) -> None:  # noqa: B027 - most servers need nothing
        """Makes what the first start needs inside `folder`; nothing by default."""

    def environment(self) -> Mapping[str, str]:
        """Variables added to the server's environment; none by default."""
        return {}

    def start(self) -> None:
        """Starts the server and waits until it answers; raises ServerUnavailable with its last
        words.
        """
        if self._process is not None:
            raise RuntimeError(f"{self.name} is already running")
        attempts = 1
        if self.folder == Path():
            attempts = _ATTEMPTS
            self._make_folder()
        for attempt in range(attempts):
            if attempt:
                self.port = (
                    free_port()
                )  # another process may have taken the port since it was chosen
            self._launch()
            if self._wait():
                return
            self.kill()
        raise ServerUnavailable(f"{self.name} did not start: {self.log_tail()}")

    def stop(self) -> None:
        """Ends the server in good order; kills it when it does not end within `stop_seconds`."""
        if self._process is None:
            return
        self._process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(self.stop_seconds)
        self.kill()

    def kill(self) -> None:
        """Kills the whole process group (SIGKILL) and waits for it to be gone."""
        if self._process is None:
            return
        group = self._process.pid
        _kill_group(group)
        self._process.wait()
        _wait_for_end(group)
        self._process = None
        self._dismiss_guard()

    def restart(self) -> None:
        """Stops and starts again: same port, same data."""
        self.stop()
        self.start()

    def close(self) -> None:
        """Stops the server and removes its data."""
        self.stop()
        if self.folder != Path():
            shutil.rmtree(self.folder, ignore_errors=True)
            self.folder = Path()

    def log_tail(self, size: int = 2000) -> str:
        """The last `size` bytes the server printed."""
        output = self.folder / "output.log"
        return output.read_bytes()[-size:].decode("utf-8", "replace") if output.exists() else ""

    def run(self, command: Sequence[str], *, text: str | None = None) -> None:
        """Runs a helper program as the server's account; raises ServerUnavailable with its
        output.
        """
        done = subprocess.run(
            command,
            input=text,
            env=self._environment(),
            cwd=self.folder,
            user=self.account,
            group=self.account,
            extra_groups=None if self.account is None else [],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if done.returncode:
            raise ServerUnavailable(f"{command[0]} failed: {done.stdout[-2000:]}")

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _make_folder(self) -> None:
        """Makes the folder with what the first start needs; tries again where a helper program
        fails for a moment.
        """
        require(self.program, self.packages)
        for attempts_left in reversed(range(_ATTEMPTS)):
            self.folder = Path(tempfile.mkdtemp(prefix=f"newsloom-{self.name}-"))
            try:
                return self.prepare()
            except ServerUnavailable:
                shutil.rmtree(self.folder, ignore_errors=True)
                self.folder = Path()
                if not attempts_left:
                    raise
                time.sleep(1)

    def give_folder(self) -> None:
        """Hands everything in `folder` to the server's account."""
        if self.account is None:
            return
        for path in (self.folder, *self.folder.rglob("*")):
            shutil.chown(path, self.account, self.account)

    def _environment(self) -> dict[str, str]:
        return {**os.environ, **self.environment()}

    def _launch(self) -> None:
        with (self.folder / "output.log").open("ab") as output:
            self._process = subprocess.Popen(
                list(self.command()),
                env=self._environment(),
                cwd=self.folder,
                user=self.account,
                group=self.account,
                extra_groups=None if self.account is None else [],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        arguments = ["sh", "-c", _GUARD, "guard", str(self._process.pid), str(self.folder)]
        self._guard = subprocess.Popen(arguments, stdin=subprocess.PIPE, start_new_session=True)

    def _wait(self) -> bool:
        """Return whether the server answered before it ended or the time was up."""
        assert self._process is not None
        deadline = time.monotonic() + self.start_seconds
        while time.monotonic() < deadline and self._process.poll() is None:
            with contextlib.suppress(OSError):
                if self.answers():
                    return self._process.poll() is None
            time.sleep(0.05)
        return False

    def _dismiss_guard(self) -> None:
        if self._guard is None:
            return
        self._guard.kill()
        self._guard.wait()
        if self._guard.stdin is not None:
            self._guard.stdin.close()
        self._guard = None


def require(program: str, packages: str) -> str:
    """The path of a program; raises ServerUnavailable naming the Debian packages that bring it."""
    # Debian keeps daemons in a folder that is not on the path of ordinary users.
    path = shutil.which(
        program, path=os.environ.get("PATH", os.defpath) + ":/usr/sbin:/usr/local/sbin"
    )
    if path is None:
        raise ServerUnavailable(f"no {program} on this machine: install {packages}")
    return path


def free_port() -> int:
    """Return a loopback port that is free, and that this run gives to no one else before it is
    bound.

    Each worker of pytest-xdist has ports of its own, none twice. All are below those that the
    kernel gives to outgoing connections.
    """
    for port in _ports():
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
            return port
    raise ServerUnavailable("this process has used up its ports")


@cache
def _ports() -> Iterator[int]:
    """Return this process's ports, in an order of chance, so that several runs on one machine
    seldom meet.
    """
    worker = os.environ.get("PYTEST_XDIST_WORKER", "").removeprefix("gw")
    own = _PORTS[int(worker or -1) % _SHARES :: _SHARES]
    return iter(random.sample(own, len(own)))


def _kill_group(group: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def _wait_for_end(group: int) -> None:
    """Waits for the grandchildren too: until they are gone they hold the port and the lock on the
    data.
    """
    deadline = time.monotonic() + _END_SECONDS
    with contextlib.suppress(ProcessLookupError):
        while time.monotonic() < deadline:
            os.killpg(group, 0)
            time.sleep(0.02)
