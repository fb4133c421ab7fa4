"""What is known of the system at one moment.

Each part is read separately, so that one store's outage hides nothing else.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psutil

from hooks.answers import AlertBacklog
from hooks.process import features
from scheduler.queue.tubes import pools_of
from storage.ages import DAY
from storage.backup_log import BackupHistory
from storage.counters.events import Resolution, TimeBucket, Totals
from storage.counters.lag import Histogram
from storage.database.sources.sources import sources_off
from storage.learned.orders import PauseOrder, present_pauses
from storage.workers.status import WorkerStatus
from watch.loading import Loaded, Outage, load
from watch.sources.summaries import SilenceSummary, SourceCounts, count_states, silence_summary
from watch.stores import Stores
from watch.system.store_status import DatabaseInfo, StoreStatus, ask_stores, unwritable_stores
from watch.system.system_health import (
    OBSERVER_SECONDS,
    STORIES_SECONDS,
    MonitorFacts,
    SystemHealth,
    judge,
)
from watch.system.time_range import USUAL_RANGE, TimeRange
from watch.system.verdict_orders import VerdictOrders, read_verdict_orders

_HOUR = 3_600


@dataclass(frozen=True, kw_only=True)
class Machine:
    """Memory of this machine, and the disk with Newsloom's files, in bytes."""

    memory_used: int
    memory_total: int
    disk_used: int
    disk_total: int


@dataclass(frozen=True, kw_only=True)
class CountersSnapshot:
    """All counters: totals, the workers now, and counts over time (see ``Counters``).

    ``lost`` are workers that have given no sign for long.

    ``flow`` covers the range of the charts. ``since`` is when Newsloom was installed, 0 if that is
    not known.
    """

    totals: Totals
    workers: list[WorkerStatus]
    lost: list[WorkerStatus]
    minutes: list[TimeBucket]
    flow: list[TimeBucket]
    hours: list[TimeBucket]
    lags: Mapping[int, Histogram]
    depths: Mapping[int, Mapping[str, int]]
    since: float


@dataclass(frozen=True, kw_only=True)
class MonitorSnapshot:
    """All parts of the monitor at ``now`` (Unix time).

    ``stores`` by name; the counters are in ``seen``.

    ``alerts`` is None where no feature brings any.

    ``channels_off`` counts the active sources whose channel no feature that is on has, by channel.
    ``unwritable`` names the stores in files that take no data.
    """

    now: float
    stores: Mapping[str, StoreStatus]
    counted: Loaded[CountersSnapshot]
    silent: Loaded[SilenceSummary]
    sources: Loaded[SourceCounts]
    channels_off: Loaded[dict[str, int]]
    alerts: Loaded[AlertBacklog | None]
    stories_late_seconds: Loaded[float]
    backups: Loaded[BackupHistory]
    machine: Machine
    pauses: Sequence[PauseOrder] = ()
    orders: VerdictOrders = field(default_factory=VerdictOrders)
    unwritable: Sequence[str] = ()

    @property
    def whole(self) -> bool:
        """True if every part could be read."""
        parts = (
            *(store.answer for store in self.stores.values()),
            self.counted,
            self.silent,
            self.sources,
            self.channels_off,
            self.alerts,
            self.stories_late_seconds,
            self.backups,
        )
        return not any(each.outage for each in parts)

    @property
    def installed(self) -> float:
        """When Newsloom was installed (Unix time), 0 if the database does not say."""
        asked: DatabaseInfo | None = self.stores["database"].answer.value
        return asked.made if asked else 0.0

    @property
    def alerts_run(self) -> bool:
        """Return whether the role alerts runs, as far as the database says."""
        asked = self.stores["database"].answer
        age: timedelta | None = asked.value.observer_age if asked.value else None
        if asked.outage:
            return True
        return age is not None and age <= timedelta(seconds=OBSERVER_SECONDS)

    @property
    def stories_run(self) -> bool:
        """Return whether the role stories runs, as far as the database says; True where nothing
        lets it give a sign.
        """
        asked = self.stores["database"].answer
        if asked.outage or (asked.value and not asked.value.stories_on):
            return True
        age: timedelta | None = asked.value.stories_age if asked.value else None
        return age is not None and age <= timedelta(seconds=STORIES_SECONDS)

    def health(self) -> SystemHealth:
        """Judge the system's health."""
        facts = MonitorFacts(
            now=self.now,
            away=self._away(),
            read_only=self._read_only(),
            sources=self.sources.value.states if self.sources.value else {},
            alerts_run=self.alerts_run,
            stories_run=self.stories_run,
            stories_late_seconds=self.stories_late_seconds.value or 0.0,
            backups=self.backups.value,
            installed=self.installed,
            disk=self.machine.disk_used / self.machine.disk_total,
            memory=self.machine.memory_used / self.machine.memory_total,
            pauses=self.pauses,
            thresholds=self.orders.thresholds,
            muted_rules=self.orders.muted_rules,
            muted_sources=self.orders.muted_sources,
        )
        if counted := self.counted.value:
            facts = replace(
                facts,
                workers=counted.workers,
                lost=counted.lost,
                depths=counted.depths,
                pools=[pool.name for pool in pools_of(features())],
                minutes=counted.minutes,
                lags=counted.lags,
            )
        if silent := self.silent.value:
            unmuted = max(0, silent.count - self.orders.muted_silent)
            facts = replace(facts, silent=unmuted, watched=silent.watched)
        if alerts := self.alerts.value:
            facts = replace(facts, alerts_late=alerts.late, alerts_failing=len(alerts.failing))
        if off := self.channels_off.value:
            facts = replace(facts, channels_off=sum(off.values()), features_off=features().off)
        if documents := self.stores["documents"].answer.value:
            facts = replace(facts, index_outdated=bool(documents.outdated))
        return judge(facts)

    def _away(self) -> list[str]:
        """Return the stores that do not answer, except those that are known to take no data."""
        away = [name for name, store in self.stores.items() if store.answer.outage]
        if self.counted.outage and "seen" not in away:
            away.append("seen")
        return [name for name in away if name not in self.unwritable]

    def _read_only(self) -> list[str]:
        """Return the stores that take no data."""
        documents = self.stores["documents"].answer.value
        found = {"documents"} if documents and documents.read_only else set()
        return sorted(found.union(self.unwritable))


