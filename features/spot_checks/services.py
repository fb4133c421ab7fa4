"""Draws from the store of documents, and what was answered about them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from features.spot_checks import store
from features.spot_checks.draw import Spread, choose, new_seed, pool_size, start_of
from features.spot_checks.models import DrawnDocument, SpotCheck
from features.spot_checks.store import Draw
from features.spot_checks.verdicts import QUESTIONS, Judged, RateRow, rates
from storage.database.searches.search import Search
from storage.documents.errors import QueryError
from storage.documents.port import Document, SearchRequest
from storage.documents.query import parse
from storage.documents.query_tree import FieldValue
from watch.loading import load
from webui.apps import stores
from webui.known_documents import known_documents

MAX_LISTED = 100
_MAX_OF_SOURCE = 10
_FIELDS = ("source", "kind", "lang")
"""By what rates are told."""


@dataclass(frozen=True, kw_only=True)
class ListedDocument:
    """A drawn document in a list, None if it is no longer there, with what is wrong."""

    row: DrawnDocument
    document: Document | None
    questions: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class CheckReport:
    """What a check has shown so far."""

    documents: int
    done: int
    left_out: int
    total: RateRow | None
    by: Mapping[str, Sequence[RateRow]]
    wrong: Sequence[ListedDocument]
    wrong_count: int
    outage: Any


class NothingMatches(Exception):
    """No document matches what is to be drawn from."""


def draw(wanted: Mapping[str, Any], owner: User) -> SpotCheck:
    """Draw documents and keep the draw. Raises QueryError, NothingMatches, Unavailable."""
    spread = Spread(wanted["spread"])
    seed = new_seed() if wanted["seed"] is None else wanted["seed"]
    request = _request(wanted["query"], wanted["days"])
    size = pool_size(wanted["count"], spread)
    pool = stores().documents().draw(request, start_of(seed), size)
    if not pool:
        raise NothingMatches
    drawn = Draw(
        query=wanted["query"],
        days=wanted["days"],
        spread=spread,
        seed=seed,
        matches=stores().documents().count_matches(request).total,
        documents=choose(pool, wanted["count"], spread, seed),
    )
    return store.keep(drawn, owner)


def report(check: SpotCheck) -> CheckReport:
    """Return what a check has shown so far."""
    rows = store.drawn(check)
    kept = [row for row in rows if not row.left_out]
    judged = _judged(kept)
    wrong = _wrong(judged)
    ids = [row.document for row, _questions in wrong]
    found = load(lambda: known_documents(ids))
    answers = [each for _row, each in judged]
    return CheckReport(
        documents=len(kept),
        done=len(judged),
        left_out=len(rows) - len(kept),
        total=next(iter(rates(answers)), None),
        by={field: rates(answers, field) for field in _FIELDS},
        wrong=_listed(wrong, found.value or {}),
        wrong_count=len(wrong),
        outage=found.outage,
    )


@dataclass(frozen=True, kw_only=True)
class SourceFinding:
    """What the newest check of a source's documents has shown."""

    check: SpotCheck
    rates: RateRow
    wrong: Sequence[ListedDocument]


def finding_of_source(source_id: int) -> SourceFinding | None:
    """Return what the newest check with answers about a source says, None without any."""
    rows = store.newest_of_source(source_id)
    if not rows:
        return None
    judged = _judged(rows)
    total = next(iter(rates(each for _row, each in judged)), None)
    if total is None:
        return None
    wrong = _wrong(judged)
    ids = [row.document for row, _questions in wrong]
    known = load(lambda: known_documents(ids)).value or {}
    return SourceFinding(
        check=rows[0].check_of, rates=total, wrong=_listed(wrong, known)[:_MAX_OF_SOURCE]
    )


def query_of_source(name: str) -> str:
    """Return the query that finds the documents of a source, "" if its name cannot be quoted."""
    query = f'source:"{name}"'
    try:
        if parse(query).root == FieldValue(field="source", value=name):
            return query
        return ""
    except QueryError:
        return ""


def _judged(rows: Sequence[DrawnDocument]) -> list[tuple[DrawnDocument, Judged]]:
    """Return the documents that were answered about."""
    return [(row, store.judged(row)) for row in rows if row.answered]


def _wrong(
    judged: Sequence[tuple[DrawnDocument, Judged]],
) -> list[tuple[DrawnDocument, Sequence[str]]]:
    """Return the wrong documents with what is wrong."""
    return [
        (row, [name for name in QUESTIONS if each.verdict(name) is False])
        for row, each in judged
        if each.is_right is False
    ]


def _request(query: str, days: int) -> SearchRequest:
    request = Search(text=query, copies="each").request(facets=False)
    if not days:
        return request
    since = timezone.now() - timedelta(days=days)
    return replace(
        request,
        filters=replace(request.filters, collected_since=since.replace(microsecond=0)),
    )


def _listed(
    rows: Sequence[tuple[DrawnDocument, Sequence[str]]], known: Mapping[str, Document]
) -> list[ListedDocument]:
    return [
        ListedDocument(row=row, document=known.get(row.document), questions=questions)
        for row, questions in rows[:MAX_LISTED]
    ]
