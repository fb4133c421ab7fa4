"""The channel sitemap."""

from crawler.channels.fetched_list import FetchedList
from extractor.lists.sitemaps import read_sitemap
from extractor.results import Listing
from scheduler.jobs import SourceSpec


def read(page: FetchedList, source: SourceSpec) -> Listing:
    """Return the pages that match a pattern (all, without patterns).

    ``children`` are the sitemaps of an index.
    """
    return read_sitemap(page.body, page.url, page.headers, page.collected, patterns=source.patterns)
