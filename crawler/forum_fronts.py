"""Look at the front pages of forums whose boards are sources, so that boards which appear later are
found.

One board of a forum leads there once in ``LOOK_SECONDS``, with a list job of its own, which waits
for its host's turn like any other. A look that fails costs nothing: the next one comes later.
"""

from dataclasses import replace

from crawler.errors import CrawlerError
from crawler.fetcher import Fetched
from crawler.job_results import Done
from crawler.learned_facts import LearnedFacts
from crawler.parsing import Parsers
from crawler.stores import WorkerStores
from extractor.errors import ExtractionError
from extractor.lists.board_links import front_of, read_boards
from scheduler.jobs import ListJob
from storage.channels import Channel
from storage.learned.forum import LOOK_SECONDS, MAX_BOARDS, Forum
from storage.learned.port import BOARDS
from storage.outcomes import Outcome


class ForumFronts:
    """What one worker knows of the front pages of forums; all workers share it."""

    def __init__(self, ports: WorkerStores, parsers: Parsers) -> None:
        self._ports = ports
        self._parsers = parsers
        self._facts = LearnedFacts(ports, BOARDS, Forum.from_fact)

    async def look_due(self, job: ListJob) -> ListJob | None:
        """Return the job that looks at the forum of a board, None if that was done lately.

        The look counts from now on, so that no other board of the forum leads to another one.
        """
        if job.source.channel != Channel.BOARD or job.page > 1:
            return None
        front = front_of(job.url)
        if front in await self._facts.now():
            return None
        await self._keep(Forum(front=front, source_id=job.source.id))
        return replace(job, url=front, board=job.url, moved_to="", hops=0)

    async def read(self, job: ListJob, fetched: Fetched) -> Done:
        """Keep which boards the front page shows."""
        try:
            boards = await self._parsers.run(
                fetched.url,
                len(fetched.body),
                read_boards,
                fetched.body,
                fetched.url,
                fetched.headers,
                job.board,
                job.source.charset,
            )
        except (CrawlerError, ExtractionError) as error:
            return unread(job, str(error))
        found = {board.url: board.title for board in boards[:MAX_BOARDS]}
        await self._keep(Forum(front=job.url, source_id=job.source.id, boards=found))
        return _looked(job)

    async def _keep(self, forum: Forum) -> None:
        self._facts.add(forum.front, forum)
        await self._ports.learn(BOARDS, forum.front, forum.to_fact(), LOOK_SECONDS)


def unread(job: ListJob, why: str) -> Done:
    """Return the outcome of a look that failed: the source itself was read."""
    return _looked(job, f"the forum's front page was not read: {why}")


def _looked(job: ListJob, detail: str = "") -> Done:
    # With a detail, a list counts as one that was read in part.
    return Done(outcome=Outcome.LISTED, detail=detail, url=job.url)
