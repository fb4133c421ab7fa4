"""The channel board: a forum's list of threads."""

from crawler.channels.fetched_list import FetchedList
from extractor.lists.boards import read_board
from extractor.results import Listing
from scheduler.jobs import SourceSpec


def read(page: FetchedList, source: SourceSpec) -> Listing:
    """Return the threads, each with a version that changes when it grows, and the board's next
    page.
    """
    return read_board(
        page.body, page.url, page.headers, patterns=source.patterns, charset=source.charset
    )
