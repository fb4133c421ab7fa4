"""What every export states: the query, the filters, the time and the number of matches."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, kw_only=True)
class ExportHeader:
    """The header of an export. ``filters``: chosen values by name; ``exported`` is aware.

    ``words`` says how many words of the query each document has: "all", or "at least 2 of 3" if
    none has all. ``reserved`` matches are left out, because their pages reserve such use.
    """

    query: str
    exported: datetime
    matches: int
    filters: Mapping[str, list[str]] = field(default_factory=dict)
    words: str = "all"
    reserved: int = 0

    def texts(self) -> dict[str, str]:
        """Return the statement as texts by name."""
        return {
            "query": self.query,
            "filters": " ".join(
                f"{name}:{value}" for name, values in self.filters.items() for value in values
            ),
            "exported": self.exported.isoformat(timespec="seconds"),
            "matches": str(self.matches),
            "words": self.words,
            **({"reserved": str(self.reserved)} if self.reserved else {}),
        }

    def what(self) -> str:
        """Return the query and the filters in one line, or "*" for all documents."""
        texts = self.texts()
        return f"{texts['query']} {texts['filters']}".strip() or "*"

    def line(self) -> str:
        """Return the statement in one line."""
        return " ".join(
            "; ".join(f"{name}: {text}" for name, text in self.texts().items() if text).split()
        )
