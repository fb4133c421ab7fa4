"""What became of proposals when somebody decided about them. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Self


class Stay(StrEnum):
    """Why a decision did nothing about a proposal."""

    MISSING = "missing"
    """A later look-up has replaced it, or there never was one of this number: it has no name."""
    ACCEPTED = "accepted"
    DISMISSED = "dismissed"
    DELETED = "deleted"
    CHANGED = "changed"
    UNUSABLE = "unusable"


@dataclass(frozen=True, kw_only=True)
class Decision:
    """The names of the sources that a decision was carried out for, and of those that stay."""

    done: Sequence[str]
    stay: Mapping[Stay, Sequence[str]]

    @classmethod
    def of(cls, done: Iterable[str], stay: Iterable[tuple[Stay, str]]) -> Self:
        """Return a decision, with those that stay for one reason together."""
        by_reason: dict[Stay, list[str]] = {}
        for reason, name in stay:
            by_reason.setdefault(reason, []).append(name)
        return cls(done=list(done), stay=by_reason)
