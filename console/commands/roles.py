"""The long-running roles, one process each, and the migration that they wait for."""

import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from console.startup import load_settings, start
from console.terminal import echo
from console.worker_processes import MAX_PROCESSES, available
from hooks.features import ALL, load_features
from hooks.process import use
from scheduler import heartbeat
from scheduler.log_events import LogEvent

if TYPE_CHECKING:
    from hooks.answers import LeadingLoop, LeadingRole, Loop, WorkerPool
    from storage.database.port import Configuration
    from storage.documents.port import Documents
    from storage.embedder.port import Embedder
    from storage.learned.store import Learned
    from storage.settings import Settings

logger = logging.getLogger(__name__)

_PROGRAM = Path(__file__).parents[2] / "newsloom.py"
_STORIES_OFF = (
    "stories are off; newsloom doctor says why. This role only finds names, makes vectors and does "
    "what other features need."
)


@click.command()
@click.option(
    "--wait",
    "wait_seconds",
    type=click.IntRange(min=0),
    default=0,
    help="Seconds to wait for the database to answer.",
    show_default=True,
)
def migrate(wait_seconds: int) -> None:
    """Bring the configuration database up to date.

    You can repeat it safely, also on several machines at once.
    """
    from storage.errors import Unavailable
    from webui.serve import migrate as bring_up_to_date

    load_settings()
    deadline = time.monotonic() + wait_seconds
    while True:
        try:
            bring_up_to_date()
            break
        except Unavailable as error:
            if time.monotonic() >= deadline:
                raise
            echo(f"{error}; trying again in 2 s", err=True)
            time.sleep(2)
    echo("the configuration database is up to date")


@click.command()
def scheduler() -> None:
    """Start visits of the sources that are due.

    Start two schedulers on different machines: one leads, the other takes over if it stops.
    """
    from scheduler.queue.backends import open_queue
    from scheduler.service import Scheduler
    from storage.backends import open_configuration, open_counters, open_documents
    from storage.sealing import HeaderSeal

    settings = start("scheduler")
    with ExitStack() as opened:
        configuration = opened.enter_context(closing(open_configuration(settings)))
        documents = opened.enter_context(closing(open_documents(settings)))
        counters = opened.enter_context(closing(open_counters(settings)))
        queue = opened.enter_context(closing(open_queue(settings)))
        service = Scheduler(
            configuration=configuration,
            queue=queue,
            counters=counters,
            documents=documents,
            seal=HeaderSeal(settings.secret, settings.former_secrets),
            lead_seconds=settings.lead_seconds,
            tick_seconds=settings.tick_seconds,
            retention_days=settings.retention_days,
            revisit_ages=settings.revisit_schedules,
        )
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: service.stop())
        service.run()


class _Processes(click.ParamType["int | None"]):
    """A number of processes; ``auto`` is None."""

    name = "1..64|auto"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | None:
        if value == "auto":
            return None
        if not str(value).isdecimal() or not 1 <= int(value) <= MAX_PROCESSES:
            self.fail(
                f"{value!r} is neither auto nor a number from 1 to {MAX_PROCESSES}.", param, ctx
            )
        return int(value)


class _PoolName(click.ParamType["str"]):
    """The name of a pool, of the core or of a feature that is on."""

    name = "list|page|all|..."

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        known = ["list", "page", "all", *_pools_of_features(load_settings().features)]
        if value in known:
            return str(value)
        if of_one_that_is_off := _pools_of_features((ALL,)).get(value):
            feature = of_one_that_is_off.feature
            self.fail(f"{value!r} is a pool of the feature {feature}, which is off.", param, ctx)
        self.fail(f"{value!r} is not one of {', '.join(known)}.", param, ctx)


def _pools_of_features(wanted: Sequence[str]) -> "dict[str, WorkerPool]":
    from scheduler.queue.tubes import pools_of

    return {pool.name: pool for pool in pools_of(load_features(wanted))}


