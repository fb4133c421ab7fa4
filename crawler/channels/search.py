"""The channel search: result pages of a news search engine, or its results as a feed."""

from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

from crawler.channels.fetched_list import FetchedList
from crawler.errors import UnknownChannel
from extractor.lists.feeds import read_feed
from extractor.lists.patterns import Patterns
from extractor.lists.search_results import RESULT_PARSERS, ResultParserOptions, read_results
from extractor.results import Link, Listing
from scheduler.jobs import SourceSpec
from storage.keys import site_of

_FEED = "feed"
_TARGETS = ("url", "u", "target")
"""Where engines write the address of a result into their own links, which count the clicks."""


def read(page: FetchedList, source: SourceSpec) -> Listing:
    """Return the results with title and time.

    Links of result pages through the engine's redirect stay as they are.
    """
    if source.result_parser == _FEED:
        return _read_feed(page, source)
    if source.result_parser not in RESULT_PARSERS:
        raise UnknownChannel("result parser", source.result_parser, (*RESULT_PARSERS, _FEED))
    query = ResultParserOptions(
        source.result_parser, source.selectors, source.patterns, source.charset
    )
    return read_results(page.body, page.url, page.headers, page.collected, query)


def _read_feed(page: FetchedList, source: SourceSpec) -> Listing:
    """Return the entries as results, without what the engine says in place of their sites."""
    listing = read_feed(
        page.body,
        page.url,
        page.headers,
        page.collected,
        source.charset,
        time_zone=source.time_zone,
    )
    links = [_result(link, page.url) for link in listing.links]
    return Listing(links=Patterns(source.patterns).fitting(links), next_url=listing.next_url)


def _result(link: Link, engine: str) -> Link:
    return replace(link, url=_target(link.url, engine), content="", entry="")


def _target(url: str, engine: str) -> str:
    """Return where a link of the engine's own leads, if its address says so."""
    if site_of(url) != site_of(engine):
        return url
    values = dict(parse_qsl(urlsplit(url).query))
    named = (values.get(name, "") for name in _TARGETS)
    return next((each for each in named if each.startswith(("http://", "https://"))), url)
