"""Read a fetched list through the channel of its source. Pure: no input or output."""

from collections.abc import Callable, Mapping

from crawler.channels import board, feed, json_list, list_page, newsletter, search, sitemap
from crawler.channels.fetched_list import FetchedList
from crawler.errors import BadPattern, UnknownChannel
from extractor.errors import ExtractionError, UnusablePattern
from extractor.results import Listing
from scheduler.jobs import SourceSpec
from storage.channels import CHANNELS, Channel

READERS: Mapping[str, Callable[[FetchedList, SourceSpec], Listing]] = {
    Channel.FEED: feed.read,
    Channel.SEARCH: search.read,
    Channel.LIST: list_page.read,
    Channel.BOARD: board.read,
    Channel.SITEMAP: sitemap.read,
    Channel.JSON: json_list.read,
    Channel.NEWSLETTER: newsletter.read,
}
"""The module of each channel."""


def read_list(page: FetchedList, source: SourceSpec) -> Listing:
    """Read a fetched list as the source's channel says.

    If the bytes are not what the channel expects, ``problem`` of the result says so.

    Raises:
        UnknownChannel: The channel or the result parser does not exist. Only a change of the source
            helps.
        BadPattern: A URL pattern or a selector is invalid or too slow. Only a change of the
            source helps.
    """
    if source.channel not in READERS:
        raise UnknownChannel("channel", source.channel, CHANNELS)
    try:
        return READERS[source.channel](page, source)
    except UnusablePattern as error:
        raise BadPattern(error.pattern, error.why, error.advice) from error
    except ExtractionError as error:
        return Listing(problem=str(error))
