"""What has changed since the observer last looked: known conditions and the present ones in, events
out. Pure.
"""

import json
import signal
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import groupby

from storage.database.models import AuditEntry
from storage.database.searches.events import (
    DRIFT_CONDITION,
    LOOKED,
    MOVE_CONDITION,
    RECALL_CONDITION,
    Happening,
    KnownCondition,
)
from storage.findings.signs import PageMove
from storage.outcomes import UNREACHABLE
from storage.workers.status import ProcessDeath, WorkerStatus
from watch.events.kinds import RETURNED, VANISHED, EventKind
from watch.sources.drift import DriftFinding
from watch.sources.recall import Recall
from watch.sources.source_health import UNWELL, SourceHealth, SourceState
from watch.system.system_health import OBSERVER_SECONDS, ProblemKind, SystemProblem

HOST = "host:"
# The conditions that observers have stored are named so.
PROBLEM = "trouble:"
AUDIT = "audit"
DEATHS = "deaths"
BURIED = "burials"
WORKER = "worker:"
# One failed attempt is no news.
_ATTEMPTS = 2
_NOBODY_LOOKED = timedelta(seconds=OBSERVER_SECONDS)
# A source that is held back gives nothing for as long as its site likes.
_NEWS = UNWELL | {SourceState.HELD_BACK}
_SETTLED = _NEWS | {SourceState.HEALTHY}
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
class SourceBefore:
    """The state of a source when it was judged before; ``settled`` is that of its last event."""

    state: str = SourceState.NEW
    settled: str = ""
    since: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class SourceChange:
    """What becomes of the fields of ``SourceBefore``, and the event, if that is news."""

    settled: str
    since: datetime
    event: Happening | None


@dataclass(frozen=True)
class Changes:
    """Conditions to write, keys of those that have ended, and events to store."""

    changed: Mapping[str, KnownCondition] = field(default_factory=dict)
    ended: Sequence[str] = ()
    happened: Sequence[Happening] = ()

    def __add__(self, other: "Changes") -> "Changes":
        return Changes(
            {**self.changed, **other.changed},
            (*self.ended, *other.ended),
            (*self.happened, *other.happened),
        )


def of_source(
    source_id: int, name: str, before: SourceBefore, state: SourceHealth, now: datetime
) -> SourceChange:
    """Return what has changed in the state of a source.

    States that pass by themselves, such as retrying, are no events. Nor are pausing and resuming:
    the audit has them, and a source that fails as before its pause has no new problem.
    """
    settled = state.health.value if state.health in _SETTLED else before.settled
    is_news = settled != before.settled and _is_news(before.settled, settled)
    stays = before.state == state.health and before.since is not None
    return SourceChange(
        settled=settled,
        since=before.since if stays and before.since else now,
        event=_source_event(source_id, name, before.settled, state, now) if is_news else None,
    )


def _is_news(before: str, after: str) -> bool:
    return after in _NEWS or (before in _NEWS and after == SourceState.HEALTHY)


def _source_event(
    source_id: int, name: str, before: str, state: SourceHealth, now: datetime
) -> Happening:
    return Happening(
        at=now,
        kind=EventKind.SOURCE,
        subject=name,
        source_id=source_id,
        before=before or SourceState.NEW,
        after=state.health,
        reason=state.reason,
        detail=state.moved_to or (state.page_move.target if state.page_move else state.detail),
    )


def reached(state: SourceHealth) -> bool | None:
    """Return whether the state of a source shows that its host answers, None if it does not
    tell.
    """
    tried = state.health is not SourceState.RETRYING or (
        state.attempt is not None and state.attempt.number >= _ATTEMPTS
    )
    if state.reason in UNREACHABLE and tried:
        return False
    return None if state.health in _UNKNOWN else True


def of_drifts(
    known: Mapping[str, KnownCondition],
    found: Mapping[int, DriftFinding],
    over: Sequence[int],
    now: datetime,
) -> Changes:
    """Return the conditions of sources whose pages have changed; the change of their state is the
    event.
    """
    changed = {}
    for source_id, finding in found.items():
        changed[f"{DRIFT_CONDITION}{source_id}"] = KnownCondition(
            value=finding.drifts[0],
            reason=",".join(finding.drifts),
            since=now,
            detail={"before": list(finding.before), "after": list(finding.after)},
        )
    ended = [f"{DRIFT_CONDITION}{source_id}" for source_id in over]
    return Changes(changed, [key for key in ended if key in known])


