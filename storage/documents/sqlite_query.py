"""A search request as SQL over the tables of ``sqlite_schema``. Values are bound, never written into the text."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from storage.documents.periods import DAY_MILLISECONDS, day_start
from storage.documents.port import Filters, SearchRequest
from storage.documents.positions import NEVER, by_relevance
from storage.documents.query import Needle, needles
from storage.documents.records import storable

_FACET_FILTERS = ("source", "site", "channel", "lang", "kind")
# Weights of title, content, and the same as stems: one occurrence in the title outweighs many in the content.
_SCORE = "bm25(words, 20.0, 1.0, 20.0, 1.0)"


@dataclass(frozen=True)
class Selection:
    """The documents that match: tables and conditions of a statement with the values bound in it."""

    tables: str
    conditions: str
    values: tuple[str | int, ...]
    score: str

    def statement(self, columns: str) -> str:
        """Return the statement that reads ``columns`` of every match."""
        # Only fixed texts of this module are put together here.
        return f"SELECT {columns} FROM {self.tables} WHERE {self.conditions}"  # noqa: S608


def select(request: SearchRequest) -> Selection:
    """Return what selects the matches of a request."""
    wanted = needles(request.query)
    found = [needle for needle in wanted if not needle.negated]
    unwanted = [needle for needle in wanted if needle.negated]
    conditions: list[str] = []
    values: list[str | int] = []
    if found:
        conditions.append("words MATCH ?")
        values.append(_expression(found, unwanted))
    elif unwanted:
        conditions.append("entry.number NOT IN (SELECT rowid FROM words WHERE words MATCH ?)")
        values.append(" OR ".join(map(_term, unwanted)))
    _filter(request.filters, conditions, values)
    return Selection(
        # CROSS JOIN fixes the order: the text index first, then one look at the entry of each match.
        tables="words CROSS JOIN entry ON entry.number = words.rowid" if found else "entry",
        conditions=" AND ".join(conditions) or "TRUE",
        values=tuple(values),
        score=_SCORE if by_relevance(request) else "0.0",
    )


def _expression(found: Sequence[Needle], unwanted: Sequence[Needle]) -> str:
    expression = " AND ".join(map(_term, found))
    return f"({expression}) NOT ({' OR '.join(map(_term, unwanted))})" if unwanted else expression


def _term(needle: Needle) -> str:
    # Analysed words are letters and digits only, so that no sign of FTS5's language can be among them.
    columns = "{title_stems content_stems}" if needle.stemmed else "{title content}"
    return f'{columns} : "{" ".join(needle.words)}"'


def _filter(filters: Filters, conditions: list[str], values: list[str | int]) -> None:
    names = [name for name in _FACET_FILTERS if getattr(filters, name)]
    if names:
        tests = " AND ".join(f"{name} IN (SELECT value FROM json_each(?))" for name in names)  # noqa: S608
        conditions.append(f"entry.facet IN (SELECT number FROM facet WHERE {tests})")  # noqa: S608
        values += [_list(getattr(filters, name)) for name in names]
    if filters.tag:
        conditions.append("entry.number IN (SELECT number FROM tag WHERE tag IN (SELECT value FROM json_each(?)))")
        values.append(_list(filters.tag))
    if filters.after or filters.before:
        conditions.append("entry.recency < ?")
        values.append(-NEVER)
    if filters.after:
        conditions.append("entry.recency <= ?")
        values.append(-day_start(filters.after))
    if filters.before:
        conditions.append("entry.recency > ?")
        values.append(-day_start(filters.before) - DAY_MILLISECONDS)


def _list(texts: Sequence[str]) -> str:
    return json.dumps([storable(text) for text in texts])
