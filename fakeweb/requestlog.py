"""The log of requests: who requested what, when, and with which response."""

from collections import deque
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final

from fakeweb.message import Request

_KEPT: Final = 500_000


@dataclass(frozen=True)
class LogRecord:
    """One request and the status of its response.

    ``time`` is when it was noticed, in seconds since 1970; it arrived up to ``late`` seconds
    before. Absent headers are empty.
    """

    time: float
    late: float
    host: str
    path: str
    status: int
    user_agent: str
    if_none_match: str
    if_modified_since: str


class RequestLog:
    """The newest half million requests, in the order of their responses."""

    def __init__(self) -> None:
        self._records: deque[LogRecord] = deque(maxlen=_KEPT)

    def note(self, request: Request, status: int, noticed: float, late: float) -> None:
        """Record a request and the status of its response."""
        told = (
            request.headers.get(name, "")
            for name in ("user-agent", "if-none-match", "if-modified-since")
        )
        self._records.append(LogRecord(noticed, late, request.host, request.target, status, *told))

    def select(self, host: str | None) -> Iterator[dict[str, Any]]:
        """Yield the records of one host, or all, as plain values."""
        return (asdict(record) for record in self._records if host in (None, record.host))
