"""Findings in the file of the counters, ``stats.db`` beside the filter, for all processes of a
machine.
"""

import sqlite3
import time
from collections.abc import Collection, Iterable, Sequence
from dataclasses import astuple
from typing import Any, TypeVar

from storage.counters.port import Event
from storage.findings.events import (
    ATTEMPT_SECONDS,
    LINKS_SECONDS,
    MAX_LINKS,
    MAX_RECENT_FAILURES,
    MAX_SHAPES,
    PUT_OFF_SECONDS,
    REPORT_SECONDS,
    answered_sources,
    list_reports,
    newest_first,
    page_shapes,
    recent_failures,
    recent_notes,
    shape_from_json,
    shape_to_json,
)
from storage.findings.port import (
    FailedAttempt,
    HubOffer,
    ListReport,
    PageMove,
    PageShape,
    PutOff,
    RecentFailure,
)
from storage.sqlite import SqliteFile, path_of, tables
from storage.tombstones.marks import addresses_in

COUNTERS_FILE = "stats.db"
FINDINGS = """
CREATE TABLE IF NOT EXISTS samples
    (source_id INTEGER, at REAL, url TEXT, outcome TEXT, detail TEXT,
     PRIMARY KEY (source_id, at, url, outcome, detail)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS notes
    (source_id INTEGER, at REAL, url TEXT, outcome TEXT, detail TEXT,
     PRIMARY KEY (source_id, at, url, outcome, detail)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS attempts
    (source_id INTEGER PRIMARY KEY, run_id TEXT, url TEXT, outcome TEXT, detail TEXT,
     number INTEGER, most INTEGER, at REAL, next_at REAL);
CREATE TABLE IF NOT EXISTS list_reports
    (source_id INTEGER PRIMARY KEY, run_id TEXT, url TEXT, outcome TEXT, detail TEXT,
     moved_to TEXT, at REAL);
CREATE TABLE IF NOT EXISTS shapes (number INTEGER PRIMARY KEY, source_id INTEGER, shape TEXT);
CREATE INDEX IF NOT EXISTS shapes_source ON shapes (source_id);
CREATE TABLE IF NOT EXISTS shape_counts (source_id INTEGER PRIMARY KEY, number INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS list_links
    (source_id INTEGER, link TEXT, at REAL, PRIMARY KEY (source_id, link)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS hubs (source_id INTEGER PRIMARY KEY, url TEXT, hub TEXT, topic TEXT);
CREATE TABLE IF NOT EXISTS page_moves (source_id INTEGER PRIMARY KEY, url TEXT, target TEXT);
CREATE TABLE IF NOT EXISTS put_off
    (source_id INTEGER PRIMARY KEY, outcome TEXT, since REAL, until REAL)
"""
_PUT_OFF = """
INSERT INTO put_off VALUES (?, ?, ?, ?)
ON CONFLICT DO UPDATE SET outcome = excluded.outcome, until = excluded.until
"""
# The table holds failures or notes.
_TRIM = """
DELETE FROM {0} WHERE source_id = ?1 AND (at, url, outcome, detail) NOT IN
    (SELECT at, url, outcome, detail FROM {0} WHERE source_id = ?1
     ORDER BY at DESC, url DESC LIMIT ?2)
"""
# The columns that may name pages.
_TEXTS = {
    "samples": ("url", "detail"),
    "notes": ("url", "detail"),
    "attempts": ("url", "detail"),
    "list_reports": ("url", "detail", "moved_to"),
    "shapes": ("shape",),
    "page_moves": ("url", "target"),
}
_Sign = TypeVar("_Sign", FailedAttempt, ListReport, PutOff)