@click.command()
@click.option(
    "--pool",
    type=_PoolName(),
    default="all",
    show_default=True,
    help="Jobs to run: list, page or all, or the name of a pool that a feature brings.",
)
@click.option(
    "--processes",
    type=_Processes(),
    default=1,
    show_default=True,
    help="Worker processes to start: 1 to 64, or auto for as many as cores and memory allow.",
)
def worker(pool: str, processes: int | None) -> None:
    """Fetch lists and pages, extract the pages and store them."""
    if processes is None:
        room = available()
        planned = {"cores": room.cores, "memory_bytes": room.memory_bytes}
        processes = room.room_for_workers()
        _supervise(pool, processes, {"processes": processes, **planned})
        return
    if processes > 1:
        _supervise(pool, processes, {})
        return
    from crawler.downloader.engine import run
    from crawler.fetcher import PartFetcher
    from crawler.job_watchers import job_watchers
    from crawler.page_keeping import page_keeper
    from crawler.stores import WorkerStores
    from crawler.turns import OF_JOBS, Turns
    from crawler.worker import Worker
    from crawler.worker_features import worker_features
    from scheduler.queue.backends import open_queue
    from storage.backends import (
        open_budgets,
        open_counters,
        open_document_writer,
        open_findings,
        open_learned,
        open_pace,
        open_seen,
        open_traces,
        open_workers,
    )

    settings = start(f"worker ({pool})")
    use(settings.features)
    features = worker_features(settings)
    ports = WorkerStores(
        seen=open_seen(settings),
        pace=open_pace(settings),
        counters=open_counters(settings),
        learned=open_learned(settings),
        documents=open_document_writer(settings),
        queue=open_queue(settings),
        traces=open_traces(settings),
        budgets=open_budgets(settings),
        workers=open_workers(settings),
        findings=open_findings(settings),
        watchers=job_watchers(features, settings),
    )

    keeper = page_keeper(features, settings) if pool != "list" else None
    own = _pools_of_features(settings.features).get(pool)

    async def work(fetcher: PartFetcher) -> None:
        if own is None:
            await Worker(settings, ports, fetcher, pool, keeper).run()
            return
        few = replace(settings, concurrency=own.jobs_at_once(settings))
        async with own.fetcher(fetcher, settings, keeper) as fetching:
            await Worker(few, ports, fetching, pool, keeper).run()

    run(settings, Turns(ports, OF_JOBS), work)


def _supervise(pool: str, processes: int, planned: dict[str, object]) -> None:
    """Run so many workers; ``planned`` says in the log why so many, if no number was given."""
    from console.deaths import DeathReports
    from console.supervisor import Supervisor

    settings = start(f"{processes} workers ({pool})")
    if planned:
        logger.info(LogEvent.WORKERS_PLANNED, extra=planned)
    stopping: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda got, _: stopping.append(got))
    supervisor = Supervisor(os.environ, report=DeathReports(settings))
    for index in range(1, processes + 1):
        supervisor.add(f"worker-{index}", newsloom_command("worker", "--pool", pool))
    while not stopping:
        supervisor.watch()
        # For systemd, which watches this process only.
        if not any(each.hangs for each in heartbeat.processes(settings.home, "worker")):
            heartbeat.beat()
        time.sleep(0.5)
    supervisor.stop()


def newsloom_command(*arguments: str) -> list[str]:
    """Return the command line of another ``newsloom`` process under this interpreter, from any
    working directory.
    """
    return [sys.executable, str(_PROGRAM), *arguments]


@click.command()
def web() -> None:
    """Serve the web interface."""
    from webui.serve import serve

    serve(start("web"))


