"""The queue in one SQLite table, for all processes on one machine."""

import json
import sqlite3
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType

from scheduler.errors import QueueRefused, QueueUnavailable
from scheduler.queue.checks import check_job, number_of, storable
from scheduler.queue.port import TUBES, JobState, NewJob, QueuedJob, ReservedJob, TubeStats
from scheduler.queue.rank import rank_of, split_rank
from storage.errors import Refused, Unavailable
from storage.parts import in_parts
from storage.sqlite import CLOCK_TABLE, SqliteFile, clock_jump_seconds, execute_all, path_of

_POLL_SECONDS = 0.05
_BURIED_CODE = 2
_NO_VALUES: Mapping[str, object] = MappingProxyType({})
_Row = tuple[int, str, str, int, int, int]
# `state`: 0 waiting, 1 reserved, 2 buried.
# `priority`: the rank of the job's priority and round.
# `due`: when a waiting job becomes ready, when a reserved job's time to run ends, when a buried job
# was buried.
# `put`: when the job was put, 0 for those of programs that did not keep it.
_SCHEMA = f"""
{CLOCK_TABLE}
CREATE TABLE IF NOT EXISTS jobs (
    id INTEGER PRIMARY KEY AUTOINCREMENT, tube TEXT NOT NULL, state INTEGER NOT NULL,
    priority INTEGER NOT NULL,
    due REAL NOT NULL, ttr INTEGER NOT NULL, failures INTEGER NOT NULL DEFAULT 0,
    losses INTEGER NOT NULL DEFAULT 0,
    holder TEXT NOT NULL DEFAULT '', ticket INTEGER NOT NULL DEFAULT 0,
    reason TEXT NOT NULL DEFAULT '',
    body TEXT NOT NULL, put REAL NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS jobs_order ON jobs (tube, state, priority, due);
CREATE INDEX IF NOT EXISTS jobs_held ON jobs (due) WHERE state = 1
"""
_TAKE_BACK = (
    "UPDATE jobs SET state = 0, losses = losses + 1, holder = '' WHERE state = 1 AND due <= ?"
)
_READY = """
SELECT id, tube, body, priority, failures, losses, due FROM jobs
WHERE tube = ? AND state = 0 AND priority = ? AND due <= ? ORDER BY due, id LIMIT ?
"""
_NEXT_RANK = "SELECT min(priority) FROM jobs WHERE tube = ? AND state = 0 AND priority > ?"
_OURS = "id = :id AND state = 1 AND holder = :holder AND ticket = :ticket AND due > :now"
_GIVE_BACK = (
    "UPDATE jobs SET state = 0, holder = '', due = ? WHERE state = 1 AND holder = ? AND due > ?"
)
# Bodies may be large, so that a long list of jobs is read in parts.
_ROWS_AT_A_TIME = 500
_BURIED = "SELECT id FROM jobs WHERE tube = ? AND state = 2 ORDER BY due, id LIMIT ?"
_WAITING = "SELECT id FROM jobs WHERE tube = ? AND state = 0 ORDER BY id DESC LIMIT ?"
_FIND = """
SELECT id, state, body, reason, failures, put, due FROM jobs
WHERE tube = ? AND id = ? AND state IN (0, 2)
"""
_EXISTING = """
SELECT id FROM jobs WHERE id IN (SELECT value FROM json_each(?)) AND state IN (0, 1)
"""
_RETRY = """
UPDATE jobs SET failures = CASE state WHEN 2 THEN 0 ELSE failures END, state = 0, due = :now,
    losses = 0, reason = ''
WHERE id = :id AND tube = :tube AND (state = 2 OR state = 0 AND due > :now)
"""
_REMOVE = "DELETE FROM jobs WHERE id = :id AND tube = :tube AND state IN (0, 2)"
_KICK = """
UPDATE jobs SET state = 0, due = ?, failures = 0, losses = 0, reason = '' WHERE id IN
    (SELECT id FROM jobs WHERE tube = ? AND state = 2 ORDER BY due, id LIMIT ?)
"""
_DROP_BURIED = """
DELETE FROM jobs WHERE id IN
    (SELECT id FROM jobs WHERE tube = ? AND state = 2 ORDER BY due, id LIMIT ?)
"""
_COUNT = """
SELECT count(*) FILTER (WHERE state = 0 AND due <= ?1 OR state = 1 AND due <= ?1),
    count(*) FILTER (WHERE state = 0 AND due > ?1),
    count(*) FILTER (WHERE state = 1 AND due > ?1),
    count(*) FILTER (WHERE state = 2)
FROM jobs WHERE tube = ?2
"""