def of_moves(
    known: Mapping[str, KnownCondition], moved: Mapping[int, PageMove], now: datetime
) -> Changes:
    """Return the conditions of sources whose pages have moved; the change of their state is the
    event.
    """
    present = {f"{MOVE_CONDITION}{source_id}": asdict(move) for source_id, move in moved.items()}
    changed = {}
    for key, move in present.items():
        if key not in known:
            changed[key] = KnownCondition(value="pages", since=now, detail=move)
    return Changes(changed, _absent(known, MOVE_CONDITION, present))


def of_recalls(
    known: Mapping[str, KnownCondition], found: Mapping[int, Recall], now: datetime
) -> Changes:
    """Return the conditions with the recall of sources. A recall is shown and is no event."""
    present = {f"{RECALL_CONDITION}{source_id}": recall for source_id, recall in found.items()}
    changed = {}
    for key, recall in present.items():
        detail = asdict(recall)
        if key not in known or known[key].detail != detail:
            share = f"{recall.share:.2f}"
            changed[key] = KnownCondition(value=share, since=now, detail=detail)
    return Changes(changed, _absent(known, RECALL_CONDITION, present))


def _absent(
    known: Mapping[str, KnownCondition], prefix: str, present: Collection[str]
) -> list[str]:
    """Return the keys of the stored conditions of a kind that have ended."""
    return [key for key in known if key.startswith(prefix) and key not in present]


def of_hosts(
    known: Mapping[str, KnownCondition],
    down: Mapping[str, str],
    up: Collection[str],
    gone: Collection[str],
    now: datetime,
) -> Changes:
    """Return which hosts have stopped to answer, and which answer again, by the states of their
    sources.

    Args:
        known: The stored conditions.
        down: The hosts that do not answer a source, with the reason.
        up: Hosts that answer a source, of those with a condition.
        gone: Hosts without a source, of those with a condition.
        now: The present.
    """
    old = hosts_down(known)
    changed, ended, happened = {}, [f"{HOST}{host}" for host in gone], []
    for host, why in down.items():
        if host and host not in old:
            changed[f"{HOST}{host}"] = KnownCondition(value=why, since=now)
            happened.append(Happening(at=now, kind=EventKind.HOST, subject=host, after=why))
    for host, condition in old.items():
        # While one source waits for it in vain, the host is not back for all.
        if host in up and host not in down:
            ended.append(f"{HOST}{host}")
            answers = Happening(at=now, kind=EventKind.HOST, subject=host, before=condition.value)
            happened.append(answers)
    return Changes(changed, ended, happened)


def hosts_down(known: Mapping[str, KnownCondition]) -> dict[str, KnownCondition]:
    """Return the conditions of hosts that have stopped to answer, by host."""
    return {key.removeprefix(HOST): value for key, value in known.items() if key.startswith(HOST)}


def of_problems(
    known: Mapping[str, KnownCondition],
    begun: Sequence[tuple[SystemProblem, datetime]],
    over: Mapping[str, datetime],
) -> Changes:
    """Return which problems of the system are new, and which are over.

    Args:
        known: The stored conditions.
        begun: The present problems, each with the time since when it is there.
        over: Keys of problems that are absent, each with the time since when.
    """
    changed: dict[str, KnownCondition] = {}
    ended, happened = [], []
    for reason, since in begun:
        key = problem_key(reason)
        if key not in known:
            changed[key] = KnownCondition(
                value=reason.kind, since=since, detail=dict(reason.values)
            )
            happened.append(_problem_event(reason.kind, reason.values, since, after=reason.kind))
    for key, condition in known.items():
        if key.startswith(PROBLEM) and key in over:
            ended.append(key)
            code = condition.value
            happened.append(_problem_event(code, condition.detail, over[key], before=code))
    return Changes(changed, ended, happened)


def problem_key(reason: SystemProblem) -> str:
    """Return the key of a problem's condition."""
    store = reason.values.get("store", "")
    return f"{PROBLEM}{reason.kind}{f':{store}' if store else ''}"


