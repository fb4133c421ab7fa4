"""The channel json: answers of programming interfaces that hold a list of entries."""

from dataclasses import replace

from crawler.channels.fetched_list import FetchedList
from extractor.lists.json_list.reading import read_json_list
from extractor.lists.patterns import Patterns
from extractor.results import Listing
from scheduler.jobs import SourceSpec


def read(page: FetchedList, source: SourceSpec) -> Listing:
    """Return the entries with title, time and author; if the source has patterns, only those that
    match one. What its selectors do not name is found.
    """
    patterns = Patterns(source.patterns)
    listing = read_json_list(
        page.body,
        page.url,
        page.headers,
        page.collected,
        source.selectors,
        charset=source.charset,
        time_zone=source.time_zone,
    )
    return replace(listing, links=patterns.fitting(listing.links))
