"""Leave out the links that lead into a trap, and recognise new traps from what pages turn out to
be.
"""

import logging
import time
from collections import Counter
from collections.abc import Mapping, Sequence

from crawler.learned_facts import LearnedFacts
from crawler.list_content import Candidate
from crawler.stores import WorkerStores
from crawler.traps.counts import ShapeCounts
from crawler.traps.shapes import coarse_shape, fine_shape
from extractor.results import Article, Extraction
from scheduler.jobs import PageJob, SourceSpec
from scheduler.log_events import LogEvent
from storage.channels import traits_of
from storage.keys import host_of
from storage.learned.store import TRAPS
from storage.learned.trap import CUT_SECONDS, Trap
from storage.outcomes import Outcome

logger = logging.getLogger(__name__)

_SHAPES_TOLD = 3


class TrapGuard:
    """Knows the traps of all workers, as they were some seconds ago, and counts the pages of this
    one.
    """

    def __init__(self, ports: WorkerStores) -> None:
        self._ports = ports
        self._facts = LearnedFacts(ports, TRAPS, Trap.from_fact)
        self._counts = ShapeCounts()

    async def without_traps(
        self, source: SourceSpec, candidates: Sequence[Candidate]
    ) -> tuple[Sequence[Candidate], str]:
        """Return the candidates that lead into no known trap, and a note about the others, "" for
        none.

        Some channels keep all, see ``ChannelTraits``.
        """
        if traits_of(source.channel).keeps_all_links:
            return candidates, ""
        known = await self._facts.now()
        # An operator may allow a shape: then it is known, and followed all the same.
        hosts = {trap.host for trap in known.values() if not trap.allowed}
        kept, left_out = [], Counter[str]()
        for candidate in candidates:
            host = host_of(candidate.url)
            shape = _cut_shape(host, candidate.url, known) if host in hosts else ""
            if shape:
                left_out[shape] += 1
            else:
                kept.append(candidate)
        if not left_out:
            return candidates, ""
        told = ", ".join(shape for shape, _ in left_out.most_common(_SHAPES_TOLD))
        return (
            kept,
            f"links left out because pages like them had no new text: {left_out.total():,}, such "
            f"as {told}",
        )

    async def note(self, job: PageJob, outcome: Outcome, result: Extraction) -> None:
        """Count a page that is settled; if its shape proves to be a trap, tell all workers.

        The pages of threads do not count: they are read again under the same address when they have
        grown. Nor do those of articles that are visited again.
        """
        if job.kind == "thread" or job.is_known:
            return
        if outcome is not Outcome.STORED and not outcome.traits.like_a_trap:
            return
        if isinstance(result, Article) and outcome is Outcome.STORED:
            text = result.content
        else:
            text = None
        host, known = host_of(job.url), await self._facts.now()
        for shape, coarse in ((fine_shape(job.url), False), (coarse_shape(job.url), True)):
            if f"{host} {shape}" in known:
                return  # it is cut, or an operator allows it: nothing is to be found out
            if counted := self._counts.add(host, shape, text, coarse=coarse):
                await self._cut(job, host, shape, counted)

    async def _cut(self, job: PageJob, host: str, shape: str, counted: tuple[int, int]) -> None:
        pages, documents = counted
        trap = Trap(
            host=host,
            shape=shape,
            example=job.url,
            source_id=job.source.id,
            pages=pages,
            documents=documents,
            at=time.time(),
        )
        self._facts.add(trap.name, trap)
        await self._ports.learn(TRAPS, trap.name, trap.to_fact(), CUT_SECONDS)
        logger.warning(
            LogEvent.TRAP_FOUND,
            extra={"host": host, "shape": shape, "pages": pages, "documents": documents},
        )


def _cut_shape(host: str, url: str, known: Mapping[str, Trap]) -> str:
    """Return the shape by which a URL is cut, "" if it is not.

    What is known of the fine shape comes first.
    """
    for shape in (fine_shape(url), coarse_shape(url)):
        if (trap := known.get(f"{host} {shape}")) is not None:
            return "" if trap.allowed else shape
    return ""
