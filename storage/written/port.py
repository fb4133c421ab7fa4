"""The port *written*: the ids of documents in the order in which they were written."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

KEPT_SECONDS = 7 * 24 * 3600
"""How long an entry is kept at least. A reader that stops for longer reads the document store
instead.
"""
START = ""
"""The position before the first entry."""


@dataclass(frozen=True, kw_only=True)
class WrittenEntry:
    """A document was written.

    ``position`` is where to go on; ``age_seconds`` is by the store's clock.
    """

    position: str
    document_id: str
    age_seconds: float


class Written(Protocol):
    """An append-only log.

    A document that is written again has another entry. Raises ``storage.errors.Unavailable``.
    """

    def append(self, document_ids: Sequence[str]) -> None:
        """Say that these documents are stored."""

    def read(self, after: str, limit: int) -> list[WrittenEntry]:
        """Return the entries after a position, oldest first."""

    def end(self) -> str:
        """Return the position of the newest entry, or START."""

    def close(self) -> None:
        """Release connections and files."""
