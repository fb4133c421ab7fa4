"""What has changed since the observer last looked: known conditions and the present ones in, events
out. Pure.
"""

import json
import signal
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import groupby

from storage.database.models import AuditEntry
from storage.database.searches.events import (
    DRIFT_CONDITION,
    LOOKED,
    MOVE_CONDITION,
    RECALL_CONDITION,
    SOURCE_CONDITION,
    Condition,
    Happening,
)
from storage.findings.port import PageMove
from storage.outcomes import UNREACHABLE
from storage.workers.port import ProcessDeath, WorkerStatus
from watch.events.kinds import VANISHED, EventKind
from watch.sources.drift import DriftFinding
from watch.sources.recall import Recall
from watch.sources.source_health import UNWELL, SourceHealth, SourceState
from watch.system.system_health import OBSERVER_SECONDS, Problem, ProblemKind

HOST = "host:"
TROUBLE = "trouble:"
AUDIT = "audit"
DEATHS = "deaths"
BURIED = "burials"
# One failed attempt is no news.
_ATTEMPTS = 2
_MAX_HOST_LENGTH = 100
_NOBODY_LOOKED = timedelta(seconds=OBSERVER_SECONDS)
_SETTLED = frozenset({*UNWELL, SourceState.HEALTHY, SourceState.PAUSED})
# In these states nothing is known about the source's host.
_UNKNOWN = frozenset(
    {
        SourceState.PAUSED,
        SourceState.NEW,
        SourceState.WORKING,
        SourceState.LATE,
        SourceState.RETRYING,
    }
)


@dataclass(frozen=True, kw_only=True)
class SourceNow:
    """A source, the host of its address, and its present state."""

    id: int
    name: str
    host: str
    state: SourceHealth


@dataclass(frozen=True)
class Changes:
    """Conditions to write, keys of those that have ended, and events to store."""

    changed: Mapping[str, Condition] = field(default_factory=dict)
    ended: Sequence[str] = ()
    happened: Sequence[Happening] = ()

    def __add__(self, other: "Changes") -> "Changes":
        return Changes(
            {**self.changed, **other.changed},
            (*self.ended, *other.ended),
            (*self.happened, *other.happened),
        )


def of_sources(
    known: Mapping[str, Condition], sources: Sequence[SourceNow], now: datetime
) -> Changes:
    """Return what has changed in the states of all sources.

    States that pass by themselves, such as retrying, are no events. Nor are pausing and resuming:
    the audit has them.
    """
    changed: dict[str, Condition] = {}
    happened: list[Happening] = []
    for source in sources:
        old = known.get(f"{SOURCE_CONDITION}{source.id}")
        state, before = source.state, old.settled if old else ""
        settled = state.health.value if state.health in _SETTLED else before
        if old and (old.value, old.reason, old.settled) == (state.health, state.reason, settled):
            continue
        since = old.since if old and old.value == state.health else now
        changed[f"{SOURCE_CONDITION}{source.id}"] = Condition(
            value=state.health,
            reason=state.reason,
            settled=settled,
            since=since,
            detail=old.detail if old else {},
        )
        if settled != before and _is_news(before, settled):
            happened.append(_source_event(source, before, now))
    gone = {key for key in known if key.startswith(SOURCE_CONDITION)} - {
        f"{SOURCE_CONDITION}{source.id}" for source in sources
    }
    return Changes(changed, sorted(gone), happened)


def _is_news(before: str, after: str) -> bool:
    return after in UNWELL or (before in UNWELL and after == SourceState.HEALTHY)


def _source_event(source: SourceNow, before: str, now: datetime) -> Happening:
    state = source.state
    return Happening(
        at=now,
        kind=EventKind.SOURCE,
        subject=source.name,
        source_id=source.id,
        before=before or SourceState.NEW,
        after=state.health,
        reason=state.reason,
        detail=state.moved_to or (state.page_move.target if state.page_move else state.detail),
    )


