"""What goes wrong with browsers."""

from crawler.errors import CrawlerError
from crawler.failures import FetchFailed


class BrowserMissing(CrawlerError):
    """There is no browser for the pool *render*. The text says what to install."""


class RenderFailed(FetchFailed):
    """The page was fetched, but a browser could not read it."""
