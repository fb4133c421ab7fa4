"""A search that, if no document has all words, finds those that have most of them, and looks for
misspelt words.

For people, who see what was done. Alerts, feeds and programs get exactly what they ask for.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from storage.documents.errors import QueryError
from storage.documents.port import Documents, HitsPage, MatchCounts, SearchRequest
from storage.documents.query import parse
from storage.documents.query_tree import Phrase, Query
from storage.documents.relaxed import relaxed
from storage.documents.spelling import checked_words, respelled

# More words are not looked up for one query.
_MAX_CHECKED = 6


@dataclass(frozen=True, kw_only=True)
class Wording:
    """The request for a query, or for at least ``count`` of its ``total`` words; otherwise both are
    0.

    If it asks for all of them, Chinese words need not be side by side as in the query.
    """

    request: SearchRequest
    count: int = 0
    total: int = 0


@dataclass(frozen=True, kw_only=True)
class ForgivingAnswer:
    """A page of hits, and the wording that found it."""

    page: HitsPage
    wording: Wording

    @property
    def has_all(self) -> bool:
        """Return whether the hits match the whole query."""
        return bool(self.page.hits) and not self.wording.count


@dataclass(frozen=True, kw_only=True)
class CountedMatches:
    """The counts of what ``find`` finds, and the wording that finds it."""

    counts: MatchCounts
    wording: Wording


def find(documents: Documents, asked: SearchRequest) -> ForgivingAnswer:
    """Return what a query finds, or else what most of its words find."""
    for wording in _wordings(asked):
        page = documents.find_hits(wording.request)
        # A page may lie after the last match.
        if page.hits or (asked.cursor and _any(documents, wording.request)):
            return ForgivingAnswer(page=page, wording=wording)
    return ForgivingAnswer(page=HitsPage(hits=(), cursor=""), wording=Wording(request=asked))


def count(documents: Documents, asked: SearchRequest) -> CountedMatches:
    """Return the counts of what a query finds, or else of what most of its words find."""
    for wording in _wordings(asked):
        counts = documents.count_matches(wording.request)
        if counts.total:
            return CountedMatches(counts=counts, wording=wording)
    return CountedMatches(counts=MatchCounts(total=0, facets={}), wording=Wording(request=asked))


def _wordings(asked: SearchRequest) -> Iterator[Wording]:
    yield Wording(request=asked)
    for each in relaxed(asked.query):
        yield Wording(request=replace(asked, query=each.query), count=each.count, total=each.total)


def meant(documents: Documents, asked: SearchRequest, text: str) -> str:
    """Return the text of a query that finds nothing with misspelt words replaced by the nearest
    ones of the index.

    It is "" if no word is misspelt, or if the other spelling finds nothing either.
    """
    spellings = {}
    for word in checked_words(asked.query)[:_MAX_CHECKED]:
        # A word that documents have is no slip, however rare it is.
        if _any(documents, SearchRequest(query=Query(root=Phrase(text=word)))):
            continue
        if nearest := documents.similar_words(word, 1):
            spellings[word] = nearest[0]
    if not spellings:
        return ""
    corrected = respelled(text, spellings)
    try:
        query = parse(corrected)
    except QueryError:
        return ""
    if _any(documents, replace(asked, query=query)):
        return corrected
    return ""


def _any(documents: Documents, request: SearchRequest) -> bool:
    return bool(documents.count_matches(replace(request, facets=False, copies="each")).total)