class LocalFindings:
    """The port ``SourceFindings`` over SQLite in the folder of ``local:///folder``; every call is
    one transaction.
    """

    def __init__(self, url: str) -> None:
        """Parse the address. Raises SettingsError. The first call opens the file."""
        self._file = SqliteFile(path_of(url) / COUNTERS_FILE, tables(FINDINGS))

    def recent_failures(self, source_id: int) -> list[RecentFailure]:
        """See ``SourceFindings.recent_failures``."""
        with self._file.writing() as rows:
            return newest_first(
                _recent(rows, "samples", source_id), _recent(rows, "notes", source_id)
            )

    def page_shapes(self, source_id: int) -> list[PageShape]:
        """See ``SourceFindings.page_shapes``."""
        with self._file.writing() as rows:
            found = rows.execute(
                "SELECT shape FROM shapes WHERE source_id = ? ORDER BY number", (source_id,)
            ).fetchall()
        return [shape_from_json(text) for (text,) in found]

    def shape_counts(self) -> dict[int, int]:
        """See ``SourceFindings.shape_counts``."""
        with self._file.writing() as rows:
            return dict(rows.execute("SELECT source_id, number FROM shape_counts").fetchall())

    def drop_shapes(self, source_id: int) -> None:
        """See ``SourceFindings.drop_shapes``."""
        with self._file.writing() as rows:
            rows.execute("DELETE FROM shapes WHERE source_id = ?", (source_id,))
            rows.execute("DELETE FROM shape_counts WHERE source_id = ?", (source_id,))

    def record_links(self, source_id: int, links: Sequence[str], at: float) -> None:
        """See ``SourceFindings.record_links``."""
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
        """See ``SourceFindings.list_links``."""
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
        """See ``SourceFindings.record_page_move``."""
        with self._file.writing() as rows:
            rows.execute(
                "INSERT OR REPLACE INTO page_moves VALUES (?, ?, ?)", (source_id, *astuple(move))
            )

    def page_moves(self) -> dict[int, PageMove]:
        """See ``SourceFindings.page_moves``."""
        with self._file.writing() as rows:
            found = rows.execute("SELECT * FROM page_moves").fetchall()
        return {each: PageMove(url=url, target=target) for each, url, target in found}

    def record_hub(self, source_id: int, offer: HubOffer | None) -> None:
        """See ``SourceFindings.record_hub``."""
        with self._file.writing() as rows:
            if offer is None:
                rows.execute("DELETE FROM hubs WHERE source_id = ?", (source_id,))
            else:
                rows.execute(
                    "INSERT OR REPLACE INTO hubs VALUES (?, ?, ?, ?)", (source_id, *astuple(offer))
                )

    def hubs(self) -> dict[int, HubOffer]:
        """See ``SourceFindings.hubs``."""
        with self._file.writing() as rows:
            found = rows.execute("SELECT * FROM hubs").fetchall()
        return {
            source_id: HubOffer(url=url, hub=hub, topic=topic)
            for source_id, url, hub, topic in found
        }

    def record_attempt(self, attempt: FailedAttempt) -> None:
        """See ``SourceFindings.record_attempt``."""
        with self._file.writing() as rows:
            rows.execute(
                "INSERT OR REPLACE INTO attempts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                astuple(attempt),
            )

    def list_attempts_and_reports(
        self, source_ids: Sequence[int]
    ) -> tuple[dict[int, FailedAttempt], dict[int, ListReport]]:
        """See ``SourceFindings.list_attempts_and_reports``."""
        asked, now = f"IN ({', '.join('?' * len(source_ids))})", time.time()
        with self._file.writing() as rows:
            attempts = rows.execute(
                f"SELECT * FROM attempts WHERE source_id {asked} AND next_at >= ?",  # noqa: S608
                (*source_ids, now - ATTEMPT_SECONDS),
            ).fetchall()
            reports = rows.execute(
                f"SELECT * FROM list_reports WHERE source_id {asked} AND at >= ?",  # noqa: S608
                (*source_ids, now - REPORT_SECONDS),
            ).fetchall()
        return (
            {values[0]: _named(FailedAttempt, values) for values in attempts},
            {values[0]: _named(ListReport, values) for values in reports},
        )

    def record_put_off(self, put_off: PutOff) -> None:
        """See ``SourceFindings.record_put_off``."""
        with self._file.writing() as rows:
            # What is left of an earlier time is no longer true.
            rows.execute(
                "DELETE FROM put_off WHERE source_id = ? AND until < ?",
                (put_off.source_id, time.time() - PUT_OFF_SECONDS),
            )
            rows.execute(_PUT_OFF, astuple(put_off))

    def put_off(self) -> dict[int, PutOff]:
        """See ``SourceFindings.put_off``."""
        with self._file.writing() as rows:
            found = rows.execute(
                "SELECT * FROM put_off WHERE until >= ?", (time.time() - PUT_OFF_SECONDS,)
            ).fetchall()
        return {values[0]: _named(PutOff, values) for values in found}

    def drop_old_attempts(self) -> None:
        """See ``SourceFindings.drop_old_attempts``."""
        now = time.time()
        with self._file.writing() as rows:
            rows.execute("DELETE FROM attempts WHERE next_at < ?", (now - ATTEMPT_SECONDS,))
            rows.execute("DELETE FROM list_reports WHERE at < ?", (now - REPORT_SECONDS,))
            rows.execute("DELETE FROM put_off WHERE until < ?", (now - PUT_OFF_SECONDS,))

    def erase(self, keys: Collection[str]) -> None:
        """See ``SourceFindings.erase``."""
        with self._file.writing() as rows:
            rows.create_function(
                "names_erased", 1, lambda text: bool(addresses_in(text or "") & set(keys))
            )
            for table, texts in _TEXTS.items():
                named = " OR ".join(f"names_erased({each})" for each in texts)
                rows.execute(f"DELETE FROM {table} WHERE {named}")  # noqa: S608 our own names

    def close(self) -> None:
        """See ``SourceFindings.close``."""
        self._file.close()


def _named(kind: type[_Sign], values: Sequence[Any]) -> _Sign:
    return kind(**dict(zip(kind.__dataclass_fields__, values, strict=True)))


def record_findings(rows: sqlite3.Connection, events: Sequence[Event]) -> None:
    """Keep what follows from events, within the transaction that counts them."""
    _record_recent(rows, "samples", recent_failures(events))
    _record_recent(rows, "notes", recent_notes(events))
    _record_shapes(rows, list(page_shapes(events)))
    rows.executemany(
        "DELETE FROM put_off WHERE source_id = ?", [(each,) for each in answered_sources(events)]
    )
    rows.executemany(
        "INSERT OR REPLACE INTO list_reports VALUES (?, ?, ?, ?, ?, ?, ?)",
        map(astuple, list_reports(events)),
    )


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
