"""Translate a search request to the body of an Elasticsearch search."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

from storage.documents import elasticsearch_copies as copies
from storage.documents.elasticsearch_schema import (
    AUTHORS,
    CITED_PAGES,
    CITED_SITES,
    VECTORS,
)
from storage.documents.key_terms import KeyTerms
from storage.documents.periods import milliseconds
from storage.documents.port import (
    EXACT_FACETS,
    Document,
    Filters,
    SearchRequest,
)
from storage.documents.positions import NEVER, Position, by_relevance, read_cursor
from storage.documents.query_tree import (
    NAME_FIELDS,
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
    TermMatch,
    TimeField,
    comment_matches,
    side_by_side,
)
from storage.documents.ranking import (
    CONTENT_BOOST,
    FIRST_STEP,
    SIDE_BY_SIDE_BOOST,
    TIE_BREAKER,
    TITLE_BOOST,
)
from storage.documents.records import JsonObject, storable, stored_value, unpack
from storage.documents.spelling import MAX_EDITS, MIN_WORD_LENGTH

FIELDS: Mapping[str, str] = MappingProxyType(
    {
        **{name: name for name in EXACT_FACETS},
        "tag": "tags",
        "author": AUTHORS,
        **NAME_FIELDS,
    }
)
"""The indexed field of each filter and facet."""
_TERMS: Mapping[str, str] = MappingProxyType(
    {
        "copy": copies.FIELD,
        "cited_site": CITED_SITES,
        "cited_page": CITED_PAGES,
        **{name: name for name in ("text_source", "rights", "thread")},
    }
)
"""The indexed field of other conditions of a query."""
UNREAD = ("posts", "comments", VECTORS)
"""What of a document its hits do not need."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LIMITS = {"<": "lt", "<=": "lte", ">": "gt", ">=": "gte"}
_SUGGESTED = 20
_PAGES = "pages"
_IS_THREAD: JsonObject = {"term": {"kind": "thread"}}

_NEWEST = {"published": {"order": "desc", "missing": NEVER}}
_LAST_FOUND = {"collected": {"order": "desc"}}
OLDEST_COLLECTED = [{"collected": "asc"}, {"id": "asc"}]


def hits_body(request: SearchRequest) -> JsonObject:
    """Return the body that requests one hit more than a page, to see whether there is a next
    page.
    """
    ranked = by_relevance(request)
    after = read_cursor(request.cursor)
    body: dict[str, Any] = {
        "query": matching(request, ranked=True),
        "sort": ordering(request),
        "size": request.size + 1,
        "_source": {"excludes": unread(request)},
    }
    if after is not None:
        body["search_after"] = list(after if ranked else after[1:])
    return body


def unread(request: SearchRequest) -> list[str]:
    """Return what of a document the hits of a request do not need: comments are read only to show
    where words were found in them.
    """
    is_in_comments = bool(comment_matches(request.query))
    return [name for name in UNREAD if not (is_in_comments and name == "comments")]


def pages_body(request: SearchRequest, threads: Sequence[str], most: int) -> JsonObject:
    """Return the body that requests the first matching pages of threads."""
    pages = {
        "name": _PAGES,
        "size": most,
        "sort": [{"thread_page": "asc"}, {"id": "asc"}],
        "_source": {"excludes": ["content", "comments", VECTORS]},
    }
    inside = {"terms": {"thread": list(threads)}}
    return {
        "query": {"bool": {"filter": [matching(request), inside]}},
        "collapse": {"field": "thread", "inner_hits": pages},
        "size": len(threads),
        "_source": False,
    }


def read_pages(found: Sequence[JsonObject]) -> dict[str, list[Document]]:
    """Return the pages of each thread from the hits of ``pages_body``."""
    by_thread = {}
    for hit in found:
        pages = [unpack(each["_source"]) for each in hit["inner_hits"][_PAGES]["hits"]["hits"]]
        if pages:
            by_thread[pages[0].thread] = pages
    return by_thread


def drawn_body(
    request: SearchRequest, side: str, start: str, limit: int, unread: Sequence[str]
) -> JsonObject:
    """Return the body that requests the first matches by id from ``start`` on ("gte") or before it
    ("lt"), without the fields ``unread``.
    """
    part = {"range": {"id": {side: storable(start)}}}
    return {
        "query": {"bool": {"filter": [matching(request), part]}},
        "sort": [{"id": "asc"}],
        "size": limit,
        "_source": {"excludes": list(unread)},
    }


