"""What the fetchers of tests share. Each adds ``fetch``."""

from crawler.fetcher import Fetched, Fetcher
from crawler.robots import RobotsRules
from scheduler.jobs import SourceSpec


class FakeFetcher(Fetcher):
    """There is always room, no browser, and a robots.txt that forbids nothing."""

    async def robots_rules(self, url: str, **_: object) -> RobotsRules:
        return RobotsRules("Newsloom")

    async def in_browser(self, fetched: Fetched, source: SourceSpec) -> Fetched | None:
        return None

    def has_room(self) -> bool:
        return True


def answer(url: str, body: str, media_type: str = "text/html") -> Fetched:
    """Return a page as fetched."""
    headers = {"content-type": media_type}
    return Fetched(url=url, status=200, headers=headers, body=body.encode())
