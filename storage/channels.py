"""The channels: the ways in which the address of a source is read. One row each.

``crawler/channels`` has a module for each, which reads a fetched list, and ``webui.labels`` its
name.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Self


@dataclass(frozen=True, kw_only=True)
class ChannelTraits:
    """What follows from the channel of a source. The defaults hold for a page of links."""

    page_kind: str = ""
    """The kind of its pages, "article" or "thread"; "" if each page has to be classified."""
    is_data: bool = False
    """Its lists are data, in which no script of a page takes part: no browser reads them."""
    keeps_all_links: bool = False
    """None of its links is left out as part of a trap: its lists have an end, and their links may
    be other addresses of pages that a list has found first.
    """
    has_rough_dates: bool = False
    """Its lists date links in words such as "3 hours ago", for readers alone, or by the last change
    of the page; dates on the pages are better.
    """
    reads_to_end: bool = False
    """A visit reads on to what the last one has read, new or not, whatever pages the source names:
    its lists have an end, and what is in none of them later is lost.
    """
    shows_newest: bool = False
    """Its lists show the newest articles of the site, so that two such sources of one site can be
    compared.
    """


_LIST_PAGE = ChannelTraits()


class Channel(StrEnum):
    """The channels, in the order in which people choose from them."""

    _value_: str
    traits: ChannelTraits

    def __new__(cls, value: str, traits: ChannelTraits = _LIST_PAGE) -> Self:
        """Make a member of its value; the traits are no part of what is stored or compared."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.traits = traits
        return member

    FEED = (
        "feed",
        ChannelTraits(page_kind="article", is_data=True, keeps_all_links=True, shows_newest=True),
    )
    SEARCH = "search", ChannelTraits(has_rough_dates=True)
    LIST = "list", ChannelTraits(has_rough_dates=True, shows_newest=True)
    BOARD = "board", ChannelTraits(page_kind="thread")
    SITEMAP = "sitemap", ChannelTraits(is_data=True, has_rough_dates=True)
    JSON = "json", ChannelTraits(is_data=True, keeps_all_links=True, shows_newest=True)
    NEWSLETTER = (
        "newsletter",
        ChannelTraits(is_data=True, keeps_all_links=True, has_rough_dates=True, reads_to_end=True),
    )


CHANNELS = tuple(channel.value for channel in Channel)


def traits_of(name: str) -> ChannelTraits:
    """Return the traits of the channel with this name.

    A source or job of a later version may name a channel that is not known here. Its lists are
    refused when they are read; until then it counts as a page of links.
    """
    return Channel(name).traits if name in CHANNELS else _LIST_PAGE
