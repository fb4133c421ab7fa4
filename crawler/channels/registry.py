"""Read a fetched list through the channel of its source. Pure: no input or output."""

from collections.abc import Callable, Mapping

from crawler.channels import board, feed, list_page, search, sitemap
from crawler.channels.fetched_list import FetchedList
from crawler.errors import BadPattern, UnknownChannel
from extractor.errors import ExtractionError, UnusablePattern
from extractor.results import Listing
from scheduler.jobs import SourceSpec

_CHANNELS: Mapping[str, Callable[[FetchedList, SourceSpec], Listing]] = {
    "feed": feed.read,
    "search": search.read,
    "list": list_page.read,
    "board": board.read,
    "sitemap": sitemap.read,
}


def read_list(page: FetchedList, source: SourceSpec) -> Listing:
    """Read a fetched list as the source's channel says.

    If the bytes are not what the channel expects, ``problem`` of the result says so.

    Raises:
        UnknownChannel: The channel or the result parser does not exist. Only a change of the source
            helps.
        BadPattern: A URL pattern or CSS selector is invalid or too slow. Only a change of the
            source helps.
    """
    if source.channel not in _CHANNELS:
        raise UnknownChannel("channel", source.channel, tuple(_CHANNELS))
    try:
        return _CHANNELS[source.channel](page, source)
    except UnusablePattern as error:
        raise BadPattern(error.pattern, error.why, error.advice) from error
    except ExtractionError as error:
        return Listing(problem=str(error))
