"""Run work in processes that can be stopped: a page that hangs or kills its process costs that page
alone.
"""

import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Generic, TypeVar

_ITEM = TypeVar("_ITEM")
_RESULT = TypeVar("_RESULT")
_CONTEXT = multiprocessing.get_context("spawn")


@dataclass(frozen=True)
class Lost:
    """Replaces the result of an item: why there is none."""

    reason: str


class Pool(Generic[_ITEM, _RESULT]):
    """Calls a module's function, which does not raise, for many items in ``jobs`` processes."""

    def __init__(
        self, work: Callable[[_ITEM], _RESULT], *, jobs: int, limit_seconds: float
    ) -> None:
        self._work = work
        self._jobs = jobs
        self._limit = limit_seconds

    def run(self, items: Sequence[_ITEM]) -> Iterator[tuple[_ITEM, _RESULT | Lost]]:
        """Yield each item with its result, in order of completion.

        An item that exceeds the limit, or whose process dies, is ``Lost``. A new process takes the
        next item.
        """
        todo = iter(items)
        tasks = [
            self._begin(self._start(), item)
            for _, item in zip(range(self._jobs), todo, strict=False)
        ]
        try:
            while tasks:
                task = _next_to_end(tasks)
                result: _RESULT | Lost = self._end(task)
                tasks.remove(task)
                for item in todo:
                    tasks.append(
                        self._begin(
                            self._start() if isinstance(result, Lost) else task.worker, item
                        )
                    )
                    break
                else:
                    task.worker.end()
                yield task.item, result
        finally:
            for task in tasks:
                task.worker.end()

    def _start(self) -> "_Worker":
        ours, theirs = _CONTEXT.Pipe()
        process = _CONTEXT.Process(target=_serve, args=(self._work, theirs), daemon=True)
        process.start()
        theirs.close()
        return _Worker(process, ours)

    def _begin(self, worker: "_Worker", item: _ITEM) -> "_Task[_ITEM]":
        worker.pipe.send(item)
        return _Task(worker, item, time.monotonic() + self._limit)

    def _end(self, task: "_Task[_ITEM]") -> _RESULT | Lost:
        """Return the result of a task that has one or is over time.

        If it is over time, stop its process.
        """
        try:
            if task.worker.pipe.poll():
                result: _RESULT = task.worker.pipe.recv()
                return result
            reason = f"stopped after {self._limit:g} s"
        except (EOFError, ConnectionError):
            reason = "its process died"
        task.worker.end()
        return Lost(reason)


@dataclass(frozen=True)
class _Worker:
    process: SpawnProcess
    pipe: Connection

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


@dataclass(frozen=True)
class _Task(Generic[_ITEM]):
    """The item of a process, and its deadline (monotonic seconds)."""

    worker: _Worker
    item: _ITEM
    until: float


def _next_to_end(tasks: list[_Task[_ITEM]]) -> _Task[_ITEM]:
    """Wait until a task has its result or is over time."""
    first_due = min(tasks, key=lambda task: task.until)
    ready = wait([task.worker.pipe for task in tasks], max(0.0, first_due.until - time.monotonic()))
    return next((task for task in tasks if task.worker.pipe in ready), first_due)


def _serve(work: Callable[[_ITEM], _RESULT], pipe: Connection) -> None:
    """Answer items until the other end is closed. Ctrl-C is for the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            item = pipe.recv()
        except EOFError:
            return
        pipe.send(work(item))
