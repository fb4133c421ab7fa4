"""The steps of an erasure. Each may be repeated, and sees what is there then."""

import time
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from django.db import transaction

from crawler.article_pages import unpack
from features.erasure import store
from features.erasure.models import Erasure, ErasureStep
from features.erasure.plan import ARCHIVED_LEFT, pages_of_site
from features.erasure.selection import SelectionKind
from hooks.answers import KeptPages
from hooks.process import features, pages_to_erase
from scheduler.errors import SchedulerError
from scheduler.jobs import PageJob, head_of
from scheduler.queue.port import JobState, QueuedJob
from scheduler.queue.tubes import all_tubes
from storage.backends import embedded_files
from storage.copies.port import copy_key
from storage.counters.events import Event
from storage.database import mentions, tombstones
from storage.documents.port import Document
from storage.errors import Unavailable
from storage.keys import site_of
from storage.outcomes import Outcome
from storage.tombstones.marks import address_mark, commented_mark, marks_against
from watch.stores import Stores

Erased = Mapping[str, int]
"""How many things of a kind were erased, by name."""
_VISITS = "visits"
_MAX_JOBS = 1_000_000


OfPages = Callable[[Stores, Erasure, Sequence[str]], Erased]
"""A step that goes through the pages, given some ids of their documents at a time."""
OfStore = Callable[[Stores, Erasure], Iterator[Erased]]
"""A step that goes through a store: it yields after each part, and begins again after a kill."""


def _block(stores: Stores, erasure: Erasure) -> Iterator[Erased]:
    for marks in tombstones.batches(erasure.pk):
        stores.tombstones().add(marks)
        yield {}
    if erasure.kind == SelectionKind.SITE:
        # All of a site goes, also what was collected since somebody looked.
        store.add_pages(erasure, pages_of_site(stores, erasure.subject))
        yield {}


def _texts(stores: Stores, _erasure: Erasure, ids: Sequence[str]) -> Erased:
    return _together(features().tell("erase_texts", stores=stores, ids=ids))


def _documents(stores: Stores, _erasure: Erasure, ids: Sequence[str]) -> Erased:
    return {"documents": stores.documents().erase(ids)}


def _mentions(_stores: Stores, _erasure: Erasure, ids: Sequence[str]) -> Erased:
    with transaction.atomic():
        return _together(features().tell("erase_documents", ids=ids))


def _together(answers: Sequence[Erased]) -> dict[str, int]:
    return {name: count for each in answers for name, count in each.items()}


def _addresses(stores: Stores, erasure: Erasure) -> Iterator[Erased]:
    """Forget what happened at the addresses, and the fingerprints of the texts."""
    for marks in tombstones.batches(erasure.pk):
        stores.traces().erase(marks)
        stores.copies().erase([copy_key(each) for each in marks])
        yield {}
    marks_of_all = _marks(erasure)
    stores.findings().erase(marks_of_all)
    stores.learned().erase(marks_of_all)
    mentions.erase_addresses(marks_of_all)
    # What trials of sources have fetched is kept for some minutes: there is no telling of what.
    for path in stores.settings.folder(_VISITS).glob("*"):
        path.unlink(missing_ok=True)
    yield {}


def _queue(stores: Stores, erasure: Erasure) -> Iterator[Erased]:
    """Delete the jobs that no worker holds; a job that one holds ends with the outcome *erased*."""
    queue, marks = stores.queue(), _marks(erasure)
    commented = set(store.pages_of(erasure, only_comments=True))
    for tube in all_tubes():
        for read in (queue.buried, queue.waiting):
            found = [
                job
                for job in read(tube, _MAX_JOBS)
                if _is_about(job, marks) or _carries_comments(job, commented)
            ]
            for job in found:
                if _carries_comments(job, commented):
                    _keep_out_of_archive(stores, erasure, _addresses_read(stores, erasure, job))
            gone = set(queue.remove(tube, [job.id for job in found]))
            # A buried page has had its outcome.
            waited = [job for job in found if job.id in gone and job.state is not JobState.BURIED]
            stores.counters().record([_outcome(job) for job in waited])
            yield {"jobs": len(gone)}


def _comments(stores: Stores, erasure: Erasure, ids: Sequence[str]) -> Erased:
    """Take the comments out of articles; note first which pages show them, for the archive."""
    for each in ids:
        if document := stores.documents().get(each):
            _keep_out_of_archive(stores, erasure, _addresses_of(stores, erasure, document))
    return {"comments": stores.documents().erase_comments(ids)}


def _keep_out_of_archive(stores: Stores, erasure: Erasure, addresses: Iterable[str]) -> None:
    """Mark the pages of an article that show its comments, by the marks of their addresses."""
    marks = set(map(commented_mark, addresses))
    tombstones.add(marks, erasure.pk)
    stores.tombstones().add(marks)


