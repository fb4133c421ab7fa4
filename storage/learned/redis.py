"""Learned facts as hashes of Redis, one for each topic."""

import json
from collections.abc import Collection

from storage.learned.port import MAX_OF_A_TOPIC, Fact
from storage.seen.connection import RedisServer
from storage.tombstones.marks import addresses_in

_KEY = "learned"
_TOPICS = "learned topics"
"""A set of the topics that ever had a fact."""


class RedisLearned:
    """The port ``Learned`` over Redis. The first call connects."""

    def __init__(self, url: str) -> None:
        self._server = RedisServer(url)

    def put(self, topic: str, name: str, fact: Fact, seconds: float) -> None:
        """See ``Learned.put``."""
        now = self._server.time()
        with self._server.translated():
            self._server.client.sadd(self._server.key(_TOPICS), topic)
            self._server.client.hset(self._key(topic), name, json.dumps([now + seconds, fact]))
        kept = self._read(topic)
        gone = [each for each, (expires, _) in kept.items() if expires < now]
        if (too_many := len(kept) - len(gone) - MAX_OF_A_TOPIC) > 0:
            by_time = sorted(kept.keys() - set(gone), key=lambda each: (kept[each][0], each))
            gone += by_time[:too_many]
        if gone:
            with self._server.translated():
                self._server.client.hdel(self._key(topic), *gone)

    def facts(self, topic: str) -> dict[str, Fact]:
        """See ``Learned.facts``."""
        now = self._server.time()
        return {name: fact for name, (expires, fact) in self._read(topic).items() if expires >= now}

    def drop(self, topic: str, name: str) -> bool:
        """See ``Learned.drop``."""
        with self._server.translated():
            return bool(self._server.client.hdel(self._key(topic), name))

    def erase(self, keys: Collection[str]) -> None:
        """See ``Learned.erase``."""
        with self._server.translated():
            topics = self._server.client.smembers(self._server.key(_TOPICS))
        for topic in map(str, topics):
            found = self._server.mapping(self._key(topic))
            named = [name for name, text in found.items() if addresses_in(text) & set(keys)]
            if named:
                with self._server.translated():
                    self._server.client.hdel(self._key(topic), *named)

    def close(self) -> None:
        """See ``Learned.close``."""
        self._server.close()

    def _read(self, topic: str) -> dict[str, tuple[float, Fact]]:
        return {
            name: tuple(json.loads(text))
            for name, text in self._server.mapping(self._key(topic)).items()
        }

    def _key(self, topic: str) -> str:
        return self._server.key(f"{_KEY}:{topic}")
