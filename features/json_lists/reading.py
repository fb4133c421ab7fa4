"""What workers, trials and discovery do for lists in JSON."""

from dataclasses import replace

from crawler.channels.fetched_list import FetchedList
from crawler.channels.reading import ChannelReading
from extractor.errors import ExtractionError
from extractor.lists.patterns import Patterns
from extractor.results import Listing
from features.json_lists.entries import read_json_list, view_json_list
from features.json_lists.loading import may_begin
from hooks.answers import Part
from scheduler.jobs import SourceSpec

_HEAD_BYTES = 2_000


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


class JsonReading(ChannelReading):
    """How lists in JSON are read."""

    def __init__(self) -> None:
        super().__init__(read)

    def recognised(self, page: FetchedList) -> Listing | None:
        """Return the entries of an answer that may be such a list."""
        head = page.body[:_HEAD_BYTES].lstrip()
        if not may_begin(head.decode("utf-8", "replace")):
            return None
        try:
            return read_json_list(page.body, page.url, page.headers, page.collected, {})
        except ExtractionError:
            return None

    def shown(self, page: FetchedList, source: SourceSpec) -> Part | None:
        """Return what has which part of an entry, and what else could."""
        try:
            view = view_json_list(
                page.body, page.headers, page.collected, source.selectors, source.charset
            )
        except ExtractionError:
            return None
        return Part(template="json_lists/view.html", context={"view": view}) if view else None