@click.command()
@click.option(
    "--rebuild",
    is_flag=True,
    help="Delete all stories, build them again from the documents, and end.",
)
@click.option(
    "--days",
    type=click.IntRange(1, 3650),
    default=7,
    show_default=True,
    help="With --rebuild: read the documents found in this many days.",
)
def stories(rebuild: bool, days: int) -> None:
    """Group new documents into stories.

    A document is in its story within a minute of its storage. Start two on different machines: one
    leads, the other takes over if it stops. Stop them before --rebuild.
    """
    from storage.backends import (
        open_configuration,
        open_documents,
        open_embedder,
        open_learned,
        open_written,
    )
    from storage.database.port import STORIES_LOCK

    settings = start("stories")
    with ExitStack() as opened:
        configuration = opened.enter_context(
            closing(open_configuration(settings, lock=STORIES_LOCK))
        )
        documents = opened.enter_context(closing(open_documents(settings)))
        written = opened.enter_context(closing(open_written(settings)))
        learned = opened.enter_context(closing(open_learned(settings)))
        embedder = open_embedder(settings)
        # Models can be imported only now that Django is set up.
        from hooks.process import features

        found: list[LeadingRole] = features().ask(
            "stories_role",
            configuration=configuration,
            documents=documents,
            written=written,
            learned=learned,
            embedder=embedder,
            lead_seconds=settings.lead_seconds,
        )
        role = found[0] if found else None
        if rebuild:
            _rebuild_stories(role, days)
            return
        if role is None:
            echo(_STORIES_OFF, err=True)
        service = (
            role.service if role else _tasks_alone(configuration, documents, learned, settings)
        )
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: service.stop())
        with _beside([*_fillings(documents, embedder, service), *(role.loops if role else ())]):
            service.run()


def _tasks_alone(
    configuration: "Configuration", documents: "Documents", learned: "Learned", settings: "Settings"
) -> "LeadingLoop":
    from newsroom.leading import TasksOfFeatures

    return TasksOfFeatures(configuration, documents, learned, lead_seconds=settings.lead_seconds)


def _fillings(
    documents: "Documents", embedder: "Embedder | None", service: "LeadingLoop"
) -> "list[Loop]":
    """Return what finds the names of documents and, if there is something to make vectors with,
    what makes theirs.
    """
    from newsroom.filling import FillingService, name_step, vector_step
    from newsroom.recognition.recogniser import default_recogniser

    def leads() -> bool:
        return service.is_leading

    names = name_step(documents, default_recogniser())
    found: list[Loop] = [FillingService(names, LogEvent.NAMES_FOUND, leads)]
    if embedder is not None:
        vectors = vector_step(documents, embedder)
        found.append(FillingService(vectors, LogEvent.VECTORS_MADE, leads))
    return found


@contextmanager
def _beside(loops: "Sequence[Loop]") -> Iterator[None]:
    """Run loops in threads meanwhile."""
    threads = [threading.Thread(target=each.run, name="filling") for each in loops]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        for each in loops:
            each.stop()
        for thread in threads:
            thread.join()


def _rebuild_stories(role: "LeadingRole | None", days: int) -> None:
    if role is None:
        raise click.ClickException("stories are off; newsloom doctor says why")
    if not role.service.lead():
        raise click.ClickException(
            "another process builds stories; stop the role stories, then try again"
        )
    try:
        read = 0
        for read in role.rebuild(days):
            echo(f"{read} documents read", err=True)
        echo(f"stories built from {read} documents")
    finally:
        role.service.resign()


@click.command()
def alerts() -> None:
    """Send alerts, record events, and run what features bring.

    Alerts tell of new matches of saved searches. Events say what happened to sources, hosts, stores
    and workers.

    You can start several; no alert is sent twice, and no event is recorded twice.
    """
    from webui.wsgi import set_up

    settings = start("alerts")
    set_up()
    # Models can be imported only now that Django is set up.
    from hooks.process import features
    from watch.events.observer import Observer
    from webui.apps import stores
    from webui.serve import migrate_patiently

    of_features = features().ask_for_all("alert_loops", settings=settings, stores=stores())
    loops = [Observer(stores()), *of_features]
    stopping = threading.Event()

    def stop(*_: object) -> None:
        stopping.set()
        for each in loops:
            each.stop()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    # At the first start no role may have made the tables yet.
    migrate_patiently(stopping)
    threads = [threading.Thread(target=each.run, name=type(each).__name__) for each in loops]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    stores().close()
