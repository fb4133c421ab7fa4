"""Judge the system: healthy, needs attention or broken, and why.

Pure: facts and the time in, reasons out.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import ceil
from statistics import fmean

from storage.backup_log import BackupHistory
from storage.counters.events import TimeBucket
from storage.counters.lag import Histogram, merged, quantile
from storage.learned.orders import PauseKind, PauseOrder
from storage.outcomes import TRANSIENT
from storage.workers.status import WorkerStatus
from watch.sources.source_health import SourceState

HOUR = 3600
RECENT_HOURS = 3
"""The delay is judged and shown over this time; in less time there are too few pages at night."""

# The scheduler records the queue's depth every minute; after three minutes it has missed two.
_SCHEDULER_SECONDS = 180
OBSERVER_SECONDS = 180
"""After so many seconds without a look, no observer runs: with many sources, it looks less than
once a minute.
"""
STORIES_SECONDS = 180
"""After so many seconds without a sign of it, the role stories does not run."""
_STORIES_LATE_SECONDS = 600
_SHORT_SECONDS = 600
# A queue grows if it more than doubles within an hour and by more jobs than one large sitemap has.
_GROWN_TIMES = 2
_GROWN_JOBS = 1_000
# Of many pages, this share may be buried.
_BURIED_SHARE = 0.05
_FEW_OUTCOMES = 50
MANY_ERRORS = 0.2
"""The share of failed fetches of the last hour from which on they are a problem."""
_MOSTLY_ERRORS = 0.6
_FEW_LAGS = 20
_HIGH_LAG_TIMES = 3
_LAG_HISTORY_HOURS = 7 * 24
BACKUP_SECONDS = 26 * HOUR
"""A backup a day, which may begin later than yesterday's and take up to two hours longer."""
# Elasticsearch makes its indices read-only if the disk is 95 % full.
_DISK_FULL = 0.95


@dataclass(frozen=True, kw_only=True)
class Thresholds:
    """The thresholds that ops can change. Shares are from 0 to 1.

    Attributes:
        failing_share: Sources that fail or give nothing usable.
        silent_share: Silent sources, of those that publish regularly.
        lag_seconds: The median delay from publication to storage.
        buried_jobs: Jobs buried within an hour. Some are normal.
        disk_share: How full the disk is.
        memory_share: How much of the memory is in use.
    """

    failing_share: float = 0.05
    silent_share: float = 0.05
    lag_seconds: float = 2 * HOUR
    buried_jobs: float = 20
    disk_share: float = 0.9
    memory_share: float = 0.95


# Sources in these states store no new pages.
_NOTHING_NEW = (SourceState.FAILING, SourceState.BLOCKED, SourceState.NOTHING_USABLE)


class SystemState(StrEnum):
    """The state of the system."""

    HEALTHY = "healthy"
    ATTENTION = "attention"
    BROKEN = "broken"


class ProblemKind(StrEnum):
    """The problems that the monitor detects."""

    STORE_AWAY = "store_away"
    STORE_READ_ONLY = "store_read_only"
    NO_WORKER = "no_worker"
    NO_LIST_WORKER = "no_list_worker"
    NO_PAGE_WORKER = "no_page_worker"
    NO_RENDER_WORKER = "no_render_worker"
    SCHEDULER_SILENT = "scheduler_silent"
    STANDSTILL = "standstill"
    DISK_FULL = "disk_full"
    MOSTLY_ERRORS = "most_errors"
    DISK_HIGH = "disk_high"
    MEMORY_HIGH = "memory_high"
    MANY_ERRORS = "many_errors"
    QUEUE_GROWS = "queue_grows"
    BURIED_GROW = "buried_grow"
    JOBS_NEWER = "jobs_newer"
    LAG_HIGH = "lag_high"
    SOURCES_FAIL = "sources_fail"
    SOURCES_SILENT = "sources_silent"
    CHANNELS_OFF = "channels_off"
    ALERTS_SILENT = "alerts_silent"
    ALERTS_LATE = "alerts_late"
    ALERTS_FAIL = "alerts_fail"
    STORIES_SILENT = "stories_silent"
    STORIES_LATE = "stories_late"
    INDEX_OUTDATED = "index_outdated"
    ARCHIVE_FAILS = "archive_fails"
    BACKUP_FAILS = "backup_fails"
    BACKUP_OLD = "backup_old"
    PAUSED = "paused"
    WORKERS_QUIET = "workers_quiet"


