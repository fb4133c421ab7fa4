"""Stats in ``stats.db`` beside the filter, for all processes of a machine."""

import sqlite3
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple

from storage.sqlite import CLOCK_TABLE, SqliteFile, clock_jump_seconds, path_of, tables
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
from storage.stats.history import GAUGES, SERIES, CellValue, History, Series, count_history
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

_FILE = "stats.db"
_SCHEMA = f"""
{CLOCK_TABLE}
CREATE TABLE IF NOT EXISTS counts
    (scope TEXT, name TEXT, outcome TEXT, number INTEGER NOT NULL, PRIMARY KEY (scope, name, outcome)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS run_fields
    (run_id TEXT, field TEXT, number INTEGER NOT NULL, PRIMARY KEY (run_id, field)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS runs (run_id TEXT PRIMARY KEY, changed REAL NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS runs_changed ON runs (changed);
CREATE TABLE IF NOT EXISTS samples
    (source_id INTEGER, at REAL, url TEXT, outcome TEXT, detail TEXT,
     PRIMARY KEY (source_id, at, url, outcome, detail)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS notes
    (source_id INTEGER, at REAL, url TEXT, outcome TEXT, detail TEXT,
     PRIMARY KEY (source_id, at, url, outcome, detail)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS attempts
    (source_id INTEGER PRIMARY KEY, run_id TEXT, url TEXT, outcome TEXT, detail TEXT, number INTEGER, most INTEGER,
     at REAL, next_at REAL);
CREATE TABLE IF NOT EXISTS list_reports
    (source_id INTEGER PRIMARY KEY, run_id TEXT, url TEXT, outcome TEXT, detail TEXT, moved_to TEXT, at REAL);
CREATE TABLE IF NOT EXISTS shapes (number INTEGER PRIMARY KEY, source_id INTEGER, shape TEXT);
CREATE INDEX IF NOT EXISTS shapes_source ON shapes (source_id);
CREATE TABLE IF NOT EXISTS shape_counts (source_id INTEGER PRIMARY KEY, number INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS list_links
    (source_id INTEGER, link TEXT, at REAL, PRIMARY KEY (source_id, link)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS hubs (source_id INTEGER PRIMARY KEY, url TEXT, hub TEXT, topic TEXT);
CREATE TABLE IF NOT EXISTS page_moves (source_id INTEGER PRIMARY KEY, url TEXT, target TEXT);
DROP TABLE IF EXISTS heartbeats;
CREATE TABLE IF NOT EXISTS workers (name TEXT PRIMARY KEY, at REAL NOT NULL, status TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS deaths (host TEXT, pid INTEGER, role TEXT, code INTEGER, at REAL);
CREATE TABLE IF NOT EXISTS history
    (series TEXT, name TEXT, bucket INTEGER, field TEXT, number INTEGER NOT NULL,
     PRIMARY KEY (series, name, bucket, field)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS history_bucket ON history (series, bucket)
"""
# The table holds failures or notes.
_TRIM = """
DELETE FROM {0} WHERE source_id = ?1 AND (at, url, outcome, detail) NOT IN
    (SELECT at, url, outcome, detail FROM {0} WHERE source_id = ?1 ORDER BY at DESC, url DESC LIMIT ?2)
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


class LocalStats(History):
    """The port ``Stats`` over SQLite in the folder of ``local:///folder``; every call is one
    transaction.
    """

    def __init__(self, url: str) -> None:
        """Parse the address. Raises SettingsError. The first call opens the file."""
        self._file = SqliteFile(path_of(url) / _FILE, tables(_SCHEMA))

    def record(self, events: Sequence[Event]) -> None:
        """See ``Stats.record``."""
        with self._file.writing() as rows:
            rows.executemany(
                "INSERT INTO counts VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET number = "
                "number + excluded.number",
                [(*astuple(counted), number) for counted, number in count_events(events).items()],
            )
            _record_runs(rows, events, _time_of_runs(rows))
            _record_recent(rows, "samples", recent_failures(events))
            _record_recent(rows, "notes", recent_notes(events))
            _record_shapes(rows, list(page_shapes(events)))
            rows.executemany(
                "INSERT OR REPLACE INTO list_reports VALUES (?, ?, ?, ?, ?, ?, ?)",
                map(astuple, list_reports(events)),
            )
            rows.executemany(
                _COUNT_HISTORY,
                [
                    (cell.series.name, *cell[1:], number)
                    for cell, number in count_history(events).items()
                ],
            )
            _trim_history(rows, time.time())

    def totals(self) -> Totals:
        """See ``Stats.totals``."""
        with self._file.writing() as rows:
            found = rows.execute("SELECT * FROM counts WHERE scope != ?", (SOURCE,)).fetchall()
        return totals(
            {CounterKey(scope, name, outcome): number for scope, name, outcome, number in found}
        )

    def run_counts(self, run_ids: Sequence[str]) -> dict[str, RunCounts]:
        """See ``Stats.run_counts``."""
        fields: dict[str, dict[str, int]] = defaultdict(dict)
        with self._file.writing() as rows:
            for run_id in run_ids:
                found = rows.execute(
                    "SELECT field, number FROM run_fields WHERE run_id = ?", (run_id,)
                )
                for field, number in found:
                    fields[run_id][field] = number
        return {run_id: run_counts(found) for run_id, found in fields.items()}

    def take_links(self, run_id: str, keyword: str, wanted: int, most: int) -> range:
        """See ``Stats.take_links``."""
        with self._file.writing() as rows:
            [number] = rows.execute(
                _COUNT_RUN + "RETURNING number", (run_id, wanted_field(keyword), wanted)
            ).fetchone()
            rows.execute("INSERT OR REPLACE INTO runs VALUES (?, ?)", (run_id, _time_of_runs(rows)))
        return granted(number, wanted, most)

    def source_outcomes(self, source_id: int) -> dict[str, int]:
        """See ``Stats.source_outcomes``."""
        with self._file.writing() as rows:
            found = rows.execute(
                "SELECT outcome, number FROM counts WHERE scope = ? AND name = ?",
                (SOURCE, str(source_id)),
            )
            return dict(found.fetchall())

    def recent_failures(self, source_id: int) -> list[RecentFailure]:
        """See ``Stats.recent_failures``."""
        with self._file.writing() as rows:
            return newest_first(
                _recent(rows, "samples", source_id), _recent(rows, "notes", source_id)
            )

    def page_shapes(self, source_id: int) -> list[PageShape]:
        """See ``Stats.page_shapes``."""
        with self._file.writing() as rows:
            found = rows.execute(
                "SELECT shape FROM shapes WHERE source_id = ? ORDER BY number", (source_id,)
            ).fetchall()
        return [shape_from_json(text) for (text,) in found]

    def shape_counts(self) -> dict[int, int]:
        """See ``Stats.shape_counts``."""
        with self._file.writing() as rows:
            return dict(rows.execute("SELECT source_id, number FROM shape_counts").fetchall())

    def drop_shapes(self, source_id: int) -> None:
        """See ``Stats.drop_shapes``."""
        with self._file.writing() as rows:
            rows.execute("DELETE FROM shapes WHERE source_id = ?", (source_id,))
            rows.execute("DELETE FROM shape_counts WHERE source_id = ?", (source_id,))

    def record_links(self, source_id: int, links: Sequence[str], at: float) -> None:
        """See ``Stats.record_links``."""
        with self._file.writing() as rows:
            rows.executemany(
                "INSERT OR IGNORE INTO list_links VALUES (?, ?, ?)",
                [(source_id, link, at) for link in links],
            )
            rows.execute(
                "DELETE FROM list_links WHERE source_id = ?1 AND link NOT IN "
                "(SELECT link FROM list_links WHERE source_id = ?1 ORDER BY at DESC, link DESC "
                "LIMIT ?2)",
                (source_id, MAX_LINKS),
            )

    def list_links(self, source_ids: Sequence[int]) -> dict[int, dict[str, float]]:
        """See ``Stats.list_links``."""
        found: dict[int, dict[str, float]] = {}
        with self._file.writing() as rows:
            rows.execute(
                "DELETE FROM list_links WHERE source_id IN (SELECT source_id FROM list_links "
                "GROUP BY source_id HAVING MAX(at) < ?)",
                (time.time() - LINKS_SECONDS,),
            )
            for source_id in source_ids:
                kept = rows.execute(
                    "SELECT link, at FROM list_links WHERE source_id = ?", (source_id,)
                ).fetchall()
                if kept:
                    found[source_id] = dict(kept)
        return found

    def record_page_move(self, source_id: int, move: PageMove) -> None:
        """See ``Stats.record_page_move``."""
        with self._file.writing() as rows:
            rows.execute(
                "INSERT OR REPLACE INTO page_moves VALUES (?, ?, ?)", (source_id, *astuple(move))
            )

    def page_moves(self) -> dict[int, PageMove]:
        """See ``Stats.page_moves``."""
        with self._file.writing() as rows:
            found = rows.execute("SELECT * FROM page_moves").fetchall()
        return {each: PageMove(url=url, target=target) for each, url, target in found}

    def record_hub(self, source_id: int, offer: HubOffer | None) -> None:
        """See ``Stats.record_hub``."""
        with self._file.writing() as rows:
            if offer is None:
                rows.execute("DELETE FROM hubs WHERE source_id = ?", (source_id,))
            else:
                rows.execute(
                    "INSERT OR REPLACE INTO hubs VALUES (?, ?, ?, ?)", (source_id, *astuple(offer))
                )

    def hubs(self) -> dict[int, HubOffer]:
        """See ``Stats.hubs``."""
        with self._file.writing() as rows:
            found = rows.execute("SELECT * FROM hubs").fetchall()
        return {
            source_id: HubOffer(url=url, hub=hub, topic=topic)
            for source_id, url, hub, topic in found
        }

    def list_reports(self) -> dict[int, ListReport]:
        """See ``Stats.list_reports``."""
        with self._file.writing() as rows:
            rows.execute("DELETE FROM list_reports WHERE at < ?", (time.time() - REPORT_SECONDS,))
            found = rows.execute("SELECT * FROM list_reports").fetchall()
        names = ListReport.__dataclass_fields__
        return {values[0]: ListReport(**dict(zip(names, values, strict=True))) for values in found}

    def record_attempt(self, attempt: FailedAttempt) -> None:
        """See ``Stats.record_attempt``."""
        with self._file.writing() as rows:
            rows.execute("DELETE FROM attempts WHERE next_at < ?", (time.time() - ATTEMPT_SECONDS,))
            rows.execute(
                "INSERT OR REPLACE INTO attempts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                astuple(attempt),
            )

    def failed_attempts(self) -> dict[int, FailedAttempt]:
        """See ``Stats.failed_attempts``."""
        with self._file.writing() as rows:
            oldest = time.time() - ATTEMPT_SECONDS
            found = rows.execute("SELECT * FROM attempts WHERE next_at >= ?", (oldest,)).fetchall()
        names = FailedAttempt.__dataclass_fields__
        return {
            values[0]: FailedAttempt(**dict(zip(names, values, strict=True))) for values in found
        }

    def list_signs(self) -> tuple[dict[int, FailedAttempt], dict[int, ListReport]]:
        """See ``Stats.list_signs``."""
        return self.failed_attempts(), self.list_reports()

    def record_gauges(self, at: float, gauges: Mapping[str, int]) -> None:
        """See ``Stats.record_gauges``."""
        with self._file.writing() as rows:
            rows.executemany(
                "INSERT OR REPLACE INTO history VALUES (?, '', ?, ?, ?)",
                [(GAUGES.name, GAUGES.bucket(at), name, number) for name, number in gauges.items()],
            )
            _trim_history(rows, time.time())

    def heartbeat(self, status: WorkerStatus) -> None:
        """See ``Stats.heartbeat``."""
        with self._file.writing() as rows:
            values = status.name, status.at, status_to_json(status)
            rows.execute("INSERT OR REPLACE INTO workers VALUES (?, ?, ?)", values)

    def workers(self, now: float) -> list[WorkerStatus]:
        """See ``Stats.workers``."""
        return [status for status in self._heartbeats(now) if is_alive(status, now)]

    def lost_workers(self, now: float) -> list[WorkerStatus]:
        """See ``Stats.lost_workers``."""
        return [status for status in self._heartbeats(now) if not is_alive(status, now)]

    def retire(self, worker_name: str) -> None:
        """See ``Stats.retire``."""
        with self._file.writing() as rows:
            rows.execute("DELETE FROM workers WHERE name = ?", (worker_name,))

    def record_death(self, death: ProcessDeath) -> None:
        """See ``Stats.record_death``."""
        with self._file.writing() as rows:
            rows.execute("INSERT INTO deaths VALUES (?, ?, ?, ?, ?)", astuple(death))
            rows.execute(
                "DELETE FROM deaths WHERE rowid NOT IN (SELECT rowid FROM deaths ORDER BY at "
                "DESC LIMIT ?)",
                (MAX_DEATHS,),
            )
            names = [
                name for (name,) in rows.execute("SELECT name FROM workers") if is_of(name, death)
            ]
            rows.executemany("DELETE FROM workers WHERE name = ?", [(name,) for name in names])

    def deaths(self, since: float) -> list[ProcessDeath]:
        """See ``Stats.deaths``."""
        with self._file.writing() as rows:
            found = rows.execute(
                "SELECT * FROM deaths WHERE at >= ? ORDER BY at", (since,)
            ).fetchall()
        names = ProcessDeath.__dataclass_fields__
        return [ProcessDeath(**dict(zip(names, values, strict=True))) for values in found]

    def close(self) -> None:
        """See ``Stats.close``."""
        self._file.close()

    def _heartbeats(self, now: float) -> list[WorkerStatus]:
        with self._file.writing() as rows:
            rows.execute("DELETE FROM workers WHERE at < ?", (now - LOST_SECONDS,))
            found = rows.execute("SELECT status FROM workers ORDER BY name").fetchall()
        return [status_from_json(text) for (text,) in found]

    def _rows(
        self, series: Series, names: Sequence[str], first: int, last: int
    ) -> Iterable[CellValue]:
        found: list[CellValue] = []
        with self._file.writing() as rows:
            for name in names:
                found += map(
                    CellValue._make, rows.execute(_HISTORY, (series.name, name, first, last))
                )
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


def _record_recent(
    rows: sqlite3.Connection, table: str, recent: Iterable[tuple[int, RecentFailure]]
) -> None:
    found = [(source_id, one.at, one.url, one.outcome, one.detail) for source_id, one in recent]
    rows.executemany(f"INSERT OR IGNORE INTO {table} VALUES (?, ?, ?, ?, ?)", found)  # noqa: S608 our own names
    for source_id in {row[0] for row in found}:
        rows.execute(_TRIM.format(table), (source_id, MAX_RECENT_FAILURES))


def _recent(rows: sqlite3.Connection, table: str, source_id: int) -> list[RecentFailure]:
    found = rows.execute(
        f"SELECT url, outcome, detail, at FROM {table} WHERE source_id = ?",  # noqa: S608
        (source_id,),
    )
    return [
        RecentFailure(url=url, outcome=outcome, detail=detail, at=at)
        for url, outcome, detail, at in found
    ]


def _record_shapes(rows: sqlite3.Connection, found: Sequence[tuple[int, PageShape]]) -> None:
    rows.executemany(
        "INSERT INTO shapes (source_id, shape) VALUES (?, ?)",
        [(number, shape_to_json(shape)) for number, shape in found],
    )
    rows.executemany(
        "INSERT INTO shape_counts VALUES (?, 1) ON CONFLICT DO UPDATE SET number = number + 1",
        [(source_id,) for source_id, _ in found],
    )
    for source_id in {source_id for source_id, _ in found}:
        rows.execute(
            "DELETE FROM shapes WHERE source_id = ?1 AND number NOT IN "
            "(SELECT number FROM shapes WHERE source_id = ?1 ORDER BY number DESC LIMIT ?2)",
            (source_id, MAX_SHAPES),
        )


def _trim_history(rows: sqlite3.Connection, now: float) -> None:
    rows.executemany(
        "DELETE FROM history WHERE series = ? AND bucket < ?",
        [(series.name, series.bucket(now - series.kept_seconds)) for series in SERIES],
    )
