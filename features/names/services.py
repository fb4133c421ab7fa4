"""What documents say of a name, and which names are in most of them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.contrib.auth.models import User
from django.urls import reverse

from features.names.quotations import quotations
from features.names.rising import rising
from features.names.source_facts import SourceFacts, facts_of
from features.names.subjects import Subject, page_of
from hooks.answers import SearchChart
from hooks.process import features
from storage.database.models import SavedSearch
from storage.database.searches import saved_searches as saved
from storage.database.searches.search import Search
from storage.documents.dates import after_text, before_text
from storage.documents.port import (
    NAME_KINDS,
    ByValue,
    Document,
    HitsPage,
    MatchCounts,
    PublicationSpan,
    SearchRequest,
)
from storage.documents.uses import forbidding
from webui import labels
from webui.apps import stores
from webui.search.params import SearchParams

_NEWEST = 10
_SHOWN = 12
_READ_FOR_QUOTATIONS = 30
"""Documents that are read for what is quoted beside a name; the user waits for each."""
_QUOTED = 8
MAX_LISTED = 1_000
"""The most names of a list: those in most documents."""
_WORD_OF_LATIN = re.compile(r"[A-Za-zÀ-ɏ]{3,}")
# What a page shows of where documents are, and whom and what they name.
_PLACES = ("site", "source", "lang")
_SEEN_WITH = (*NAME_KINDS, "author")


@dataclass(frozen=True, kw_only=True)
class RankedValue:
    """A value with the number of documents that have it.

    ``url`` leads to it, ``documents_url`` to these documents; ``rises``: it is in a far larger
    share of them than in the time before.
    """

    label: str
    count: int
    url: str
    documents_url: str
    rises: bool = False


@dataclass(frozen=True, kw_only=True)
class ValueRanking:
    """The most frequent values of a field."""

    name: str
    label: str
    values: tuple[RankedValue, ...]


@dataclass(frozen=True, kw_only=True)
class NameQuotation:
    """What a document quotes beside a name."""

    text: str
    document: Document


@dataclass(frozen=True, kw_only=True)
class Profile:
    """What the documents of a subject tell; ``first`` is when the first of all was published, None
    if no date is known.
    """

    counts: MatchCounts
    newest: HitsPage
    charts: Sequence[SearchChart]
    places: list[ValueRanking]
    seen_with: list[ValueRanking]
    source: SourceFacts | None
    first: datetime | None
    quotations: list[NameQuotation]


def profile(params: SearchParams, subject: Subject, now: datetime) -> Profile:
    """Return what the documents of a search say of its subject.

    Raises QueryError, Unavailable and Refused.
    """
    asked = params.request(size=_NEWEST, now=now)
    newest = replace(asked, sort="time", cursor="")
    counts = stores().documents().count_matches(replace(asked, periods=False))
    charts: Sequence[SearchChart] = ()
    if counts.total:
        charts = features().ask("search_chart", params=params, request=asked, now=now)
    # Gaps and states are on one server: what it did not answer once is not waited for again.
    away = next((each.away for each in charts), None)
    hits = stores().documents().find_hits(newest)
    return Profile(
        counts=counts,
        newest=hits,
        charts=charts,
        places=_rankings(counts, _PLACES, params, subject),
        seen_with=_rankings(counts, _SEEN_WITH, params, subject),
        source=facts_of(subject.name, away) if subject.kind == "source" else None,
        first=_first(params, now) if counts.total else None,
        quotations=_quotations(newest, subject) if subject.kind == "person" else [],
    )


def _first(params: SearchParams, now: datetime) -> datetime | None:
    """Return when the first document was published that a search finds at any time."""
    ever = replace(params, after="", before="").request(facets=False, now=now)
    span = stores().documents().aggregate(ever, PublicationSpan())
    return span[0] if span else None


def _quotations(newest: SearchRequest, subject: Subject) -> list[NameQuotation]:
    """Return what the newest documents quote a person with, each quotation once; texts that must
    not be quoted are left out.
    """
    ids = stores().documents().matching_ids(newest, _READ_FOR_QUOTATIONS)
    read = (stores().documents().get(each) for each in ids)
    obeyed = stores().settings.obey_rights
    found: dict[str, NameQuotation] = {}
    for document in read:
        if document is None or forbidding(document.rights, "export", obeyed):
            continue
        own = {subject.name, *subject.others}
        for text in quotations(document.content, own, set(document.people) - own):
            found.setdefault(text.casefold(), NameQuotation(text=text, document=document))
    return list(found.values())[:_QUOTED]


def most_named(params: SearchParams, wanted: str) -> tuple[MatchCounts, list[ValueRanking]]:
    """Return how many documents a search finds, and whom and what most of them name.

    Args:
        params: The search.
        wanted: What the names contain; "" for all.

    Raises QueryError, Unavailable and Refused.
    """
    asked = replace(params.request(), periods=False)
    counts = stores().documents().count_matches(asked)
    if wanted:
        named = {kind: count_names(params, kind, wanted)[:_SHOWN] for kind in NAME_KINDS}
        return counts, [ranked(params, kind, found) for kind, found in named.items() if found]
    rankings = _rankings(counts, NAME_KINDS, params)
    return counts, _with_rises(rankings, counts.total, params)


def _with_rises(
    rankings: list[ValueRanking], total: int, params: SearchParams
) -> list[ValueRanking]:
    """Return rankings that say which names rise, if the time before is known."""
    start, end = params.limits(params.now())
    if start is None or not rankings:
        return rankings
    length = (end or params.now()) - start
    zone = params.time_zone()
    before = params.dated(after_text(start - length, zone), before_text(start, zone))
    asked = before.request(facets=False)
    total_before = stores().documents().count_matches(asked).total
    return [_with_rises_of(each, total, asked, total_before) for each in rankings]


def _with_rises_of(
    ranking: ValueRanking, total: int, before: SearchRequest, total_before: int
) -> ValueRanking:
    counted = dict(stores().documents().aggregate(before, ByValue(ranking.name, MAX_LISTED)))
    counts = {each.label: each.count for each in ranking.values}
    found = rising(counts, total, counted, total_before)
    values = tuple(replace(each, rises=each.label in found) for each in ranking.values)
    return replace(ranking, values=values)


def count_names(params: SearchParams, kind: str, wanted: str) -> list[tuple[str, int]]:
    """Return the names of a kind in most documents of a search, with their numbers of documents.

    Args:
        params: The search.
        kind: One of NAME_KINDS.
        wanted: What the names contain; "" for all.

    Raises QueryError, Unavailable and Refused.
    """
    found = _count_names(params, kind)
    words = wanted.split()
    if len(found) == MAX_LISTED and words and all(map(_WORD_OF_LATIN.fullmatch, words)):
        # There may be more. A text that names somebody has the words of the name.
        begun = " ".join(f"{word}*" for word in words)
        text = f"({params.text}) {begun}" if params.text else begun
        found = _count_names(replace(params, text=text), kind) | found
    folded = wanted.casefold()
    named = [pair for pair in found.items() if folded in pair[0].casefold()]
    return sorted(named, key=lambda pair: (-pair[1], pair[0]))


def _count_names(params: SearchParams, kind: str) -> dict[str, int]:
    asked = params.request(facets=False)
    return dict(stores().documents().aggregate(asked, ByValue(kind, MAX_LISTED)))


def ranked(params: SearchParams, kind: str, found: Sequence[tuple[str, int]]) -> ValueRanking:
    """Return counted names with their addresses."""
    values = tuple(_value(kind, value, count, params) for value, count in found)
    return ValueRanking(name=kind, label=str(labels.FACETS[kind]), values=values)


def _rankings(
    counts: MatchCounts,
    names: Sequence[str],
    params: SearchParams,
    subject: Subject | None = None,
) -> list[ValueRanking]:
    return [
        ValueRanking(name=name, label=str((labels.FACETS | labels.NAMES)[name]), values=values)
        for name in names
        if (
            values := tuple(
                _value(name, value, count, params)
                for value, count in counts.facets.get(name, ())
                if value and (subject is None or (name, value) != (subject.kind, subject.name))
            )[:_SHOWN]
        )
    ]


def _value(name: str, value: str, count: int, params: SearchParams) -> RankedValue:
    found = params.having(name, value)
    return RankedValue(
        label=labels.facet_value(name, value),
        count=count,
        url=(name in _SEEN_WITH and page_of(name, value)) or params.toggled(name, value),
        documents_url=f"{reverse('search')}{found.first().address}",
    )


def follows(user: User, search: Search) -> SavedSearch | None:
    """Return the user's saved search for this, or None."""
    wanted = search.to_keep()
    return next((each for each in saved.searches_of(user) if saved.search_of(each) == wanted), None)