def ordering(request: SearchRequest) -> list[JsonObject]:
    """Return the order of hits."""
    moment = _LAST_FOUND if request.sort == "collected" else _NEWEST
    by_time: list[JsonObject] = [moment, {"id": "asc"}]
    if by_relevance(request):
        return [{"_score": "desc"}, *by_time]
    return by_time


def is_ranked(body: JsonObject) -> bool:
    """Return whether a body requests hits by their score."""
    return any("_score" in each for each in body.get("sort", ()))


def similar_body(document: Document, telling: KeyTerms, count: int) -> JsonObject:
    """Return the body that requests the documents that share the most of these words by weight."""
    shared = [
        {"constant_score": {"filter": occurs(phrase), "boost": weight}}
        for phrase, weight in telling.weights.items()
    ]
    itself: list[JsonObject] = [{"ids": {"values": [document.id]}}]
    if document.thread:
        itself.append({"term": {"thread": document.thread}})
    return {
        "query": {"bool": {"should": shared, "minimum_should_match": 1, "must_not": itself}},
        "min_score": telling.least,
        "sort": [{"_score": "desc"}, _NEWEST, {"id": "asc"}],
        "size": count,
        "_source": {"excludes": [*UNREAD, "content"]},
    }


def suggestions_body(word: str) -> JsonObject:
    """Return the body that requests words of titles and contents which differ little from this
    one.
    """
    options = {
        "suggest_mode": "always",
        "max_edits": MAX_EDITS,
        "prefix_length": 1,
        "min_word_length": MIN_WORD_LENGTH,
    }
    fields = {
        name: {"text": word, "term": {"field": name, "size": _SUGGESTED, **options}}
        for name in ("title_words", "content_words")
    }
    return {"size": 0, "suggest": fields}


def read_suggestions(answer: JsonObject) -> list[tuple[str, int]]:
    """Return (word, documents); a word that is in titles and contents counts by the more frequent
    of them.
    """
    found: dict[str, int] = {}
    for entries in answer.get("suggest", {}).values():
        for entry in entries:
            for option in entry["options"]:
                word, documents = option["text"], option["freq"]
                found[word] = max(documents, found.get(word, 0))
    return list(found.items())


def position(hit: JsonObject) -> Position:
    """Return the position of a hit in the order of hits."""
    *score, moment, document_id = hit["sort"]
    return Position(score[0] if score else 0.0, moment, document_id)


def matching(request: SearchRequest, *, ranked: bool = False) -> JsonObject:
    """Return the query for the matches; with scores if it is to rank them and they are needed."""
    ranked = ranked and by_relevance(request)
    found = [clause(request.query.root)] if request.query.root else []
    filters = _filters(request.filters)
    return {
        "bool": {
            "must": found if ranked else [],
            "should": _preferred(request) if ranked else [],
            "filter": filters if ranked else [*found, *filters, {"match_all": {}}],
        }
    }


def _preferred(request: SearchRequest) -> list[JsonObject]:
    """Return the queries that change no match, but add to the score."""
    found: list[JsonObject] = []
    if together := side_by_side(request.query):
        found.append({"bool": {"must": [occurs(together)], "boost": SIDE_BY_SIDE_BOOST}})
    for place, document in enumerate(reversed(request.first), 1):
        itself = {"term": {"id": storable(document)}}
        found.append({"constant_score": {"filter": itself, "boost": place * FIRST_STEP}})
    return found


def clause(node: Node) -> JsonObject:
    """Return a node as a query; only words in title and content affect the score."""
    match node:
        case Phrase():
            phrase = node.term_match()
            return occurs(phrase) if phrase else _unscored({"match_all": {}})
        case Near(distance=distance):
            pair = node.term_matches()
            if pair:
                return _close(pair, distance)
            return _unscored({"match_all": {}})
        case AtLeast(count, parts):
            return {
                "bool": {"should": [clause(part) for part in parts], "minimum_should_match": count}
            }
        case Not(part):
            return {"bool": {"must_not": [clause(part)]}}
        case And(parts):
            return {
                "bool": {
                    "must": [clause(part) for part in parts if not isinstance(part, Not)],
                    "must_not": [clause(part.part) for part in parts if isinstance(part, Not)],
                    "filter": [{"match_all": {}}],
                }
            }
        case Or(parts):
            return {"bool": {"should": [clause(part) for part in parts] or [{"match_none": {}}]}}
        case _:
            return _unscored(_of_field(node))


