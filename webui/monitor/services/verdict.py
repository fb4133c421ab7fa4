"""The verdict over time, and what ops decide about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.timezone import localtime

from storage.counters.lag import quantile
from storage.database.errors import Invalid, NotFound
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.models import Mute, Source, VerdictSpan
from storage.database.sources.status_models import HOST_LENGTH
from storage.database.verdicts import mutes as mute_store
from storage.database.verdicts.history import verdicts
from storage.database.verdicts.mutes import MuteKind
from storage.database.verdicts.thresholds import save_thresholds
from storage.keys import host_name
from storage.whole_numbers import whole_number
from watch.labels import RULES, label
from watch.system.snapshot import MonitorSnapshot
from watch.system.system_health import (
    ProblemKind,
    SystemHealth,
    buried_limit,
    buried_since_an_hour,
    failed_share,
    failing_sources,
    recent_lag,
)
from watch.system.verdict_orders import THRESHOLDS
from webui.monitor.verdict_words import Spell, summed_up, tip

STRIP_DAYS = 7
_SPANS_READ = 2_000
FAILED_SHARE = "failed_share"
_THRESHOLD_OF = {
    ProblemKind.SOURCES_FAIL: "failing_share",
    ProblemKind.SOURCES_SILENT: "silent_share",
    ProblemKind.LAG_HIGH: "lag_seconds",
    ProblemKind.BURIED_GROW: "buried_jobs",
    ProblemKind.DISK_HIGH: "disk_share",
    ProblemKind.DISK_FULL: "disk_share",
    ProblemKind.MEMORY_HIGH: "memory_share",
    ProblemKind.MANY_ERRORS: FAILED_SHARE,
    ProblemKind.MOSTLY_ERRORS: FAILED_SHARE,
}
_STRIP_WIDTH = 1_000


@dataclass(frozen=True, kw_only=True)
class StripPart:
    """A part of the strip: from ``x`` on, in thousandths of its width; ``tip`` says what it is."""

    state: str
    x: float
    width: float
    tip: str


@dataclass(frozen=True, kw_only=True)
class VerdictHistory:
    """The verdicts of the last days, newest first, as a strip, and what that shows in words.

    The observer of the role alerts notes the verdict every half minute, once it has lasted for half
    a minute. In gaps no observer ran, so nothing is known.
    """

    spans: Sequence[VerdictSpan]
    strip: Sequence[StripPart]
    words: str


def history(now: datetime, days: int = STRIP_DAYS) -> VerdictHistory:
    """Return the verdicts of the last days. Raises Unavailable."""
    length = timedelta(days=days)
    begin = now - length
    spans = verdicts(begin, _SPANS_READ)
    spells = [
        Spell(state=span.state, start=localtime(span.at), end=localtime(span.until))
        for span in spans
    ]
    parts = [
        StripPart(
            state=spell.state,
            x=round(_STRIP_WIDTH * (max(spell.start, begin) - begin) / length, 2),
            # A span of seconds is still seen.
            width=max(2.0, round(_STRIP_WIDTH * (spell.end - max(spell.start, begin)) / length, 2)),
            tip=tip(spell, now),
        )
        for spell in spells
    ]
    words = summed_up(spells, localtime(begin), localtime(now))
    return VerdictHistory(spans=spans, strip=parts, words=words)


def name_of(kind: str, subject: str) -> str | None:
    """Return what people call a subject to mute; None if there is none. A host is called by its
    name, also if an address on it is given. Raises Unavailable.
    """
    if kind == MuteKind.RULE and subject in set(ProblemKind):
        return label(RULES, subject)
    if kind == MuteKind.HOST:
        return _host_in(subject)
    if kind == MuteKind.SOURCE and (number := whole_number(subject)) is not None:
        found = Source.objects.filter(pk=number).first()
        return found.name if found else None
    return None


def _host_in(text: str) -> str | None:
    """Return the host, if it may be the subject of an event, which has this length at most."""
    try:
        host = host_name(text)
    except ValueError:
        return None
    return host if len(host) <= HOST_LENGTH else None


def checked_name(kind: str, subject: str) -> str:
    """Return what people call a subject; see ``name_of``.

    Raises NotFound for a source that does not exist, and Invalid for no rule or host.
    """
    name = name_of(kind, subject)
    if name is not None:
        return name
    if kind == MuteKind.HOST:
        # Only hosts are typed by people, so only these need to hear what is wrong with one.
        code = ErrorCode.HOST_NAME if subject.strip() else ErrorCode.HOST_MISSING
        raise Invalid([FieldError("subject", subject.strip(), code)])
    if kind == MuteKind.RULE:
        choices = {"choices": ", ".join(ProblemKind)}
        raise Invalid([FieldError("subject", subject, ErrorCode.NOT_A_CHOICE, choices)])
    raise NotFound("source", subject)


def mute(kind: str, subject: str, reason: str, who: str, now: datetime, seconds: int) -> Mute:
    """Mute a subject. Raises Unavailable, and what ``checked_name`` raises."""
    name = checked_name(kind, subject)
    wanted = Mute(
        kind=kind,
        subject=name if kind == MuteKind.HOST else subject,
        name=name,
        reason=reason,
        who=who,
        at=now,
        until=now + timedelta(seconds=seconds),
    )
    return mute_store.mute(wanted)


def change_thresholds(values: Mapping[str, float], who: str) -> bool:
    """Save thresholds; return whether one has changed. Raises Unavailable."""
    return save_thresholds(values, THRESHOLDS, who)


def present_failures(snapshot: MonitorSnapshot) -> float | None:
    """Return the share of failed fetches, whose threshold is fixed; None if it is not known."""
    counted = snapshot.counted.value
    if counted:
        return failed_share(counted.minutes, snapshot.now)
    return None


def present_values(snapshot: MonitorSnapshot) -> dict[str, float | None]:
    """Return the present value beside each threshold, in its unit; None if it is not known.

    States of sources are those that the lists show; delays and jobs come from the counters, which
    the scheduler samples once a minute; disk and memory are those of the machine of this page.
    """
    counted, silent = snapshot.counted.value, snapshot.silent.value
    states = snapshot.sources.value.states if snapshot.sources.value else {}
    failing, active = failing_sources(states, snapshot.orders.muted_sources)
    lag = quantile(recent_lag(counted.lags, snapshot.now), 0.5) if counted else None
    buried = buried_since_an_hour(counted.depths, snapshot.now) if counted else None
    # Both are read one after the other, and a source may be muted in between.
    counted_silent = max(0, silent.count - snapshot.orders.muted_silent) if silent else 0
    machine = snapshot.machine
    return {
        "failing_share": failing / active if active else None,
        "silent_share": counted_silent / silent.watched if silent and silent.watched else None,
        "lag_seconds": lag,
        "buried_jobs": None if buried is None else max(0, buried),
        "disk_share": machine.disk_used / machine.disk_total,
        "memory_share": machine.memory_used / machine.memory_total,
    }


def present_buried_limit(snapshot: MonitorSnapshot) -> int | None:
    """Return from how many buried jobs on they are a problem now, if that is not the threshold."""
    counted, thresholds = snapshot.counted.value, snapshot.orders.thresholds
    limit = buried_limit(counted.minutes, snapshot.now, thresholds) if counted else 0
    return limit if limit > thresholds.buried_jobs else None


def reached(health: SystemHealth) -> set[str]:
    """Return the names of the thresholds behind what the verdict says, or says muted."""
    kinds = {problem.kind for problem in (*health.reasons, *health.muted)}
    return {name for kind, name in _THRESHOLD_OF.items() if kind in kinds}
