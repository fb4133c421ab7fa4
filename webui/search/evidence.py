"""The stored date evidence of a document, parsed for a table."""

import re
from dataclasses import dataclass
from datetime import datetime

from storage.documents.port import FIRST_SEEN, Document

_LINE = re.compile(
    r"(?P<source>.+?)(?:, (?P<role>[a-z]+))?: (?P<text>.*) -> (?P<value>\S+)", re.DOTALL
)
_PUBLISHED = "published"


@dataclass(frozen=True, kw_only=True)
class EvidenceLine:
    """One date candidate.

    For a line in another form, ``value`` is None and ``text`` is the whole line.

    ``role`` is "published" or "modified". ``chosen``: this is the first candidate with the
    document's own time of that role.
    """

    source: str
    text: str
    role: str = _PUBLISHED
    value: datetime | None = None
    chosen: bool = False

    @property
    def first_seen(self) -> bool:
        """Return whether the line is no date candidate but the time at which Newsloom found the
        page.
        """
        return self.source == FIRST_SEEN


def evidence(document: Document) -> list[EvidenceLine]:
    """Return the candidates in order of rank."""
    times = {_PUBLISHED: document.published, "modified": document.modified}
    rows = []
    for line in document.date_evidence:
        source, role, text, value = _taken_apart(line)
        chosen = value is not None and times.get(role) == value
        if chosen:
            # Other candidates may agree; the first one was used.
            times[role] = None
        rows.append(EvidenceLine(source=source, text=text, role=role, value=value, chosen=chosen))
    return rows


def _taken_apart(line: str) -> tuple[str, str, str, datetime | None]:
    found = _LINE.fullmatch(line)
    try:
        value = datetime.fromisoformat(found["value"]) if found else None
    except ValueError:
        value = None
    if found is None or value is None or value.tzinfo is None:
        return "", _PUBLISHED, line, None
    return found["source"], found["role"] or _PUBLISHED, found["text"], value
