"""The channels: the ways in which the address of a source is read. One row each for those of the
core; features bring others.

``crawler/channels`` has a module for each, which reads a fetched list, and ``webui.labels`` its
name.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from hooks.answers import SourceChannel
from hooks.features import Features
from hooks.process import features


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
    """The channels of the core, in the order in which people choose from them."""

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


_OF_CORE: Mapping[str, ChannelTraits] = {channel.value: channel.traits for channel in Channel}


def channel_names() -> tuple[str, ...]:
    """Return the channels that sources may have here: those of the core, then those of features."""
    return (*_OF_CORE, *own_channels())


def own_channels() -> Mapping[str, SourceChannel]:
    """Return the channels that features bring, by their names."""
    return features().once(_of_features)


def _of_features(on: Features) -> Mapping[str, SourceChannel]:
    return {each.name: each for each in on.ask_for_all("channels")}


def channel_of(channel: str, result_parser: str) -> SourceChannel | None:
    """Return the channel of a feature that reads the lists of a source, None for the core's."""
    return result_channels().get(result_parser) or own_channels().get(channel)


def result_channels() -> Mapping[str, SourceChannel]:
    """Return the channels of features that also read what search engines answer, by their names."""
    return {name: own for name, own in own_channels().items() if own.reads_results}


def traits_of(name: str) -> ChannelTraits:
    """Return the traits of the channel with this name.

    A source or job may name a channel that is not known here: that of a later version, or of a
    feature that is off. Its lists are not read; until then it counts as a page of links.
    """
    if name in _OF_CORE:
        return _OF_CORE[name]
    own = own_channels().get(name)
    traits: ChannelTraits = own.traits if own else _LIST_PAGE
    return traits
