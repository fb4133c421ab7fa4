"""Processes for parsers, which would hold the interpreter of the event loop."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import ParamSpec, TypeVar
from weakref import WeakValueDictionary

from crawler.body_budget import LARGE_BODY_BYTES
from crawler.errors import TooCostly
from crawler.limited_process import LimitedProcess, share
from crawler.sites import domain_of_url

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
_QUICK_PROCESSES = 2
# A feed of ordinary articles takes half a second for a megabyte, a page less.
_QUICK_SECONDS = 1.0
_PATIENT_SECONDS = 4.0
_PATIENT_SECONDS_PER_MB = 2.0
_SHARED = ("crawler.preloaded",)


class Parsers:
    """Two quick processes for small bodies, and a patient one for large bodies and for those that
    take long.

    The tree of a page takes up to 40 times the bytes of the page. So only one process ever has
    large trees, and ends after each to give the memory back, and small pages do not wait for it.

    One site has one body in work at a time. So the bodies of many sites take turns, however many
    one site has sent.
    """

    def __init__(self) -> None:
        share(_SHARED)
        self._quick = _Pool(_QUICK_PROCESSES)
        self._quick.start()
        self._patient = _Pool(1)
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def run(
        self,
        url: str,
        size: int,
        parser: Callable[Parameters, Result],
        *args: Parameters.args,
        **kwargs: Parameters.kwargs,
    ) -> Result:
        """Return what ``parser``, which must be importable, returns for a body of ``size`` bytes
        found at ``url``.

        Raises:
            TooCostly: It needs more CPU time or memory than the size justifies.
            ProcessCrashed: It has a bug.
            ProcessDied: Something else ended the process, such as a fault of a C library.
            CrawlerError, ExtractionError: It raised this.
        """
        call = partial(parser, *args, **kwargs)
        async with self._turns.setdefault(domain_of_url(url), asyncio.Semaphore(1)):
            if size <= LARGE_BODY_BYTES:
                with suppress(TooCostly):
                    return await self._quick.run(_QUICK_SECONDS, call)
            seconds = _PATIENT_SECONDS + _PATIENT_SECONDS_PER_MB * (size >> 20)
            return await self._patient.run(seconds, call, once=True)

    def close(self) -> None:
        """End the processes, whatever they do."""
        self._quick.close()
        self._patient.close()


class _Pool:
    """Some processes, of which each reads one body at a time."""

    def __init__(self, count: int) -> None:
        self._processes = [LimitedProcess() for _ in range(count)]
        self._free = list(self._processes)
        self._room = asyncio.Semaphore(count)

    def start(self) -> None:
        """Start all processes."""
        for process in self._processes:
            process.start()

    async def run(
        self, cpu_seconds: float, function: Callable[[], Result], *, once: bool = False
    ) -> Result:
        """Call the function in a free process; see ``LimitedProcess.call``.

        With ``once``, end the process then.
        """
        async with self._room:
            process = self._free.pop()
            try:
                return await process.call(cpu_seconds, function)
            finally:
                if once:
                    process.close()
                self._free.append(process)

    def close(self) -> None:
        """End all processes."""
        for process in self._processes:
            process.close()
