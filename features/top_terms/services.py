"""The terms that tell the matches of a search from all other documents, and what rises in them.

Terms are found in samples of bounded size; how many documents have a term that is shown is counted
among all matches, as the search that its link makes counts them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from django.urls import reverse

from features.top_terms.empty_words import says_nothing
from newsroom.telling_terms import (
    FoundTerm,
    TermFrequencies,
    has_risen,
    perhaps_rising,
    telling_terms,
)
from storage.documents.analysis import find_words
from storage.documents.port import NAME_KINDS, ByQuery, SearchRequest
from storage.documents.query import parse
from storage.documents.query_tree import (
    NAME_FIELDS,
    FieldValue,
    Or,
    Query,
    leaves,
    term_matches,
)
from storage.documents.uses import only_allowed
from webui.apps import stores
from webui.search.params import SearchParams
from webui.search.services.documents import count_found, request_of
from webui.search.services.telling_terms import (
    MAX_TERMS,
    SAMPLE,
    counted,
    drawn,
    forget_erased,
    narrowing,
    others,
)

MAX_RISING = 8
"""What fits beside the first results, below those that tell."""
PERIOD_DAYS = 7
"""A search without dates is compared with the week before: a day has too few documents of most
searches, and weekends differ from weekdays.
"""
# Documents of a period: what rises is then counted in all of them.
_OF_PERIOD = 200
# Terms that may have risen and are counted: twice as many as are shown.
_CANDIDATES = 16
# A search without a last date also finds what its publisher dates ahead.
_AHEAD = timedelta(days=3650)
_EARLIEST = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, kw_only=True)
class TopTerm:
    """A term with how many of the matches have it, and the query for these."""

    text: str
    count: int
    query: str


@dataclass(frozen=True, kw_only=True)
class RisingTerm(TopTerm):
    """A term that rises: ``count`` of the matches of the period have it, ``earlier`` of those
    before.
    """

    earlier: int


@dataclass(frozen=True, kw_only=True)
class Rise:
    """What rises from the time before ``start``, as long as the period, to the period.

    ``end`` is None for one up to now. ``documents`` and ``earlier_documents`` are the matches of
    both; ``search`` is the one of the period.
    """

    terms: Sequence[RisingTerm]
    start: datetime
    end: datetime | None
    documents: int
    earlier_documents: int
    search: SearchParams


@dataclass(frozen=True, kw_only=True)
class TopTerms:
    """The top terms of a search.

    Attributes:
        terms: Those that tell its matches from all other documents, the most certain first.
        read: How many documents they were found in, of ``total``; copies are read once.
        is_sample: Whether there are matches that were not drawn.
        others: How many of all documents these were compared with.
        rise: What rises; None if the search has no first date but a last one.
    """

    terms: Sequence[TopTerm]
    read: int
    total: int
    is_sample: bool
    others: int
    rise: Rise | None


@dataclass(frozen=True, kw_only=True)
class LinkedTerms:
    """The top terms of a search, each with the address of the search for it."""

    found: TopTerms
    told: Sequence[tuple[TopTerm, str]]
    rising: Sequence[tuple[RisingTerm, str]]


def top_terms(params: SearchParams) -> TopTerms | None:
    """Find the top terms of a search by words; None if it is by meaning, whose matches no word
    narrows, or if no document has all of its words.

    Raises QueryError, Unavailable and Refused.
    """
    now = params.now()
    if params.match != "words":
        return None
    found = count_found(_uncounted(request_of(params, now=now)))
    if found.wording.total:
        return None
    return _find(params, found.wording.request, found.counts.total, now)


def exact_top_terms(params: SearchParams, *, use: str = "") -> TopTerms:
    """Find the top terms of a search by words for a program, which gets only what has all words.

    ``use``: texts of documents whose rights signals speak against it are not read. Raises
    QueryError, Unavailable and Refused.
    """
    now = params.now()
    request = _uncounted(replace(params, match="words").request(now=now))
    total = stores().documents().count_matches(request).total
    return _find(params, request, total, now, use=use)


def linked_top_terms(params: SearchParams) -> LinkedTerms | None:
    """Find the top terms of a search, as ``top_terms`` does, with the addresses that lead to their
    documents.
    """
    found = top_terms(params)
    if found is None:
        return None
    search, rise = reverse("search"), found.rise
    return LinkedTerms(
        found=found,
        told=[(each, f"{search}{params.asking(each.query)}") for each in found.terms],
        rising=[(each, f"{search}{rise.search.asking(each.query)}") for each in rise.terms]
        if rise
        else [],
    )


def _find(
    params: SearchParams, request: SearchRequest, total: int, now: datetime, *, use: str = ""
) -> TopTerms:
    forget_erased()
    read = only_allowed(request, use, stores().settings.obey_rights)
    rise = _rise(params, request, read, now)
    if not (params.text or params.filtered):
        # All documents leave none to compare them with.
        return TopTerms(terms=(), read=0, total=total, is_sample=False, others=0, rise=rise)
    documents = drawn(read, SAMPLE)
    counts, compared = counted(documents), others()
    return TopTerms(
        terms=_told(params, request, counts, compared),
        read=counts.size,
        total=total,
        is_sample=SAMPLE == len(documents) < total,
        others=compared.size,
        rise=rise,
    )


def _uncounted(request: SearchRequest) -> SearchRequest:
    return replace(request, facets=False, periods=False)


def _told(
    params: SearchParams, request: SearchRequest, counts: TermFrequencies, compared: TermFrequencies
) -> list[TopTerm]:
    told = [each for each in telling_terms(counts, compared) if _is_shown(each, request)]
    queries = [narrowing(each.form) for each in told[:MAX_TERMS]]
    parsed = [parse(text) for text in queries]
    numbers = stores().documents().aggregate(request, ByQuery(parsed))
    return [
        TopTerm(text=each.form, count=found.total, query=_both(params, request, text))
        for each, text, found in zip(told, queries, numbers, strict=False)
        if found.total
    ]


def _rise(
    params: SearchParams, request: SearchRequest, read: SearchRequest, now: datetime
) -> Rise | None:
    """Return what rises in the time of a search, or in the last days for one without dates.

    Terms are found in the documents of ``read`` and counted in those of ``request``.
    """
    dated = params
    if not (params.after or params.before):
        dated = params.dated(f"-{PERIOD_DAYS}d", "")
    start, end = dated.limits(now)
    if start is None:
        return None
    edges = (_as_long_before(start, end or now), start, end or now + _AHEAD)
    before, later = (
        replace(read, filters=replace(read.filters, after=first, before=last))
        for first, last in pairwise(edges)
    )
    both = replace(request, filters=replace(request.filters, after=edges[0], before=edges[2]))
    # A sample says which terms may have risen; only those few are counted in all documents.
    samples = (counted(drawn(each, _OF_PERIOD)) for each in (later, before))
    maybe, number = perhaps_rising(*samples)
    maybe = [each for each in maybe if _is_shown(each, request)][:_CANDIDATES]
    queries = [narrowing(each.form) for each in maybe]
    parsed = [Query(), *(parse(text) for text in queries)]
    whole, *numbers = stores().documents().aggregate(both, ByQuery(parsed, edges))
    earlier_documents, documents = whole.buckets
    rising = [
        RisingTerm(
            text=each.form,
            count=found.buckets[1],
            earlier=found.buckets[0],
            query=_both(params, request, text),
        )
        for each, text, found in zip(maybe, queries, numbers, strict=True)
        if has_risen(found.buckets[1], documents, found.buckets[0], earlier_documents, of=number)
    ]
    return Rise(
        terms=rising[:MAX_RISING],
        start=start,
        end=end,
        documents=documents,
        earlier_documents=earlier_documents,
        search=dated,
    )


def _as_long_before(start: datetime, end: datetime) -> datetime:
    """Return the start of the time before a period that is as long; at most all time before."""
    try:
        return start - (end - start)
    except OverflowError:
        return _EARLIEST


def _is_shown(term: FoundTerm, request: SearchRequest) -> bool:
    return not says_nothing(term) and not _is_asked(term, request)


def _is_asked(term: FoundTerm, request: SearchRequest) -> bool:
    """Return whether the search itself asks for a term: all of its matches have it."""
    words = set(find_words(term.form).stems)
    asked = {word for match in term_matches(request.query) for word in match.words}
    asked_stems = {stem for word in asked for stem in find_words(word).stems}
    if words <= asked | asked_stems:
        return True
    names = {name for kind in NAME_KINDS for name in getattr(request.filters, kind)}
    for leaf in leaves(request.query.root):
        if isinstance(leaf, FieldValue) and leaf.field in NAME_FIELDS:
            names |= {leaf.value, *leaf.others}
    return term.form.casefold() in {name.casefold() for name in names}


def _both(params: SearchParams, request: SearchRequest, narrowing: str) -> str:
    """Return the query of a search together with another one."""
    if not params.text:
        return narrowing
    if isinstance(request.query.root, Or):
        asked = f"({params.text})"
    else:
        asked = params.text
    return f"{asked} {narrowing}"
