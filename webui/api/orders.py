"""What ops order and accept: pauses, mutes and thresholds; and internal errors."""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated, Any

from django.http import HttpRequest
from django.utils import timezone
from ninja import Query, Router, Status

from storage.database.errors import NotFound
from storage.database.models import Mute
from storage.database.people.rights import Right
from storage.database.verdicts.mutes import present_mutes
from storage.database.verdicts.mutes import unmute as end_mute
from storage.learned.internal_error import InternalError, grouped
from storage.learned.orders import PauseKind, PauseOrder, present_pauses
from storage.learned.store import ERRORS
from watch.system.snapshot import take_snapshot
from watch.system.verdict_orders import THRESHOLDS
from webui.api.access import right
from webui.api.problems import answers
from webui.api.schemas import (
    ErrorOut,
    Id,
    MuteIn,
    MuteOut,
    PauseOrderIn,
    PauseOut,
    ThresholdOut,
    ThresholdsIn,
)
from webui.apps import stores
from webui.monitor.services import orders
from webui.monitor.services import verdict as service

router = Router(tags=["operations"])


@router.get("/pauses", auth=right(Right.MONITOR), response=answers({200: list[PauseOut]}))
def pauses(request: HttpRequest) -> list[PauseOut]:
    """Return what is paused now, the widest first."""
    return [_pause(each) for each in present_pauses(stores().learned())]


@router.post("/pauses", auth=right(Right.SETTLE_BURIED), response=answers({201: PauseOut}, 400))
def pause(request: HttpRequest, content: PauseOrderIn) -> Any:
    """Pause everything, a queue or a host, in place of an earlier pause of it.

    Workers finish what they have, and the jobs wait in the queue.
    """
    paused = orders.pause(
        content.kind,
        orders.subject_of(content.kind, content.name),
        reason=content.reason,
        who=request.user.get_username(),
        seconds=content.seconds,
    )
    return Status(201, _pause(paused))


@router.delete("/pauses", auth=right(Right.SETTLE_BURIED), response=answers({204: None}, 404))
def resume(
    request: HttpRequest,
    kind: PauseKind,
    name: Annotated[str, Query(max_length=300, description="The queue or host.")] = "",
) -> Any:
    """End a pause."""
    if not orders.resume(kind, orders.subject_of(kind, name), request.user.get_username()):
        raise NotFound("pause", f"{kind} {name}".strip())
    return Status(204, None)


@router.get("/mutes", auth=right(Right.MONITOR), response=answers({200: list[MuteOut]}))
def mutes(request: HttpRequest) -> list[Mute]:
    """Return what is muted now, what ends first first."""
    return present_mutes(timezone.now())


@router.post("/mutes", auth=right(Right.SETTLE_BURIED), response=answers({201: MuteOut}, 400, 404))
def mute(request: HttpRequest, content: MuteIn) -> Any:
    """Leave a source, a rule or a host out of the verdict and of messages until a time, in place of
    an earlier mute of it.
    """
    muted = service.mute(
        content.kind,
        content.subject,
        content.reason,
        request.user.get_username(),
        timezone.now(),
        content.seconds,
    )
    return Status(201, muted)


@router.delete(
    "/mutes/{mute_id}", auth=right(Right.SETTLE_BURIED), response=answers({204: None}, 404)
)
def unmute(request: HttpRequest, mute_id: Id) -> Any:
    """End a mute."""
    if not end_mute(mute_id, request.user.get_username()):
        raise NotFound("mute", mute_id)
    return Status(204, None)


@router.get("/thresholds", auth=right(Right.MONITOR), response=answers({200: list[ThresholdOut]}))
def thresholds(request: HttpRequest) -> list[ThresholdOut]:
    """Return from which value on each rule is a problem, and the present values."""
    snapshot = take_snapshot(stores())
    values, present = asdict(snapshot.orders.thresholds), service.present_values(snapshot)
    return [
        ThresholdOut(name=name, value=values[name], default=default, present=present[name])
        for name, default in THRESHOLDS.items()
    ]


@router.put(
    "/thresholds",
    auth=right(Right.SETTLE_BURIED),
    response=answers({200: list[ThresholdOut]}, 400),
)
def change_thresholds(request: HttpRequest, content: ThresholdsIn) -> list[ThresholdOut]:
    """Set the thresholds that are given; null sets one to its default."""
    given = content.model_dump(exclude_unset=True)
    values = {name: THRESHOLDS[name] if each is None else each for name, each in given.items()}
    service.change_thresholds(values, request.user.get_username())
    return thresholds(request)


@router.get("/errors", auth=right(Right.MONITOR), response=answers({200: list[ErrorOut]}))
def errors(request: HttpRequest) -> list[ErrorOut]:
    """Return the errors of Newsloom itself of the last 14 days by place in the code, the newest
    first.
    """
    facts = stores().learned().facts(ERRORS).values()
    return [
        ErrorOut(
            group=each.group,
            kind=each.kind,
            count=each.count,
            first=_time(each.first),
            last=_time(each.last),
            version=each.version,
            role=each.role,
            urls=list(each.urls),
            trace=each.trace,
        )
        for each in grouped(map(InternalError.from_fact, facts))
    ]


def _pause(pause: PauseOrder) -> PauseOut:
    return PauseOut(
        kind=pause.kind,
        name=pause.name,
        reason=pause.reason,
        who=pause.who,
        at=_time(pause.at),
        until=_time(pause.until) if pause.until else None,
    )


def _time(at: float) -> datetime:
    return datetime.fromtimestamp(at, UTC)
