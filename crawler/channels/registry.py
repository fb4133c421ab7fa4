"""Find how the lists of a channel are read, and read them. Pure: no input or output."""

from collections.abc import Mapping

from crawler.channels import board, feed, list_page, search, sitemap
from crawler.channels.fetched_list import FetchedList
from crawler.channels.reading import ChannelReading
from crawler.errors import BadPattern, UnknownChannel
from extractor.errors import ExtractionError, UnusablePattern
from extractor.results import Listing
from hooks.process import features
from scheduler.jobs import SourceSpec
from storage.channels import Channel, channel_names, channel_of
from storage.database.sources.source_config import result_parsers

_READINGS: Mapping[str, ChannelReading] = {
    Channel.FEED: ChannelReading(feed.read),
    Channel.SEARCH: ChannelReading(search.read),
    Channel.LIST: ChannelReading(list_page.read),
    Channel.BOARD: ChannelReading(board.read),
    Channel.SITEMAP: ChannelReading(sitemap.read),
}
"""The module of each channel of the core."""


def reading_of(channel: str, result_parser: str = "") -> ChannelReading:
    """Return how the lists of a channel are read, or the results of a search engine.

    Raises UnknownChannel: no channel or result parser that is on has this name.
    """
    # First those of features, which may bring a result parser for a channel of the core.
    if own := channel_of(channel, result_parser):
        reading: ChannelReading = own.reading()
        return reading
    if channel not in _READINGS:
        raise UnknownChannel("channel", channel, channel_names(), features().off)
    if result_parser and result_parser not in result_parsers():
        raise UnknownChannel("result parser", result_parser, result_parsers(), features().off)
    return _READINGS[channel]


def read_list(
    page: FetchedList, source: SourceSpec, reading: ChannelReading | None = None
) -> Listing:
    """Read a fetched list as the source's channel says, whose ``reading`` may be known.

    If the bytes are not what the channel expects, ``problem`` of the result says so.

    Raises:
        UnknownChannel: The channel or the result parser does not exist. Only a change of the source
            helps, or of the features that are on.
        BadPattern: A URL pattern or a selector is invalid or too slow. Only a change of the
            source helps.
    """
    reading = reading or reading_of(source.channel, source.result_parser)
    try:
        return reading.read(page, source)
    except UnusablePattern as error:
        raise BadPattern(error.pattern, error.why, error.advice) from error
    except ExtractionError as error:
        return Listing(problem=str(error))
