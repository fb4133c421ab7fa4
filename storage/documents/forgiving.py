"""A search that, if no document has all words, finds those that have most of them, and looks for misspelt words.

For people, who see what was done. Alerts, feeds and programs get exactly what they ask for.
"""

from dataclasses import dataclass, replace

from storage.documents.errors import QueryError
from storage.documents.port import Documents, SearchPage, SearchRequest
from storage.documents.query import parse
from storage.documents.query_tree import Phrase, Query
from storage.documents.relaxed import relaxed
from storage.documents.segmentation import Segmenter
from storage.documents.spelling import checked_words, respelled

# More words are not looked up for one query.
_MOST_CHECKED = 6


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A page of hits, and the request that found it.

    If no document matches the query, these are those with at least ``count`` of its ``total`` words; otherwise both are
    0. If they have all, Chinese words are not side by side as in the query.
    """

    page: SearchPage
    request: SearchRequest
    count: int = 0
    total: int = 0

    @property
    def has_all(self) -> bool:
        """Whether there are documents that match the whole query."""
        return bool(self.page.total) and not self.count


def find(documents: Documents, asked: SearchRequest, segmenter: Segmenter | None = None) -> Finding:
    """Return what a query finds, or else what most of its words find."""
    page = documents.search(asked)
    if page.total:
        return Finding(page=page, request=asked)
    for each in relaxed(asked.query, segmenter):
        request = replace(asked, query=each.query)
        if (some := documents.search(request)).total:
            return Finding(page=some, request=request, count=each.count, total=each.total)
    return Finding(page=page, request=asked)


def meant(documents: Documents, asked: SearchRequest, text: str, segmenter: Segmenter | None = None) -> str:
    """Return the text of a query that finds nothing with misspelt words replaced by the nearest ones of the index.

    It is "" if no word is misspelt, or if the other spelling finds nothing either.
    """
    spellings = {
        word: near[0]
        for word in checked_words(asked.query)[:_MOST_CHECKED]
        if not _any(documents, SearchRequest(query=Query(root=Phrase(text=word))))
        and (near := documents.similar_words(word, 1))
    }
    if not spellings:
        return ""
    corrected = respelled(text, spellings)
    try:
        query = parse(corrected, segmenter)
    except QueryError:
        return ""
    return corrected if _any(documents, replace(asked, query=query)) else ""


def _any(documents: Documents, request: SearchRequest) -> bool:
    return bool(documents.search(replace(request, size=1, cursor="", facets=False, copies="each")).total)