def _problem_event(
    code: str, values: Mapping[str, object], at: datetime, *, before: str = "", after: str = ""
) -> Happening:
    subject, detail = str(values.get("store", code)), json.dumps(dict(values))
    return Happening(
        at=at, kind=EventKind.SYSTEM, subject=subject, before=before, after=after, detail=detail
    )


def of_deaths(
    known: Mapping[str, KnownCondition], deaths: Sequence[ProcessDeath], now: datetime
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
            goes_on=True,
        )
        for death in new
    ]
    newest = max(death.at for death in new)
    return Changes({DEATHS: KnownCondition(value=repr(newest), since=now)}, (), happened)


def _cause(code: int) -> str:
    """Return the name of the signal, or the exit code."""
    if code >= 0:
        return str(code)
    try:
        return signal.Signals(-code).name
    except ValueError:
        return str(code)


def of_lost(
    known: Mapping[str, KnownCondition],
    lost: Mapping[str, WorkerStatus],
    lasting: Collection[str],
    alive: Collection[str],
    now: datetime,
) -> Changes:
    """Return the workers whose heartbeat has ended and whose death nobody saw, and those that are
    back.

    ``lost`` are all of them by name, ``lasting`` those that are for long enough to tell.
    """
    begun: dict[str, KnownCondition] = {}
    ended, happened = [], []
    for name in lasting:
        if WORKER + name in known:
            continue
        begun[WORKER + name] = KnownCondition(value=VANISHED, since=now)
        last = datetime.fromtimestamp(lost[name].at, UTC).isoformat(" ", "seconds")
        happened.append(
            Happening(at=now, kind=EventKind.PROCESS, subject=name, reason=VANISHED, detail=last)
        )
    for key in known:
        if not key.startswith(WORKER):
            continue
        name = key.removeprefix(WORKER)
        if name not in lost:
            ended.append(key)
        # One that is neither lost nor alive was stopped, which is no event.
        if name in alive:
            happened.append(
                Happening(at=now, kind=EventKind.PROCESS, subject=name, reason=RETURNED)
            )
    return Changes(begun, ended, happened)


def of_buried(
    known: Mapping[str, KnownCondition], codes: Mapping[str, int], now: datetime
) -> Changes:
    """Return that jobs were buried since the last look: an event for each reason.

    ``codes`` counts all jobs that were ever buried, by reason; the stored condition has the counts
    of the last look.
    """
    condition = {BURIED: KnownCondition(value="", since=now, detail=dict(codes))}
    if BURIED not in known:
        return Changes(condition)
    more = Counter(codes) - Counter(known[BURIED].detail)
    if not more:
        return Changes()
    events = [
        Happening(at=now, kind=EventKind.JOBS, subject="", reason=code, count=number, goes_on=True)
        for code, number in sorted(more.items())
    ]
    return Changes(condition, (), events)


def _is_of_a_source(entry: AuditEntry) -> bool:
    return entry.kind == "source" and entry.subject_id.isdecimal()


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
                source_id=int(one.subject_id) if one and _is_of_a_source(one) else None,
                before=kind if one else f"{kind}s",
                after=action,
                detail=who,
            )
        )
    return Changes(
        {AUDIT: KnownCondition(value=str(newest), since=now)},
        (),
        sorted(happened, key=lambda event: event.at),
    )


def of_outage(store: str, since: datetime, until: datetime) -> Changes:
    """Return the outage of a store that kept the observer from writing anything until now."""
    return Changes(
        {LOOKED: KnownCondition(value="", since=until)},
        (),
        _past_problem("store_away", {"store": store}, since, until),
    )


def of_looks(known: Mapping[str, KnownCondition], now: datetime) -> Changes:
    """Return that the observer looks now, and the time without an observer if it ends now."""
    last = known.get(LOOKED)
    happened: Sequence[Happening] = ()
    if last is not None and now - last.since > _NOBODY_LOOKED:
        happened = _past_problem(ProblemKind.ALERTS_SILENT, {}, last.since, now)
    return Changes({LOOKED: KnownCondition(value="", since=now)}, (), happened)


def _past_problem(
    code: str, values: Mapping[str, object], since: datetime, until: datetime
) -> list[Happening]:
    return [
        _problem_event(code, values, since, after=code),
        _problem_event(code, values, until, before=code),
    ]
