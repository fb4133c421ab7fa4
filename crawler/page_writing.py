"""Write the document of a page and commit its URLs, in this order.

If a worker dies in between, the queue gives the job to another one, and the document's id makes the
second write replace the first.
"""

from collections.abc import Sequence
from dataclasses import replace

from crawler.documents import document, identity
from crawler.entries import KEPT_SECONDS
from crawler.grown_threads import GrownThreads
from crawler.job_log import timed
from crawler.job_results import Done
from crawler.page_keeping import PageKeeping, kept_before
from crawler.reopening import Reopening
from crawler.revisits import PageRevisits
from crawler.stores import WorkerStores
from crawler.thread_chain import ThreadChain
from extractor.results import Article, Thread
from scheduler.jobs import PageJob
from storage.keys import url_key
from storage.outcomes import Outcome


class PageWriter:
    """Ends the work on a page: with its document, or with an outcome that is final."""

    def __init__(
        self,
        ports: WorkerStores,
        reopening: Reopening,
        keeping: PageKeeping,
        revisits: PageRevisits,
        threads: tuple[GrownThreads, ThreadChain],
    ) -> None:
        self._ports = ports
        self._reopening = reopening
        self._keeping = keeping
        self._revisits = revisits
        self._grown_threads, self._thread_chain = threads

    async def settle(self, job: PageJob, outcome: Outcome, detail: str, url: str = "") -> Done:
        """Commit the page of a job, whose outcome is final for what the job offers."""
        await self._reopening.refuse(job, outcome)
        return Done(outcome=outcome, detail=detail, url=url or job.url)

    async def commit(self, job: PageJob, *urls: str) -> None:
        """Commit the page of a job, and the canonical URLs under which it is known too."""
        keys = [job.key, *(url_key(url, job.version) for url in urls)]
        await self._ports.commit(list(dict.fromkeys(keys)))

    async def write(
        self,
        job: PageJob,
        result: Article | Thread,
        url: str,
        other_urls: Sequence[str] = (),
        archived: Sequence[str] = (),
    ) -> Done:
        """Write the document of a page fetched at ``url``, follow a thread, and commit the URLs.

        Return the outcome, with the number of jobs put.
        """
        canonical = identity(result, url)
        new = document(result, job, canonical, url)
        archived = await self._keeping.unless_erased(kept_before(archived), new.id)()
        new = replace(new, archived=tuple(archived))
        if job.forced or job.reopened:
            new = await self._revisits.with_history(new)
        elif isinstance(result, Thread):
            new = await self._grown_threads.with_history(job, new)
        with timed("store_ms"):
            is_stored = await self._ports.write(new)
        if not is_stored:
            # It was erased: under this address or, with this text, under another.
            await self._keeping.withdraw(archived)
            return await self.settle(job, Outcome.ERASED, "", url)
        put = 0
        if isinstance(result, Thread):
            put = await self._thread_chain.follow(job, result, url)
            await self._grown_threads.note(job, url)
        if job.entry and (job.renames or new.id != job.key):
            await self._ports.put_pages({job.entry: new.id}, KEPT_SECONDS)
        await self.commit(job, canonical, *other_urls)
        return Done(outcome=Outcome.STORED, url=url, new=put, document_url=canonical)
