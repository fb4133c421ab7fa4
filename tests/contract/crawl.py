"""A worker that runs the visits of sources to their ends, on the stores of a profile."""

import asyncio
from collections.abc import Sequence
from contextlib import closing

from crawler.fetcher import Fetcher
from crawler.worker import Worker
from scheduler.jobs import ListJob, SourceSpec
from scheduler.queue.backends import open_queue
from scheduler.queue.port import LIST_TUBE, PAGE_TUBE, NewJob, Queue
from scheduler.revisits import revisit_job
from storage.backends import open_documents
from storage.documents.port import Document, SearchRequest
from storage.documents.query_tree import Query
from storage.settings import Settings
from tests.unit.crawler.worker_stores import open_worker_stores


class Crawl:
    """A worker on the stores of a profile, which runs the visits of a source to their ends."""

    def __init__(self, settings: Settings, fetcher: Fetcher) -> None:
        self._settings = settings
        self._fetcher = fetcher
        self._visits = 0

    def visit(self, source: SourceSpec, address: str) -> None:
        """Visit a list of the source, until its pages have their outcomes."""
        self._visits += 1
        job = ListJob(run_id=f"run {self._visits}", source=source, url=address)
        with closing(open_queue(self._settings)) as queue:
            queue.put(LIST_TUBE, [NewJob(body=job.to_json())])
        asyncio.run(self._work())

    def visit_again(self, source: SourceSpec, document: Document) -> None:
        """Visit the page of a stored article again, until it has its outcome."""
        self._visits += 1
        job = revisit_job(document, source, 3600, f"run {self._visits}")
        with closing(open_queue(self._settings)) as queue:
            queue.put(PAGE_TUBE, [NewJob(body=job.to_json())])
        asyncio.run(self._work())

    async def _work(self) -> None:
        stores = open_worker_stores(self._settings)
        worker = asyncio.create_task(Worker(self._settings, stores, self._fetcher, "all").run())
        with closing(open_queue(self._settings)) as queue:
            async with asyncio.timeout(120):
                while _has_jobs(queue):  # noqa: ASYNC110 a queue has no event
                    await asyncio.sleep(0.02)
        stores.stopping.set()
        await worker

    def stored(self) -> Sequence[Document]:
        with closing(open_documents(self._settings)) as documents:
            return list(documents.export(SearchRequest(query=Query())))

    def write(self, document: Document) -> None:
        with closing(open_documents(self._settings)) as documents:
            documents.write([document])


def _has_jobs(queue: Queue) -> bool:
    return any(each.ready + each.delayed + each.reserved for each in queue.stats())
