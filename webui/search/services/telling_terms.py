"""The terms that tell some documents from all others, found in samples of bounded size."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from django.core.cache import cache

from newsroom.telling_terms import (
    READ_CHARACTERS,
    TermFrequencies,
    count_terms,
    forget_texts,
    of_each_kind,
    telling_terms,
)
from storage.database import tombstones
from storage.documents.port import Document, SearchRequest
from storage.documents.query import MAX_CHARACTERS
from storage.documents.query_tree import Query
from storage.documents.segmentation import default_segmenter
from webui.apps import stores

SAMPLE = 300
"""Ten documents of so many that have a term, and hardly any of the others, are no chance."""
MAX_TERMS = 12
"""Those that tell the most; more than anybody looks at beside the first results."""
_OTHERS = 1_500
# All documents change slowly, and every search is compared with them.
_OTHERS_SECONDS = 900
_OTHERS_KEY = "telling-terms-others"
# Ids are hashes, so the first ones are documents by chance, and the same in every store.
_START = ""
_PLAIN = re.compile(r"[A-Za-zÀ-ÖØ-öø-ÿ]{2,}")
_OPERATORS = frozenset({"AND", "OR", "NOT", "NEAR"})


def query_like(document_ids: Sequence[str]) -> str:
    """Return the query for documents like these, any of the terms that tell them from all others,
    as far as a query may be long: the most certain ones of each kind of these documents.

    It is empty if they share no such term. Raises Unavailable and Refused.
    """
    forget_erased()
    found = (stores().documents().get(each) for each in document_ids[:SAMPLE])
    kept = [each for each in found if each is not None]
    told = telling_terms(counted(kept), others())
    terms_of = [frozenset(counted([each]).terms) for each in kept]
    terms = [narrowing(each.form) for each in of_each_kind(told, terms_of, MAX_TERMS)]
    while len(query := " OR ".join(terms)) > MAX_CHARACTERS:
        terms.pop()
    return query


def drawn(request: SearchRequest, size: int) -> Sequence[Document]:
    """Return some of the matches, by chance."""
    return stores().documents().draw(request, _START, size, characters=READ_CHARACTERS)


def counted(documents: Iterable[Document]) -> TermFrequencies:
    """Count the terms of documents."""
    return count_terms(documents, default_segmenter().tag)


def others() -> TermFrequencies:
    """Count the terms of some of all documents; remember them for a while."""
    found: TermFrequencies | None = cache.get(_OTHERS_KEY)
    if found is None:
        # How they are written does not matter, and would be most of what is remembered.
        found = replace(counted(drawn(SearchRequest(query=Query()), _OTHERS)), forms={})
        cache.set(_OTHERS_KEY, found, _OTHERS_SECONDS)
    return found


def forget_erased() -> None:
    """Forget the texts that this process remembers if pages were erased meanwhile: theirs may be
    among them.
    """
    _forget_texts_before(tombstones.count())


@lru_cache(maxsize=1)
def _forget_texts_before(_erased: int) -> None:
    forget_texts()
    cache.delete(_OTHERS_KEY)


def narrowing(form: str) -> str:
    """Return the query for documents with a term: a word in all its forms, a phrase as written."""
    if _PLAIN.fullmatch(form) and form not in _OPERATORS:
        return form
    return '"{}"'.format(form.replace('"', " "))
