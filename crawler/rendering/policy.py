"""Which jobs a browser runs: by the setting of their source, by what was learned of it, and by who
is at work.
"""

import time

from crawler.learned_facts import LearnedFacts
from crawler.stores import WorkerStores
from scheduler.jobs import ListJob, PageJob
from storage.channels import traits_of
from storage.learned.port import CRASHES, RENDERING
from storage.learned.render_need import KEPT_SECONDS, RenderNeed, need_name, with_result

RENDER_POOL = "render"
_ASK_SECONDS = 10.0
_CRASH_KEPT_SECONDS = 7 * 86_400.0


class RenderPolicy:
    """Answers for one worker, from the stores as they were some seconds ago."""

    def __init__(self, ports: WorkerStores, *, is_browser: bool) -> None:
        """``is_browser``: whether this worker is one of the pool *render*."""
        self.is_browser = is_browser
        self._ports = ports
        self._needs = LearnedFacts(ports, RENDERING, RenderNeed.from_fact)
        self._crashes = LearnedFacts(ports, CRASHES, lambda _: True)
        self._pools: set[str] = set()
        self._pools_asked = float("-inf")

    async def hands_over(self, job: ListJob | PageJob) -> bool:
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

    async def has_crashed_before(self, key: str) -> bool:
        """Return whether a page or list that has just ended the browser did so before; remember it.

        Once may be the fault of the machine; a page that does it twice would do it again.
        """
        if key in await self._crashes.now():
            return True
        self._crashes.add(key, True)
        await self._ports.learn(CRASHES, key, {}, _CRASH_KEPT_SECONDS)
        return False

    async def _has_pool(self) -> bool:
        if time.monotonic() - self._pools_asked >= _ASK_SECONDS:
            self._pools_asked = time.monotonic()
            self._pools = await self._ports.pools()
        return RENDER_POOL in self._pools


def _name(job: ListJob | PageJob) -> str:
    return need_name(job.source.id, is_list=isinstance(job, ListJob))


def _needs_no_browser(job: ListJob | PageJob) -> bool:
    return isinstance(job, ListJob) and traits_of(job.source.channel).is_data
