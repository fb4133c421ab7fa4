"""Obey robots.txt (RFC 9309), also after redirects; download only the part that counts."""

from typing import Self

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import StopDownload
from scrapy.http import Response

from crawler.downloader.middlewares.turns import CRAWL_DELAY
from crawler.failures import FetchFailed
from crawler.robots import RobotsCache
from storage.outcomes import Outcome

ROBOTS = "newsloom_robots"
ROBOTS_BYTES = "newsloom_robots_bytes"
"""In ``meta`` of a request for a robots.txt: how many more bytes to download."""
SOURCE = "newsloom_source"
"""In ``meta`` of a request with ``ROBOTS``: the source, None for a trial without one."""
_STOPPED = "download_stopped"  # Scrapy's flag of a response that StopDownload ended


class RobotsMiddleware:
    """Checks the request against the rules in its ``meta``; lets requests without rules pass."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Build it and let it count the bytes of each robots.txt."""
        crawler.signals.connect(_stop_at_limit, signals.bytes_received)
        return cls()

    async def process_request(self, request: Request) -> None:
        """Raise FetchFailed (robots) for a path that the host's robots.txt forbids."""
        robots: RobotsCache | None = request.meta.get(ROBOTS)
        if robots is None:
            return
        rules = await robots.rules(request.url, request.meta[SOURCE])
        request.meta[CRAWL_DELAY] = rules.delay_seconds()
        if not rules.allowed(request.url):
            await robots.note_forbidden(request.url)
            raise FetchFailed(Outcome.ROBOTS, f"the host's robots.txt forbids {request.url[:200]}")

    def process_response(self, request: Request, response: Response) -> Response:
        """Return the response.

        A robots.txt that was cut at its limit is complete as far as it counts.
        """
        if request.meta.get(ROBOTS_BYTES, 1) > 0:
            return response
        return response.replace(flags=[flag for flag in response.flags if flag != _STOPPED])


def _stop_at_limit(data: bytes, request: Request) -> None:
    if ROBOTS_BYTES not in request.meta:
        return
    request.meta[ROBOTS_BYTES] -= len(data)
    if request.meta[ROBOTS_BYTES] <= 0:
        raise StopDownload(fail=False)