class SqliteQueue:
    """The port ``Queue`` on a file (``sqlite:///path``). Every call is one transaction; one that
    changes nothing does not wait for writers.

    A process that dies keeps its jobs until their time to run ends. Times are those of the
    machine's clock. If it jumps, back or ahead by more than an hour, delays and times to run keep
    their lengths.
    """

    def __init__(self, url: str, tubes: Sequence[str] = TUBES) -> None:
        """Read the address; raise ``storage.errors.SettingsError``.

        The first call creates and opens the file. ``tubes``: those whose jobs are counted.
        """
        self._tubes = tubes
        self._file = SqliteFile(path_of(url), _prepare)
        self._holder = uuid.uuid4().hex
        self._tickets = 0

    def put(self, tube: str, jobs: Sequence[NewJob]) -> list[str]:
        """See ``Queue.put``. Put all jobs or none."""
        for job in jobs:
            check_job(job)
        with self._transaction() as (rows, now):
            rows.executemany(
                "INSERT INTO jobs (tube, state, priority, due, ttr, body, put) "
                "VALUES (?, 0, ?, ?, ?, ?, ?)",
                [
                    (
                        tube,
                        rank_of(job.priority, job.round),
                        now + job.delay_seconds,
                        job.ttr_seconds,
                        job.body,
                        now,
                    )
                    for job in jobs
                ],
            )
            # Nobody else writes during a transaction, so that the new numbers are consecutive.
            [last] = rows.execute("SELECT last_insert_rowid()").fetchone()
        return [str(number) for number in range(last - len(jobs) + 1, last + 1)]

    def existing(self, job_ids: Sequence[str]) -> set[str]:
        """See ``Queue.existing``."""
        with self._reading() as (rows, _):
            found = rows.execute(_EXISTING, (json.dumps([number_of(each) for each in job_ids]),))
            return {str(number) for (number,) in found}

    def reserve(
        self, tubes: Sequence[str], limit: int, timeout_seconds: float
    ) -> list[ReservedJob]:
        """See ``Queue.reserve``. While waiting, look every 50 ms."""
        deadline = time.monotonic() + timeout_seconds
        while True:
            taken = self._take(tubes, limit)
            remaining = deadline - time.monotonic()
            if taken or remaining <= 0:
                return taken
            time.sleep(min(_POLL_SECONDS, remaining))

    def touch(self, job: ReservedJob) -> bool:
        """See ``Queue.touch``."""
        return self._settle(job, "UPDATE jobs SET due = :now + ttr")

    def delete(self, job: ReservedJob) -> bool:
        """See ``Queue.delete``."""
        return self._settle(job, "DELETE FROM jobs")

    def release(self, job: ReservedJob, delay_seconds: float, *, failed: bool) -> bool:
        """See ``Queue.release``."""
        return self._settle(
            job,
            """
            UPDATE jobs SET state = 0, holder = '', due = :now + :delay, priority = :rank,
                failures = failures + :failed
            """,
            {
                "delay": delay_seconds,
                "failed": int(failed),
                "rank": rank_of(job.priority, job.round),
            },
        )

    def bury(self, job: ReservedJob, reason: str) -> bool:
        """See ``Queue.bury``."""
        change = "UPDATE jobs SET state = 2, holder = '', due = :now, reason = :reason"
        return self._settle(job, change, {"reason": storable(reason)})

    def buried(self, tube: str, limit: int) -> Iterator[QueuedJob]:
        """See ``Queue.buried``."""
        return self._listed(_BURIED, tube, limit)

    def waiting(self, tube: str, limit: int) -> Iterator[QueuedJob]:
        """See ``Queue.waiting``: all of them."""
        return self._listed(_WAITING, tube, limit)

    def find(self, tube: str, job_id: str) -> QueuedJob | None:
        """See ``Queue.find``."""
        with self._reading() as (rows, now):
            row = rows.execute(_FIND, (tube, number_of(job_id))).fetchone()
        return _queued(tube, row, now) if row else None

    def retry(self, tube: str, job_ids: Sequence[str]) -> list[str]:
        """See ``Queue.retry``. A buried job keeps its id."""
        return self._changed(_RETRY, tube, job_ids)

    def remove(self, tube: str, job_ids: Sequence[str]) -> list[str]:
        """See ``Queue.remove``."""
        return self._changed(_REMOVE, tube, job_ids)

    def kick(self, tube: str, limit: int) -> int:
        """See ``Queue.kick``."""
        with self._transaction() as (rows, now):
            return rows.execute(_KICK, (now, tube, limit)).rowcount

    def drop_buried(self, tube: str, limit: int) -> int:
        """See ``Queue.drop_buried``."""
        with self._transaction() as (rows, _):
            return rows.execute(_DROP_BURIED, (tube, limit)).rowcount

    def stats(self) -> list[TubeStats]:
        """See ``Queue.stats``."""
        found = []
        with self._reading() as (rows, now):
            for tube in self._tubes:
                ready, delayed, held, buried = rows.execute(_COUNT, (now, tube)).fetchone()
                found.append(
                    TubeStats(tube=tube, ready=ready, delayed=delayed, reserved=held, buried=buried)
                )
        return found

    def close(self) -> None:
        """See ``Queue.close``."""
        if self._tickets:
            with self._transaction() as (rows, now):
                rows.execute(_GIVE_BACK, (now, self._holder, now))
        self._file.close()

    def _take(self, tubes: Sequence[str], limit: int) -> list[ReservedJob]:
        with self._transaction() as (rows, now):
            rows.execute(_TAKE_BACK, (now,))
            found = _ready(rows, tubes, limit, now)
            self._tickets += 1
            rows.executemany(
                "UPDATE jobs SET state = 1, due = ? + ttr, holder = ?, ticket = ? WHERE id = ?",
                [(now, self._holder, self._tickets, row[0]) for row in found],
            )
        proof = f"{self._holder}:{self._tickets}"
        return [_reserved(row, proof) for row in found]

    def _listed(self, statement: str, tube: str, limit: int) -> Iterator[QueuedJob]:
        with self._reading() as (rows, _):
            numbers = [number for (number,) in rows.execute(statement, (tube, limit))]
        for part in in_parts(numbers, _ROWS_AT_A_TIME):
            with self._reading() as (rows, now):
                found = [rows.execute(_FIND, (tube, number)).fetchone() for number in part]
            yield from (_queued(tube, row, now) for row in found if row)

    def _changed(self, statement: str, tube: str, job_ids: Sequence[str]) -> list[str]:
        """Return the ids of the jobs that the statement changed."""
        with self._transaction() as (rows, now):
            return [
                each
                for each in job_ids
                if rows.execute(
                    statement, {"id": number_of(each), "tube": tube, "now": now}
                ).rowcount
            ]

    def _settle(
        self, job: ReservedJob, change: str, values: Mapping[str, object] = _NO_VALUES
    ) -> bool:
        holder, _, ticket = job.ticket.partition(":")
        if holder != self._holder:
            return False
        proof = {"id": int(job.id), "holder": holder, "ticket": int(ticket)}
        with self._transaction() as (rows, now):
            return (
                rows.execute(f"{change} WHERE {_OURS}", {**values, **proof, "now": now}).rowcount
                == 1
            )

    @contextmanager
    def _transaction(self) -> Iterator[tuple[sqlite3.Connection, float]]:
        """Begin a transaction and yield it with the time: one from before the wait for it may be of
        another clock.
        """
        with _queue_errors(), self._file.writing() as rows:
            now = time.time()
            if jump := clock_jump_seconds(rows, now):
                rows.execute("UPDATE jobs SET due = due + ?1, put = put + ?1", (jump,))
            yield rows, now

    @contextmanager
    def _reading(self) -> Iterator[tuple[sqlite3.Connection, float]]:
        """Begin to read, beside a writer; yield with the file the time by the clock of its rows."""
        with _queue_errors(), self._file.reading() as rows:
            now = time.time()
            yield rows, now - clock_jump_seconds(rows, now, noted=False)


