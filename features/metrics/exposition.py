"""The monitor's numbers in the format of Prometheus. Pure: a snapshot in, metric families out.

All numbers come from the stores, so all web processes return the same ones.
"""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from scheduler.queue.port import TubeStats
from scheduler.queue.tubes import all_tubes
from storage.backup_log import BackupHistory
from storage.counters.lag import quantile
from storage.database.models import EventCount
from storage.documents.port import DocumentsInfo
from storage.outcomes import TRANSIENT, UNREACHABLE, Outcome
from storage.seen.port import SeenInfo
from watch.events.kinds import RETURNED, VANISHED, EventKind
from watch.sources.recall import Recall
from watch.sources.source_health import SourceState
from watch.system.snapshot import CountersSnapshot, MonitorSnapshot
from watch.system.system_health import ProblemKind, SystemState, recent_lag

_STATES = {SystemState.HEALTHY: 0, SystemState.ATTENTION: 1, SystemState.BROKEN: 2}
_OVERDUE_SECONDS = 300
MAX_LABELLED = 500
"""The most workers, and sources with the lowest recall, with metrics of their own."""


class _Once(Collector):
    """Yield the metric families of one response."""

    def __init__(self, families: Iterable[Metric]) -> None:
        self._families = families

    def collect(self) -> Iterable[Metric]:
        return self._families


def exposition(
    overview: MonitorSnapshot,
    events: Iterable[EventCount] = (),
    found: Mapping[int, Recall] = MappingProxyType({}),
) -> bytes:
    """Return the text for Prometheus (exposition format 0.0.4), without parts that are not
    available.
    """
    registry = CollectorRegistry()
    registry.register(_Once([*_families(overview), _of_events(events), _of_recalls(found)]))
    return generate_latest(registry)


def _families(overview: MonitorSnapshot) -> Iterator[Metric]:
    yield _gauge(
        "health", "0 healthy, 1 needs attention, 2 broken", _STATES[overview.health().state]
    )
    up = GaugeMetricFamily("newsloom_store_up", "1 when the store answers", labels=["store"])
    for name, store in overview.stores.items():
        up.add_metric([name], 0 if store.answer.outage else 1)
    yield up
    if overview.counted.value is not None:
        yield from _of_counters(overview.counted.value, overview.now)
    if overview.sources.value is not None:
        sources = GaugeMetricFamily("newsloom_sources", "Sources by state", labels=["state"])
        for state in SourceState:
            sources.add_metric([state], overview.sources.value.states.get(state, 0))
        yield sources
        as_of = overview.sources.value.as_of
        yield _gauge(
            "source_states_age_seconds",
            "Age of the oldest state of a source, 0 below a minute",
            overview.now - as_of.timestamp() if as_of else 0,
        )
    if overview.silent.value is not None:
        yield _gauge(
            "sources_silent", "Sources silent for longer than usual", overview.silent.value.count
        )
    if overview.alerts.value is not None:
        yield _gauge(
            "saved_searches_overdue",
            "Saved searches whose run is overdue by ten minutes",
            overview.alerts.value.late,
        )
        yield _gauge(
            "saved_searches_failing",
            "Saved searches that could not be run or delivered within a day",
            len(overview.alerts.value.failing),
        )
    if overview.backups.value is not None:
        yield from _of_backups(overview.backups.value, overview.installed)
    # Of the machine of the web interface, read for each answer.
    machine = overview.machine
    yield _gauge(
        "disk_used_ratio",
        "Share of the disk with Newsloom's files that is in use",
        machine.disk_used / machine.disk_total,
    )
    yield _gauge(
        "memory_used_ratio",
        "Share of the machine's memory that is in use",
        machine.memory_used / machine.memory_total,
    )
    yield _gauge("muted", "Rules, sources and hosts that are muted", len(overview.orders.mutes))
    yield _gauge("paused", "Pauses of hosts, queues or everything", len(overview.pauses))
    yield from _of_pools(overview)
    yield from _of_stores({name: store.answer.value for name, store in overview.stores.items()})


def _of_events(counts: Iterable[EventCount]) -> Metric:
    family = CounterMetricFamily(
        "newsloom_events", "Events", labels=["kind", "from", "to", "reason"]
    )
    numbers = dict.fromkeys(_expected_events(), 0)
    numbers |= {(each.kind, each.before, each.after, each.reason): each.number for each in counts}
    for labels, number in sorted(numbers.items()):
        family.add_metric(labels, number)
    return family


def _expected_events() -> Iterator[tuple[str, str, str, str]]:
    """Yield the labels of events that may come: a counter that begins at 0 shows the first one too.

    The reasons of sources and of processes that die are too many.
    """
    for kind, codes in ((EventKind.SYSTEM, ProblemKind), (EventKind.HOST, UNREACHABLE)):
        for code in codes:
            yield kind, "", code, ""
            yield kind, code, "", ""
    yield EventKind.PROCESS, "", "", VANISHED
    yield EventKind.PROCESS, "", "", RETURNED
    for reason in (*TRANSIENT, Outcome.BAD_JOB):
        yield EventKind.JOBS, "", "", reason


def _of_recalls(found: Mapping[int, Recall]) -> Metric:
    family = GaugeMetricFamily(
        "newsloom_source_recall",
        "Share of the links of its site's other channel that a source finds",
        labels=["source"],
    )
    for source_id, recall in sorted(found.items(), key=lambda one: (one[1].share, one[0])):
        family.add_metric([str(source_id)], recall.share)
    return family


