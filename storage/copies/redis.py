"""Copies in Redis: each batch is one server-side script."""

from collections.abc import Collection, Mapping, Sequence

from storage.copies.fingerprint import least_same
from storage.copies.port import KEPT_SECONDS, MAX_IN_BUCKET, CopyEntry
from storage.seen.connection import RedisServer

_COPIES = "copies"
_SCRIPTS = "storage.copies"


class RedisCopies:
    """The port ``Copies`` over Redis. The first call connects."""

    def __init__(self, url: str) -> None:
        self._server = RedisServer(url)
        self._join = self._server.script("groups", "join", package=_SCRIPTS)
        self._settle = self._server.script("groups", "settle", package=_SCRIPTS)

    def join(self, entries: Sequence[CopyEntry]) -> list[str]:
        """See ``Copies.join``."""
        if not entries:
            return []
        texts = [
            text
            for entry in entries
            for text in (entry.key, entry.fingerprint.signature, "".join(entry.fingerprint.bands))
        ]
        return list(
            self._server.call(
                self._join, self._name(), [least_same(), KEPT_SECONDS, MAX_IN_BUCKET, *texts]
            )
        )

    def settle(self, copy_ids: Sequence[str]) -> Mapping[str, str]:
        """See ``Copies.settle``."""
        told = self._server.call(self._settle, self._name(), copy_ids)
        return dict(zip(told[::2], told[1::2], strict=True))

    def moved(self, copy_ids: Sequence[str]) -> None:
        """See ``Copies.moved``."""
        if copy_ids:
            with self._server.translated():
                self._server.client.srem(self._name("moves"), *copy_ids)

    def erase(self, keys: Collection[str]) -> None:
        """See ``Copies.erase``.

        The buckets keep the names of the documents until they expire, of which nothing follows.
        """
        if keys:
            with self._server.translated():
                self._server.client.delete(*(self._name(f"doc:{key}") for key in keys))

    def close(self) -> None:
        """See ``Copies.close``."""
        self._server.close()

    def _name(self, key: str = "") -> str:
        return self._server.key(_COPIES, f":{key}")
