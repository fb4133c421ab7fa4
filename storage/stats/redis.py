"""Stats in Redis: every call is one pipeline or one script, executed atomically."""

import json
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from redis.client import Pipeline

from storage.seen.connection import RedisServer, Script
from storage.stats.counters import (
    ATTEMPT_SECONDS,
    LINKS_SECONDS,
    LOST_SECONDS,
    MAX_DEATHS,
    MAX_LINKS,
    MAX_RECENT_FAILURES,
    MAX_SHAPES,
    REPORT_SECONDS,
    RUN_DAYS,
    SOURCE,
    CounterKey,
    count_events,
    count_runs,
    granted,
    is_alive,
    is_of,
    list_reports,
    newest_first,
    page_shapes,
    recent_failures,
    recent_notes,
    run_counts,
    shape_from_json,
    shape_to_json,
    status_from_json,
    status_to_json,
    totals,
    wanted_field,
)
from storage.stats.history import GAUGES, CellValue, History, Series, count_history
from storage.stats.port import (
    Event,
    FailedAttempt,
    HubOffer,
    ListReport,
    PageMove,
    PageShape,
    ProcessDeath,
    RecentFailure,
    RunCounts,
    Totals,
    WorkerStatus,
)

# All keys are one group, because events are counted in one transaction.
_STATS = "stats"
# Hashes: one for all counters except those of sources, because the monitor reads them together; one
# for each source and run; one for the workers, one for failed attempts, one for reports of lists,
# for hubs and for moves; one for several consecutive buckets of a series and name, which expires as
# a whole. Three sorted sets by time for each source: its recent failures, its notes about lists
# read in part, and the links of its lists; a set of so few links is stored in one piece
# (zset-max-listpack-entries).
_COUNTS = "counts"
_WORKERS = "workers"
_ATTEMPTS = "attempts"
_REPORTS = "list_reports"
_DEATHS = "deaths"
_SHAPES = "shapes"
_SHAPE_COUNTS = "shape_counts"
_LINKS = "links"
_HUBS = "hubs"
_MOVES = "page_moves"
# Return each hash as one JSON text: the client parses thousands of short answers much more slowly
# than JSON. KEYS: the prefix of all keys. ARGV: the rest of the names.
_READ = Script("""
local found = {}
for number, name in ipairs(ARGV) do
    found[number] = cjson.encode(redis.call("HGETALL", KEYS[1] .. name))
end
return found
""")


