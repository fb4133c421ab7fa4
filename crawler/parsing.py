"""Threads for parsers, which would stop the event loop."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from crawler.body_budget import LARGE_BODY_BYTES

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


class ParsingThreads:
    """Two threads for small bodies, and one for large bodies.

    The tree of a page takes up to 40 times the bytes of the page, and the C library keeps freed memory for the thread
    that used it. So only one thread ever has large trees, and small pages do not wait for it.
    """

    def __init__(self) -> None:
        self._small = ThreadPoolExecutor(2, thread_name_prefix="parsing")
        self._large = ThreadPoolExecutor(1, thread_name_prefix="parsing-large")

    async def run(
        self,
        size: int,
        parser: Callable[Parameters, Result],
        *args: Parameters.args,
        **kwargs: Parameters.kwargs,
    ) -> Result:
        """Return what ``parser`` returns for a body of ``size`` bytes."""
        threads = self._large if size > LARGE_BODY_BYTES else self._small
        return await asyncio.get_running_loop().run_in_executor(threads, partial(parser, *args, **kwargs))

    def close(self) -> None:
        """Drop what has not begun; wait for nothing."""
        for threads in (self._small, self._large):
            threads.shutdown(wait=False, cancel_futures=True)
