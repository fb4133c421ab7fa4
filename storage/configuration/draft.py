"""A source as it is edited, imported and exported."""

from dataclasses import dataclass, fields
from typing import Any

from storage.configuration.port import SourceRecord


@dataclass(frozen=True, kw_only=True)
class SourceDraft(SourceRecord):
    """``keywords`` are the source's own, without those of ``keyword_lists`` (names). ``id`` is 0 for a new one."""

    id: int = 0
    keyword_lists: tuple[str, ...] = ()

    def columns(self) -> dict[str, Any]:
        """Return the columns of the table of sources that hold this draft, keyword lists apart."""
        return {name: _plain(getattr(self, name)) for name in COLUMNS}


FIELDS = tuple(field.name for field in fields(SourceDraft) if field.name != "id")
COLUMNS = tuple(name for name in FIELDS if name != "keyword_lists")
TUPLES = ("patterns", "keywords", "tags")


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    return dict(value) if hasattr(value, "items") else value