@contextmanager
def _queue_errors() -> Iterator[None]:
    try:
        yield
    except Unavailable as error:
        raise QueueUnavailable(str(error)) from error
    except Refused as error:
        raise QueueRefused(str(error)) from error


def _prepare(rows: sqlite3.Connection) -> None:
    """Create the tables; add what a file of an earlier version lacks."""
    if _is_complete(rows):
        return
    rows.execute("BEGIN IMMEDIATE")
    execute_all(rows, _SCHEMA)
    if not _is_complete(rows):
        rows.execute("ALTER TABLE jobs ADD COLUMN put REAL NOT NULL DEFAULT 0")
    rows.execute("COMMIT")


def _is_complete(rows: sqlite3.Connection) -> bool:
    return any(column == "put" for _, column, *_ in rows.execute("PRAGMA table_info(jobs)"))


def _queued(tube: str, row: tuple[int, int, str, str, int, float, float], now: float) -> QueuedJob:
    number, code, body, reason, failures, put, due = row
    waiting = JobState.DELAYED if due > now else JobState.READY
    is_buried = code == _BURIED_CODE
    since = due if is_buried else put
    return QueuedJob(
        id=str(number),
        tube=tube,
        state=JobState.BURIED if is_buried else waiting,
        body=body,
        reason=reason,
        failures=failures,
        age_seconds=max(0.0, now - since) if since else None,
        wait_seconds=0.0 if is_buried else max(0.0, due - now),
    )


