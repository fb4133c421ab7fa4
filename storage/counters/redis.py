"""Counters in Redis: every call is one pipeline or one script, executed atomically."""

import json
from collections.abc import Iterable, Mapping, Sequence

from redis.client import Pipeline

from storage.counters.counting import (
    BURIED,
    REPLACED_LISTS,
    RUN_DAYS,
    SOURCE,
    CounterKey,
    count_events,
    count_runs,
    granted,
    run_counts,
    totals,
    wanted_field,
)
from storage.counters.history import GAUGES, CellValue, CountSeries, History, count_history
from storage.counters.port import (
    Event,
    RunCounts,
    Totals,
)
from storage.findings.redis import STATS, record_findings
from storage.seen.connection import RedisServer, Script

# Hashes: one for all counters except those of sources, because the monitor reads them together; one
# for each source and run; one for several consecutive buckets of a series and name, which expires
# as a whole.
_COUNTS = "counts"
# Return each hash as one JSON text: the client parses thousands of short answers much more slowly
# than JSON. KEYS: the prefix of all keys. ARGV: the rest of the names.
_READ = Script("""
local found = {}
for number, name in ipairs(ARGV) do
    found[number] = cjson.encode(redis.call("HGETALL", KEYS[1] .. name))
end
return found
""")


class RedisCounters(History):
    """The port ``Counters`` over Redis."""

    def __init__(self, url: str) -> None:
        """Parse the address. Raises SettingsError. The first call connects."""
        self._server = RedisServer(url)

    def record(self, events: Sequence[Event]) -> None:
        """See ``Counters.record``."""
        with self._server.translated(), self._pipeline() as pipeline:
            for counted, number in count_events(events).items():
                if counted.scope == SOURCE:
                    pipeline.hincrby(self._key("source", counted.name), counted.outcome, number)
                else:
                    pipeline.hincrby(self._key(_COUNTS), _field(counted), number)
            self._record_runs(pipeline, events)
            record_findings(pipeline, self._key, events)
            self._record_history(pipeline, events)
            pipeline.execute()

    def totals(self) -> Totals:
        """See ``Counters.totals``."""
        found = self._server.mapping(self._key(_COUNTS))
        return totals({_counted(field): int(number) for field, number in found.items()})

    def run_counts(self, run_ids: Sequence[str]) -> dict[str, RunCounts]:
        """See ``Counters.run_counts``."""
        with self._server.translated(), self._pipeline() as pipeline:
            for run_id in run_ids:
                pipeline.hgetall(self._key("run", run_id))
            answers = pipeline.execute()
        return {
            run_id: run_counts({field: int(number) for field, number in fields.items()})
            for run_id, fields in zip(run_ids, answers, strict=True)
            if fields
        }

    def count_replaced_list(self, run_id: str) -> None:
        """See ``Counters.count_replaced_list``."""
        with self._server.translated(), self._pipeline() as pipeline:
            pipeline.hincrby(self._key("run", run_id), REPLACED_LISTS, 1)
            pipeline.expire(self._key("run", run_id), RUN_DAYS * 86400)
            pipeline.execute()

    def take_links(self, run_id: str, keyword: str, wanted: int, most: int) -> range:
        """See ``Counters.take_links``."""
        with self._server.translated(), self._pipeline() as pipeline:
            pipeline.hincrby(self._key("run", run_id), wanted_field(keyword), wanted)
            pipeline.expire(self._key("run", run_id), RUN_DAYS * 86400)
            wanted_by_all, _ = pipeline.execute()
        return granted(wanted_by_all, wanted, most)

    def count_buried(self, code: str) -> None:
        """See ``Counters.count_buried``."""
        field = _field(CounterKey(BURIED, "", code))
        with self._server.translated():
            self._server.client.hincrby(self._key(_COUNTS), field, 1)

    def source_outcomes(self, source_id: int) -> dict[str, int]:
        """See ``Counters.source_outcomes``."""
        found = self._server.mapping(self._key("source", str(source_id)))
        return {outcome: int(number) for outcome, number in found.items()}

    def record_gauges(self, at: float, gauges: Mapping[str, int]) -> None:
        """See ``Counters.record_gauges``."""
        with self._server.translated(), self._pipeline() as pipeline:
            bucket = GAUGES.bucket(at)
            for name, number in gauges.items():
                pipeline.hset(
                    self._history_key(GAUGES, "", bucket), f"{bucket} {name}", str(number)
                )
            self._expire(pipeline, GAUGES, "", bucket)
            pipeline.execute()

    def close(self) -> None:
        """See ``Counters.close``."""
        self._server.close()

    def _record_runs(self, pipeline: Pipeline, events: Sequence[Event]) -> None:
        for (run_id, field), number in count_runs(events).items():
            pipeline.hincrby(self._key("run", run_id), field, number)
        for run_id in {event.run_id for event in events}:
            pipeline.expire(self._key("run", run_id), RUN_DAYS * 86400)

    def _record_history(self, pipeline: Pipeline, events: Sequence[Event]) -> None:
        counts = count_history(events)
        for cell, number in counts.items():
            key = self._history_key(cell.series, cell.name, cell.bucket)
            pipeline.hincrby(key, f"{cell.bucket} {cell.field}", number)
        for series, name, bucket in {cell[:3] for cell in counts}:
            self._expire(pipeline, series, name, bucket)

    def _expire(self, pipeline: Pipeline, series: CountSeries, name: str, bucket: int) -> None:
        end = (bucket // series.together + 1) * series.together * series.seconds
        pipeline.expireat(self._history_key(series, name, bucket), end + series.kept_seconds)

    def _rows(
        self, series: CountSeries, names: Sequence[str], first: int, last: int
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

    def _fields(
        self, series: CountSeries, fields: Sequence[str], buckets: Iterable[int]
    ) -> Iterable[tuple[int, str, int]]:
        asked = list(buckets)
        if not fields:
            return
        with self._server.translated(), self._pipeline() as pipeline:
            for bucket in asked:
                pipeline.hmget(
                    self._history_key(series, "", bucket), [f"{bucket} {field}" for field in fields]
                )
            answers = pipeline.execute()
        for bucket, numbers in zip(asked, answers, strict=True):
            for field, number in zip(fields, numbers, strict=True):
                if number is not None:
                    yield bucket, field, int(number)

    def _history_key(self, series: CountSeries, name: str, bucket: int) -> str:
        return self._key(_history_name(series, name, bucket))

    def _pipeline(self) -> Pipeline:
        return self._server.client.pipeline(transaction=True)

    def _key(self, *parts: str) -> str:
        return self._server.key(STATS, f":{':'.join(parts)}")


def _history_name(series: CountSeries, name: str, bucket: int) -> str:
    return f"history:{series.name}:{name}:{bucket // series.together}"


def _field(counted: CounterKey) -> str:
    return f"{counted.scope} {counted.outcome} {counted.name}"


def _counted(field: str) -> CounterKey:
    scope, outcome, name = field.split(" ", 2)
    return CounterKey(scope, name, outcome)
