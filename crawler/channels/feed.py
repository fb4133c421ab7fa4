"""The channel feed: RSS, RDF, Atom, JSON Feed."""

from dataclasses import replace

from crawler.channels.fetched_list import FetchedList
from extractor.lists.feeds import read_feed
from extractor.lists.patterns import Patterns
from extractor.results import Listing
from scheduler.jobs import SourceSpec


def read(page: FetchedList, source: SourceSpec) -> Listing:
    """Return the entries with title, time and author; if the source has patterns, only those that
    match one.
    """
    patterns = Patterns(source.patterns)
    listing = read_feed(
        page.body,
        page.url,
        page.headers,
        page.collected,
        source.charset,
        time_zone=source.time_zone,
    )
    return replace(listing, links=patterns.fitting(listing.links))