def take_snapshot(stores: Stores, span: TimeRange = USUAL_RANGE) -> MonitorSnapshot:
    """Read all parts; the counts over time for a chart of this range."""
    now = time.time()
    asked = ask_stores(stores)
    database: DatabaseInfo | None = asked["database"].answer.value
    since = database.made if database else 0.0
    position = database.stories_position if database else None
    counted = load(lambda: _counted(stores, now, span, since))
    sources = load(count_states)
    orders = load(lambda: read_verdict_orders(datetime.fromtimestamp(now, UTC)))
    return MonitorSnapshot(
        now=now,
        stores=asked,
        counted=counted,
        silent=_silent(stores, sources, counted.outage),
        sources=sources,
        channels_off=load(lambda: sources_off() if features().off else {}),
        alerts=load(lambda: _alerts(datetime.fromtimestamp(now, UTC))),
        stories_late_seconds=load(lambda: _stories_late_seconds(stores, position)),
        backups=load(lambda: stores.backup_log().history()),
        machine=_machine(stores.settings.home),
        pauses=load(lambda: present_pauses(stores.learned())).value or (),
        unwritable=unwritable_stores(stores),
        orders=orders.value or VerdictOrders(),
    )


def _counted(stores: Stores, now: float, span: TimeRange, since: float) -> CountersSnapshot:
    counters = stores.counters()
    minutes = counters.timeline(Resolution.MINUTE, now - 3 * _HOUR, now)
    workers, at = stores.workers(), stores.pace().now()
    flow = minutes
    if span.resolution is not Resolution.MINUTE:
        flow = counters.timeline(span.resolution, now - span.seconds, now)
    return CountersSnapshot(
        totals=counters.totals(),
        workers=workers.alive(at),
        lost=workers.lost(at),
        minutes=minutes,
        flow=flow,
        hours=counters.timeline(Resolution.HOUR, now - DAY, now),
        lags=counters.lags(now - max(7 * DAY, span.seconds), now),
        depths=counters.gauge_history(now - DAY, now),
        since=since,
    )


def _silent(
    stores: Stores, sources: Loaded[SourceCounts], outage: Outage | None
) -> Loaded[SilenceSummary]:
    """Return the silent sources, unless an outage of the counters keeps from judging them."""
    counts = sources.value
    if counts is None or outage:
        return Loaded(outage=sources.outage or outage)
    return load(lambda: silence_summary(stores, counts))


def _alerts(now: datetime) -> AlertBacklog | None:
    return next(iter(features().ask("alert_backlog", now=now)), None)


def _stories_late_seconds(stores: Stores, position: str | None) -> float:
    """Return how long the oldest document waits for the role stories."""
    waiting = stores.written().read(position, 1) if position is not None else []
    return waiting[0].age_seconds if waiting else 0.0


def _machine(home: Path) -> Machine:
    folder = next(path for path in (home, *home.parents) if path.exists())
    memory, disk = psutil.virtual_memory(), psutil.disk_usage(str(folder))
    return Machine(
        memory_used=memory.total - memory.available,
        memory_total=memory.total,
        # Like `df`: space reserved for root is not free.
        disk_used=disk.used,
        disk_total=disk.used + disk.free,
    )
