"""Queries that ask for most of the words of another query, for when no document has all of them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import regex

from storage.documents.query_tree import And, AtLeast, Near, Node, Or, Phrase, Query
from storage.documents.segmentation import default_segmenter

_TRIES = 4
_CHINESE = regex.compile(r"\p{Han}{3,}")


@dataclass(frozen=True, kw_only=True)
class RelaxedQuery:
    """A query for at least ``count`` of the ``total`` words, phrases or groups of alternatives of
    another one.

    If it asks for all, it only does not ask for Chinese words to be side by side as they were
    written.
    """

    query: Query
    count: int
    total: int


def relaxed(query: Query) -> Iterator[RelaxedQuery]:
    """Yield queries for fewer and fewer words, down to half of them; none for a query of one word.

    Short runs of Chinese characters, which a query takes as one word, are split into words.
    Exclusions, exact values and days still hold.
    """
    parts = query.conjuncts
    asked = [part for part in parts if _asks_for_words(part)]
    rest = [part for part in parts if part not in asked]
    words = tuple(dict.fromkeys(word for part in asked for word in _split(part)))
    total = len(words)
    if total < 2:
        return
    most = total if total > len(asked) else total - 1
    least = max(1, -(-total // 2))
    for count in sorted({*range(most, least, -1)[: _TRIES - 1], least}, reverse=True):
        yield RelaxedQuery(
            query=Query(root=And((*rest, AtLeast(count, words)))), count=count, total=total
        )


def _asks_for_words(node: Node) -> bool:
    match node:
        case Phrase() | Near():
            return True
        case Or(parts) | And(parts):
            return all(map(_asks_for_words, parts))
        case _:
            return False


def _split(node: Node) -> list[Node]:
    if (
        not isinstance(node, Phrase)
        or node.exact
        or node.field == "author"
        or not _CHINESE.fullmatch(node.text)
    ):
        return [node]
    return [replace(node, text=word) for word in default_segmenter().split(node.text)]