class RedisStats(History):
    """The port ``Stats`` over Redis."""

    def __init__(self, url: str) -> None:
        """Parse the address. Raises SettingsError. The first call connects."""
        self._server = RedisServer(url)

    def record(self, events: Sequence[Event]) -> None:
        """See ``Stats.record``."""
        with self._server.translated(), self._pipeline() as pipeline:
            for counted, number in count_events(events).items():
                if counted.scope == SOURCE:
                    pipeline.hincrby(self._key("source", counted.name), counted.outcome, number)
                else:
                    pipeline.hincrby(self._key(_COUNTS), _field(counted), number)
            self._record_runs(pipeline, events)
            self._record_recent(pipeline, "samples", recent_failures(events))
            self._record_recent(pipeline, "notes", recent_notes(events))
            self._record_history(pipeline, events)
            for source_id, shape in page_shapes(events):
                pipeline.rpush(self._key(_SHAPES, str(source_id)), shape_to_json(shape))
                pipeline.ltrim(self._key(_SHAPES, str(source_id)), -MAX_SHAPES, -1)
                pipeline.hincrby(self._key(_SHAPE_COUNTS), str(source_id), 1)
            for report in list_reports(events):
                pipeline.hset(
                    self._key(_REPORTS), str(report.source_id), json.dumps(asdict(report))
                )
            pipeline.execute()

    def totals(self) -> Totals:
        """See ``Stats.totals``."""
        found = self._server.mapping(self._key(_COUNTS))
        return totals({_counted(field): int(number) for field, number in found.items()})

    def run_counts(self, run_ids: Sequence[str]) -> dict[str, RunCounts]:
        """See ``Stats.run_counts``."""
        with self._server.translated(), self._pipeline() as pipeline:
            for run_id in run_ids:
                pipeline.hgetall(self._key("run", run_id))
            answers = pipeline.execute()
        return {
            run_id: run_counts({field: int(number) for field, number in fields.items()})
            for run_id, fields in zip(run_ids, answers, strict=True)
            if fields
        }

    def take_links(self, run_id: str, keyword: str, wanted: int, most: int) -> range:
        """See ``Stats.take_links``."""
        with self._server.translated(), self._pipeline() as pipeline:
            pipeline.hincrby(self._key("run", run_id), wanted_field(keyword), wanted)
            pipeline.expire(self._key("run", run_id), RUN_DAYS * 86400)
            wanted_by_all, _ = pipeline.execute()
        return granted(wanted_by_all, wanted, most)

    def source_outcomes(self, source_id: int) -> dict[str, int]:
        """See ``Stats.source_outcomes``."""
        found = self._server.mapping(self._key("source", str(source_id)))
        return {outcome: int(number) for outcome, number in found.items()}

    def recent_failures(self, source_id: int) -> list[RecentFailure]:
        """See ``Stats.recent_failures``."""
        with self._server.translated(), self._pipeline() as pipeline:
            for kind in ("samples", "notes"):
                pipeline.zrange(self._key(kind, str(source_id)), 0, -1)
            answers = pipeline.execute()
        failures, notes = (
            [RecentFailure(**json.loads(text)) for text in found] for found in answers
        )
        return newest_first(failures, notes)

    def page_shapes(self, source_id: int) -> list[PageShape]:
        """See ``Stats.page_shapes``."""
        with self._server.translated():
            found: Any = self._server.client.lrange(self._key(_SHAPES, str(source_id)), 0, -1)
        return [shape_from_json(text) for text in found]

    def shape_counts(self) -> dict[int, int]:
        """See ``Stats.shape_counts``."""
        found = self._server.mapping(self._key(_SHAPE_COUNTS))
        return {int(source_id): int(number) for source_id, number in found.items()}

    def drop_shapes(self, source_id: int) -> None:
        """See ``Stats.drop_shapes``."""
        with self._server.translated(), self._pipeline() as pipeline:
            pipeline.delete(self._key(_SHAPES, str(source_id)))
            pipeline.hdel(self._key(_SHAPE_COUNTS), str(source_id))
            pipeline.execute()

    def record_links(self, source_id: int, links: Sequence[str], at: float) -> None:
        """See ``Stats.record_links``."""
        if not links:
            return
        key = self._key(_LINKS, str(source_id))
        with self._server.translated(), self._pipeline() as pipeline:
            pipeline.zadd(key, dict.fromkeys(links, at), nx=True)
            pipeline.zremrangebyrank(key, 0, -MAX_LINKS - 1)
            pipeline.expire(key, LINKS_SECONDS)
            pipeline.execute()

    def list_links(self, source_ids: Sequence[int]) -> dict[int, dict[str, float]]:
        """See ``Stats.list_links``."""
        with self._server.translated(), self._pipeline() as pipeline:
            for source_id in source_ids:
                pipeline.zrange(self._key(_LINKS, str(source_id)), 0, -1, withscores=True)
            answers = pipeline.execute()
        return {
            source_id: dict(kept)
            for source_id, kept in zip(source_ids, answers, strict=True)
            if kept
        }

    def record_page_move(self, source_id: int, move: PageMove) -> None:
        """See ``Stats.record_page_move``."""
        with self._server.translated():
            self._server.client.hset(self._key(_MOVES), str(source_id), json.dumps(asdict(move)))

    def page_moves(self) -> dict[int, PageMove]:
        """See ``Stats.page_moves``."""
        found = self._server.mapping(self._key(_MOVES))
        return {int(source_id): PageMove(**json.loads(text)) for source_id, text in found.items()}

    def record_hub(self, source_id: int, offer: HubOffer | None) -> None:
        """See ``Stats.record_hub``."""
        with self._server.translated():
            if offer is None:
                self._server.client.hdel(self._key(_HUBS), str(source_id))
            else:
                self._server.client.hset(
                    self._key(_HUBS), str(source_id), json.dumps(asdict(offer))
                )

    def hubs(self) -> dict[int, HubOffer]:
        """See ``Stats.hubs``."""
        found = self._server.mapping(self._key(_HUBS))
        return {int(source_id): HubOffer(**json.loads(text)) for source_id, text in found.items()}

    def list_reports(self) -> dict[int, ListReport]:
        """See ``Stats.list_reports``."""
        return self._young_reports(self._server.mapping(self._key(_REPORTS)))

    def record_attempt(self, attempt: FailedAttempt) -> None:
        """See ``Stats.record_attempt``."""
        with self._server.translated():
            self._server.client.hset(
                self._key(_ATTEMPTS), str(attempt.source_id), json.dumps(asdict(attempt))
            )

    def failed_attempts(self) -> dict[int, FailedAttempt]:
        """See ``Stats.failed_attempts``."""
        return self._young_attempts(self._server.mapping(self._key(_ATTEMPTS)))

    def list_signs(self) -> tuple[dict[int, FailedAttempt], dict[int, ListReport]]:
        """See ``Stats.list_signs``."""
        with self._server.translated(), self._pipeline() as pipeline:
            pipeline.hgetall(self._key(_ATTEMPTS))
            pipeline.hgetall(self._key(_REPORTS))
            attempts, reports = pipeline.execute()
        return self._young_attempts(attempts), self._young_reports(reports)

    def record_gauges(self, at: float, gauges: Mapping[str, int]) -> None:
        """See ``Stats.record_gauges``."""
        with self._server.translated(), self._pipeline() as pipeline:
            bucket = GAUGES.bucket(at)
            for name, number in gauges.items():
                pipeline.hset(
                    self._history_key(GAUGES, "", bucket), f"{bucket} {name}", str(number)
                )
            self._expire(pipeline, GAUGES, "", bucket)
            pipeline.execute()

    def heartbeat(self, status: WorkerStatus) -> None:
        """See ``Stats.heartbeat``."""
        with self._server.translated():
            self._server.client.hset(self._key(_WORKERS), status.name, status_to_json(status))

    def workers(self, now: float) -> list[WorkerStatus]:
        """See ``Stats.workers``."""
        return [status for status in self._heartbeats(now) if is_alive(status, now)]

    def lost_workers(self, now: float) -> list[WorkerStatus]:
        """See ``Stats.lost_workers``."""
        return [status for status in self._heartbeats(now) if not is_alive(status, now)]

    def retire(self, worker_name: str) -> None:
        """See ``Stats.retire``."""
        with self._server.translated():
            self._server.client.hdel(self._key(_WORKERS), worker_name)

    def record_death(self, death: ProcessDeath) -> None:
        """See ``Stats.record_death``."""
        names = [name for name in self._server.mapping(self._key(_WORKERS)) if is_of(name, death)]
        with self._server.translated(), self._pipeline() as pipeline:
            pipeline.zadd(self._key(_DEATHS), {json.dumps(asdict(death)): death.at})
            pipeline.zremrangebyrank(self._key(_DEATHS), 0, -MAX_DEATHS - 1)
            if names:
                pipeline.hdel(self._key(_WORKERS), *names)
            pipeline.execute()

    def deaths(self, since: float) -> list[ProcessDeath]:
        """See ``Stats.deaths``."""
        with self._server.translated():
            found: Any = self._server.client.zrangebyscore(self._key(_DEATHS), since, "+inf")
        return [ProcessDeath(**json.loads(text)) for text in found]

    def close(self) -> None:
        """See ``Stats.close``."""
        self._server.close()

    def _young_attempts(self, found: Mapping[str, str]) -> dict[int, FailedAttempt]:
        attempts = {
            int(source_id): FailedAttempt(**json.loads(text)) for source_id, text in found.items()
        }
        oldest = time.time() - ATTEMPT_SECONDS
        self._drop(
            _ATTEMPTS, [each for each, attempt in attempts.items() if attempt.next_at < oldest]
        )
        return {each: attempt for each, attempt in attempts.items() if attempt.next_at >= oldest}

    def _young_reports(self, found: Mapping[str, str]) -> dict[int, ListReport]:
        reports = {
            int(source_id): ListReport(**json.loads(text)) for source_id, text in found.items()
        }
        oldest = time.time() - REPORT_SECONDS
        self._drop(_REPORTS, [each for each, report in reports.items() if report.at < oldest])
        return {each: report for each, report in reports.items() if report.at >= oldest}

    def _drop(self, name: str, source_ids: Sequence[int]) -> None:
        if source_ids:
            with self._server.translated():
                self._server.client.hdel(self._key(name), *map(str, source_ids))

    def _heartbeats(self, now: float) -> list[WorkerStatus]:
        found = self._server.mapping(self._key(_WORKERS))
        everyone = [status_from_json(text) for text in found.values()]
        if over := [status.name for status in everyone if status.at < now - LOST_SECONDS]:
            with self._server.translated():
                self._server.client.hdel(self._key(_WORKERS), *over)
        return sorted(
            (status for status in everyone if status.name not in over),
            key=lambda status: status.name,
        )

    def _record_runs(self, pipeline: Pipeline, events: Sequence[Event]) -> None:
        for (run_id, field), number in count_runs(events).items():
            pipeline.hincrby(self._key("run", run_id), field, number)
        for run_id in {event.run_id for event in events}:
            pipeline.expire(self._key("run", run_id), RUN_DAYS * 86400)

    def _record_recent(
        self, pipeline: Pipeline, kind: str, recent: Iterable[tuple[int, RecentFailure]]
    ) -> None:
        for source_id, failure in recent:
            key = self._key(kind, str(source_id))
            # The URL comes first, so that failures at the same time are in order of URL.
            pipeline.zadd(key, {json.dumps(asdict(failure)): failure.at})
            pipeline.zremrangebyrank(key, 0, -MAX_RECENT_FAILURES - 1)

    def _record_history(self, pipeline: Pipeline, events: Sequence[Event]) -> None:
        counts = count_history(events)
        for cell, number in counts.items():
            key = self._history_key(cell.series, cell.name, cell.bucket)
            pipeline.hincrby(key, f"{cell.bucket} {cell.field}", number)
        for series, name, bucket in {cell[:3] for cell in counts}:
            self._expire(pipeline, series, name, bucket)

    def _expire(self, pipeline: Pipeline, series: Series, name: str, bucket: int) -> None:
        end = (bucket // series.together + 1) * series.together * series.seconds
        pipeline.expireat(self._history_key(series, name, bucket), end + series.kept_seconds)

    def _rows(
        self, series: Series, names: Sequence[str], first: int, last: int
    ) -> Iterable[CellValue]:
        starts = range(first - first % series.together, last + 1, series.together)
        kept = [(name, start) for name in names for start in starts]
        names_of_hashes = [_history_name(series, *each) for each in kept]
        answers = self._server.call(_READ, self._key(), names_of_hashes)
        for (name, _), text in zip(kept, answers, strict=True):
            pairs = iter(json.loads(text))
            for key, number in zip(pairs, pairs, strict=True):
                bucket, _, field = key.partition(" ")
                if first <= int(bucket) <= last:
                    yield CellValue(name, int(bucket), field, int(number))

    def _history_key(self, series: Series, name: str, bucket: int) -> str:
        return self._key(_history_name(series, name, bucket))

    def _pipeline(self) -> Pipeline:
        return self._server.client.pipeline(transaction=True)

    def _key(self, *parts: str) -> str:
        return self._server.key(_STATS, f":{':'.join(parts)}")


def _history_name(series: Series, name: str, bucket: int) -> str:
    return f"history:{series.name}:{name}:{bucket // series.together}"


def _field(counted: CounterKey) -> str:
    return f"{counted.scope} {counted.outcome} {counted.name}"


def _counted(field: str) -> CounterKey:
    scope, outcome, name = field.split(" ", 2)
    return CounterKey(scope, name, outcome)
