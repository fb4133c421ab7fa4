"""The channel search: result pages of a news search engine."""

from crawler.channels.fetched_list import FetchedList
from crawler.errors import UnknownChannel
from extractor.lists.search_results import RESULT_PARSERS, ResultParserOptions, read_results
from extractor.results import Listing
from scheduler.jobs import SourceSpec


def read(page: FetchedList, source: SourceSpec) -> Listing:
    """Return the results with title and time.

    Links through the engine's redirect stay as they are.
    """
    if source.result_parser not in RESULT_PARSERS:
        raise UnknownChannel("result parser", source.result_parser, tuple(RESULT_PARSERS))
    query = ResultParserOptions(
        source.result_parser, source.selectors, source.patterns, source.charset
    )
    return read_results(page.body, page.url, page.headers, page.collected, query)
