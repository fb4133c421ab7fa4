"""Requests of assistants by HTTP, each of which must have arrived within a time.

uvicorn waits for the rest of a request for ever: who sends a thousand beginnings takes all files
that the process may open.
"""

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from webui.head_first_worker import HEAD_SECONDS

MAX_CONNECTIONS = 500
"""Most open connections; systems often allow a process no more than 1,024 files."""


class TimedRequests(H11Protocol):
    """A connection that is closed if a request is not whole ten seconds after its beginning."""

    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request, or close one connection too many."""
        super().connection_made(transport)
        if len(self.connections) > MAX_CONNECTIONS:
            transport.abort()
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Read on, and stop the time when the request is whole."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the time."""
        self._stop()
        super().connection_lost(exc)

    def _watch(self) -> None:
        is_whole = self.conn.their_state not in (h11.IDLE, h11.SEND_BODY)
        if is_whole:
            self._stop()
        elif self._timer is None:
            self._timer = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
