"""Tombstones as a set of Redis."""

from collections.abc import Collection
from typing import Any

from storage.seen.connection import RedisServer

_KEY = "tombstones"
# So that the server answers others meanwhile.
_AT_ONCE = 1_000


class RedisTombstones:
    """The port ``Tombstones`` over Redis. The first call connects."""

    def __init__(self, url: str) -> None:
        self._server = RedisServer(url)
        self._key = self._server.key(_KEY)

    def add(self, marks: Collection[str]) -> None:
        """See ``Tombstones.add``."""
        added = list(marks)
        with self._server.translated():
            for first in range(0, len(added), _AT_ONCE):
                self._server.client.sadd(self._key, *added[first : first + _AT_ONCE])

    def remove(self, marks: Collection[str]) -> None:
        """See ``Tombstones.remove``."""
        removed = list(marks)
        with self._server.translated():
            for first in range(0, len(removed), _AT_ONCE):
                self._server.client.srem(self._key, *removed[first : first + _AT_ONCE])

    def known(self, marks: Collection[str]) -> set[str]:
        """See ``Tombstones.known``."""
        asked = list(marks)
        if not asked:
            return set()
        with self._server.translated():
            answers: Any = self._server.client.smismember(self._key, asked)
        return {mark for mark, is_kept in zip(asked, answers, strict=True) if is_kept}

    def count(self) -> int:
        """See ``Tombstones.count``."""
        with self._server.translated():
            count: Any = self._server.client.scard(self._key)
        return int(count)

    def close(self) -> None:
        """See ``Tombstones.close``."""
        self._server.close()
