"""The port *learned*: small facts by topic and name, which all workers share and the pages show."""

from collections.abc import Collection, Mapping
from typing import Any, Protocol

MAX_OF_A_TOPIC = 5_000
"""Most facts of one topic; those that expire first give way to new ones."""
# The topics of the core: which addresses lead nowhere, where the posts of forums are, which errors
# of Newsloom were met, and which hosts slow workers down. The last two are what ops order. Features
# have topics of their own.
TRAPS = "traps"
LAYOUTS = "layouts"
ERRORS = "errors"
HOSTS = "hosts"
PAUSES = "pauses"
WORKER_ORDERS = "worker orders"

Fact = Mapping[str, Any]
"""Values that JSON can hold."""


class Learned(Protocol):
    """Facts that expire, by the store's clock. Raises ``storage.errors.Unavailable``."""

    def put(self, topic: str, name: str, fact: Fact, seconds: float) -> None:
        """Keep a fact for some seconds, in place of an older one of the same name."""

    def facts(self, topic: str) -> dict[str, Fact]:
        """Return the facts of a topic that have not expired, by name."""

    def drop(self, topic: str, name: str) -> bool:
        """Forget a fact; return False if there is none of this name."""

    def erase(self, keys: Collection[str]) -> None:
        """Forget the facts that name an address with one of these keys."""

    def close(self) -> None:
        """Release connections and files."""
