"""The channel sitemap."""

from crawler.channels.fetched_list import FetchedList
from extractor.lists.sitemaps import read_sitemap
from extractor.results import Listing
from scheduler.jobs import SourceSpec


def read(page: FetchedList, source: SourceSpec) -> Listing:
    """The pages that a pattern fits (all, without patterns); the sitemaps of an index are its ``children``."""
    return read_sitemap(page.body, page.url, page.collected, patterns=source.patterns)
