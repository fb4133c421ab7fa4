"""What workers have learned, as one of them knows it: asked for at most every few seconds."""

import time
from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from crawler.stores import WorkerStores
from storage.learned.store import Fact

_ASK_SECONDS = 10.0
Value = TypeVar("Value")


class LearnedFacts(Generic[Value]):
    """The facts of one topic, by name."""

    def __init__(self, ports: WorkerStores, topic: str, read: Callable[[Fact], Value]) -> None:
        self._ports = ports
        self._topic = topic
        self._read = read
        self._known: dict[str, Value] = {}
        self._added: dict[str, tuple[float, Value]] = {}
        self._asked = float("-inf")

    async def now(self) -> Mapping[str, Value]:
        """Return the facts, a few seconds old at most."""
        if time.monotonic() - self._asked >= _ASK_SECONDS:
            # Set first: the jobs that ask meanwhile do with the older answer.
            self._asked = time.monotonic()
            facts = await self._ports.facts(self._topic)
            known = {name: self._read(fact) for name, fact in facts.items()}
            # What this worker has just added may not be in the store yet, or not have been when it
            # answered.
            kept = time.monotonic() - _ASK_SECONDS
            self._added = {name: each for name, each in self._added.items() if each[0] > kept}
            self._known = known | {name: value for name, (_, value) in self._added.items()}
        return self._known

    def add(self, name: str, value: Value) -> None:
        """Know a fact of this worker at once."""
        self._known[name] = value
        self._added[name] = time.monotonic(), value
