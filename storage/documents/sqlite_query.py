"""Translate a search request to SQL over the tables of ``sqlite_schema``. All values are bound parameters."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from storage.documents.periods import DAY_MILLISECONDS, day_start, milliseconds
from storage.documents.port import Filters, SearchRequest
from storage.documents.positions import NEVER, by_relevance
from storage.documents.query_tree import (
    And,
    Dated,
    DateRange,
    FieldValue,
    Node,
    Not,
    Or,
    Phrase,
    Query,
    TermMatch,
    term_matches,
)
from storage.documents.records import storable

_FACET_FILTERS = ("source", "site", "channel", "lang", "kind")
# Weights of title, content, and their stems: one occurrence in the title outweighs many in the content.
_SCORE = "bm25(words, 20.0, 1.0, 20.0, 1.0)"
# CROSS JOIN fixes the order: the text index first, then one lookup of the entry of each match.
_BY_WORDS = "words CROSS JOIN entry ON entry.number = words.rowid"
_DATED = "entry.recency < ?"
_IN_WORDS = "entry.number IN (SELECT rowid FROM words WHERE words MATCH ?)"

# A condition, or a list of conditions, with its bound values.
Condition = tuple[str, list[str | int]]


@dataclass(frozen=True)
class Selection:
    """The matching documents: tables and conditions of a statement with its bound values."""

    tables: str
    conditions: str
    values: tuple[str | int, ...]
    score: str

    def statement(self, columns: str) -> str:
        """Return the statement that selects ``columns`` of every match."""
        # This joins only constant texts of this module.
        return f"SELECT {columns} FROM {self.tables} WHERE {self.conditions}"  # noqa: S608


def select(request: SearchRequest) -> Selection:
    """Return the selection of a request's matches.

    The part of the query that the text index can answer leads the search; the rest is checked for each match. A query
    that the text index cannot lead (words or a site) is checked for each document, and its score is looked up.
    """
    expression, rest = _divided(request.query)
    text, values = _conjunction([*rest, *_filters(request.filters)], " AND ", "TRUE")
    ranked = by_relevance(request)
    if expression:
        return Selection(_BY_WORDS, f"words MATCH ? AND {text}", (expression, *values), _SCORE if ranked else "0.0")
    if not ranked:
        return Selection("entry", text, tuple(values), "0.0")
    anything = _either([term(phrase) for phrase in term_matches(request.query)])
    scored = f"(SELECT rowid AS number, {_SCORE} AS score FROM words WHERE words MATCH ?) AS found"  # noqa: S608
    tables = f"entry LEFT JOIN {scored} ON found.number = entry.number"
    return Selection(tables, text, (anything, *values), "COALESCE(found.score, 0.0)")


def _divided(query: Query) -> tuple[str, list[Condition]]:
    """Return an FTS5 expression that every match satisfies ("" for none), and the remaining conditions."""
    parts = query.root.parts if isinstance(query.root, And) else (query.root,) if query.root else ()
    indexed = [part for part in parts if _expression(part)]
    excluded = [part for part in parts if isinstance(part, Not) and _expression(part.part)] if indexed else []
    rest = [condition(part) for part in parts if part not in indexed and part not in excluded]
    return _expression(And((*indexed, *excluded))) if indexed else "", rest


def condition(node: Node) -> Condition:
    """Return a node as a condition on a row of ``entry``."""
    if expression := _expression(node):
        return _IN_WORDS, [expression]
    match node:
        case Phrase():
            return _names(node)
        case FieldValue(field="tag"):
            return "entry.number IN (SELECT number FROM tag WHERE tag = ?)", [storable(node.value)]
        case FieldValue(field="copy"):
            return "entry.copy_id = ? AND entry.copy_id != ''", [storable(node.value)]
        case FieldValue():
            return f"entry.facet IN (SELECT number FROM facet WHERE {node.field} = ?)", [storable(node.value)]  # noqa: S608
        case Dated():
            return _DATED, [-NEVER]
        case DateRange(first=first, last=last, field="published"):
            return _conjunction(_published(first, last), " AND ", "TRUE")
        case DateRange(first=first, last=last):
            return _conjunction(_found(first, last), " AND ", "TRUE")
        case Not(part):
            text, values = condition(part)
            return f"NOT ({text})", values
        case And(parts):
            return _conjunction([condition(part) for part in parts], " AND ", "TRUE")
        case Or(parts):
            return _conjunction([condition(part) for part in parts], " OR ", "FALSE")


def _expression(node: Node) -> str:
    """Return a node as an FTS5 expression, or "" if the text index cannot answer it alone.

    FTS5 can exclude matches from other matches, but cannot find documents by a negation alone.
    """
    match node:
        case Phrase(field="" | "title"):
            phrase = node.term_match()
            return term(phrase) if phrase else ""
        case Or(parts):
            found = [_expression(part) for part in parts]
            return _either(found) if found and all(found) else ""
        case And(parts):
            found = [_expression(part) for part in parts if not isinstance(part, Not)]
            unwanted = [_expression(part.part) for part in parts if isinstance(part, Not)]
            if not found or not all((*found, *unwanted)):
                return ""
            every = f"({' AND '.join(found)})"
            return f"({every} NOT {_either(unwanted)})" if unwanted else every
        case _:
            return ""


def _either(expressions: Sequence[str]) -> str:
    return f"({' OR '.join(expressions)})"


def term(phrase: TermMatch) -> str:
    """Return the FTS5 expression for documents that contain these words."""
    # Analysed words have only letters and digits, so they cannot contain FTS5 syntax.
    columns = ["title"] if phrase.field else ["title", "content"]
    names = " ".join(f"{column}_stems" if phrase.stemmed else column for column in columns)
    return f'{{{names}}} : "{" ".join(phrase.words)}"'


def _names(words: Phrase) -> Condition:
    phrase = words.term_match()
    if phrase is None:
        return "TRUE", []
    return "entry.number IN (SELECT number FROM author WHERE instr(name, ?))", [f" {' '.join(phrase.words)} "]


def _found(first: date | None, last: date | None) -> list[Condition]:
    found: list[Condition] = []
    if first:
        found.append(("entry.collected >= ?", [day_start(first)]))
    if last:
        found.append(("entry.collected < ?", [day_start(last) + DAY_MILLISECONDS]))
    return found


def _published(first: date | None, last: date | None) -> list[Condition]:
    found: list[Condition] = []
    if first or last:
        found.append((_DATED, [-NEVER]))
    if first:
        found.append(("entry.recency <= ?", [-day_start(first)]))
    if last:
        found.append(("entry.recency > ?", [-day_start(last) - DAY_MILLISECONDS]))
    return found


def _filters(filters: Filters) -> list[Condition]:
    found: list[Condition] = []
    names = [name for name in _FACET_FILTERS if getattr(filters, name)]
    if names:
        tests = " AND ".join(f"{name} IN (SELECT value FROM json_each(?))" for name in names)  # noqa: S608
        values: list[str | int] = [_list(getattr(filters, name)) for name in names]
        found.append((f"entry.facet IN (SELECT number FROM facet WHERE {tests})", values))  # noqa: S608
    if filters.tag:
        tagged = "entry.number IN (SELECT number FROM tag WHERE tag IN (SELECT value FROM json_each(?)))"
        found.append((tagged, [_list(filters.tag)]))
    if filters.collected_since:
        found.append(("entry.collected >= ?", [milliseconds(filters.collected_since)]))
    return found + _published(filters.after, filters.before)


def _conjunction(conditions: Sequence[Condition], sign: str, none: str) -> Condition:
    text = sign.join(f"({text})" for text, _ in conditions)
    return text or none, [value for _, values in conditions for value in values]


def _list(texts: Sequence[str]) -> str:
    return json.dumps([storable(text) for text in texts])
