"""A whole Newsloom as a test uses it: real processes, started by the command line, on any set of
stores.
"""

import atexit
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import IO, Any, Self

from scheduler.planner import plan
from scheduler.queue.backends import open_queue
from scheduler.queue.port import LIST_TUBE, NewJob, TubeStats
from storage.backends import open_counters, open_documents
from storage.counters.events import Totals
from storage.database.port import SourceRecord
from storage.documents.port import Document, SearchRequest
from storage.documents.query_tree import Query
from storage.settings import PREFIX, Settings
from testbed.databases import ready_database, set_up_django
from testbed.mysql_tables import copy_tables, is_empty, keep_tables
from testbed.warm_start import WarmProcess, WarmStart, may_start_warm

Process = WarmProcess | subprocess.Popen[bytes]
ROOT = Path(__file__).parents[1]
FIELDS = set(SourceRecord.__dataclass_fields__)


class Stack:
    """Starts roles as child processes below ``home`` and reads the stores that they write."""

    def __init__(
        self, home: Path, stores: Mapping[str, str] | None = None, **settings: object
    ) -> None:
        """``stores`` maps database, queue, state and documents to addresses; what is left out is
        embedded. ``root`` is the code that roles and commands run from now on.
        """
        values = {
            "HOME": home,
            "ALLOW_NETWORKS": "127.0.0.0/8",
            "TICK_SECONDS": 0.2,
            "LOOKUP_PACE_SECONDS": 0,
            **settings,
        }
        values |= {f"{name.upper()}_URL": url for name, url in (stores or {}).items()}
        clean = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
        self.environment = clean | {f"{PREFIX}{name}": str(value) for name, value in values.items()}
        self.settings = Settings.from_mapping(self.environment)
        self.home = home
        self.root = ROOT
        home.mkdir(parents=True, exist_ok=True)
        self._processes: list[tuple[str, Process]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def run(self, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run one command to its end."""
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            process = self._launch(arguments, out, err)
            try:
                code = process.wait(120)
            finally:
                process.kill()
            done = subprocess.CompletedProcess(
                ["newsloom", *arguments], code, _text(out), _text(err)
            )
        if check:
            done.check_returncode()
        return done

    def migrate(self) -> None:
        """Create the tables with `newsloom migrate`, or as a copy of those that it made once."""
        url = self.settings.database_url
        kind, _, path = url.partition("://")
        if kind == "sqlite":
            shutil.copy(Path(_migrated().name) / "newsloom.db", path)
            return
        empty = is_empty(url)
        if not (empty and copy_tables(url)):
            self.run("migrate")
        if empty:
            keep_tables(url)

    def start(self, *arguments: str) -> Process:
        """Start a role; its output goes to a file below ``home``."""
        name = f"{arguments[0]}-{len(self._processes)}"
        with (self.home / f"{name}.log").open("wb") as log:
            process = self._launch(arguments, log, log)
        self._processes.append((name, process))
        return process

    def kill_once_it_says(self, words: str, *arguments: str) -> None:
        """Start a command, and kill it as soon as its output has these words.

        Raises AssertionError if it ends without them. The output is read far more often than a
        store could be asked: what the words announce may take less than a second.
        """
        process = self.start(*arguments)
        log = self.home / f"{self._processes[-1][0]}.log"
        while words not in log.read_text():
            assert process.poll() is None, f"it ended without {words!r}\n{self.logs()}"
            time.sleep(0.005)
        process.kill()
        process.wait()

    def stop(self) -> list[int]:
        """Stop every role in good order; return their exit codes (a role that hangs is killed:
        -9).
        """
        for _, process in self._processes:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
        codes = [_wait(process) for _, process in self._processes]
        self._processes.clear()
        return codes

    def logs(self) -> str:
        """Return what all roles have written, for the message of a failed test."""
        return "\n".join(
            f"== {path.name}\n{path.read_text()[-4000:]}"
            for path in sorted(self.home.glob("*.log"))
        )

    def add_sources(self, found: Iterable[SourceRecord]) -> None:
        """Import sources from a CSV file, as an operator would."""
        path = self.home / "sources.csv"
        path.write_bytes(csv_of(found))
        self.run("source", "import", str(path))

    def put_source(self, source: SourceRecord, run_id: str) -> None:
        """Put the list jobs of one visit, as the scheduler would."""
        with closing(open_queue(self.settings)) as queue:
            queue.put(LIST_TUBE, [NewJob(body=job.to_json()) for job in plan(source, run_id)])

    def documents(self) -> list[dict[str, Any]]:
        """Return every stored document."""
        with closing(open_documents(self.settings)) as documents:
            documents.refresh()
            return [
                _fields(document) for document in documents.export(SearchRequest(query=Query()))
            ]

    def count(self) -> int:
        """Return the number of stored documents."""
        with closing(open_documents(self.settings)) as documents:
            documents.refresh()
            return documents.info().documents

    def totals(self) -> Totals:
        """Return the outcomes so far."""
        with closing(open_counters(self.settings)) as counters:
            return counters.totals()

    def states(self) -> dict[str, str]:
        """Return the state of each source, as ``newsloom source list`` prints it, without a process
        for each look.
        """
        # Models can be imported only once Django is set up.
        set_up_django()
        from django.core.cache import cache

        from console.commands.source import shown_state
        from storage.database.sources.sources import list_sources
        from watch.sources.states import current_states
        from watch.stores import Stores

        cache.clear()  # a new process remembers nothing
        with (
            ready_database(self.settings.database_url),
            closing(Stores(self.settings)) as stores,
        ):
            sources = list_sources()
            states = current_states(sources, stores)
            return {each.name: shown_state(each, states[each.pk]) for each in sources}

    def tubes(self) -> list[TubeStats]:
        """Return the state of the queue."""
        with closing(open_queue(self.settings)) as queue:
            return queue.stats()

    def idle(self) -> bool:
        """Return whether no job is ready, delayed or reserved."""
        return all(tube.ready + tube.delayed + tube.reserved == 0 for tube in self.tubes())

    def _launch(self, arguments: Sequence[str], out: IO[bytes], err: IO[bytes]) -> Process:
        if self.root == ROOT and may_start_warm(self.environment):
            return warm_start().start(arguments, self.environment, ROOT, out, err)
        return subprocess.Popen(
            self._command(*arguments), env=self.environment, cwd=self.root, stdout=out, stderr=err
        )

    def _command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", "newsloom", *arguments]


@cache
def warm_start() -> WarmStart:
    """Return what starts the commands of all stacks of this run."""
    warm = WarmStart()
    atexit.register(warm.close)
    return warm


def _text(output: IO[bytes]) -> str:
    """Return all that a command wrote."""
    output.seek(0)
    return output.read().decode()


@cache
def _migrated() -> "tempfile.TemporaryDirectory[str]":
    """Return a home with a migrated database.

    A process makes it: Django refuses to beside the loop of a browser.
    """
    home = tempfile.TemporaryDirectory(prefix="newsloom-test-tables-", ignore_cleanup_errors=True)
    Stack(Path(home.name)).run("migrate")
    return home


def _fields(document: Document) -> dict[str, Any]:
    """Return a document as a mapping; ``asdict`` would copy every value, and tests ask often."""
    return {**vars(document), "posts": [vars(post) for post in document.posts]}


_PATIENCE, _MAX_SECONDS = 4, 600


def wait_until(
    condition: Callable[[], bool], seconds: float, what: str, explain: Callable[[], str] = str
) -> None:
    """Wait until ``condition``; fail with ``what`` and the explanation after a multiple of
    ``seconds``.

    ``seconds`` is what a usual machine needs at most. A slow or busy one gets several times as
    long, because a wait ends with its condition: patience costs time only where a test fails. A
    condition that takes long to judge is judged less often, so that it does not take the machine
    from what it waits for.
    """
    most = max(seconds, min(_PATIENCE * seconds, _MAX_SECONDS))
    deadline = time.monotonic() + most
    while True:
        began = time.monotonic()
        if condition():
            return
        if time.monotonic() > deadline:
            raise AssertionError(f"{what}: not within {most:.0f} s\n{explain()}")
        time.sleep(max(0.3, 3 * (time.monotonic() - began)))


def records(sources: Iterable[Mapping[str, Any]], **overrides: Any) -> list[SourceRecord]:
    """Return the fake web's source definitions as records."""
    found = []
    for number, source in enumerate(sources, 1):
        fields = {
            name: tuple(v) if isinstance(v, list) else v
            for name, v in source.items()
            if name in FIELDS
        }
        found.append(SourceRecord(**{**fields, "id": number, **overrides}))
    return found


def _wait(process: Process) -> int:
    try:
        return process.wait(120)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


def csv_of(found: Iterable[SourceRecord]) -> bytes:
    """Return sources as a CSV file to import."""
    # Models can be imported only once Django is set up.
    set_up_django()
    from storage.database.sources.transfer import write_csv

    return write_csv(found)


def ways_in(found: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the fake web's sources as an operator would define them: a paged list or board is one
    source.
    """
    chosen: dict[tuple[str, str], dict[str, Any]] = {}
    for source in found:
        paged = source["channel"] in ("list", "board")
        key = (source["host"], source["channel"]) if paged else (source["host"], source["address"])
        chosen.setdefault(key, {**source, "max_pages": 40 if paged else 1})
    return list(chosen.values())