def of_drifts(
    known: Mapping[str, Condition],
    found: Mapping[int, DriftFinding],
    over: Sequence[int],
    now: datetime,
) -> Changes:
    """Return the conditions of sources whose pages have changed; the change of their state is the
    event.
    """
    return Changes(
        {
            f"{DRIFT_CONDITION}{source_id}": Condition(
                value=finding.drifts[0],
                reason=",".join(finding.drifts),
                since=now,
                detail={"before": list(finding.before), "after": list(finding.after)},
            )
            for source_id, finding in found.items()
        },
        [key for source_id in over if (key := f"{DRIFT_CONDITION}{source_id}") in known],
    )


def of_moves(
    known: Mapping[str, Condition], moved: Mapping[int, PageMove], now: datetime
) -> Changes:
    """Return the conditions of sources whose pages have moved; the change of their state is the
    event.
    """
    present = {f"{MOVE_CONDITION}{source_id}": asdict(move) for source_id, move in moved.items()}
    return Changes(
        {
            key: Condition(value="pages", since=now, detail=move)
            for key, move in present.items()
            if key not in known
        },
        [key for key in known if key.startswith(MOVE_CONDITION) and key not in present],
    )


def of_recalls(
    known: Mapping[str, Condition], found: Mapping[int, Recall], now: datetime
) -> Changes:
    """Return the conditions with the recall of sources. A recall is shown and is no event."""
    present = {
        f"{RECALL_CONDITION}{source_id}": Condition(
            value=f"{recall.share:.2f}", since=now, detail=asdict(recall)
        )
        for source_id, recall in found.items()
    }
    changed = {
        key: one
        for key, one in present.items()
        if key not in known or known[key].detail != one.detail
    }
    return Changes(
        changed, [key for key in known if key.startswith(RECALL_CONDITION) and key not in present]
    )


def of_hosts(
    known: Mapping[str, Condition], sources: Sequence[SourceNow], now: datetime
) -> Changes:
    """Return which hosts have stopped to answer, and which answer again, by the states of their
    sources.
    """
    down: dict[str, str] = {}
    up: set[str] = set()
    for source in sources:
        state = source.state
        tried = state.health is not SourceState.RETRYING or (
            state.attempt and state.attempt.number >= _ATTEMPTS
        )
        if state.reason in UNREACHABLE and tried:
            down[source.host[:_MAX_HOST_LENGTH]] = state.reason
        elif state.health not in _UNKNOWN:
            up.add(source.host[:_MAX_HOST_LENGTH])
    old = {key.removeprefix(HOST): value for key, value in known.items() if key.startswith(HOST)}
    stopped = [host for host in down if host and host not in old]
    answering = [host for host in old if host in up and host not in down]
    forgotten = old.keys() - {source.host[:_MAX_HOST_LENGTH] for source in sources}
    return Changes(
        {f"{HOST}{host}": Condition(value=down[host], since=now) for host in stopped},
        [f"{HOST}{host}" for host in {*answering, *forgotten}],
        [
            *(
                Happening(at=now, kind=EventKind.HOST, subject=host, after=down[host])
                for host in stopped
            ),
            *(
                Happening(at=now, kind=EventKind.HOST, subject=host, before=old[host].value)
                for host in answering
            ),
        ],
    )


def of_troubles(
    known: Mapping[str, Condition],
    begun: Sequence[tuple[Problem, datetime]],
    over: Mapping[str, datetime],
) -> Changes:
    """Return which problems of the system are new, and which are over.

    Args:
        known: The stored conditions.
        begun: The present problems, each with the time since when it is there.
        over: Keys of problems that are absent, each with the time since when.
    """
    new = {
        key: (reason, since) for reason, since in begun if (key := trouble_key(reason)) not in known
    }
    ended = [key for key in known if key.startswith(TROUBLE) and key in over]
    return Changes(
        {
            key: Condition(value=one.kind, since=since, detail=dict(one.values))
            for key, (one, since) in new.items()
        },
        ended,
        [
            *(
                _trouble_event(one.kind, one.values, since, after=one.kind)
                for one, since in new.values()
            ),
            *(
                _trouble_event(
                    known[key].value, known[key].detail, over[key], before=known[key].value
                )
                for key in ended
            ),
        ],
    )


def trouble_key(reason: Problem) -> str:
    """Return the key of a problem's condition."""
    store = reason.values.get("store", "")
    return f"{TROUBLE}{reason.kind}{f':{store}' if store else ''}"


