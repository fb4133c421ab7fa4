"""The pool *render*: workers with browsers."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from django.utils.translation import gettext_lazy as _

from crawler.fetcher import Fetcher, PartFetcher
from crawler.stores import WorkerStores
from features.rendering.policy import POOL, RenderPolicy
from features.rendering.settings import RenderingSettings
from hooks.answers import PageKeeper
from storage.settings import Settings


class RenderPool:
    """A ``hooks.answers.WorkerPool``."""

    feature = "rendering"
    name = POOL
    label = _("Pages for a browser")

    def policy(self, stores: WorkerStores, *, is_member: bool) -> RenderPolicy:
        """See ``WorkerPool.policy``."""
        return RenderPolicy(stores, is_browser=is_member)

    def jobs_at_once(self, settings: Settings) -> int:
        """See ``WorkerPool.jobs_at_once``: each page has a browser of its own."""
        return settings.of(RenderingSettings).pages

    @asynccontextmanager
    async def fetcher(
        self, fetcher: PartFetcher, settings: Settings, keeper: PageKeeper | None
    ) -> AsyncIterator[Fetcher]:
        """See ``WorkerPool.fetcher``. Raises BrowserMissing."""
        from features.rendering.browser import BrowserOptions, Browsers
        from features.rendering.fetcher import RenderingFetcher

        async with Browsers(BrowserOptions.of(settings)) as browsers:
            yield RenderingFetcher(fetcher, browsers, settings.max_page_bytes, keeper)

    def visitor(
        self, fetcher: PartFetcher, settings: Settings
    ) -> AbstractAsyncContextManager[PartFetcher]:
        """See ``WorkerPool.visitor``."""
        from features.rendering.visit_fetcher import VisitFetcher

        return VisitFetcher(fetcher, settings)
