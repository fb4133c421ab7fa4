"""Put jobs for articles that are old enough to be visited again.

The field ``revisit`` of a source says at which ages. One place for each age says up to which
article this is done, in the order in which articles were found. The jobs are put first, then the
places move on together. If the scheduler dies in between, it puts some jobs again: to visit an
article twice does no harm.
"""

import logging
import uuid
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from scheduler.jobs import PageJob, SourceSpec
from scheduler.log_events import LogEvent
from scheduler.planner import seal_headers, source_spec
from scheduler.queue.port import PAGE_TUBE, NewJob, Queue
from scheduler.queue.rank import LAST_PRIORITY, revisit_round
from storage.database.port import Configuration, SourceRecord
from storage.documents.port import Document, Documents, FoundAt
from storage.keys import fetchable_url, is_on_web
from storage.sealing import HeaderSeal

logger = logging.getLogger(__name__)

_BATCH = 200


@dataclass(frozen=True, kw_only=True)
class Window:
    """The articles to visit for one age in seconds: those found after a place and before a time."""

    age: int
    after: FoundAt
    before: datetime


def windows(ages: Sequence[int], places: Mapping[int, FoundAt], now: datetime) -> list[Window]:
    """Return the articles that have reached each age and not yet the next one.

    Args:
        ages: In seconds, ascending.
        places: How far each age is done. A new age begins with the articles that reach it from now
            on.
        now: By the configuration's clock. If it was set back, a place is not later than what has
            reached the age.

    After a pause, an article that has passed several ages is visited once, for the last of them.
    """
    found = []
    for index, age in enumerate(ages):
        before = now - timedelta(seconds=age)
        after = places.get(age, FoundAt(before))
        if index + 1 < len(ages):
            after = max(after, FoundAt(now - timedelta(seconds=ages[index + 1])))
        found.append(Window(age=age, after=min(after, FoundAt(before)), before=before))
    return found


def revisit_job(document: Document, source: SourceSpec, age: int, run_id: str) -> PageJob:
    """Return the job that visits a stored article again, after all other jobs."""
    return PageJob(
        run_id=run_id,
        source=replace(source, priority=LAST_PRIORITY),
        url=fetchable_url(document.url),
        key=document.id,
        collected=document.collected.timestamp(),
        kind=source.expected_kind,
        title=document.title,
        author=document.author,
        published=document.published.isoformat() if document.published else "",
        revisit=age,
        comments_url=document.comments_url if source.comments else "",
    )


class Revisits:
    """Puts the jobs that are due, a bounded number in each step. The caller leads."""

    def __init__(
        self,
        configuration: Configuration,
        queue: Queue,
        documents: Documents,
        *,
        seal: HeaderSeal,
        ages: Mapping[str, Sequence[int]],
    ) -> None:
        """``ages`` are those of ``windows``, by the value of the field ``revisit``."""
        self._configuration = configuration
        self._queue = queue
        self._documents = documents
        self._seal = seal
        self._ages = ages

    def step(self, now: datetime) -> bool:
        """Put the next jobs of each age; return whether more are due."""
        sources = {source.id: source for source in self._configuration.revisited_sources()}
        places = self._configuration.revisit_places()
        if not sources:
            if places:
                # A source that is switched on later begins with what gets old enough from then on.
                self._configuration.keep_revisit_places({})
            return False
        specs = {each.id: seal_headers(source_spec(each), self._seal) for each in sources.values()}
        done, more = {}, False
        for age, of_source in sorted(self._windows(sources.values(), places, now).items()):
            after, before = (
                min(each.after for each in of_source.values()),
                now - timedelta(seconds=age),
            )
            found = self._documents.articles_found(after, before, list(of_source), _BATCH)
            self._put(
                age,
                [
                    each
                    for each in found
                    # What is not on the web, such as a mail, cannot be fetched by its address.
                    if _place(each) > of_source[each.source_id].after and is_on_web(each.url)
                ],
                specs,
            )
            is_full = len(found) == _BATCH
            done[age] = _place(found[-1]) if is_full else FoundAt(before)
            more = more or is_full
        if done != places:
            self._configuration.keep_revisit_places(done)
        return more

    def _windows(
        self, sources: Collection[SourceRecord], places: Mapping[int, FoundAt], now: datetime
    ) -> dict[int, dict[int, Window]]:
        """Return by age the windows of the sources that have this age, by the source's number."""
        wanted = {source.revisit for source in sources}
        of_schedule = {
            revisit: windows(self._ages.get(revisit, ()), places, now) for revisit in wanted
        }
        found: dict[int, dict[int, Window]] = {}
        for source in sources:
            for window in of_schedule[source.revisit]:
                found.setdefault(window.age, {})[source.id] = window
        return found

    def _put(self, age: int, found: Sequence[Document], specs: Mapping[int, SourceSpec]) -> None:
        if not found:
            return
        run_id = uuid.uuid4().hex
        places: Counter[int] = Counter()
        jobs = []
        for document in found:
            spec = specs[document.source_id]
            body = revisit_job(document, spec, age, run_id).to_json()
            place = places[spec.id]
            delay = place * spec.pace_seconds
            order = revisit_round(spec.priority, place)
            jobs.append(NewJob(body=body, priority=LAST_PRIORITY, round=order, delay_seconds=delay))
            places[spec.id] += 1
        self._queue.put(PAGE_TUBE, jobs)
        logger.info(LogEvent.REVISITS_QUEUED, extra={"count": len(jobs), "age_seconds": age})


def _place(document: Document) -> FoundAt:
    return FoundAt(document.collected, document.id)