def _reserved(row: _Row, ticket: str) -> ReservedJob:
    number, tube, body, rank, failures, losses = row
    priority, round_number = split_rank(rank)
    return ReservedJob(
        id=str(number),
        tube=tube,
        body=body,
        priority=priority,
        round=round_number,
        failures=failures,
        losses=losses,
        ticket=ticket,
    )


def _ready(rows: sqlite3.Connection, tubes: Sequence[str], limit: int, now: float) -> list[_Row]:
    """Return ready jobs, best rank first, then the one that was ready first, whatever its tube.

    The query reads one range of the index per rank and tube, so it never reads delayed jobs,
    however many.
    """
    found: list[_Row] = []
    for rank in _ranks(rows, tubes):
        rest = limit - len(found)
        ready = [row for tube in tubes for row in rows.execute(_READY, (tube, rank, now, rest))]
        ready.sort(key=lambda row: (row[-1], row[0]))
        found += [row[:-1] for row in ready[:rest]]
        if len(found) == limit:
            break
    return found


def _ranks(rows: sqlite3.Connection, tubes: Sequence[str]) -> Iterator[int]:
    """Yield the ranks that waiting jobs have, best first: one look into the index for each."""
    rank = -1
    while True:
        later = [rows.execute(_NEXT_RANK, (tube, rank)).fetchone()[0] for tube in tubes]
        known = [each for each in later if each is not None]
        if not known:
            return
        rank = min(known)
        yield rank
