"""Obeys robots.txt (RFC 9309), also after redirects."""

from typing import Self

from scrapy import Request
from scrapy.crawler import Crawler

from crawler.failures import FetchFailed
from crawler.robots import RobotsCache
from storage.outcomes import Outcome

ROBOTS = "newsloom_robots"


class RobotsMiddleware:
    """Asks the rules that the request carries in ``meta``; a request without rules goes through."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:  # noqa: ARG003 Scrapy's signature
        """Build it; it has no settings."""
        return cls()

    async def process_request(self, request: Request) -> None:
        """Raise FetchFailed (robots) for a path that the host does not want visited."""
        robots: RobotsCache | None = request.meta.get(ROBOTS)
        if robots and not (await robots.rules(request.url)).allowed(request.url):
            raise FetchFailed(Outcome.ROBOTS, f"robots.txt of the host forbids {request.url[:200]}")
