"""The jobs that no worker holds: read, retry and delete them."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from scheduler.queue.port import JobState
from scheduler.queue.tubes import all_tubes
from storage.counters.events import Event
from storage.database.people.audit import record_operation
from storage.documents.port import Document
from storage.keys import canonical_address, site_of, url_key
from storage.learned.orders import PauseOrder, pauses_of, present_pauses
from storage.outcomes import Outcome
from storage.parts import in_parts
from storage.traces.steps import Recorded, Step, StepKind
from watch.loading import load
from webui.apps import stores
from webui.known_documents import known_documents
from webui.monitor.buried_jobs import BuriedGroup, grouped
from webui.monitor.jobs import JobFilter, JobRow

MAX_READ = 10_000
"""Most jobs of one tube that a page reads. The scheduler keeps no more buried ones."""
AT_ONCE = 500
"""How many jobs are retried or deleted between two signs of progress."""


@dataclass(frozen=True, kw_only=True)
class JobList:
    """The jobs of one state that the queue could list, and how many it holds in each state.

    Both are the queue's own numbers at ``at`` (Unix time); workers change them all the time.
    """

    rows: Sequence[JobRow]
    totals: Mapping[JobState, int]
    at: float


def read_jobs(state: JobState) -> JobList:
    """Return the jobs in a state. Raises QueueUnavailable."""
    queue, at = stores().queue(), time.time()
    stats = queue.stats()
    read = queue.buried if state is JobState.BURIED else queue.waiting
    found = (job for tube in all_tubes() for job in read(tube, MAX_READ))
    rows = [JobRow.of(job) for job in found if job.state is state]
    return JobList(
        rows=rows,
        totals={each: sum(getattr(tube, each) for tube in stats) for each in JobState},
        at=at,
    )


def buried_groups() -> list[BuriedGroup]:
    """Return the buried jobs by tube and reason. Raises QueueUnavailable."""
    rows = read_jobs(JobState.BURIED).rows
    since = zip(rows, stored_since(rows), strict=True)
    return grouped(rows, {row for row, document in since if document})


def find_job(tube: str, job_id: str) -> JobRow | None:
    """Return one job, None if it is gone or a worker holds it. Raises QueueUnavailable."""
    job = stores().queue().find(tube, job_id)
    return JobRow.of(job) if job else None


def with_pauses(rows: Sequence[JobRow]) -> list[tuple[JobRow, Sequence[PauseOrder]]]:
    """Return with each job what ops have paused of it. Raises Unavailable."""
    pauses = present_pauses(stores().learned())
    return [(row, pauses_of(pauses, tubes=(row.tube,), host=row.head.host)) for row in rows]


def stored_since(rows: Sequence[JobRow]) -> list[Document | None]:
    """Return for each job the document of its page, if it was stored after the job was buried: a
    later visit found the page again. None if that is not known.
    """
    now = time.time()
    buried = [row for row in rows if row.state is JobState.BURIED and row.age_seconds is not None]
    ids = {row: url_key(canonical_address(row.head.url)) for row in buried if _names_a_page(row)}
    oldest = datetime.fromtimestamp(
        now - max((row.age_seconds or 0.0 for row in ids), default=0.0), UTC
    )
    documents = load(lambda: known_documents(ids.values(), oldest)).value or {}

    def since(row: JobRow) -> Document | None:
        document = documents.get(ids.get(row, ""))
        at = datetime.fromtimestamp(now - (row.age_seconds or 0.0), UTC)
        if document and document.collected > at:
            return document
        return None

    return [since(row) for row in rows]


def retry(rows: Sequence[JobRow], who: str, wanted: JobFilter) -> Iterator[int]:
    """Make jobs ready now; yield after each part how many of it were buried or delayed.

    ``wanted`` is kept in the audit log. Raises QueueUnavailable.
    """
    queue = stores().queue()

    def make_ready(tube: str, part: Sequence[JobRow]) -> int:
        return len(queue.retry(tube, [row.id for row in part]))

    yield from _settled(rows, make_ready, "retry jobs", who, wanted)


def remove(rows: Sequence[JobRow], who: str, wanted: JobFilter) -> Iterator[int]:
    """Delete jobs; yield after each part how many of it were still there and may be deleted.

    A page that waited ends with an outcome of its own; a buried one has had one. Raises
    QueueUnavailable.
    """
    queue = stores().queue()

    def delete(tube: str, part: Sequence[JobRow]) -> int:
        gone = set(queue.remove(tube, [row.id for row in part]))
        waited = [row for row in part if row.id in gone and row.state is not JobState.BURIED]
        _record_outcomes([row for row in waited if _names_a_page(row)], who)
        return len(gone)

    deletable = [row for row in rows if row.can_be_deleted]
    yield from _settled(deletable, delete, "delete jobs", who, wanted)


def _settled(
    rows: Sequence[JobRow],
    settle: Callable[[str, Sequence[JobRow]], int],
    action: str,
    who: str,
    wanted: JobFilter,
) -> Iterator[int]:
    done = 0
    try:
        for tube in all_tubes():
            of_tube = [row for row in rows if row.tube == tube]
            for some in in_parts(of_tube, AT_ONCE):
                count = settle(tube, some)
                done += count
                yield count
    finally:
        # Also when the queue went away in the middle, or the reader of the progress left.
        if done:
            record_operation(who, action, "queue", wanted.query(), after={"jobs": done})


def _names_a_page(row: JobRow) -> bool:
    """Return whether its body could be read; what could not has no page whose outcome counts."""
    try:
        return bool(canonical_address(row.head.url))
    except ValueError:
        return False


def _record_outcomes(rows: Sequence[JobRow], who: str) -> None:
    """Count the outcome of deleted pages, without which their visits would never end, and tell
    their traces.
    """
    now = time.time()
    events = [
        Event(
            source_id=row.head.source_id,
            run_id=row.head.run_id,
            channel=row.head.channel,
            site=site_of(row.head.url),
            outcome=Outcome.DELETED,
            url=row.head.url,
            at=now,
            keyword=row.head.keyword,
            is_revisit=row.head.revisit,
        )
        for row in rows
    ]
    steps = [
        Recorded(
            keys=(url_key(canonical_address(row.head.url)),),
            step=Step(
                kind=StepKind.SETTLED,
                at=now,
                url=row.head.url,
                source_id=row.head.source_id,
                run_id=row.head.run_id,
                list_url=row.head.list_url,
                outcome=Outcome.DELETED.value,
                worker=who,
            ),
        )
        for row in rows
    ]
    stores().counters().record(events)
    stores().traces().record(steps, [])
