"""A search by what words mean: the nearest documents instead of those with the words, or beside
them.

The request that results names the nearest documents, so that filters, counts, copies and exports of
every store hold for it as for any other.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from storage.documents.errors import QueryError
from storage.documents.fusion import fused
from storage.documents.port import Documents, SearchRequest
from storage.documents.query_tree import (
    OF_TEXT,
    And,
    AtLeast,
    InStory,
    Listed,
    Node,
    Not,
    Or,
    Phrase,
    Query,
)
from storage.embedder.documents import vector_of
from storage.embedder.port import Embedder
from storage.errors import Refused, Unavailable

Match: TypeAlias = Literal["words", "meaning", "both"]
MAX_NEAR = 200
"""So many documents are found by meaning at most: ten pages of results."""


_NO_EMBEDDER = (
    "This installation cannot search by meaning. Search by words, or ask an administrator to set "
    "up search by meaning."
)
_TOO_VAGUE = (
    "An alert by meaning needs a sentence of three words or more, such as “Ports close because of "
    "a strike”. Write one, or search by words and meaning."
)
# Of the texts on a matter, an alert by meaning finds two thirds if it says it in a sentence, and
# one in four if it says it in two words. See docs/measurements.md#search-by-meaning
_FEWEST_WORDS = 3
# In scripts without blanks between words, two Chinese or Japanese characters, or four Thai ones,
# say as much as a word.
_EAST_ASIAN, _THAI = r"\u3040-\u30ff\u3400-\u9fff", r"\u0e00-\u0e7f"
_WORD = re.compile(rf"[{_EAST_ASIAN}]{{1,2}}|[{_THAI}]{{1,4}}|[^\W{_EAST_ASIAN}{_THAI}]+")


class NoMeaning(Unavailable):
    """The embedder does not answer, or refuses; the words can still be searched for."""


@dataclass(frozen=True, kw_only=True)
class _Divided:
    """The parts of a query: ``words`` may be replaced by what they mean; the ``rest`` holds in any
    case, such as exclusions, values, days, quoted phrases and names.
    """

    words: tuple[Node, ...]
    rest: tuple[Node, ...]
    text: str


def with_meaning(
    documents: Documents, embedder: Embedder | None, request: SearchRequest, match: Match
) -> SearchRequest:
    """Return the request for what is found by meaning, or by words and meaning together.

    It is the same request if it has no words, or if there is no embedder. Raises NoMeaning, and
    Unavailable and Refused of the store.
    """
    divided = _divided(request.query)
    if embedder is None or match == "words" or not divided.text:
        return request
    rest = replace(request, query=_all_of(*divided.rest))
    try:
        vector = vector_of(embedder.model, embedder.embed([divided.text])[0])
    except (Unavailable, Refused) as error:
        raise NoMeaning(error.what, error.why) from error
    near = documents.nearest(vector, rest, MAX_NEAR)
    # Rather nothing than anything: something is always the nearest.
    ids = tuple(each.id for each in near if each.likeness >= embedder.floor)
    if match == "meaning" or not divided.words:
        return replace(request, query=_all_of(*divided.rest, Listed(documents=ids)), first=ids)
    ranked = replace(request, sort="relevance", copies="each")
    by_words = documents.matching_ids(ranked, MAX_NEAR)
    either = Or((And(divided.words), Listed(documents=ids)))
    return replace(request, query=_all_of(*divided.rest, either), first=fused(by_words, ids))


def check_embedder(embedder: Embedder | None, request: SearchRequest, match: Match) -> None:
    """Raise QueryError if a search is by meaning alone and nothing can make vectors: its words
    would find other documents than those that are waited for.
    """
    if embedder is None and match == "meaning" and _divided(request.query).text:
        raise QueryError(_NO_EMBEDDER)


def check_alert(embedder: Embedder | None, request: SearchRequest, match: Match) -> None:
    """Raise QueryError if an alert by meaning alone would miss most of what it is for."""
    check_embedder(embedder, request, match)
    text = _divided(request.query).text
    if match == "meaning" and text and len(_WORD.findall(text)) < _FEWEST_WORDS:
        raise QueryError(_TOO_VAGUE)


def among(request: SearchRequest, ids: tuple[str, ...]) -> SearchRequest:
    """Return the request for those of its matches that are among these."""
    return _narrowed(request, Listed(documents=ids))


def among_threads(request: SearchRequest, ids: tuple[str, ...]) -> SearchRequest:
    """Return the request for those of its matches that are these documents, or pages of these
    threads.
    """
    return _narrowed(request, InStory(story="", documents=ids))


def without(request: SearchRequest, ids: tuple[str, ...]) -> SearchRequest:
    """Return the request without these documents, and without the pages of these threads."""
    if not ids:
        return request
    return _narrowed(request, Not(InStory(story="", documents=ids)))


def _narrowed(request: SearchRequest, condition: Node) -> SearchRequest:
    root = request.query.root
    query = Query(root=condition) if root is None else _all_of(root, condition)
    return replace(request, query=query)


def _divided(query: Query) -> _Divided:
    parts = query.conjuncts
    words = tuple(part for part in parts if _is_only_words(part))
    rest = tuple(part for part in parts if part not in words)
    text = " ".join(dict.fromkeys(text for part in parts for text in _texts(part)))
    return _Divided(words=words, rest=rest, text=text)


def _is_only_words(node: Node) -> bool:
    match node:
        case Phrase(exact=exact, field=field):
            return not exact and field in OF_TEXT
        case Or(parts) | And(parts) | AtLeast(parts=parts):
            return all(map(_is_only_words, parts))
        case _:
            return False


def _texts(node: Node) -> Iterator[str]:
    """Yield the words that are asked for, in their order."""
    match node:
        case Phrase(field="author" | "comments") | Not():
            return
        case Phrase(text=text):
            yield text
        case Or(parts) | And(parts) | AtLeast(parts=parts):
            for part in parts:
                yield from _texts(part)


def _all_of(*parts: Node) -> Query:
    if len(parts) > 1:
        return Query(root=And(parts))
    return Query(root=next(iter(parts), None))
