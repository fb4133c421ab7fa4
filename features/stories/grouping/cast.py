"""Who and what the reports of a story name: people, organisations and places.

Pure, in memory.
"""

from array import array
from collections.abc import Sequence
from sys import intern

from newsroom.recognition.mentions import Kind
from storage.documents.port import DocumentNames

_KINDS: tuple[Kind, ...] = ("person", "org", "place")
_MAX_KEPT = 40
MAX_SHOWN = 6
"""The most names of a kind that a story shows."""
# From so many reports on, what only one of them names is not what the story is about.
_SEVERAL = 3


class Cast:
    """The names of a story, with how many reports have each."""

    __slots__ = ("_counts", "_names")

    def __init__(self, stored: Sequence[Sequence[str]] = ()) -> None:
        """Begin with the names of a story as it was stored: each counts as one that is shown."""
        self._names: tuple[tuple[str, Kind], ...] = tuple(
            (intern(name), kind) for name, code in stored for kind in _KINDS if kind == code
        )
        self._counts = array("I", [2] * len(self._names))

    def add(self, names: DocumentNames) -> None:
        """Count those of another report."""
        counts = dict(zip(self._names, self._counts, strict=True))
        for kind, listed in zip(_KINDS, names, strict=True):
            for name in listed:
                counts[intern(name), kind] = counts.get((name, kind), 0) + 1
        self._keep(counts)

    def include(self, other: "Cast") -> None:
        """Count those of a story that became part of this one."""
        counts = dict(zip(self._names, self._counts, strict=True))
        for each, count in zip(other._names, other._counts, strict=True):
            counts[each] = counts.get(each, 0) + count
        self._keep(counts)

    def _keep(self, counts: dict[tuple[str, Kind], int]) -> None:
        best = sorted(counts, key=lambda each: -counts[each])[:_MAX_KEPT]
        self._names, self._counts = tuple(best), array("I", [counts[each] for each in best])

    def shown(self, reports: int) -> list[list[str]]:
        """Return names and kinds for people, by kind, the most frequent first."""
        fewest = 2 if reports >= _SEVERAL else 1
        named = [
            each for each, count in zip(self._names, self._counts, strict=True) if count >= fewest
        ]
        of_kind = ([each for each in named if each[1] == kind][:MAX_SHOWN] for kind in _KINDS)
        return [[name, kind] for each in of_kind for name, kind in each]
