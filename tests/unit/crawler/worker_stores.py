"""The stores and the parsing threads of a worker, on files below a folder."""

import shutil
import tempfile
import weakref
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from crawler.list_readers import ListReaders
from crawler.parsing import Parsers
from crawler.pools import Pools
from crawler.post_layouts import PostLayouts
from crawler.robots import Download, RobotsCache
from crawler.stores import WorkerStores
from crawler.traps.guard import TrapGuard
from crawler.turns import OF_JOBS, PaceStore, Turns
from crawler.worker_knowledge import WorkerKnowledge
from hooks.features import load_features
from scheduler.queue.backends import open_queue
from storage.backends import (
    open_budgets,
    open_copies,
    open_counters,
    open_documents,
    open_findings,
    open_learned,
    open_pace,
    open_seen,
    open_tombstones,
    open_traces,
    open_workers,
    open_written,
)
from storage.documents.port import Documents
from storage.seen.port import Seen
from storage.settings import Settings
from storage.written.writer import DocumentWriter


def open_worker_stores(
    settings: Settings, *, seen: Seen | None = None, documents: Documents | None = None
) -> WorkerStores:
    """Open them for a worker, which closes them when it stops; take those that the test has opened
    itself.
    """
    writer = DocumentWriter(
        open_copies(settings),
        documents or open_documents(settings),
        open_written(settings),
        open_tombstones(settings),
    )
    return WorkerStores(
        seen=seen or open_seen(settings),
        pace=open_pace(settings),
        counters=open_counters(settings),
        learned=open_learned(settings),
        documents=writer,
        queue=open_queue(settings),
        traces=open_traces(settings),
        budgets=open_budgets(settings),
        workers=open_workers(settings),
        findings=open_findings(settings),
    )


@asynccontextmanager
async def worker_stores(settings: Settings) -> AsyncIterator[tuple[WorkerStores, Parsers]]:
    """Open them, and close them at the end."""
    stores = open_worker_stores(settings)
    parsing = Parsers()
    try:
        yield stores, parsing
    finally:
        parsing.close()
        await stores.close("worker")


def robots_cache(
    download: Download,
    agent: str = "Newsloom",
    home: Path | None = None,
    rights_files: Sequence[str] = (),
) -> RobotsCache:
    """Return a cache on a store of its own, or on that below ``home``, which caches may share."""
    folder = home or Path(tempfile.mkdtemp(prefix="newsloom-robots-"))
    cache = RobotsCache(
        agent, download, Turns(PaceStore(open_pace(Settings(home=folder))), OF_JOBS), rights_files
    )
    if home is None:
        weakref.finalize(cache, shutil.rmtree, folder, ignore_errors=True)
    return cache


def worker_knowledge(stores: WorkerStores) -> WorkerKnowledge:
    """Return what a worker with these stores knows, without features."""
    return WorkerKnowledge(
        Pools(load_features(("none",)), {}),
        TrapGuard(stores),
        PostLayouts(stores),
        ListReaders(load_features(("none",)), ()),
    )
