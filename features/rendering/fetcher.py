"""A fetcher that reads web pages in a browser, after another fetcher has fetched them."""

from dataclasses import replace

from crawler.fetcher import Fetched, PartFetcher
from crawler.robots import RobotsRules
from features.rendering.browser import Browsers
from features.rendering.page_visit import PageVisit, is_web_page
from features.rendering.script_cache import ScriptCache
from hooks.answers import PageKeeper
from scheduler.jobs import SourceSpec
from storage.seen.port import Validators


class RenderingFetcher:
    """A ``crawler.fetcher.Fetcher`` whose web pages look as they do after their scripts have
    run.
    """

    def __init__(
        self,
        fetcher: PartFetcher,
        browsers: Browsers,
        most_bytes: int,
        keeper: PageKeeper | None = None,
    ) -> None:
        """Take a picture of each page that is kept as it came.

        Args:
            fetcher: Fetches pages and what they ask for.
            browsers: Reads the pages.
            most_bytes: The largest page.
            keeper: Keeps pages, and says whose.
        """
        self._fetcher = fetcher
        self._browsers = browsers
        self._most_bytes = most_bytes
        self._keeper = keeper
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
        if is_web_page(fetched.status, fetched.headers):
            return await self.read(fetched, source)
        return fetched

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
            found = await visit.read()
            if self._keeps(source):
                return replace(found, picture=await visit.picture())
            return found

    def _keeps(self, source: SourceSpec | None) -> bool:
        """Return whether the pages of a source are kept as they came."""
        return self._keeper is not None and source is not None and self._keeper.wants(source)

    async def robots_rules(self, url: str, *, source: SourceSpec | None = None) -> RobotsRules:
        """See ``Fetcher.robots_rules``."""
        return await self._fetcher.robots_rules(url, source=source)

    async def in_browser(self, fetched: Fetched, source: SourceSpec) -> Fetched | None:  # noqa: ARG002 the port's
        """See ``Fetcher.in_browser``: whatever it fetches was in one."""
        return None

    def has_room(self) -> bool:
        """See ``Fetcher.has_room``."""
        return self._fetcher.has_room()
