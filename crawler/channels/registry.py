"""Find how the lists of a channel are read, and read them. Pure: no input or output."""

from collections.abc import Mapping

from crawler.channels import board, feed, json_list, list_page, search, sitemap
from crawler.channels.fetched_list import FetchedList
from crawler.channels.reading import ChannelReading
from crawler.errors import BadPattern, UnknownChannel
from extractor.errors import ExtractionError, UnusablePattern
from extractor.results import Listing
from hooks.process import features
from scheduler.jobs import SourceSpec
from storage.channels import Channel, channel_names, own_channels

_READINGS: Mapping[str, ChannelReading] = {
    Channel.FEED: ChannelReading(feed.read),
    Channel.SEARCH: ChannelReading(search.read),
    Channel.LIST: ChannelReading(list_page.read),
    Channel.BOARD: ChannelReading(board.read),
    Channel.SITEMAP: ChannelReading(sitemap.read),
    Channel.JSON: ChannelReading(json_list.read),
}
"""The module of each channel of the core."""


def reading_of(channel: str) -> ChannelReading:
    """Return how the lists of a channel are read.

    Raises UnknownChannel: none that is on has this name.
    """
    if channel in _READINGS:
        return _READINGS[channel]
    own = own_channels().get(channel)
    if own is None:
        raise UnknownChannel("channel", channel, channel_names(), features().off)
    reading: ChannelReading = own.reading()
    return reading


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
    reading = reading or reading_of(source.channel)
    try:
        return reading.read(page, source)
    except UnusablePattern as error:
        raise BadPattern(error.pattern, error.why, error.advice) from error
    except ExtractionError as error:
        return Listing(problem=str(error))