def _trouble_event(
    code: str, values: Mapping[str, object], at: datetime, *, before: str = "", after: str = ""
) -> Happening:
    subject, detail = str(values.get("store", code)), json.dumps(dict(values))
    return Happening(
        at=at, kind=EventKind.SYSTEM, subject=subject, before=before, after=after, detail=detail
    )


def of_deaths(
    known: Mapping[str, Condition], deaths: Sequence[ProcessDeath], now: datetime
) -> Changes:
    """Return the deaths that supervisors saw since the last look.

    ``DEATHS`` keeps the time of the newest one.
    """
    last = float(known[DEATHS].value) if DEATHS in known else 0.0
    new = [death for death in deaths if death.at > last]
    if not new:
        return Changes()
    happened = [
        Happening(
            at=min(datetime.fromtimestamp(death.at, UTC), now),
            kind=EventKind.PROCESS,
            subject=death.role,
            reason=_cause(death.code),
            detail=f"{death.host}, {death.pid}",
        )
        for death in new
    ]
    return Changes(
        {DEATHS: Condition(value=repr(max(death.at for death in new)), since=now)}, (), happened
    )


def _cause(code: int) -> str:
    """Return the name of the signal, or the exit code."""
    if code >= 0:
        return str(code)
    try:
        return signal.Signals(-code).name
    except ValueError:
        return str(code)


def of_lost(lost: Sequence[WorkerStatus], now: datetime) -> Changes:
    """Return the workers whose heartbeat has ended and whose death nobody saw."""
    return Changes(
        happened=[
            Happening(
                at=now,
                kind=EventKind.PROCESS,
                subject=status.name,
                reason=VANISHED,
                detail=datetime.fromtimestamp(status.at, UTC).isoformat(" ", "seconds"),
            )
            for status in lost
        ]
    )


def of_buried(known: Mapping[str, Condition], codes: Mapping[str, int], now: datetime) -> Changes:
    """Return that jobs were buried since the last look, with their number by reason.

    ``codes`` counts all jobs that were ever buried, by reason; the stored condition has the counts
    of the last look.
    """
    condition = {BURIED: Condition(value="", since=now, detail=dict(codes))}
    if BURIED not in known:
        return Changes(condition)
    more = Counter(codes) - Counter(known[BURIED].detail)
    if not more:
        return Changes()
    event = Happening(
        at=now, kind=EventKind.JOBS, subject=str(more.total()), detail=json.dumps(more)
    )
    return Changes(condition, (), [event])


def of_audit(entries: Sequence[AuditEntry], newest: int, now: datetime) -> Changes:
    """Return what users have changed; the same change of many things is one event."""

    def same(entry: AuditEntry) -> tuple[str, str, str]:
        return entry.who, entry.action, entry.kind

    happened = []
    for (who, action, kind), group in groupby(sorted(entries, key=same), key=same):
        found = list(group)
        one = found[0] if len(found) == 1 else None
        happened.append(
            Happening(
                at=found[-1].at,
                kind=EventKind.CHANGE,
                subject=one.subject if one else str(len(found)),
                source_id=int(one.subject_id) if one and kind == "source" else None,
                before=kind if one else f"{kind}s",
                after=action,
                detail=who,
            )
        )
    return Changes(
        {AUDIT: Condition(value=str(newest), since=now)},
        (),
        sorted(happened, key=lambda event: event.at),
    )


def of_outage(store: str, since: datetime, until: datetime) -> Changes:
    """Return the outage of a store that kept the observer from writing anything until now."""
    return Changes(
        {LOOKED: Condition(value="", since=until)},
        (),
        _past_trouble("store_away", {"store": store}, since, until),
    )


def of_looks(known: Mapping[str, Condition], now: datetime) -> Changes:
    """Return that the observer looks now, and the time without an observer if it ends now."""
    last = known.get(LOOKED)
    gap = last is not None and now - last.since > _NOBODY_LOOKED
    return Changes(
        {LOOKED: Condition(value="", since=now)},
        (),
        _past_trouble(ProblemKind.ALERTS_SILENT, {}, last.since, now) if last and gap else (),
    )


def _past_trouble(
    code: str, values: Mapping[str, object], since: datetime, until: datetime
) -> list[Happening]:
    return [
        _trouble_event(code, values, since, after=code),
        _trouble_event(code, values, until, before=code),
    ]
