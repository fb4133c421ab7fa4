"""The port *tombstones*: marks of addresses and texts that were erased, which workers ask before
they fetch and before they write.

The configuration has all of them as well (``storage.database.tombstones``): it is in backups, and
what is lost here is filled in from there.
"""

from collections.abc import Collection
from typing import Protocol


class Tombstones(Protocol):
    """A set of marks (``storage.tombstones.marks``), which never expire. Raises
    ``storage.errors.Unavailable``.
    """

    def add(self, marks: Collection[str]) -> None:
        """Keep marks, durable on return; safe to repeat."""

    def remove(self, marks: Collection[str]) -> None:
        """Forget marks that were lifted, durable on return; safe to repeat."""

    def known(self, marks: Collection[str]) -> set[str]:
        """Return those of these marks that are kept."""

    def count(self) -> int:
        """Return how many marks are kept."""

    def close(self) -> None:
        """Release connections and files."""
