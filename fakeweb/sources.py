"""Ready-made source definitions: everything that a crawler can use to collect the fake web."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from fakeweb import boards, lists
from fakeweb.feeds import FEED_LENGTH, FEEDS
from fakeweb.ledger import channel_kind
from fakeweb.model import Site
from fakeweb.paths import SHAPES
from fakeweb.urls import Addresses
from fakeweb.words.registry import LOCALES

Source = dict[str, Any]

_COMPLETE: Final = {"list", "board", "sitemap", "sitemap-gz"}
_SELECTORS: Final = {
    "result": "section.found",
    "link": "a.headline",
    "title": "a.headline",
    "time": ".when",
    "summary": ".teaser",
}
_ENGINES: Final = {
    "baidu": ("/ns?word={keyword}&tn=news&pn=0&rn=50", "baidu", {}),
    "360": ("/ns?q={keyword}&pn=1&rn=50", "360", {}),
    "generic": ("/find?q={keyword}&page=1&rn=50", "generic", _SELECTORS),
}


def sources(addresses: Addresses) -> list[Source]:
    """Return all sources as of now; those on misbehaving hosts have ``faulty: true``.

    The remaining sources reach every article on a well-behaved host: list pages and boards have one
    source per page, and a host whose feed or search answer is too short for its stock has its
    sitemap as a second source.
    """
    found: list[Source] = []
    for site in addresses.world.sites.values():
        if site.is_unlisted:
            continue
        found.extend(
            _of_engine(addresses, site) if site.kind == "engine" else _of_host(addresses, site)
        )
    return _told_apart(found)


def _told_apart(found: list[Source]) -> list[Source]:
    """Return the sources with a number added to each name that came before."""
    times: Counter[str] = Counter()
    for source in found:
        name = source["name"]
        times[name] += 1
        if times[name] > 1:
            source["name"] = f"{name} {times[name]}"
    return found


def _of_host(addresses: Addresses, site: Site) -> Iterator[Source]:
    for channel in site.channels:
        if not channel.startswith("search:"):
            yield from _of_channel(addresses, site, channel)
    if addresses.world.count(site) > FEED_LENGTH and not _COMPLETE & set(site.channels):
        yield _source(
            addresses, site, "sitemap", "/sitemap.xml", patterns=_patterns(addresses, site)
        )


def _of_channel(addresses: Addresses, site: Site, channel: str) -> Iterator[Source]:
    match channel_kind(channel):
        case "feed":
            yield _source(addresses, site, "feed", FEEDS[channel][0])
        case "sitemap":
            path = "/news-sitemap.xml" if channel == "sitemap-news" else "/sitemap.xml"
            yield _source(addresses, site, "sitemap", path, patterns=_patterns(addresses, site))
        case "list":
            for page in range(1, lists.page_count(addresses, site) + 1):
                yield _source(
                    addresses,
                    site,
                    "list",
                    lists.list_path(site, page),
                    patterns=_patterns(addresses, site),
                )
        case "board":
            patterns = [boards.style_of(site).thread_pattern]
            for page in range(1, boards.board_count(addresses.world, site) + 1):
                yield _source(
                    addresses, site, "board", boards.board_path(site, page), patterns=patterns
                )


def _of_engine(addresses: Addresses, site: Site) -> Iterator[Source]:
    path, parser, selectors = _ENGINES[site.layout]
    keywords = [topic.keyword for topic in LOCALES[site.lang].topics]
    source = _source(addresses, site, "search", path)
    yield {**source, "keywords": keywords, "result_parser": parser, "selectors": selectors}


def _source(
    addresses: Addresses, site: Site, channel: str, path: str, *, patterns: list[str] | None = None
) -> Source:
    return {
        "name": f"{site.title}, {channel}",
        "host": site.host,
        "channel": channel,
        "address": addresses.root(site) + path,
        "patterns": patterns or [],
        "keywords": [],
        "result_parser": "",
        "selectors": {},
        "time_zone": site.time_zone,
        "tags": [site.lang, site.kind, site.layout],
        "faulty": not site.well_behaved,
    }


def _patterns(addresses: Addresses, site: Site) -> list[str]:
    """Return regular expressions to search in the host's article addresses."""
    patterns = [SHAPES[site.shape].pattern]
    if "deny" in site.features:
        patterns.append(SHAPES["story"].pattern)
    if "base" in site.features:
        patterns = [r"\w+/story\d+-\d+"]
    return [pattern.replace("{port}", str(addresses.port)) for pattern in patterns]
