"""Answers that cost much, computed within limits: in a process of its own, one at a time, once.

A thread of the web server cannot be stopped, and what it computes holds up all others.
"""

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
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
        return self.answers({key: args})[key]

    def answers(self, asked: Mapping[str, tuple[object, ...]]) -> dict[str, Answer]:
        """Return the answers for several arguments by their keys; one process computes them, each
        under the limits.
        """
        found = self._known(asked)
        missing = {key: args for key, args in asked.items() if key not in found}
        if not missing:
            return found
        if not self._turn.acquire(timeout=self._patience_seconds):
            return found | dict.fromkeys(missing, self._failed(Busy()))
        try:
            # Who had the turn before may have computed some.
            found |= self._known(missing)
            rest = {key: args for key, args in missing.items() if key not in found}
            return found | (self._computed(rest) if rest else {})
        finally:
            self._turn.release()

    def _known(self, asked: Mapping[str, object]) -> dict[str, Answer]:
        kept = {key: self._kept.get(key) for key in asked}
        return {key: answer for key, answer in kept.items() if answer is not None}

    def _computed(self, asked: Mapping[str, tuple[object, ...]]) -> dict[str, Answer]:
        """Compute the answers, and keep each as soon as it is there."""
        share_with_visits()
        return asyncio.run(self._in_one_process(asked))

    async def _in_one_process(self, asked: Mapping[str, tuple[object, ...]]) -> dict[str, Answer]:
        process, found = LimitedProcess(), {}
        try:
            for key, args in asked.items():
                found[key] = await self._by(process, args)
                self._keep(key, found[key])
        finally:
            process.close()
        return found

    async def _by(self, process: LimitedProcess, args: tuple[object, ...]) -> Answer:
        try:
            return await process.call(self._cpu_seconds, self._function, *args)
        except (TooCostly, ProcessDied, ExtractionError) as error:
            return self._failed(error)

    def _keep(self, key: str, answer: Answer) -> None:
        """Keep the answer, and drop the oldest ones beyond the limit."""
        self._kept[key] = answer
        while len(self._kept) > 1 and sum(map(self._size, self._kept.values())) > self._kept_bytes:
            self._kept.popitem(last=False)
