"""The channel list: front pages and sections of sites."""

from crawler.channels.fetched_list import FetchedList
from extractor.lists.links import read_list_page
from extractor.results import Listing
from scheduler.jobs import SourceSpec


def read(page: FetchedList, source: SourceSpec) -> Listing:
    """Return the links that match a pattern (without patterns, those that look like articles) and
    the next page. Links have the dates that the list shows beside them.
    """
    return read_list_page(
        page.body,
        page.url,
        page.headers,
        patterns=source.patterns,
        charset=source.charset,
        collected=page.collected,
        time_zone=source.time_zone,
    )
