"""Run several roles as child processes: start them together, restart those that die, stop them
together.
"""

import ctypes
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, Protocol

from scheduler.log_events import LogEvent

logger = logging.getLogger(__name__)

_STOP_SECONDS = 30.0
"""A worker takes up to 20 seconds for the jobs in flight."""
_STEADY_SECONDS = 30.0
_MAX_PAUSE_SECONDS = 30.0
_PR_SET_PDEATHSIG = 1


class ReportDeath(Protocol):
    """What the supervisor tells when a child has died."""

    def __call__(self, *, pid: int, role: str, code: int) -> None:
        """Report it; ``code`` is the exit code, the negative number of a signal that killed it."""


@dataclass
class _Child:
    """A role and its running process."""

    name: str
    command: Sequence[str]
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    failures: int = 0
    not_before: float = 0.0
    output: IO[bytes] | None = field(default=None, repr=False)


class Supervisor:
    """Keeps children alive.

    If a child keeps dying, each restart waits longer, up to half a minute.
    """

    def __init__(
        self,
        environment: Mapping[str, str],
        log_folder: Path | None = None,
        report: ReportDeath | None = None,
    ) -> None:
        """Each child writes a file in ``log_folder``; without a folder, children write where the
        supervisor writes.

        ``report`` is called for every child that dies.
        """
        self._report = report
        self._environment = dict(environment)
        self._log_folder = log_folder
        self._children: list[_Child] = []

    def add(self, name: str, command: Sequence[str]) -> None:
        """Start a child."""
        child = _Child(name, command)
        self._children.append(child)
        self._start(child)

    def watch(self) -> list[str]:
        """Restart dead children when their delay is over; return the names of those that died since
        the last call.
        """
        died = []
        for child in self._children:
            if child.process is not None and child.process.poll() is not None:
                died.append(child.name)
                self._note_death(child)
            if child.process is None and time.monotonic() >= child.not_before:
                self._start(child)
        return died

    def stop(self) -> list[str]:
        """Stop every child, wait, then kill those that still run; return the names of the killed
        ones.
        """
        running = [child for child in self._children if child.process is not None]
        for child in running:
            _signal(child, signal.SIGTERM)
        deadline = time.monotonic() + _STOP_SECONDS
        killed = [child.name for child in running if not _wait(child, deadline)]
        for child in self._children:
            if child.output is not None:
                child.output.close()
        return killed

    def _start(self, child: _Child) -> None:
        if self._log_folder is not None and child.output is None:
            child.output = (self._log_folder / f"{child.name}.log").open("ab")
        child.process = subprocess.Popen(  # noqa: S603 our own command
            child.command,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=child.output,
            stderr=child.output,
            # Only the supervisor receives Ctrl-C; it then stops the children in order.
            start_new_session=True,
            preexec_fn=partial(_die_with, os.getpid()) if sys.platform == "linux" else None,
        )
        child.started = time.monotonic()

    def _note_death(self, child: _Child) -> None:
        assert child.process is not None
        steady = time.monotonic() - child.started > _STEADY_SECONDS
        child.failures = 0 if steady else child.failures + 1
        pause = min(0.5 * 2 ** max(0, child.failures - 1), _MAX_PAUSE_SECONDS)
        fields = {"role": child.name, "code": child.process.returncode, "restart_seconds": pause}
        logger.warning(LogEvent.ROLE_DIED, extra=fields)
        child.not_before = time.monotonic() + pause
        dead, child.process = child.process, None
        # A worker that ops have told to stop ends well.
        if self._report is not None and dead.returncode:
            self._report(pid=dead.pid, role=child.name, code=dead.returncode)


def _die_with(supervisor: int) -> None:
    """Let the kernel stop the child when the supervisor is killed, so that no child stays behind
    (Linux).
    """
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != supervisor:
        # It was killed before the kernel knew.
        os._exit(1)


def _signal(child: _Child, number: signal.Signals) -> None:
    assert child.process is not None
    if child.process.poll() is None:
        os.kill(child.process.pid, number)


def _wait(child: _Child, deadline: float) -> bool:
    assert child.process is not None
    try:
        child.process.wait(max(0.1, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        child.process.kill()
        child.process.wait()
        return False
    return True
