"""Which jobs a browser runs: by the setting of their source, by what was learned of it, and by who
is at work.
"""

import time

from crawler.failures import FetchFailed
from crawler.learned_facts import LearnedFacts
from crawler.stores import WorkerStores
from features.rendering.errors import RenderFailed
from features.rendering.render_need import KEPT_SECONDS, RenderNeed, need_name, with_result
from scheduler.jobs import ListJob, PageJob
from storage.channels import traits_of
from storage.keys import url_key
from storage.outcomes import Outcome

POOL = "render"
RENDERING = "rendering"
"""The topic of what is known of sources."""
_CRASHES = "crashes"
"""The topic of pages that have ended a browser."""
_BROWSER_ENDED = (Outcome.WORKER_LOST, Outcome.PAGE_CRASH)
"""They do not say whether the pages of a source need a browser."""
_ASK_SECONDS = 10.0
_CRASH_KEPT_SECONDS = 7 * 86_400.0


class RenderPolicy:
    """A ``hooks.answers.JobPolicy``, which answers from the stores as they were some seconds
    ago.
    """

    def __init__(self, ports: WorkerStores, *, is_browser: bool) -> None:
        """``is_browser``: whether this worker is one of the pool *render*."""
        self.is_browser = is_browser
        self._ports = ports
        self._needs = LearnedFacts(ports, RENDERING, RenderNeed.from_fact)
        self._crashes = LearnedFacts(ports, _CRASHES, lambda _: True)
        self._pools: set[str] = set()
        self._pools_asked = float("-inf")

    async def takes(self, job: ListJob | PageJob) -> bool:
        """Return whether a job goes to the pool *render* before it is run here."""
        if self.is_browser or job.source.render == "never" or _needs_no_browser(job):
            return False
        if job.source.render == "always":
            return True
        need = (await self._needs.now()).get(_name(job))
        return need is not None and need.is_known(time.time())

    async def may_help(self, job: ListJob | PageJob) -> bool:
        """Return whether to hand over a job whose page has no text, or whose list has no links,
        without its scripts.
        """
        if self.is_browser or job.source.render == "never" or _needs_no_browser(job):
            return False
        need = (await self._needs.now()).get(_name(job))
        return await self._has_pool() and not (need and need.is_in_vain(time.time()))

    async def note(self, job: ListJob | PageJob, *, helped: bool) -> None:
        """Remember whether this worker's browser has read a page or list that shows nothing without
        it.
        """
        if not self.is_browser or job.source.render != "auto" or _needs_no_browser(job):
            return
        name, needs = _name(job), await self._needs.now()
        if (need := with_result(needs.get(name), helped=helped, now=time.time())) is not None:
            self._needs.add(name, need)
            await self._ports.learn(RENDERING, name, need.to_fact(), KEPT_SECONDS)

    async def try_again(self, job: ListJob | PageJob, failure: FetchFailed) -> bool:
        """Return whether a page or list that has just ended the browser did so for the first time;
        remember it, and what other failures say of the source.

        Once may be the fault of the machine; a page that does it twice would do it again.
        """
        is_page = isinstance(job, PageJob)
        if is_page and isinstance(failure, RenderFailed) and failure.outcome not in _BROWSER_ENDED:
            await self.note(job, helped=False)
        if failure.outcome is not Outcome.PAGE_CRASH:
            return False
        key = job.key if isinstance(job, PageJob) else url_key(job.url)
        # Another worker may have met it: what it learned is read, not only what this one saw.
        if key in await self._crashes.now():
            return False
        self._crashes.add(key, True)
        await self._ports.learn(_CRASHES, key, {}, _CRASH_KEPT_SECONDS)
        return True

    async def _has_pool(self) -> bool:
        if time.monotonic() - self._pools_asked >= _ASK_SECONDS:
            self._pools_asked = time.monotonic()
            self._pools = await self._ports.pools()
        return POOL in self._pools


def _name(job: ListJob | PageJob) -> str:
    return need_name(job.source.id, is_list=isinstance(job, ListJob))


def _needs_no_browser(job: ListJob | PageJob) -> bool:
    return isinstance(job, ListJob) and traits_of(job.source.channel).is_data
