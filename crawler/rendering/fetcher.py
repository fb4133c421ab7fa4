"""A fetcher that reads web pages in a browser, after another fetcher has fetched them."""

from crawler.fetcher import Fetched, PartFetcher
from crawler.rendering.browser import Browsers
from crawler.rendering.page_visit import PageVisit, is_web_page
from crawler.rendering.script_cache import ScriptCache
from crawler.robots import RobotsRules
from scheduler.jobs import SourceSpec
from storage.seen.port import Validators


class RenderingFetcher:
    """A ``crawler.fetcher.Fetcher`` whose web pages look as they do after their scripts have
    run.
    """

    def __init__(self, fetcher: PartFetcher, browsers: Browsers, most_bytes: int) -> None:
        self._fetcher = fetcher
        self._browsers = browsers
        self._most_bytes = most_bytes
        self._scripts = ScriptCache()

    async def fetch(
        self,
        url: str,
        *,
        source: SourceSpec | None = None,
        validators: Validators | None = None,  # noqa: ARG002 the port's signature
        stay_on_host: bool = False,
        rank: int = 0,
    ) -> Fetched:
        """See ``Fetcher.fetch``. What is not a web page comes as it is.

        The request is never conditional, because a page stays the same while its scripts show
        something new.
        """
        fetched = await self._fetcher.fetch(
            url, source=source, stay_on_host=stay_on_host, rank=rank
        )
        return (
            await self.read(fetched, source)
            if is_web_page(fetched.status, fetched.headers)
            else fetched
        )

    async def read(self, fetched: Fetched, source: SourceSpec | None) -> Fetched:
        """Return a fetched page as it looks after its scripts have run. Raises FetchFailed."""
        async with self._browsers.page() as page:
            visit = PageVisit(
                page,
                fetched,
                source,
                self._fetcher,
                self._scripts,
                seconds=self._browsers.options.seconds,
                most_bytes=self._most_bytes,
            )
            return await visit.read()

    async def robots_rules(self, url: str, *, source: SourceSpec | None = None) -> RobotsRules:
        """See ``Fetcher.robots_rules``."""
        return await self._fetcher.robots_rules(url, source=source)

    async def in_browser(self, fetched: Fetched, source: SourceSpec) -> Fetched | None:  # noqa: ARG002 the port's
        """See ``Fetcher.in_browser``: whatever it fetches was in one."""
        return None

    def has_room(self) -> bool:
        """See ``Fetcher.has_room``."""
        return self._fetcher.has_room()