def _of_counters(counted: CountersSnapshot, now: float) -> Iterator[Metric]:
    yield _outcomes("pages", "Pages by what became of them", counted.totals.pages)
    yield _outcomes("lists", "Lists by what became of them", counted.totals.lists)
    channels = CounterMetricFamily(
        "newsloom_channel_pages",
        "Pages by channel and what became of them",
        labels=["channel", "outcome"],
    )
    for channel, outcomes in sorted(counted.totals.by_channel.items()):
        for outcome, count in sorted(outcomes.items()):
            channels.add_metric([channel, outcome], count)
    yield channels
    yield _gauge("workers", "Workers alive", len(counted.workers))
    for field, name, text in (
        ("active", "worker_jobs_in_work", "Jobs reserved"),
        ("pages_per_minute", "worker_pages_per_minute", "Pages with an outcome, last minute"),
        ("lists_per_minute", "worker_lists_per_minute", "Lists with an outcome, last minute"),
        ("memory_bytes", "worker_memory_bytes", "Resident memory"),
    ):
        family = GaugeMetricFamily(f"newsloom_{name}", text, labels=["worker", "pool"])
        for worker in counted.workers[:MAX_LABELLED]:
            family.add_metric([worker.name, worker.pool], getattr(worker, field))
        yield family
    lag = GaugeMetricFamily(
        "newsloom_lag_seconds",
        "From publication to the store, last three hours, off by 9 % at most",
        labels=["percentile"],
    )
    recent = recent_lag(counted.lags, now)
    for percentile in (50, 95):
        if (seconds := quantile(recent, percentile / 100)) is not None:
            lag.add_metric([str(percentile)], seconds)
    yield lag
    if counted.depths:
        yield _gauge(
            "scheduler_seen_timestamp_seconds",
            "Minute of the scheduler's last heartbeat",
            max(counted.depths),
        )


def _of_pools(overview: MonitorSnapshot) -> Iterator[Metric]:
    """Yield what an autoscaler needs to know of each pool of workers: the jobs that it could
    take.
    """
    tubes, counted = overview.stores["queue"].answer.value, overview.counted.value
    if tubes is not None:
        ready = GaugeMetricFamily(
            "newsloom_pool_jobs_ready", "Jobs that workers of a pool can take now", labels=["pool"]
        )
        for tube in tubes:
            ready.add_metric([tube.tube], tube.ready)
        yield ready
    if counted is not None:
        overdue = GaugeMetricFamily(
            "newsloom_pool_jobs_overdue",
            "The least number of ready jobs in any minute of the last five: a backlog that does "
            "not shrink",
            labels=["pool"],
        )
        samples = [
            sample for at, sample in counted.depths.items() if at > overview.now - _OVERDUE_SECONDS
        ]
        for tube_name in all_tubes():
            numbers = [sample.get(f"{tube_name} ready", 0) for sample in samples]
            # Without a sample there is no number: 0 would let an autoscaler stop the pool.
            if numbers:
                overdue.add_metric([tube_name], min(numbers))
        yield overdue


def _of_backups(backups: BackupHistory, installed: float) -> Iterator[Metric]:
    """Yield what became of backups; before the first one there is no time of it, which as 0 would
    be an age of fifty years.
    """
    if installed:
        yield _gauge("installed_timestamp_seconds", "When Newsloom was installed", installed)
    if made := backups.made:
        yield _gauge(
            "backup_last_success_timestamp_seconds", "When the newest backup was complete", made.at
        )
        yield _gauge("backup_size_bytes", "Size of the newest complete backup", made.size_bytes)
    if backups.made or backups.failure:
        succeeded = 0 if backups.failure else 1
        yield _gauge("backup_last_successful", "1 if the last backup was complete", succeeded)
    yield CounterMetricFamily(
        "newsloom_backup_failures", "Backups that failed", value=backups.failures
    )


def _of_stores(answers: Mapping[str, object]) -> Iterator[Metric]:
    documents, seen, tubes = answers.get("documents"), answers.get("seen"), answers.get("queue")
    if isinstance(documents, DocumentsInfo):
        yield _gauge("documents", "Documents stored", documents.documents)
        yield _gauge("documents_bytes", "Their size on disk", documents.size_bytes)
    if isinstance(seen, SeenInfo):
        yield _gauge("seen_addresses", "Addresses in the filter", seen.items)
        yield _gauge("seen_capacity", "Addresses that fit before a layer is added", seen.capacity)
        if seen.memory_bytes is not None:
            yield _gauge("redis_memory_bytes", "Memory that Redis uses", seen.memory_bytes)
        # Without a limit Redis says 0, which a rule for alarms would read as "full".
        if seen.memory_max_bytes:
            text = "The most that it may use (maxmemory); then it takes no more data"
            yield _gauge("redis_memory_max_bytes", text, seen.memory_max_bytes)
    if isinstance(tubes, list):
        jobs = GaugeMetricFamily(
            "newsloom_queue_jobs", "Jobs in the queue", labels=["tube", "state"]
        )
        for tube in tubes:
            if isinstance(tube, TubeStats):
                for state in ("ready", "delayed", "reserved", "buried"):
                    jobs.add_metric([tube.tube, state], getattr(tube, state))
        yield jobs


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(f"newsloom_{name}", text, value=value)


def _outcomes(name: str, text: str, counts: Mapping[str, int]) -> Metric:
    family = CounterMetricFamily(f"newsloom_{name}", text, labels=["outcome"])
    # From 0 on, so that the first one of an outcome counts too.
    from_zero: dict[str, int] = dict.fromkeys(map(str, Outcome), 0) | dict(counts)
    for outcome, count in sorted(from_zero.items()):
        family.add_metric([outcome], count)
    return family
