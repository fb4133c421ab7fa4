"""Small facts by topic and name, which all workers share and the pages show."""

import json
from collections.abc import Collection, Mapping
from typing import Any

from storage.state.port import Add, All, Members, Put, Remove, StateStore, Texts, erase
from storage.tombstones.marks import addresses_in

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

_TOPICS = Members("learned topics")
"""The topics that ever had a fact."""


class Learned(StateStore):
    """Facts that expire, by the store's clock. Raises ``storage.errors.Unavailable``."""

    def put(self, topic: str, name: str, fact: Fact, seconds: float) -> None:
        """Keep a fact for some seconds, in place of an older one of the same name."""
        now = self._state.now()
        facts = _facts(topic)
        *_, kept = self._state.run_all(
            [
                Add(_TOPICS, [topic]),
                Put(facts, {name: json.dumps([now + seconds, fact])}),
                All(facts),
            ]
        )
        expires = {each: json.loads(text)[0] for each, text in kept.items()}
        gone = [each for each, at in expires.items() if at < now]
        if (too_many := len(expires) - len(gone) - MAX_OF_A_TOPIC) > 0:
            by_time = sorted(expires.keys() - set(gone), key=lambda each: (expires[each], each))
            gone += by_time[:too_many]
        if gone:
            self._state.run(Remove(facts, gone))

    def facts(self, topic: str) -> dict[str, Fact]:
        """Return the facts of a topic that have not expired, by name."""
        now = self._state.now()
        kept = {
            name: json.loads(text) for name, text in self._state.run(All(_facts(topic))).items()
        }
        return {name: fact for name, (expires, fact) in kept.items() if expires >= now}

    def drop(self, topic: str, name: str) -> bool:
        """Forget a fact; return False if there is none of this name."""
        return self._state.run(Remove(_facts(topic), [name])) > 0

    def erase(self, keys: Collection[str]) -> None:
        """Forget the facts that name an address with one of these keys."""
        topics = self._state.run(All(_TOPICS))
        erase(self._state, map(_facts, topics), lambda text: bool(addresses_in(text) & set(keys)))


def _facts(topic: str) -> Texts:
    return Texts(f"learned:{topic}")