_BROKEN = frozenset(
    {
        ProblemKind.STORE_AWAY,
        ProblemKind.STORE_READ_ONLY,
        ProblemKind.NO_WORKER,
        ProblemKind.NO_LIST_WORKER,
        ProblemKind.NO_PAGE_WORKER,
        ProblemKind.SCHEDULER_SILENT,
        ProblemKind.STANDSTILL,
        ProblemKind.DISK_FULL,
        ProblemKind.MOSTLY_ERRORS,
    }
)


_FOLLOWS_FROM_PAUSES = (ProblemKind.STANDSTILL, ProblemKind.QUEUE_GROWS)


@dataclass(frozen=True, kw_only=True)
class MonitorFacts:
    """The known facts. A part that could not be read is None, and its store is in ``away``."""

    now: float
    away: Sequence[str] = ()
    #: The stores that answer but take no data.
    read_only: Sequence[str] = ()
    workers: Sequence[WorkerStatus] | None = None
    #: The workers that have given no sign for long, but did not stop.
    lost: Sequence[WorkerStatus] = ()
    #: The pools of workers that features bring.
    pools: Sequence[str] = ()
    #: The queue's depths by Unix time, of one day.
    depths: Mapping[int, Mapping[str, int]] | None = None
    #: Outcomes by minute, of the last hour.
    minutes: Sequence[TimeBucket] | None = None
    #: Histograms of delays by hour, of one week.
    lags: Mapping[int, Histogram] | None = None
    #: How many of the ``watched`` sources are silent.
    silent: int = 0
    watched: int = 0
    #: The number of sources by state.
    sources: Mapping[SourceState, int] = field(default_factory=dict)
    #: How many sources have a channel that no feature that is on has.
    channels_off: int = 0
    #: The features that are off.
    features_off: Sequence[str] = ()
    #: Whether the role *alerts* runs.
    alerts_run: bool = True
    #: How many saved searches are overdue.
    alerts_late: int = 0
    #: How many saved searches could not be run or delivered.
    alerts_failing: int = 0
    #: Whether the role *stories* runs.
    stories_run: bool = True
    #: How long the oldest document waits for the role *stories*.
    stories_late_seconds: float = 0.0
    #: The index of the documents must be written again.
    index_outdated: bool = False
    #: What became of backups.
    backups: BackupHistory | None = None
    #: When Newsloom was installed (Unix time), 0 if that is not known.
    installed: float = 0.0
    #: Share of the disk that is used, from 0 to 1.
    disk: float = 0.0
    #: Share of the memory that is used, from 0 to 1.
    memory: float = 0.0
    #: What ops have paused.
    pauses: Sequence[PauseOrder] = ()
    thresholds: Thresholds = Thresholds()
    #: Problems of these kinds do not count.
    muted_rules: Collection[str] = ()
    #: Sources by state that do not count; ``sources`` has them too.
    muted_sources: Mapping[SourceState, int] = field(default_factory=dict)

    @property
    def is_held(self) -> bool:
        """Return whether ops hold back more than single hosts, so that jobs may well pile up."""
        return any(pause.kind is not PauseKind.HOST for pause in self.pauses)


@dataclass(frozen=True, kw_only=True)
class SystemProblem:
    """One problem and the values of its sentence."""

    kind: ProblemKind
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def state(self) -> SystemState:
        """The state that this reason causes."""
        if self.kind in _BROKEN:
            return SystemState.BROKEN
        return SystemState.ATTENTION


@dataclass(frozen=True, kw_only=True)
class SystemHealth:
    """The system's state, which is that of its worst reason; the worst reasons come first.

    ``muted`` are problems that do not count.
    """

    state: SystemState
    reasons: tuple[SystemProblem, ...]
    muted: tuple[SystemProblem, ...] = ()


def judge(facts: MonitorFacts) -> SystemHealth:
    """Return the system's health for the facts."""
    every = sorted(_reasons(facts), key=lambda reason: reason.state is not SystemState.BROKEN)
    reasons = tuple(reason for reason in every if reason.kind not in facts.muted_rules)
    return SystemHealth(
        state=reasons[0].state if reasons else SystemState.HEALTHY,
        reasons=reasons,
        muted=tuple(reason for reason in every if reason.kind in facts.muted_rules),
    )


