"""Let every request wait for its host's turn: those of redirects, robots.txt and trials too."""

from typing import Any, Self

from scrapy import Request
from scrapy.crawler import Crawler

from crawler.failures import TooEarly
from crawler.turns import Turns
from storage.keys import host_of

TURNS = "TURNS"
"""The key of the process's ``Turns`` among the settings of Scrapy."""
PACE = "newsloom_pace"
"""In ``meta`` of a request: least seconds between two requests to one host."""
CRAWL_DELAY = "newsloom_crawl_delay"
"""In ``meta``: the crawl delay that the request's host asks for, in seconds."""
STARTED = "newsloom_started"
"""In ``meta``: when (``time.monotonic``) the fetch started."""
PATIENCE = "newsloom_patience"
"""In ``meta``: the ``Patience`` of a request that waits longer or shorter than others."""
RANK = "newsloom_rank"
"""In ``meta``: the rank of the request among those that wait; 0 without it."""
TURN = "newsloom_turn"
"""In ``meta``: the ``Turn`` that the request has."""


REDIRECTS = "newsloom_redirects"
"""In ``meta``: the redirects that led to the request."""


class TurnMiddleware:
    """Takes a turn for each request that the middlewares before it let pass."""

    def __init__(self, turns: Turns) -> None:
        self._turns = turns

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Build it from the turns in Scrapy's settings."""
        return cls(crawler.settings[TURNS])

    async def process_request(self, request: Request) -> None:
        """Take the host's turn, or raise TooEarly."""
        meta: dict[str, Any] = request.meta
        interval = max(meta[PACE], meta.pop(CRAWL_DELAY, 0.0))
        is_first = TURN not in meta
        try:
            meta[TURN] = await self._turns.take(
                host_of(request.url),
                interval,
                meta[STARTED],
                is_first=is_first,
                patience=meta.get(PATIENCE),
                rank=meta.get(RANK, 0),
            )
        except TooEarly as early:
            early.url = request.url
            early.redirects = meta.get(REDIRECTS, ())
            raise
