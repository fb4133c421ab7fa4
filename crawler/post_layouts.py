"""What a worker knows of where the posts of sites are; all workers share what each of them
learns.
"""

import time

from crawler.learned_facts import LearnedFacts
from crawler.site_layouts import SiteLayouts, layout_for, site_name, sure_thread
from crawler.stores import WorkerStores
from extractor.results import Extraction, PostLayout
from scheduler.jobs import PageJob
from storage.learned.store import LAYOUTS

_KEPT_SECONDS = 90 * 86_400.0


class PostLayouts:
    """Answers for one worker, from the store as it was some seconds ago."""

    def __init__(self, ports: WorkerStores) -> None:
        self._ports = ports
        self._facts = LearnedFacts(ports, LAYOUTS, SiteLayouts.from_fact)

    async def of(self, job: PageJob) -> PostLayout | None:
        """Return the layout that the job's page probably has."""
        if job.kind == "article":
            return None
        return layout_for(await self._facts.now(), job.source.id, job.url)

    async def note(self, job: PageJob, result: Extraction) -> None:
        """Learn from a thread that was read with confidence."""
        thread = sure_thread(result)
        if thread is None or thread.layout is None:
            return
        name = site_name(job.source.id, job.url)
        before = (await self._facts.now()).get(name, SiteLayouts())
        after = before.with_page(thread.layout, time.time(), overrules=thread.overrules_layout)
        if after is not before:
            self._facts.add(name, after)
            await self._ports.learn(LAYOUTS, name, after.to_fact(), _KEPT_SECONDS)
