"""Look at the front pages of forums whose boards are sources, so that boards which appear later are
found.

One board of a forum leads there once in ``LOOK_SECONDS``, with a list job of its own. A look that
fails costs nothing: the next one comes later.
"""

from collections.abc import Sequence
from dataclasses import replace

from crawler.errors import CrawlerError
from crawler.fetcher import Fetched
from crawler.learned_facts import LearnedFacts
from crawler.parsing import Parsers
from crawler.stores import WorkerStores
from extractor.errors import ExtractionError
from features.proposed_sources.board_links import front_of, read_boards
from features.proposed_sources.forum import BOARDS, LOOK_SECONDS, MAX_BOARDS, Forum
from scheduler.jobs import ListJob
from storage.channels import Channel


class ForumFronts:
    """What one worker knows of the front pages of forums; all workers share it.

    It is a ``hooks.answers.ListReader``.
    """

    feature = "proposed_sources"

    def __init__(self, stores: WorkerStores, parsers: Parsers) -> None:
        self._stores = stores
        self._parsers = parsers
        self._facts = LearnedFacts(stores, BOARDS, Forum.from_fact)

    async def further_lists(self, job: ListJob) -> Sequence[ListJob]:
        """Return the job that looks at the forum of a board, none if that was done lately.

        The look counts from now on, so that no other board of the forum leads to another one.
        """
        if job.source.channel != Channel.BOARD or job.page > 1:
            return ()
        front = front_of(job.url)
        if front in await self._facts.now():
            return ()
        await self._keep(Forum(front=front, source_id=job.source.id))
        return [replace(job, url=front, beside=job.url, moved_to="", hops=0)]

    async def read(self, job: ListJob, fetched: Fetched) -> str:
        """Keep which boards the front page shows."""
        try:
            boards = await self._parsers.run(
                fetched.url,
                len(fetched.body),
                read_boards,
                fetched.body,
                fetched.url,
                fetched.headers,
                job.beside,
                job.source.charset,
            )
        except (CrawlerError, ExtractionError) as error:
            return str(error)
        found = {board.url: board.title for board in boards[:MAX_BOARDS]}
        await self._keep(Forum(front=job.url, source_id=job.source.id, boards=found))
        return ""

    async def _keep(self, forum: Forum) -> None:
        self._facts.add(forum.front, forum)
        await self._stores.learn(BOARDS, forum.front, forum.to_fact(), LOOK_SECONDS)
