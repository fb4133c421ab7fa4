"""Counters in ``stats.db`` beside the filter, for all processes of a machine."""

import sqlite3
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple

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
from storage.counters.history import GAUGES, SERIES, CellValue, CountSeries, History, count_history
from storage.counters.port import (
    Event,
    RunCounts,
    Totals,
)
from storage.findings.local import COUNTERS_FILE, FINDINGS, record_findings
from storage.sqlite import CLOCK_TABLE, SqliteFile, clock_jump_seconds, path_of, tables

_SCHEMA = f"""
{CLOCK_TABLE}
{FINDINGS};
CREATE TABLE IF NOT EXISTS counts
    (scope TEXT, name TEXT, outcome TEXT, number INTEGER NOT NULL, PRIMARY KEY (scope, name, outcome)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS run_fields
    (run_id TEXT, field TEXT, number INTEGER NOT NULL, PRIMARY KEY (run_id, field)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS runs (run_id TEXT PRIMARY KEY, changed REAL NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS runs_changed ON runs (changed);
CREATE TABLE IF NOT EXISTS history
    (series TEXT, name TEXT, bucket INTEGER, field TEXT, number INTEGER NOT NULL,
     PRIMARY KEY (series, name, bucket, field)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS history_bucket ON history (series, bucket)
"""
_COUNT = """
INSERT INTO counts VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET number = number + excluded.number
"""
_COUNT_RUN = """
INSERT INTO run_fields VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET number = number + excluded.number
"""
_COUNT_HISTORY = """
INSERT INTO history VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET number = number + excluded.number
"""
_HISTORY = """
SELECT name, bucket, field, number FROM history
WHERE series = ? AND name = ? AND bucket BETWEEN ? AND ?
"""
_FIELDS = """
SELECT bucket, field, number FROM history
WHERE series = ? AND name = '' AND bucket = ? AND field IN ({})
"""


class LocalCounters(History):
    """The port ``Counters`` over SQLite in the folder of ``local:///folder``; every call is one
    transaction.
    """

    def __init__(self, url: str) -> None:
        """Parse the address. Raises SettingsError. The first call opens the file."""
        self._file = SqliteFile(path_of(url) / COUNTERS_FILE, tables(_SCHEMA))

    def record(self, events: Sequence[Event]) -> None:
        """See ``Counters.record``."""
        with self._file.writing() as rows:
            rows.executemany(
                _COUNT,
                [(*astuple(counted), number) for counted, number in count_events(events).items()],
            )
            _record_runs(rows, events, _time_of_runs(rows))
            record_findings(rows, events)
            rows.executemany(
                _COUNT_HISTORY,
                [
                    (cell.series.name, *cell[1:], number)
                    for cell, number in count_history(events).items()
                ],
            )
            _trim_history(rows, time.time())

    def totals(self) -> Totals:
        """See ``Counters.totals``."""
        with self._file.writing() as rows:
            found = rows.execute("SELECT * FROM counts WHERE scope != ?", (SOURCE,)).fetchall()
        return totals(
            {CounterKey(scope, name, outcome): number for scope, name, outcome, number in found}
        )

    def run_counts(self, run_ids: Sequence[str]) -> dict[str, RunCounts]:
        """See ``Counters.run_counts``."""
        fields: dict[str, dict[str, int]] = defaultdict(dict)
        with self._file.writing() as rows:
            for run_id in run_ids:
                found = rows.execute(
                    "SELECT field, number FROM run_fields WHERE run_id = ?", (run_id,)
                )
                for field, number in found:
                    fields[run_id][field] = number
        return {run_id: run_counts(found) for run_id, found in fields.items()}

    def count_replaced_list(self, run_id: str) -> None:
        """See ``Counters.count_replaced_list``."""
        with self._file.writing() as rows:
            rows.execute(_COUNT_RUN, (run_id, REPLACED_LISTS, 1))
            rows.execute("INSERT OR REPLACE INTO runs VALUES (?, ?)", (run_id, _time_of_runs(rows)))

    def take_links(self, run_id: str, keyword: str, wanted: int, most: int) -> range:
        """See ``Counters.take_links``."""
        with self._file.writing() as rows:
            [number] = rows.execute(
                _COUNT_RUN + "RETURNING number", (run_id, wanted_field(keyword), wanted)
            ).fetchone()
            rows.execute("INSERT OR REPLACE INTO runs VALUES (?, ?)", (run_id, _time_of_runs(rows)))
        return granted(number, wanted, most)

    def count_buried(self, code: str) -> None:
        """See ``Counters.count_buried``."""
        with self._file.writing() as rows:
            rows.execute(_COUNT, (BURIED, "", code, 1))

    def source_outcomes(self, source_id: int) -> dict[str, int]:
        """See ``Counters.source_outcomes``."""
        with self._file.writing() as rows:
            found = rows.execute(
                "SELECT outcome, number FROM counts WHERE scope = ? AND name = ?",
                (SOURCE, str(source_id)),
            )
            return dict(found.fetchall())

    def record_gauges(self, at: float, gauges: Mapping[str, int]) -> None:
        """See ``Counters.record_gauges``."""
        with self._file.writing() as rows:
            rows.executemany(
                "INSERT OR REPLACE INTO history VALUES (?, '', ?, ?, ?)",
                [(GAUGES.name, GAUGES.bucket(at), name, number) for name, number in gauges.items()],
            )
            _trim_history(rows, time.time())

    def close(self) -> None:
        """See ``Counters.close``."""
        self._file.close()

    def _rows(
        self, series: CountSeries, names: Sequence[str], first: int, last: int
    ) -> Iterable[CellValue]:
        found: list[CellValue] = []
        with self._file.writing() as rows:
            for name in names:
                found += map(
                    CellValue._make, rows.execute(_HISTORY, (series.name, name, first, last))
                )
        return found

    def _fields(
        self, series: CountSeries, fields: Sequence[str], buckets: Iterable[int]
    ) -> Iterable[tuple[int, str, int]]:
        # Bucket by bucket: within a range of them, the index does not find fields.
        asked = _FIELDS.format(", ".join("?" * len(fields)))
        found: list[tuple[int, str, int]] = []
        with self._file.writing() as rows:
            for bucket in buckets:
                found += rows.execute(asked, (series.name, bucket, *fields))
        return found


def _time_of_runs(rows: sqlite3.Connection) -> float:
    """Return the time.

    If the clock has jumped, runs keep their age, so that none that goes on is dropped.
    """
    now = time.time()
    if jump := clock_jump_seconds(rows, now):
        rows.execute("UPDATE runs SET changed = changed + ?", (jump,))
    return now


def _record_runs(rows: sqlite3.Connection, events: Sequence[Event], now: float) -> None:
    rows.executemany(
        _COUNT_RUN,
        [(run_id, field, number) for (run_id, field), number in count_runs(events).items()],
    )
    rows.executemany(
        "INSERT OR REPLACE INTO runs VALUES (?, ?)", [(event.run_id, now) for event in events]
    )
    oldest = now - RUN_DAYS * 86400
    rows.execute(
        "DELETE FROM run_fields WHERE run_id IN (SELECT run_id FROM runs WHERE changed < ?)",
        (oldest,),
    )
    rows.execute("DELETE FROM runs WHERE changed < ?", (oldest,))


def _trim_history(rows: sqlite3.Connection, now: float) -> None:
    rows.executemany(
        "DELETE FROM history WHERE series = ? AND bucket < ?",
        [(series.name, series.bucket(now - series.kept_seconds)) for series in SERIES],
    )