def recent_lag(lags: Mapping[int, Histogram], now: float) -> Histogram:
    """Return the histogram of the last hours, including the current one."""
    return merged(histogram for at, histogram in lags.items() if at > now - RECENT_HOURS * HOUR)


def _reasons(facts: MonitorFacts) -> Iterator[SystemProblem]:
    yield from _of_stores(facts)
    if facts.pauses:
        yield SystemProblem(kind=ProblemKind.PAUSED, values=_paused(facts.pauses))
    if facts.workers is not None:
        if not facts.workers:
            yield SystemProblem(kind=ProblemKind.NO_WORKER, values=_last_sign(facts))
        yield from _of_workers(facts.workers)
        yield from _of_pools(facts.pools, facts.workers, facts.depths or {})
    if facts.depths is not None:
        for problem in _of_queue(facts):
            if not (facts.is_held and problem.kind in _FOLLOWS_FROM_PAUSES):
                yield problem
    if facts.minutes is not None:
        yield from _of_outcomes(facts.minutes, facts.now)
    if facts.lags is not None:
        yield from _of_lag(facts.lags, facts.now, facts.thresholds.lag_seconds)
    yield from _of_alerts(facts)
    yield from _of_stories(facts)
    if facts.index_outdated:
        yield SystemProblem(kind=ProblemKind.INDEX_OUTDATED)
    if facts.backups is not None:
        yield from _of_backups(facts.backups, facts.installed, facts.now)
    yield from _of_machine(facts)
    yield from _of_sources(facts)


def _paused(pauses: Sequence[PauseOrder]) -> Mapping[str, object]:
    """Return what is paused: how many hosts, which tubes, whether everything."""
    return {
        "everything": any(pause.kind is PauseKind.EVERYTHING for pause in pauses),
        "tubes": [pause.name for pause in pauses if pause.kind is PauseKind.TUBE],
        "hosts": sum(pause.kind is PauseKind.HOST for pause in pauses),
    }


def _of_stores(facts: MonitorFacts) -> Iterator[SystemProblem]:
    for store in facts.away:
        yield SystemProblem(kind=ProblemKind.STORE_AWAY, values={"store": store})
    for store in facts.read_only:
        yield SystemProblem(kind=ProblemKind.STORE_READ_ONLY, values={"store": store})


def _of_alerts(facts: MonitorFacts) -> Iterator[SystemProblem]:
    if not facts.alerts_run:
        yield SystemProblem(kind=ProblemKind.ALERTS_SILENT)
    elif facts.alerts_late:
        yield SystemProblem(kind=ProblemKind.ALERTS_LATE, values={"count": facts.alerts_late})
    if facts.alerts_failing:
        yield SystemProblem(kind=ProblemKind.ALERTS_FAIL, values={"count": facts.alerts_failing})


def _of_stories(facts: MonitorFacts) -> Iterator[SystemProblem]:
    if not facts.stories_run:
        yield SystemProblem(kind=ProblemKind.STORIES_SILENT)
    elif facts.stories_late_seconds >= _STORIES_LATE_SECONDS:
        minutes = round(facts.stories_late_seconds / 60)
        yield SystemProblem(kind=ProblemKind.STORIES_LATE, values={"minutes": minutes})


def _of_backups(backups: BackupHistory, installed: float, now: float) -> Iterator[SystemProblem]:
    """Before the first backup, the age of the installation counts: a new one has a day's time."""
    newest = backups.made.at if backups.made else installed
    values = {"age_seconds": now - newest if backups.made else None}
    if backups.failure:
        problem = {"problem": backups.failure.problem}
        yield SystemProblem(kind=ProblemKind.BACKUP_FAILS, values={**values, **problem})
    elif newest and now - newest > BACKUP_SECONDS:
        yield SystemProblem(kind=ProblemKind.BACKUP_OLD, values=values)


def _of_machine(facts: MonitorFacts) -> Iterator[SystemProblem]:
    if facts.disk >= _DISK_FULL:
        yield SystemProblem(kind=ProblemKind.DISK_FULL, values={"percent": round(100 * facts.disk)})
    elif facts.disk >= facts.thresholds.disk_share:
        yield SystemProblem(kind=ProblemKind.DISK_HIGH, values={"percent": round(100 * facts.disk)})
    if facts.memory >= facts.thresholds.memory_share:
        yield SystemProblem(
            kind=ProblemKind.MEMORY_HIGH, values={"percent": round(100 * facts.memory)}
        )


