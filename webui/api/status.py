"""System health and buried jobs."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Literal

from django.http import HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field

from scheduler.queue.port import JobState
from scheduler.queue.tubes import all_tubes
from storage.database.people.rights import Right
from storage.database.searches.events import EventFilter, find_events
from watch.events.kinds import EventKind
from watch.events.sentences import viewed
from watch.events.upkeep import judge_for_page
from watch.system.snapshot import take_snapshot
from webui.api.access import right
from webui.api.problems import answers
from webui.api.schemas import (
    MAX_NUMBER,
    BuriedOut,
    EventOut,
    JobOut,
    SettledOut,
    StatusOut,
    StoreOut,
    WorkerOut,
)
from webui.apps import stores
from webui.monitor.health_messages import lines
from webui.monitor.jobs import JobFilter, JobRow, in_order
from webui.monitor.services import jobs as service

router = Router(tags=["operations"])

if TYPE_CHECKING:
    Tube = str
else:
    Tube = Literal[all_tubes()]
Code = Annotated[
    str | None,
    Query(max_length=64, description="A reason code from GET /buried. Without it, all reasons."),
]


@router.get("/status", auth=right(Right.MONITOR), response=answers({200: StatusOut}))
def status(request: HttpRequest) -> StatusOut:
    """Return the system's health with the facts behind it.

    The status is 200 even if something is broken.
    """
    judge_for_page(stores())
    overview = take_snapshot(stores())
    verdict, counted, tubes = (
        overview.health(),
        overview.counted.value,
        overview.stores["queue"].answer.value,
    )
    sources = overview.sources.value
    states = sources.states if sources else None
    workers = [
        WorkerOut(
            name=each.name,
            pool=each.pool,
            active=each.active,
            pages_per_minute=each.pages_per_minute,
            lists_per_minute=each.lists_per_minute,
        )
        for each in (counted.workers if counted else ())
    ]
    return StatusOut(
        state=verdict.state.value,
        reasons=[line.text for line in lines(verdict.reasons)],
        stores=[
            StoreOut(
                name=store.name,
                technology=store.technology,
                milliseconds=store.milliseconds,
                answers=store.answer.outage is None,
            )
            for store in overview.stores.values()
        ],
        queues=[asdict(tube) for tube in tubes or ()],
        # None is not known, and an empty list would say that no worker runs.
        workers=workers if counted else None,
        sources=None if states is None else {state.value: count for state, count in states.items()},
    )


@router.get("/events", auth=right(Right.MONITOR), response=answers({200: list[EventOut]}))
def events(
    request: HttpRequest,
    kind: EventKind | None = None,
    source_id: Annotated[int | None, Query(ge=1, le=MAX_NUMBER)] = None,
    after_id: Annotated[
        int | None,
        Query(
            ge=0,
            le=MAX_NUMBER,
            description="Only events with a greater id, such as those since the last call.",
        ),
    ] = None,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> list[EventOut]:
    """Return the newest events, newest first."""
    found = find_events(
        EventFilter(kind=kind or "", source_id=source_id, after_id=after_id or 0), limit
    )
    return [
        EventOut(
            text=viewed(event).text,
            **{name: getattr(event, name) for name in EventOut.model_fields if name != "text"},
        )
        for event in found
    ]


@router.get("/buried", auth=right(Right.MONITOR), response=answers({200: list[BuriedOut]}))
def buried(request: HttpRequest) -> list[BuriedOut]:
    """Return the buried jobs by tube and reason. At most the oldest 10,000 of each tube are
    read.
    """
    return [
        BuriedOut(
            tube=group.tube,
            code=group.code,
            count=group.count,
            stored=group.stored,
            samples=[row.head.url for row in group.samples],
        )
        for group in service.buried_groups()
    ]


@router.post(
    "/buried/{tube}/retry", auth=right(Right.SETTLE_BURIED), response=answers({200: SettledOut})
)
def retry_buried(request: HttpRequest, tube: Tube, code: Code = None) -> SettledOut:
    """Make the buried jobs of a tube ready again: all of them, or those with one reason."""
    return _settled(request, service.retry, JobFilter(tube=tube, code=code))


@router.delete(
    "/buried/{tube}", auth=right(Right.SETTLE_BURIED), response=answers({200: SettledOut})
)
def drop_buried(request: HttpRequest, tube: Tube, code: Code = None) -> SettledOut:
    """Delete the buried jobs of a tube: all of them, or those with one reason."""
    return _settled(request, service.remove, JobFilter(tube=tube, code=code))


class JobsWanted(Schema):
    """Which jobs of the queue; without a field, all of the state."""

    state: JobState = JobState.BURIED
    tube: Tube | None = None
    source_id: Annotated[int, Field(ge=0, le=MAX_NUMBER)] = 0
    host: Annotated[str, Field(max_length=300)] = ""
    code: Annotated[str | None, Field(max_length=64, description="The code of a reason.")] = None
    age: Annotated[Literal["", "10m", "1h", "1d", "7d"], Field(description="Least age.")] = ""

    def filter(self) -> JobFilter:
        """Return them as the page's filter."""
        return JobFilter(**{**self.model_dump(), "tube": self.tube or ""})


@router.get("/jobs", auth=right(Right.MONITOR), response=answers({200: list[JobOut]}))
def jobs(
    request: HttpRequest,
    wanted: Query[JobsWanted],
    limit: Annotated[int, Query(ge=1, le=10_000)] = 100,
) -> list[JobOut]:
    """Return jobs that no worker holds, as far as the queue can list them."""
    takes = wanted.filter().takes
    rows = in_order(filter(takes, service.read_jobs(wanted.state).rows))
    return [
        JobOut(
            tube=row.tube,
            id=row.id,
            state=row.state.value,
            url=row.head.url,
            host=row.head.host,
            source_id=row.head.source_id,
            code=row.code,
            detail=row.detail,
            failures=row.failures,
            age_seconds=row.age_seconds,
            wait_seconds=row.wait_seconds,
        )
        for row in rows[:limit]
    ]


@router.post("/jobs/retry", auth=right(Right.SETTLE_BURIED), response=answers({200: SettledOut}))
def retry_jobs(request: HttpRequest, wanted: Query[JobsWanted]) -> SettledOut:
    """Make buried or delayed jobs ready now."""
    return _settled(request, service.retry, wanted.filter())


@router.delete("/jobs", auth=right(Right.SETTLE_BURIED), response=answers({200: SettledOut}))
def delete_jobs(request: HttpRequest, wanted: Query[JobsWanted]) -> SettledOut:
    """Delete jobs. Lists that wait are left: pause their sources instead."""
    return _settled(request, service.remove, wanted.filter())


def _settled(
    request: HttpRequest,
    settle: Callable[[Sequence[JobRow], str, JobFilter], Iterator[int]],
    wanted: JobFilter,
) -> SettledOut:
    rows = [row for row in service.read_jobs(wanted.state).rows if wanted.takes(row)]
    done = settle(rows, request.user.get_username(), wanted)
    return SettledOut(count=sum(done))
