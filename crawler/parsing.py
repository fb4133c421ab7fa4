"""Threads and a process for parsers, which would stop the event loop."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar
from weakref import WeakValueDictionary

from crawler.body_budget import LARGE_BODY_BYTES
from crawler.limited_process import LimitedProcess
from crawler.sites import domain_of_url

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
# A feed of ordinary articles takes half a second for a megabyte.
_CPU_SECONDS = 4
_CPU_SECONDS_PER_MB = 2


class ParsingThreads:
    """Two threads for small bodies, one for large bodies, and a process for parsers that a body can keep busy.

    The tree of a page takes up to 40 times the bytes of the page, and the C library keeps freed memory for the thread
    that used it. So only one thread ever has large trees, and small pages do not wait for it.

    One site has one body in work at a time. So the bodies of many sites take turns, however many one site has sent.
    """

    def __init__(self) -> None:
        self._small = ThreadPoolExecutor(2, thread_name_prefix="parsing")
        self._large = ThreadPoolExecutor(1, thread_name_prefix="parsing-large")
        self._limited = ThreadPoolExecutor(1, thread_name_prefix="parsing-limited")
        self._process = LimitedProcess()
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def run(
        self,
        url: str,
        size: int,
        parser: Callable[Parameters, Result],
        *args: Parameters.args,
        **kwargs: Parameters.kwargs,
    ) -> Result:
        """Return what ``parser`` returns for a body of ``size`` bytes that was found at ``url``."""
        threads = self._large if size > LARGE_BODY_BYTES else self._small
        async with self._turn(url):
            return await asyncio.get_running_loop().run_in_executor(threads, partial(parser, *args, **kwargs))

    async def run_limited(
        self,
        url: str,
        size: int,
        parser: Callable[Parameters, Result],
        *args: Parameters.args,
        **kwargs: Parameters.kwargs,
    ) -> Result:
        """Return what ``parser`` returns in a process of its own; see ``LimitedProcess.call`` for what it raises."""
        seconds = _CPU_SECONDS + _CPU_SECONDS_PER_MB * (size >> 20)
        call = partial(self._process.call, seconds, partial(parser, *args, **kwargs))
        async with self._turn(url):
            return await asyncio.get_running_loop().run_in_executor(self._limited, call)

    def _turn(self, url: str) -> asyncio.Semaphore:
        return self._turns.setdefault(domain_of_url(url), asyncio.Semaphore(1))

    def close(self) -> None:
        """Drop what has not begun; wait for nothing."""
        for threads in (self._small, self._large, self._limited):
            threads.shutdown(wait=False, cancel_futures=True)
        self._process.close()