def _of_sources(facts: MonitorFacts) -> Iterator[SystemProblem]:
    failing, active = failing_sources(facts.sources, facts.muted_sources)
    # A product may be rounded up: 7 of 100 are less than 0.07 * 100.
    if failing and failing / active >= facts.thresholds.failing_share:
        yield SystemProblem(
            kind=ProblemKind.SOURCES_FAIL, values={"count": failing, "total": active}
        )
    if facts.silent and facts.silent / max(1, facts.watched) >= facts.thresholds.silent_share:
        yield SystemProblem(
            kind=ProblemKind.SOURCES_SILENT, values={"count": facts.silent, "total": facts.watched}
        )
    if facts.channels_off:
        values = {"count": facts.channels_off, "off": ", ".join(facts.features_off)}
        yield SystemProblem(kind=ProblemKind.CHANNELS_OFF, values=values)


def failing_sources(
    sources: Mapping[SourceState, int], muted: Mapping[SourceState, int]
) -> tuple[int, int]:
    """Return how many sources give nothing new, out of how many that are not paused; muted ones do
    not count.
    """
    counted = {state: count - muted.get(state, 0) for state, count in sources.items()}
    failing = sum(counted.get(state, 0) for state in _NOTHING_NEW)
    return failing, sum(counted.values()) - counted.get(SourceState.PAUSED, 0)


def _last_sign(facts: MonitorFacts) -> Mapping[str, object]:
    """Return which worker gave the last sign, and how long ago; nothing if none is known."""
    newest = max(facts.lost, key=lambda status: status.at, default=None)
    if newest:
        return {"worker": newest.name, "seconds": max(0.0, facts.now - newest.at)}
    return {}


def _of_workers(workers: Sequence[WorkerStatus]) -> Iterator[SystemProblem]:
    if problems := [worker.problem for worker in workers if worker.problem]:
        yield SystemProblem(
            kind=ProblemKind.ARCHIVE_FAILS, values={"count": len(problems), "problem": problems[0]}
        )
    pools = {worker.pool for worker in workers}
    if pools and not pools & {"all", "list"}:
        yield SystemProblem(kind=ProblemKind.NO_LIST_WORKER)
    elif pools and not pools & {"all", "page"}:
        yield SystemProblem(kind=ProblemKind.NO_PAGE_WORKER)
    if quiet := [worker for worker in workers if worker.order]:
        values = {"count": len(quiet), "workers": len(workers)}
        yield SystemProblem(kind=ProblemKind.WORKERS_QUIET, values=values)
    older = [worker for worker in workers if worker.newer_version]
    if older:
        version = max(worker.newer_version for worker in older)
        values = {"version": version, "older": len(older), "workers": len(workers)}
        yield SystemProblem(kind=ProblemKind.JOBS_NEWER, values=values)


def _of_pools(
    pools: Sequence[str],
    workers: Sequence[WorkerStatus],
    depths: Mapping[int, Mapping[str, int]],
) -> Iterator[SystemProblem]:
    at_work = {worker.pool for worker in workers}
    for pool in pools if workers and depths else ():
        # Only the newest count tells what waits now.
        waiting = depths[max(depths)].get(f"{pool} ready", 0)
        if waiting and pool not in at_work:
            yield SystemProblem(kind=ProblemKind.NO_RENDER_WORKER, values={"count": waiting})


