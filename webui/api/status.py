"""System health and buried jobs."""

from dataclasses import asdict
from typing import Annotated, Literal

from django.http import HttpRequest
from ninja import Query, Router

from scheduler.queue.port import TUBES
from storage.database.people.rights import Right
from storage.database.searches.events import EventFilter, find_events
from watch.events.kinds import EventKind
from watch.events.sentences import viewed
from watch.events.upkeep import judge_for_page
from watch.system.snapshot import all_buried, take_snapshot
from webui.api.access import right
from webui.api.problems import answers
from webui.api.schemas import (
    MAX_NUMBER,
    BuriedOut,
    EventOut,
    SettledOut,
    StatusOut,
    StoreOut,
    WorkerOut,
)
from webui.apps import stores
from webui.monitor.buried_jobs import grouped
from webui.monitor.health_messages import lines
from webui.monitor.services import buried as service

router = Router(tags=["operations"])

Tube = Literal["list", "page", "render"]
Code = Annotated[
    str | None,
    Query(max_length=64, description="A reason code from GET /buried. Without it, all reasons."),
]
assert TUBES == ("list", "page", "render")


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
    """Return the buried jobs by tube and reason.

    At most the oldest 1,000 jobs of each tube are read.
    """
    return [
        BuriedOut(
            tube=group.tube,
            code=group.code,
            count=group.count,
            samples=[row.url for row in group.samples],
        )
        for group in grouped(all_buried(stores().queue()))
    ]


@router.post(
    "/buried/{tube}/retry", auth=right(Right.SETTLE_BURIED), response=answers({200: SettledOut})
)
def retry(request: HttpRequest, tube: Tube, code: Code = None) -> SettledOut:
    """Make the buried jobs of a tube ready again: all of them, or those with one reason."""
    return SettledOut(count=service.kick(tube, code))


@router.delete(
    "/buried/{tube}", auth=right(Right.SETTLE_BURIED), response=answers({200: SettledOut})
)
def drop(request: HttpRequest, tube: Tube, code: Code = None) -> SettledOut:
    """Delete the buried jobs of a tube: all of them, or those with one reason."""
    return SettledOut(count=service.drop(tube, code))
