"""Which spellings mean one name. Pure."""

from collections.abc import Iterable

from storage.documents.port import Aliases


class NameSpellings:
    """The names that have several spellings."""

    def __init__(self, rows: Iterable[tuple[str, str, Iterable[str]]] = ()) -> None:
        """Take (kind, name, its other spellings)."""
        self._aliases: dict[str, dict[str, str]] = {}
        self._groups: dict[tuple[str, str], tuple[str, ...]] = {}
        for kind, name, spellings in rows:
            group = (name, *spellings)
            self._aliases.setdefault(kind, {}).update(dict.fromkeys(group[1:], name))
            self._groups.update({(kind, each.casefold()): group for each in group})

    @property
    def aliases(self) -> Aliases:
        """For each kind, which spellings mean which name."""
        return self._aliases

    def of(self, kind: str, name: str) -> tuple[str, ...]:
        """Return the name that this one means, then its other spellings; capitals do not
        matter.
        """
        return self._groups.get((kind, name.casefold()), (name,))

    def all_of(self, kind: str, names: Iterable[str]) -> tuple[str, ...]:
        """Return these values of a filter with all their other spellings, each once."""
        found: dict[str, None] = {}
        for name in names:
            found |= dict.fromkeys((name, *self.of(kind, name)))
        return tuple(found)