def _of_queue(facts: MonitorFacts) -> Iterator[SystemProblem]:
    depths, minutes, now = facts.depths or {}, facts.minutes, facts.now
    newest = max(depths, default=None)
    # A sample has the time at which its minute began.
    if newest is None or now - newest > _SCHEDULER_SECONDS + 60:
        yield SystemProblem(
            kind=ProblemKind.SCHEDULER_SILENT,
            values={"minutes": round((now - newest) / 60) if newest else None},
        )
        return
    ready_now = _sums(depths, "ready", now - _SHORT_SECONDS, now)
    ready_then = _sums(depths, "ready", now - HOUR - _SHORT_SECONDS, now - HOUR)
    if ready_then and min(ready_now) > _GROWN_TIMES * max(ready_then) + _GROWN_JOBS:
        yield SystemProblem(
            kind=ProblemKind.QUEUE_GROWS,
            values={"before": round(fmean(ready_then)), "now": ready_now[-1]},
        )
    if minutes is None:
        return
    if (
        len(ready_now) > _SHORT_SECONDS // 120
        and min(ready_now)
        and not _ended(minutes, now - _SHORT_SECONDS)
    ):
        yield SystemProblem(kind=ProblemKind.STANDSTILL, values={"ready": ready_now[-1]})
    grown = buried_since_an_hour(depths, now)
    limit = buried_limit(minutes, now, facts.thresholds)
    if grown is not None and grown >= limit:
        # A young installation has no hour yet to look back on.
        over = min(HOUR, newest - min(depths))
        values = {"count": grown, "threshold": limit, "over_seconds": over}
        yield SystemProblem(kind=ProblemKind.BURIED_GROW, values=values)


def buried_limit(minutes: Sequence[TimeBucket], now: float, thresholds: Thresholds) -> int:
    """Return from how many jobs buried within an hour on they are a problem: of many fetches, a
    share may be buried.
    """
    return max(round(thresholds.buried_jobs), ceil(_BURIED_SHARE * _ended(minutes, now - HOUR)))


def buried_since_an_hour(depths: Mapping[int, Mapping[str, int]], now: float) -> int | None:
    """Return how many more jobs are buried than an hour ago, or than at the first sample of a
    younger installation; None if that is not known.
    """
    if not depths:
        return None
    oldest, newest = min(depths), max(depths)
    hour_ago = max(now - HOUR, oldest)
    then = _sums(depths, "buried", hour_ago - _SHORT_SECONDS, hour_ago)
    if not then:
        return None
    [buried_now] = _sums(depths, "buried", newest, newest)
    return buried_now - max(then)


def _sums(
    depths: Mapping[int, Mapping[str, int]], state: str, first: float, last: float
) -> list[int]:
    """Return the jobs in a state, of all tubes, for each sample between two times, in order of
    time.
    """
    sums = []
    for at, sample in sorted(depths.items()):
        if first <= at <= last:
            sums.append(sum(count for name, count in sample.items() if name.endswith(f" {state}")))
    return sums


def _ended(minutes: Sequence[TimeBucket], since: float) -> int:
    """Return how many pages and lists have got their outcome since then."""
    # One begins up to a minute before what it counts.
    counted = [one for one in minutes if one.start > since - 60]
    return sum(sum(one.pages.values()) + sum(one.lists.values()) for one in counted)


def _of_outcomes(minutes: Sequence[TimeBucket], now: float) -> Iterator[SystemProblem]:
    share = failed_share(minutes, now)
    if share is not None and share >= MANY_ERRORS:
        problem = ProblemKind.MOSTLY_ERRORS if share >= _MOSTLY_ERRORS else ProblemKind.MANY_ERRORS
        yield SystemProblem(kind=problem, values={"percent": round(100 * share)})


def failed_share(minutes: Sequence[TimeBucket], now: float) -> float | None:
    """Return the share of the last hour's fetches that failed, 0 to 1; None of too few."""
    ended = _ended(minutes, now - HOUR)
    if ended < _FEW_OUTCOMES:
        return None
    failed = 0
    for minute in minutes:
        if minute.start > now - HOUR - 60:
            failed += sum(minute.pages.get(outcome, 0) for outcome in TRANSIENT)
            failed += sum(minute.lists.get(outcome, 0) for outcome in TRANSIENT)
    return failed / ended


def _of_lag(
    lags: Mapping[int, Histogram], now: float, high_seconds: float
) -> Iterator[SystemProblem]:
    recent = recent_lag(lags, now)
    half = quantile(recent, 0.5)
    if half is None or sum(recent.values()) < _FEW_LAGS:
        return
    first, last = now - _LAG_HISTORY_HOURS * HOUR, now - RECENT_HOURS * HOUR
    earlier = [histogram for at, histogram in lags.items() if first < at <= last]
    before = quantile(merged(earlier), 0.5)
    if half >= max(high_seconds, _HIGH_LAG_TIMES * (before or 0.0)):
        yield SystemProblem(kind=ProblemKind.LAG_HIGH, values={"seconds": half, "before": before})
