"""The stores and the parsing threads of a worker, on files below a folder."""

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from crawler.parsing import Parsers
from crawler.robots import Download, RobotsCache
from crawler.stores import WorkerStores
from crawler.turns import OF_JOBS, PaceStore, Turns
from scheduler.queue.backends import open_queue
from storage.backends import open_documents, open_pace, open_seen, open_stats
from storage.settings import Settings


@asynccontextmanager
async def worker_stores(settings: Settings) -> AsyncIterator[tuple[WorkerStores, Parsers]]:
    """Open them, and close them at the end."""
    stores = WorkerStores(
        open_seen(settings), open_pace(settings), open_stats(settings), open_documents(settings), open_queue(settings)
    )
    parsing = Parsers()
    try:
        yield stores, parsing
    finally:
        parsing.close()
        await stores.close("worker")


def robots_cache(download: Download, agent: str = "Newsloom", home: Path | None = None) -> RobotsCache:
    """Return a cache on a store of its own, or on that below ``home``, which caches may share."""
    settings = Settings(home=home or Path(tempfile.mkdtemp()))
    return RobotsCache(agent, download, Turns(PaceStore(open_pace(settings)), OF_JOBS))
