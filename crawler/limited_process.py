"""Run functions in a process of its own, each under limits of CPU time and memory.

A thread cannot be stopped, and a parser that runs holds the interpreter of all threads. The process
lives on between calls; one that reaches a limit is replaced.
"""

import asyncio
import multiprocessing
import os
import resource
import signal
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import ForkingPickler
from typing import Any, TypeVar

from crawler.errors import CrawlerError, ProcessCrashed, ProcessDied, TooCostly
from extractor.errors import ExtractionError

Result = TypeVar("Result")
_MAX_BYTES = 512 << 20
"""The dearest page of 8 MB that we know takes 440 MB."""
_NO_MEMORY = 77
# So much is written in a millisecond: a process that is called is waiting to read.
_SENT_AT_ONCE = 1 << 20


_shared: dict[str, None] = {}
"""What was asked for so far, in order: one who asks later takes nothing from who asked before."""


def share(modules: Sequence[str]) -> None:
    """Let all later processes of this one begin with these modules in memory, too, which they
    share.

    What is asked for after the first process has started comes too late.
    """
    _shared.update(dict.fromkeys(modules))
    multiprocessing.get_context("forkserver").set_forkserver_preload(list(_shared))


@dataclass(frozen=True)
class _Raised:
    """An error that the caller expects, or the traceback of a bug as text."""

    error: Exception | str


class LimitedProcess:
    """A process that starts with the first call and answers one call at a time."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    async def call(
        self, cpu_seconds: float, function: Callable[..., Result], *args: object
    ) -> Result:
        """Return what ``function``, which must be importable, returns for the arguments.

        Raises:
            TooCostly: The function needed more CPU time or memory than it may have.
            ProcessCrashed: The function has a bug.
            ProcessDied: Something else ended the process.
            CrawlerError, ExtractionError: The function raised it.
        """
        try:
            answer: Any = await self._ask((cpu_seconds, function, args))
        except (EOFError, OSError) as error:
            raise _why_it_ended(self.close(), cpu_seconds) from error
        except asyncio.CancelledError:
            self.close()  # its answer would be taken for that of the next call
            raise
        if not isinstance(answer, _Raised):
            result: Result = answer
            return result
        raise answer.error if isinstance(answer.error, Exception) else ProcessCrashed(answer.error)

    def start(self) -> None:
        """Start the process, if it does not run, so that the first call need not wait for it."""
        if self._process is None or not self._process.is_alive():
            context = multiprocessing.get_context("forkserver")
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()

    def close(self) -> int | None:
        """End the process; return its exit code. The next call starts another one."""
        process, self._process = self._process, None
        if process is None:
            return None
        process.kill()
        process.join()
        return process.exitcode

    async def _ask(self, request: tuple[object, ...]) -> object:
        self.start()
        assert self._pipe is not None
        packed = ForkingPickler.dumps(request)
        if len(packed) > _SENT_AT_ONCE:
            await asyncio.to_thread(self._pipe.send_bytes, packed)
        else:
            self._pipe.send_bytes(packed)
        await _readable(self._pipe.fileno())
        return self._pipe.recv()


async def _readable(descriptor: int) -> None:
    loop = asyncio.get_running_loop()
    ready: asyncio.Future[None] = loop.create_future()

    def wake() -> None:
        loop.remove_reader(descriptor)
        if not ready.done():
            ready.set_result(None)

    loop.add_reader(descriptor, wake)
    try:
        await ready
    finally:
        loop.remove_reader(descriptor)


def _why_it_ended(code: int | None, cpu_seconds: float) -> CrawlerError:
    if code == -signal.SIGPROF:
        return TooCostly(f"{cpu_seconds:g} seconds of CPU time")
    if code == _NO_MEMORY:
        return TooCostly(f"{_MAX_BYTES >> 20} MB of memory")
    return ProcessDied(f"the process that read it ended with code {code}")


def _serve(pipe: Connection) -> None:
    """Answer calls until the other end of the pipe is closed."""
    # Ctrl-C reaches all processes of a terminal; the worker ends this one when its jobs are done.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_DATA, _MAX_BYTES)
    while True:
        try:
            cpu_seconds, function, args = pipe.recv()
        except EOFError:
            return
        # The signal ends the process, also in the middle of a regular expression.
        signal.setitimer(signal.ITIMER_PROF, cpu_seconds)
        try:
            answer = _answer(function, args)
            signal.setitimer(signal.ITIMER_PROF, 0)
            pipe.send(answer)
        except MemoryError:
            os._exit(_NO_MEMORY)


def _limit(what: int, value: int) -> None:
    _, most = resource.getrlimit(what)
    resource.setrlimit(what, (value if most == resource.RLIM_INFINITY else min(value, most), most))


def _answer(function: Callable[..., object], args: tuple[object, ...]) -> object:
    try:
        return function(*args)
    except (CrawlerError, ExtractionError) as error:
        return _Raised(error)
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001 the caller logs the traceback
        return _Raised(traceback.format_exc())
