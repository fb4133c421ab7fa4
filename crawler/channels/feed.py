"""The channel feed: RSS, RDF, Atom, JSON Feed."""

from dataclasses import replace

from crawler.channels.fetched_list import FetchedList
from extractor.lists.feeds import read_feed
from extractor.lists.patterns import Patterns
from extractor.results import Listing
from scheduler.jobs import SourceSpec


def read(page: FetchedList, source: SourceSpec) -> Listing:
    """The entries of a feed, with title, time and author; of these the ones that a pattern fits, if there are any."""
    patterns = Patterns(source.patterns)
    listing = read_feed(page.body, page.url, page.headers, page.collected, source.charset)
    return replace(listing, links=patterns.fitting(listing.links))
