"""Marks of addresses and texts that were erased, which workers ask before they fetch and before
they write.

The configuration has all of them as well (``storage.database.tombstones``): it is in backups, and
what is lost here is filled in from there.
"""

from collections.abc import Collection

from storage.state.port import Add, Has, Members, Remove, Size, StateStore

_MARKS = Members("tombstones")


class Tombstones(StateStore):
    """A set of marks (``storage.tombstones.marks``), which never expire. Raises
    ``storage.errors.Unavailable``.
    """

    def add(self, marks: Collection[str]) -> None:
        """Keep marks, durable on return; safe to repeat."""
        self._state.run(Add(_MARKS, marks))

    def remove(self, marks: Collection[str]) -> None:
        """Forget marks that were lifted, durable on return; safe to repeat."""
        self._state.run(Remove(_MARKS, marks))

    def known(self, marks: Collection[str]) -> set[str]:
        """Return those of these marks that are kept."""
        return self._state.run(Has(_MARKS, marks))

    def count(self) -> int:
        """Return how many marks are kept."""
        return self._state.run(Size(_MARKS))
