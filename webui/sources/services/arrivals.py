"""What the first visits of a new source have brought so far."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from storage.counters.events import RunCounts
from storage.database.models import Source
from storage.database.port import RunRecord
from storage.database.sources.sources import first_run
from storage.documents.port import Document, Filters, SearchRequest
from storage.documents.query_tree import Query
from storage.outcomes import LIST_READABLE, Outcome
from watch.loading import Loaded, load
from webui.apps import stores

_NEW = timedelta(minutes=10)
_LATE = timedelta(seconds=45)
_SHOWN = 8


@dataclass(frozen=True, kw_only=True)
class Arrivals:
    """The first visit in numbers, and the newest documents.

    ``started``: a visit is queued. ``lists``: how many lists were fetched. ``failed``: why none of
    them could be read. ``is_late``: the next step takes longer than usual. ``is_live``: more may
    come soon.
    """

    started: bool
    lists: int
    failed: Outcome | None
    found: int
    new: int
    pages: int
    stored: int
    documents: Loaded[Sequence[Document]]
    is_late: bool
    is_live: bool


def is_new(source: Source, now: datetime) -> bool:
    """Return whether the source was added a short time ago, so that its first documents are of
    interest.
    """
    return source.enabled and now - source.created < _NEW


def arrivals(source: Source, now: datetime) -> Arrivals:
    """Return what has arrived."""
    first = first_run(source.pk)
    counts = _counts(first) if first else None
    pages = dict(counts.pages) if counts else {}
    read, new = sum(pages.values()), counts.new if counts else 0
    lists = dict(counts.lists) if counts else {}
    return Arrivals(
        started=first is not None,
        lists=sum(lists.values()),
        failed=_failure(lists),
        found=counts.found if counts else 0,
        new=new,
        pages=min(read, new),
        stored=pages.get(Outcome.STORED, 0),
        documents=_documents(source),
        is_late=now - (first.started if first else source.created) > _LATE,
        # Only then have the other parts of the page all counts of the visit.
        is_live=is_new(source, now) and (first is None or first.finished is None),
    )


def _counts(run: RunRecord) -> RunCounts | None:
    """Return those counts of a visit that know of more pages: the workers', which are ahead while
    it runs and gone later, or those of the database.
    """
    counted = load(lambda: stores().counters().run_counts([run.id])).value or {}
    recorded = RunCounts(found=run.found, new=run.new, lists=run.lists, pages=run.pages)
    return max((counted.get(run.id, recorded), recorded), key=lambda each: sum(each.pages.values()))


def _failure(lists: Mapping[str, int]) -> Outcome | None:
    """Return the most frequent outcome of lists if none could be read."""
    if not lists or LIST_READABLE.intersection(lists):
        return None
    return Outcome(max(lists, key=lambda name: lists[name]))


def _documents(source: Source) -> Loaded[Sequence[Document]]:
    wanted = SearchRequest(
        query=Query(), filters=Filters(source=(source.name,)), sort="time", size=_SHOWN
    )
    return load(lambda: [hit.document for hit in stores().documents().find_hits(wanted).hits])
