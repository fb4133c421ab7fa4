"""Translate a search request to SQL over the tables of ``sqlite_schema``.

All values are bound parameters.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from storage.documents.periods import milliseconds
from storage.documents.positions import NEVER
from storage.documents.query_tree import (
    And,
    AtLeast,
    Comparison,
    Dated,
    DateRange,
    FieldValue,
    InStory,
    Listed,
    Near,
    Node,
    Not,
    Or,
    Phrase,
    Query,
    TermMatch,
    TimeField,
    is_plain,
    side_by_side,
    term_matches,
)
from storage.documents.ranking import BM25_CONTENT, BM25_TITLE
from storage.documents.records import storable, stored_value
from storage.keys import site_of

# Weights of title, content, and their stems: one occurrence in the title outweighs many in the
# content.
_SCORE = f"bm25(words, {BM25_TITLE}, {BM25_CONTENT}, {BM25_TITLE}, {BM25_CONTENT})"
# CROSS JOIN fixes the order: the text index first, then one lookup of the entry of each match.
_BY_WORDS = "words CROSS JOIN entry ON entry.number = words.rowid"
_LISTED = "(SELECT value FROM json_each(?))"
_DATED = "entry.recency < ?"
# The time of a thread is that of its newest posts: it has grown.
_BY_PUBLISHER = "entry.thread = ''"
_IN_COMMENTS = "entry.number IN (SELECT rowid FROM comment_words WHERE comment_words MATCH ?)"
_IN_WORDS = "entry.number IN (SELECT rowid FROM words WHERE words MATCH ?)"

# A comparison with an unknown value (NULL) does not hold, so that its negation does.
_COMPARED = (
    "COALESCE((SELECT json_extract(rest, '$.{}') {} ? FROM body WHERE body.number = "
    "entry.number), FALSE)"
)
# A language includes its scripts and regions: zh finds zh-hans and zh-hant.
_IN_LANGUAGES = (
    "EXISTS (SELECT 1 FROM json_each(?) WHERE lang = value OR substr(lang, 1, length(value) "
    "+ 1) = value || '-')"
)
_CITING = "entry.number IN (SELECT number FROM citation WHERE {})"
_NAMING = f"entry.number IN (SELECT number FROM name WHERE kind = ? AND name IN {_LISTED})"  # noqa: S608
_SAYING = "entry.number IN (SELECT number FROM signal WHERE code = ?)"
_ALL = "TRUE"
_ANY = "FALSE"

# A condition, or a list of conditions, with its bound values.
Value = str | int | float
Condition = tuple[str, list[Value]]


@dataclass(frozen=True)
class Selection:
    """The documents that match a query: the number in its table, and the conditions with their
    bound values.
    """

    number: str
    tables: str
    conditions: str
    values: tuple[Value, ...]

    @property
    def is_everything(self) -> bool:
        """Return whether every document matches."""
        return self.conditions == _ALL

    def numbers(self) -> str:
        """Return the statement that selects the numbers of all matches as one text, in any
        order.
        """
        # This joins only constant texts of this module.
        return f"SELECT group_concat({self.number}) FROM {self.tables} WHERE {self.conditions}"  # noqa: S608


@dataclass(frozen=True)
class Ranking:
    """A statement that selects the number and the score of the newest documents with any of a
    query's words.

    The smallest score is the best. The last parameter is the number of documents.
    """

    statement: str
    values: tuple[Value, ...]


def select(query: Query) -> Selection:
    """Return the selection of the documents that match a query.

    The part that the text index can answer leads the search; the rest is checked for each match. A
    query that the text index cannot lead (words or a site) is checked for each document.
    """
    expression, rest = _divided(query, None)
    text, values = _conjunction(rest, " AND ", _ALL)
    if not expression:
        return Selection("number", "entry", text, tuple(values))
    if not rest:
        return Selection("rowid", "words", "words MATCH ?", (expression,))
    return Selection("entry.number", _BY_WORDS, f"words MATCH ? AND {text}", (expression, *values))


def rank(query: Query) -> Ranking:
    """Return the ranking of a query that has words."""
    expression, _rest = _divided(query, side_by_side(query))
    expression = expression or _either([term(phrase) for phrase in term_matches(query)])
    found = f"SELECT rowid, {_SCORE} FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?"  # noqa: S608
    return Ranking(found, (expression,))


def _divided(query: Query, together: TermMatch | None) -> tuple[str, list[Condition]]:
    """Return an FTS5 expression that every match satisfies ("" for none), and the remaining
    conditions.

    ``together`` are the plain words as one phrase, which changes no match, but adds to the score.
    """
    parts = query.conjuncts
    indexed = [part for part in parts if _expression(part)]
    # The index finds what has any of the parts; how many is checked for each match.
    counted = [Or(part.parts) for part in parts if isinstance(part, AtLeast)]
    indexed += [part for part in counted if _expression(part)]
    excluded: list[Not] = []
    if indexed:
        # The index cannot search for what lacks a word alone.
        excluded = [part for part in parts if isinstance(part, Not) and _expression(part.part)]
    rest = [condition(part) for part in parts if part not in indexed and part not in excluded]
    if together is None:
        return _expression(And((*indexed, *excluded))) if indexed else "", rest
    plain = [_expression(part) for part in indexed if is_plain(part)]
    found = [f"(({' AND '.join(plain)}) OR {term(together)})"]
    found += [_expression(part) for part in indexed if not is_plain(part)]
    return _every(found, [_expression(part.part) for part in excluded]), rest


def condition(node: Node) -> Condition:
    """Return a node as a condition on a row of ``entry``."""
    if expression := _expression(node):
        return _IN_WORDS, [expression]
    match node:
        case Phrase(field="author"):
            return _names(node)
        case Phrase() | Near():
            expression = _of_words(node)
            if expression:
                return (_IN_COMMENTS, [expression])
            return (_ALL, [])
        case AtLeast(count, parts):
            conditions = [condition(part) for part in parts]
            text, values = _conjunction(conditions, " + ", "0")
            return f"{text} >= ?", [*values, count]
        case Not(part):
            text, values = condition(part)
            return f"NOT ({text})", values
        case And(parts):
            return _conjunction([condition(part) for part in parts], " AND ", _ALL)
        case Or(parts):
            return _conjunction([condition(part) for part in parts], " OR ", _ANY)
        case FieldValue():
            return _has_value(node)
        case _:
            return _of_field(node)


def _has_value(node: FieldValue) -> Condition:
    match node.field:
        case "tag":
            return "entry.number IN (SELECT number FROM tag WHERE tag = ?)", [storable(node.value)]
        case "copy":
            return "entry.copy_id = ? AND entry.copy_id != ''", [storable(node.value)]
        case "thread":
            return "entry.thread = ? AND entry.thread != ''", [storable(node.value)]
        case "cited_site":
            return _CITING.format("site = ?"), [storable(node.value)]
        case "cited_page":
            site = site_of(f"http://{node.value}")
            return _CITING.format("site = ? AND page = ?"), [storable(site), storable(node.value)]
        case "person" | "org" | "place":
            return _NAMING, [node.field, _list([node.value, *node.others])]
        case "rights":
            return _SAYING, [storable(node.value)]
        case "text_source":
            return _COMPARED.format("text_source", "="), [storable(node.value)]
        case "lang":
            return f"entry.facet IN (SELECT number FROM facet WHERE {_IN_LANGUAGES})", [  # noqa: S608
                _list([stored_value("lang", node.value)])
            ]
        case field:
            return f"entry.facet IN (SELECT number FROM facet WHERE {field} = ?)", [  # noqa: S608
                storable(node.value)
            ]


def _of_field(node: Comparison | InStory | Listed | Dated | DateRange) -> Condition:
    match node:
        case Comparison(field=field, sign=sign, value=value):
            return _COMPARED.format(field, sign), [value]
        case InStory(documents=documents):
            ids = json.dumps([storable(each) for each in documents])
            return (
                f"(entry.id IN {_LISTED} OR (entry.thread != '' AND entry.thread IN {_LISTED}))",
                [ids, ids],
            )
        case Listed(documents=documents):
            return f"entry.id IN {_LISTED}", [_list(documents)]
        case Dated(field="published"):
            return _DATED, [-NEVER]
        case Dated(field="changed"):
            return f"(entry.changed IS NOT NULL AND {_BY_PUBLISHER})", []
        case Dated(field=field):
            return f"entry.{field} IS NOT NULL", []
        case DateRange(start=start, end=end, field="published"):
            return _conjunction(_published(start, end), " AND ", _ALL)
        case DateRange(start=start, end=end, field="changed"):
            limits = _between("changed", start, end)
            return _conjunction([*limits, (_BY_PUBLISHER, [])], " AND ", _ALL)
        case DateRange(start=start, end=end, field=field):
            return _conjunction(_between(field, start, end), " AND ", _ALL)


def _expression(node: Node) -> str:
    """Return a node as an FTS5 expression, or "" if the text index cannot answer it alone.

    FTS5 can exclude matches from other matches, but cannot find documents by a negation alone.
    """
    match node:
        case Phrase(field="" | "title") | Near(first=Phrase(field="" | "title")):
            return _of_words(node)
        case Or(parts):
            found = [_expression(part) for part in parts]
            if found and all(found):
                return _either(found)
            return ""
        case And(parts):
            found = [_expression(part) for part in parts if not isinstance(part, Not)]
            unwanted = [_expression(part.part) for part in parts if isinstance(part, Not)]
            # One part that the index cannot answer makes its answer to the others useless.
            if not found or not all((*found, *unwanted)):
                return ""
            return _every(found, unwanted)
        case _:
            return ""


def _of_words(node: Phrase | Near) -> str:
    """Return the FTS5 expression for words, "" for text without a letter or digit."""
    if isinstance(node, Phrase):
        phrase = node.term_match()
        return term(phrase) if phrase else ""
    pair = node.term_matches()
    if not pair:
        return ""
    return f"{_columns(pair[0])} : NEAR({_quoted(pair[0])} {_quoted(pair[1])}, {node.distance})"


def _every(found: Sequence[str], unwanted: Sequence[str]) -> str:
    every = f"({' AND '.join(found)})"
    if unwanted:
        return f"({every} NOT {_either(unwanted)})"
    return every


def _either(expressions: Sequence[str]) -> str:
    return f"({' OR '.join(expressions)})"


def term(phrase: TermMatch) -> str:
    """Return the FTS5 expression for documents that contain these words."""
    # Analysed words have only letters and digits, so they cannot contain FTS5 syntax.
    return f"{_columns(phrase)} : {_quoted(phrase)}{' *' if phrase.prefix else ''}"


def _columns(phrase: TermMatch) -> str:
    if phrase.field == "comments":
        return "{stems}" if phrase.stemmed else "{words}"
    columns = ["title"] if phrase.field else ["title", "content"]
    names = " ".join(f"{column}_stems" if phrase.stemmed else column for column in columns)
    return f"{{{names}}}"


def _quoted(phrase: TermMatch) -> str:
    return f'"{" ".join(phrase.words)}"'


def _names(words: Phrase) -> Condition:
    phrase = words.term_match()
    if phrase is None:
        return _ALL, []
    return "entry.number IN (SELECT number FROM author WHERE instr(name, ?))", [
        f" {' '.join(phrase.words)} "
    ]


def _between(field: TimeField, start: datetime | None, end: datetime | None) -> list[Condition]:
    # A comparison with an unknown time does not hold, so that its negation does.
    found: list[Condition] = [(f"entry.{field} IS NOT NULL", [])]
    if start:
        found.append((f"entry.{field} >= ?", [milliseconds(start)]))
    if end:
        found.append((f"entry.{field} < ?", [milliseconds(end)]))
    return found if start or end else []


def _published(start: datetime | None, end: datetime | None) -> list[Condition]:
    found: list[Condition] = []
    if start or end:
        found.append((_DATED, [-NEVER]))
    if start:
        found.append(("entry.recency <= ?", [-milliseconds(start)]))
    if end:
        found.append(("entry.recency > ?", [-milliseconds(end)]))
    return found


def _conjunction(conditions: Sequence[Condition], sign: str, none: str) -> Condition:
    text = sign.join(f"({text})" for text, _ in conditions)
    return text or none, [value for _, values in conditions for value in values]


def _list(texts: Sequence[str]) -> str:
    return json.dumps([storable(text) for text in texts])