def _of_field(
    node: Comparison | FieldValue | InStory | Listed | Dated | DateRange,
) -> JsonObject:
    """Return the query for documents whose fields are as a node without words says."""
    match node:
        case Comparison(field=field, sign=sign, value=value):
            return {"range": {field: {_LIMITS[sign]: value}}}
        case FieldValue(field=field) if field in _TERMS:
            return {"term": {_TERMS[field]: storable(node.value)}}
        case FieldValue(field="person" | "org" | "place"):
            wanted = []
            for name in (node.value, *node.others):
                named = {"value": storable(name), "case_insensitive": True}
                wanted.append({"term": {NAME_FIELDS[node.field]: named}})
            return {"bool": {"should": wanted}}
        case FieldValue():
            return _has_value(node.field, [node.value])
        case InStory(documents=documents):
            ids = [storable(each) for each in documents]
            return {"bool": {"should": [{"terms": {"id": ids}}, {"terms": {"thread": ids}}]}}
        case Listed(documents=documents):
            return {"terms": {"id": [storable(each) for each in documents]}}
        case Dated() | DateRange():
            return _of_time(node)


def _of_time(node: Dated | DateRange) -> JsonObject:
    if isinstance(node, Dated):
        query: JsonObject = {"exists": {"field": node.field}}
    else:
        query = _between(node.field, node.start, node.end)
    if node.field == "changed":
        # The time of a thread is that of its newest posts: it has grown.
        return {"bool": {"filter": [query], "must_not": [_IS_THREAD]}}
    return query


def occurs(phrase: TermMatch) -> JsonObject:
    """Return the query for documents that contain these words."""
    text = " ".join(phrase.words)
    if phrase.field == "author":
        return _unscored({"match_phrase": {"author_words": text}})
    if phrase.prefix:
        return _in_fields(phrase, lambda boost: {"value": text, "boost": boost}, "prefix")
    return _in_fields(phrase, lambda boost: {"query": text, "boost": boost}, "match_phrase")


def _close(pair: tuple[TermMatch, TermMatch], distance: int) -> JsonObject:
    """Return the query for documents in which two phrases are near each other."""
    both = [
        {"match": {"query": " ".join(each.words), "ordered": True, "max_gaps": 0}} for each in pair
    ]
    return _in_fields(
        pair[0],
        lambda boost: {"all_of": {"intervals": both, "max_gaps": distance}, "boost": boost},
        "intervals",
    )


def _in_fields(phrase: TermMatch, query: Callable[[float], JsonObject], kind: str) -> JsonObject:
    """Return a query of one kind on all fields in which a phrase can be."""
    ending = "stems" if phrase.stemmed else "words"
    if phrase.field == "comments":
        return _unscored({kind: {f"comments_{ending}": query(1.0)}})
    clauses = [
        {kind: {f"{name}_{ending}": query(boost)}}
        for name, boost in (("title", TITLE_BOOST), ("content", CONTENT_BOOST))
        if name == "title" or not phrase.field
    ]
    return {"dis_max": {"queries": clauses, "tie_breaker": TIE_BREAKER}}


def _unscored(query: JsonObject) -> JsonObject:
    return {"bool": {"filter": [query]}}


def _filters(filters: Filters) -> list[JsonObject]:
    clauses: list[JsonObject] = []
    for name in FIELDS:
        if values := getattr(filters, name):
            clauses.append(_has_value(name, values))
    if filters.after or filters.before:
        clauses.append(_between("published", filters.after, filters.before))
    if filters.collected_since:
        since = {"gte": milliseconds(filters.collected_since), "format": "epoch_millis"}
        # A thread is collected once, and grows: its new posts count as new.
        has_grown = {"bool": {"filter": [_IS_THREAD, {"range": {"changed": since}}]}}
        clauses.append({"bool": {"should": [{"range": {"collected": since}}, has_grown]}})
    return clauses


def _has_value(name: str, values: Sequence[str]) -> JsonObject:
    """Return the query for one of several exact values; a language includes its scripts and
    regions.
    """
    field, found = FIELDS[name], [stored_value(name, text) for text in values]
    exact = {"terms": {field: found}}
    if name != "lang":
        return exact
    wider = [{"prefix": {field: f"{text}-"}} for text in found]
    return {"bool": {"should": [exact, *wider]}}


def _between(field: TimeField, start: datetime | None, end: datetime | None) -> JsonObject:
    limits: dict[str, int] = {}
    if start:
        limits["gte"] = milliseconds(start)
    if end:
        limits["lt"] = milliseconds(end)
    if limits:
        return {"range": {field: {**limits, "format": "epoch_millis"}}}
    return {"match_all": {}}
