"""The log of written documents as a Redis stream."""

from collections.abc import Sequence
from typing import Any

from storage.seen.connection import RedisServer
from storage.written.port import KEPT_SECONDS, START, WrittenEntry

_STREAM = "written"
_FIELD = "id"


class RedisWritten:
    """The port ``Written`` over Redis. The first call connects."""

    def __init__(self, url: str) -> None:
        self._server = RedisServer(url)
        self._key = self._server.key(_STREAM)

    def append(self, document_ids: Sequence[str]) -> None:
        """See ``Written.append``."""
        if not document_ids:
            return
        oldest = int((self._server.time() - KEPT_SECONDS) * 1000)
        with self._server.translated():
            pipeline = self._server.client.pipeline(transaction=False)
            for document_id in document_ids:
                pipeline.xadd(self._key, {_FIELD: document_id}, minid=str(oldest), approximate=True)
            pipeline.execute()

    def read(self, after: str, limit: int) -> list[WrittenEntry]:
        """See ``Written.read``."""
        now = self._server.time()
        with self._server.translated():
            found: Any = self._server.client.xrange(
                self._key, f"({after}" if after else "-", "+", limit
            )
        return [
            WrittenEntry(
                position=position,
                document_id=fields[_FIELD],
                age_seconds=now - int(position.partition("-")[0]) / 1000,
            )
            for position, fields in found
        ]

    def end(self) -> str:
        """See ``Written.end``."""
        with self._server.translated():
            found: Any = self._server.client.xrevrange(self._key, "+", "-", 1)
        if found:
            return str(found[0][0])
        return START

    def close(self) -> None:
        """See ``Written.close``."""
        self._server.close()
