"""Draws from the store of documents, and what readers have said of them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import islice
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from storage.archive.port import Answer as Page
from storage.archive.port import Gone
from storage.backends import open_archive_reader
from storage.database.models import DrawnDocument, SpotCheck
from storage.database.searches.search import Search
from storage.database.spot_checks import spot_checks as store
from storage.database.spot_checks.draw import (
    POOL,
    Drawn,
    Spread,
    choose,
    new_seed,
    pool_size,
    start_of,
)
from storage.database.spot_checks.spot_checks import Draw
from storage.database.spot_checks.verdicts import (
    Agreement,
    Judged,
    Kind,
    RateRow,
    agreement,
    rates,
)
from storage.documents.errors import QueryError
from storage.documents.port import Document, SearchRequest
from storage.documents.query import parse
from storage.documents.query_tree import FieldValue, Listed, Query
from storage.documents.uses import forbidding
from watch.loading import load
from webui.apps import stores
from webui.search.services.documents import segmenter
from webui.spot_checks.cases import Case, is_possible
from webui.spot_checks.pairs import draw_pairs

MAX_LISTED = 100
_FIELDS = {
    Kind.DOCUMENTS: ("source", "kind", "lang"),
    # A pair may be of two sources and two kinds.
    Kind.COPIES: ("lang",),
    Kind.STORIES: ("lang",),
}
"""By what rates are told."""


@dataclass(frozen=True, kw_only=True)
class ListedDocument:
    """A drawn document in a list, or both of a pair, in the order of ``row.documents``; None is no
    longer there.
    """

    row: DrawnDocument
    documents: Sequence[Document | None]
    questions: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class Report:
    """What a check has shown so far.

    ``wrong`` and ``disputed`` are documents with the questions in question; ``cases`` is how many
    of the wrong ones have their page in the archive, without those that are ``reserved``: their
    pages reserve such use.
    """

    documents: int
    complete: int
    left_out: int
    total: RateRow | None
    by: Mapping[str, Sequence[RateRow]]
    agreement: Agreement
    wrong: Sequence[ListedDocument]
    wrong_count: int
    disputed: Sequence[ListedDocument]
    cases: int
    reserved: int
    outage: Any


class NothingMatches(Exception):
    """No document, or no pair of them, matches what is to be drawn from."""


def draw(wanted: Mapping[str, Any], owner: User) -> SpotCheck:
    """Draw documents and keep the draw. Raises QueryError, NothingMatches, Unavailable."""
    kind, spread = Kind(wanted["kind"]), Spread(wanted["spread"])
    seed = new_seed() if wanted["seed"] is None else wanted["seed"]
    request = _request(wanted["query"], wanted["days"])
    size = pool_size(wanted["count"], spread)
    pool = _pool(kind, request, seed, size)
    if not pool:
        raise NothingMatches
    drawn = Draw(
        kind=kind,
        query=wanted["query"],
        days=wanted["days"],
        spread=spread,
        seed=seed,
        matches=stores().documents().count_matches(request).total,
        readers=wanted["readers"],
        documents=choose(pool, wanted["count"], spread, seed),
    )
    return store.keep(drawn, owner)


def _pool(kind: Kind, request: SearchRequest, seed: int, size: int) -> list[Drawn]:
    """Return so many documents or pairs by chance, or as many as there are."""
    documents, start = stores().documents(), start_of(seed)
    if kind is Kind.DOCUMENTS:
        return [Drawn(document=each) for each in documents.draw(request, start, size)]
    pairs = draw_pairs(kind, documents.draw(request, start, POOL), request, seed)
    return list(islice(pairs, size))


def report(check: SpotCheck) -> Report:
    """Return what a check has shown so far."""
    rows = [(row, store.judged(row, check)) for row in store.drawn(check)]
    kept = [(row, judged) for row, judged in rows if not row.left_out]
    judged = [each for _row, each in kept]
    wrong = [(row, wrong_questions(each)) for row, each in kept if each.is_right is False]
    disputed = [(row, each.disputed) for row, each in kept if each.disputed]
    found = load(lambda: _documents([row for row, _each in (*wrong, *disputed)]))
    known = found.value or {}
    possible = [
        known[row.document]
        for row, _questions in wrong
        if check.kind == Kind.DOCUMENTS
        and row.document in known
        and is_possible(known[row.document])
    ]
    reserved = sum(map(_is_reserved, possible))
    return Report(
        documents=len(kept),
        complete=sum(each.is_complete for each in judged),
        left_out=len(rows) - len(kept),
        total=next(iter(rates(judged)), None),
        by={field: rates(judged, field) for field in _FIELDS[Kind(check.kind)]},
        agreement=agreement(judged),
        wrong=_listed(wrong, known),
        wrong_count=len(wrong),
        disputed=_listed(disputed, known),
        cases=len(possible) - reserved,
        reserved=reserved,
        outage=found.outage,
    )


def wrong_questions(judged: Judged) -> tuple[str, ...]:
    """Return what is wrong with a document or pair."""
    return tuple(name for name in judged.questions if judged.verdict(name) is False)


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
    check = rows[0].check_of
    judged = [(row, store.judged(row, check)) for row in rows if not row.left_out]
    total = next(iter(rates(each for _row, each in judged)), None)
    if total is None:
        return None
    wrong = [(row, wrong_questions(each)) for row, each in judged if each.is_right is False]
    known = load(lambda: _documents([row for row, _questions in wrong])).value or {}
    return SourceFinding(check=check, rates=total, wrong=_listed(wrong, known)[:10])


def query_of_source(name: str) -> str:
    """Return the query that finds the documents of a source, "" if its name cannot be quoted."""
    query = f'source:"{name}"'
    try:
        return query if parse(query).root == FieldValue(field="source", value=name) else ""
    except QueryError:
        return ""


def cases(check: SpotCheck) -> Iterator[Case]:
    """Yield the documents that are wrong and may be exported and whose page is in the archive,
    with what is known of each to be right.
    """
    archive = open_archive_reader(stores().settings)
    for row in store.drawn(check):
        judged = store.judged(row, check)
        if row.left_out or judged.is_right is not False:
            continue
        document = stores().documents().get(row.document)
        if document is None or not is_possible(document) or _is_reserved(document):
            continue
        try:
            page: Page = archive.read(document.archived[0])
        except Gone:
            continue
        corrections = {k: v for each in row.answers.all() for k, v in each.correct.items()}
        yield Case(document=document, page=page, judged=judged, corrections=corrections)


def _is_reserved(document: Document) -> bool:
    """Return whether its page reserves such use, and that is obeyed."""
    return bool(forbidding(document.rights, "export", stores().settings.obey_rights))


def _request(query: str, days: int) -> SearchRequest:
    request = Search(text=query, copies="each").request(segmenter(), facets=False)
    if not days:
        return request
    since = timezone.now() - timedelta(days=days)
    return replace(
        request,
        filters=replace(request.filters, collected_since=since.replace(microsecond=0)),
    )


def _documents(rows: Collection[DrawnDocument]) -> dict[str, Document]:
    ids = {each for row in rows for each in row.documents}
    if not ids:
        return {}
    listed = Query(root=Listed(documents=tuple(ids)))
    request = SearchRequest(query=listed, sort="time", size=len(ids), copies="each")
    return {hit.document.id: hit.document for hit in stores().documents().find_hits(request).hits}


def _listed(
    rows: Sequence[tuple[DrawnDocument, Sequence[str]]], known: Mapping[str, Document]
) -> list[ListedDocument]:
    return [
        ListedDocument(
            row=row, documents=[known.get(each) for each in row.documents], questions=questions
        )
        for row, questions in rows[:MAX_LISTED]
    ]