def _addresses_read(stores: Stores, erasure: Erasure, job: QueuedJob) -> set[str]:
    try:
        read = unpack(PageJob.from_json(job.body).read)
    except (SchedulerError, ValueError, zlib.error):
        # Of a newer version, or damaged: what it has read is not known.
        return set()
    asked = {address_mark(url) for url in (read.fetched_url, *read.urls)}
    return (asked | _addresses_at(stores, erasure, read.archived)) - {""}


def _addresses_of(stores: Stores, erasure: Erasure, document: Document) -> set[str]:
    """Return the marks of the addresses of an article's pages, also of its later ones."""
    own = {document.id, address_mark(document.url), address_mark(document.canonical_url)}
    return (own | _addresses_at(stores, erasure, document.archived)) - {""}


def _addresses_at(stores: Stores, erasure: Erasure, places: Sequence[str]) -> set[str]:
    """Return the marks of the addresses of records. Raises Unavailable."""
    kept = _kept_pages(erasure) if places else None
    return {address_mark(url) for url in kept.urls(stores.settings, places)} if kept else set()


def _kept_pages(erasure: Erasure) -> KeptPages | None:
    """Return the pages as they came, None if whoever ordered this was told that they stay.

    Raises Unavailable if the order was to erase them, and the feature that keeps them is off since
    then: it waits, as for a store.
    """
    kept = pages_to_erase()
    if kept is None and ARCHIVED_LEFT not in erasure.planned:
        raise Unavailable("the archive", "its feature is off here; switch it on again")
    return kept


def _archive(stores: Stores, erasure: Erasure) -> Iterator[Erased]:
    marks = _marks(erasure)

    def is_wanted(url: str) -> bool:
        if erasure.kind == SelectionKind.SITE and site_of(url) == erasure.subject:
            return True
        mark = address_mark(url)
        return mark in marks or commented_mark(mark) in marks

    if kept := _kept_pages(erasure):
        for records in kept.erase(stores.settings, is_wanted):
            yield {"archived": records}


def _archive_again(stores: Stores, erasure: Erasure) -> Iterator[Erased]:
    """Look again for pages that a worker archived before it knew of the marks, and whose article it
    wrote after the first look.
    """
    if store.count_pages(erasure, only_comments=True):
        yield from _archive(stores, erasure)


def _scrub(stores: Stores, _erasure: Erasure) -> Iterator[Erased]:
    """Leave nothing in files of what was deleted."""
    for file in embedded_files(stores.settings):
        file.scrub()
        file.close()
        yield {}
    stores.documents().scrub()
    yield {}
    mentions.scrub()
    yield {}


def count_of_step(erasure: Erasure) -> int:
    """Return how many pages the step of an order goes through, 0 if it goes through a store."""
    if erasure.step in OF_STORE:
        return 0
    return store.count_pages(erasure, only_comments=erasure.step in ONLY_COMMENTS)


def _marks(erasure: Erasure) -> set[str]:
    return {mark for some in tombstones.batches(erasure.pk) for mark in some}


def _is_about(job: QueuedJob, marks: Collection[str]) -> bool:
    head = head_of(job.body)
    return not head.is_list and not marks_against(head.url).isdisjoint(marks)


def _carries_comments(job: QueuedJob, commented: Collection[str]) -> bool:
    """Return whether a job has what was read of one of these articles, with its comments."""
    head = head_of(job.body)
    return head.has_read and head.key in commented


def _outcome(job: QueuedJob) -> Event:
    """Return the outcome of a page that was not fetched, without which its visit would not end."""
    head = head_of(job.body)
    return Event(
        source_id=head.source_id,
        run_id=head.run_id,
        channel=head.channel,
        site=site_of(head.url),
        outcome=Outcome.ERASED,
        url=head.url,
        at=time.time(),
        keyword=head.keyword,
        is_revisit=head.revisit,
    )


OF_PAGES: Mapping[ErasureStep, OfPages] = {
    ErasureStep.TEXTS: _texts,
    ErasureStep.DOCUMENTS: _documents,
    ErasureStep.MENTIONS: _mentions,
    ErasureStep.COMMENTS: _comments,
    ErasureStep.AGAIN: _documents,
    ErasureStep.COMMENTS_AGAIN: _comments,
}
ONLY_COMMENTS = frozenset({ErasureStep.COMMENTS, ErasureStep.COMMENTS_AGAIN})
"""The steps that go through the articles that stay without their comments."""
OF_STORE: Mapping[ErasureStep, OfStore] = {
    ErasureStep.BLOCK: _block,
    ErasureStep.ADDRESSES: _addresses,
    ErasureStep.QUEUE: _queue,
    ErasureStep.ARCHIVE: _archive,
    ErasureStep.ARCHIVE_AGAIN: _archive_again,
    ErasureStep.SCRUB: _scrub,
}
