"""Answers that cost much, computed within limits: in a process of its own, one at a time, once.

A thread of the web server cannot be stopped, and what it computes holds up all others.
"""

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

from crawler.errors import ProcessDied, TooCostly
from crawler.isolation import share_with_visits
from crawler.limited_process import LimitedProcess
from extractor.errors import ExtractionError

Answer = TypeVar("Answer")

PATIENCE_SECONDS = 2.0
"""How long a view waits while another answer is computed. It occupies a thread of the server."""


class Busy(Exception):
    """Other answers are computed first."""


Failure = TooCostly | ProcessDied | ExtractionError | Busy


class LimitedAnswers(Generic[Answer]):
    """The answers of one function in a web process. Its threads share them.

    Args:
        function: Computes an answer; importable.
        failed: Returns what to answer instead when there is no answer.
        size: Returns how much memory an answer takes.
        kept_bytes: Most memory that answers take, if they are more than one.
        cpu_seconds: CPU time that one answer may take.
        patience_seconds: How long a view waits for its turn.
    """

    def __init__(
        self,
        function: Callable[..., Answer],
        *,
        failed: Callable[[Failure], Answer],
        size: Callable[[Answer], int],
        kept_bytes: int,
        cpu_seconds: float,
        patience_seconds: float = PATIENCE_SECONDS,
    ) -> None:
        self._function = function
        self._failed = failed
        self._size = size
        self._kept_bytes = kept_bytes
        self._cpu_seconds = cpu_seconds
        self._patience_seconds = patience_seconds
        self._turn = threading.Lock()
        self._kept: OrderedDict[str, Answer] = OrderedDict()

    def answer(self, key: str, *args: object) -> Answer:
        """Return the answer for arguments that ``key`` identifies.

        What costs too much is not tried again while its failure is kept.
        """
        kept = self._kept.get(key)
        if kept is not None:
            return kept
        if not self._turn.acquire(timeout=self._patience_seconds):
            return self._failed(Busy())
        try:
            if key not in self._kept:
                self._keep(key, self._computed(args))
            return self._kept[key]
        finally:
            self._turn.release()

    def _computed(self, args: tuple[object, ...]) -> Answer:
        share_with_visits()
        process = LimitedProcess()
        try:
            return asyncio.run(process.call(self._cpu_seconds, self._function, *args))
        except (TooCostly, ProcessDied, ExtractionError) as error:
            return self._failed(error)
        finally:
            process.close()

    def _keep(self, key: str, answer: Answer) -> None:
        """Keep the answer, and drop the oldest ones beyond the limit."""
        self._kept[key] = answer
        while len(self._kept) > 1 and sum(map(self._size, self._kept.values())) > self._kept_bytes:
            self._kept.popitem(last=False)
