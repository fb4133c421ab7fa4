"""Every way into the fake web, read without a network: what is found is what was published."""

import gzip
from collections.abc import Iterator
from datetime import UTC, datetime
from urllib.parse import quote, urlsplit

import pytest

from crawler.channels.fetched_list import FetchedList
from crawler.channels.registry import read_list
from extractor.results import Link, Listing
from fakeweb.boards import thread_path
from fakeweb.feeds import FEED_LENGTH
from fakeweb.lists import PAGE_LENGTH
from fakeweb.message import Request
from fakeweb.model import Site
from fakeweb.options import Options
from fakeweb.pages import Pages
from fakeweb.sources import Source, sources
from fakeweb.urls import Addresses
from fakeweb.world import World
from scheduler.jobs import SourceSpec
from storage.keys import canonical_url

NOW = 1_780_000_000
_WORLD = World(Options(stock=45), lambda: NOW)
ADDRESSES = Addresses(_WORLD, 8000)
PAGES = Pages(ADDRESSES)
SOURCES = {source["name"]: source for source in sources(ADDRESSES) if not source["faulty"]}


def fetch(url: str) -> FetchedList:
    parts = urlsplit(url)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    response = PAGES.respond(Request("GET", parts.hostname or "", target, {}))
    assert response.status == 200
    headers = {"content-type": response.content_type, **response.headers}
    body = (
        gzip.decompress(response.body) if "Content-Encoding" in response.headers else response.body
    )
    return FetchedList(
        url=url, body=body, headers=headers, collected=datetime.fromtimestamp(NOW, UTC)
    )


def visit(source: Source, url: str = "", *, patterns: bool = True, keyword: str = "") -> Listing:
    spec = SourceSpec(
        id=1,
        name=source["name"],
        channel=source["channel"],
        patterns=tuple(source["patterns"]) if patterns else (),
        result_parser=source["result_parser"],
        selectors=source["selectors"],
    )
    listing = read_list(fetch(url or source["address"].replace("{keyword}", quote(keyword))), spec)
    assert listing.problem == ""
    return listing


def of(channel: str) -> list[str]:
    return [name for name, source in SOURCES.items() if source["channel"] == channel]


def site_of(source: Source) -> Site:
    site = _WORLD.find(source["host"])
    assert site is not None
    return site


def published(site: Site, count: int | None = None, skip: int = 0) -> dict[str, int]:
    """Articles by canonical URL, newest first."""
    return {
        canonical_url(ADDRESSES.article(site, index)): index
        for index in _WORLD.newest(site, count, skip)
    }


def found(links: tuple[Link, ...]) -> dict[str, Link]:
    return {canonical_url(link.url): link for link in links}


@pytest.mark.parametrize("name", of("feed"))
def test_feeds(name: str) -> None:
    site = site_of(SOURCES[name])
    links, expected = found(visit(SOURCES[name]).links), published(site, FEED_LENGTH)
    assert list(links) == list(expected)
    for url, index in expected.items():
        text, link = _WORLD.text(site, index), links[url]
        assert (link.title, link.author) == (text.title, text.author)
        assert link.published == datetime.fromtimestamp(_WORLD.published(site, index), UTC)


@pytest.mark.parametrize("patterns", [True, False])
@pytest.mark.parametrize("name", of("list"))
def test_list_pages(name: str, patterns: bool) -> None:
    site, page = site_of(SOURCES[name]), 1 if SOURCES[name]["address"].endswith("/") else 2
    listing = visit(SOURCES[name], patterns=patterns)
    links, expected = found(listing.links), published(site, PAGE_LENGTH, (page - 1) * PAGE_LENGTH)
    assert list(links) == list(expected)
    assert all(links[url].title == _WORLD.title(site, index) for url, index in expected.items())
    following = [source["address"] for source in SOURCES.values() if source["host"] == site.host][
        page:
    ]
    assert listing.next_url == next(iter(following), "")


@pytest.mark.parametrize("name", of("sitemap"))
def test_sitemaps(name: str) -> None:
    site, listing = site_of(SOURCES[name]), visit(SOURCES[name])
    links = [
        *listing.links,
        *(link for child in listing.children for link in visit(SOURCES[name], child.url).links),
    ]
    expected = published(site)
    assert set(found(tuple(links))) == set(expected)
    for url, link in found(tuple(links)).items():
        assert link.published == datetime.fromtimestamp(_WORLD.published(site, expected[url]), UTC)


@pytest.mark.parametrize("patterns", [True, False])
@pytest.mark.parametrize("host", sorted({SOURCES[name]["host"] for name in of("board")}))
def test_boards(host: str, patterns: bool) -> None:
    source = next(source for source in SOURCES.values() if source["host"] == host)
    links = [link for listing in _follow(source, patterns) for link in listing.links]
    site = site_of(source)
    expected = {
        ADDRESSES.root(site) + thread_path(site, index): index
        for index in range(_WORLD.count(site))
    }
    assert len(links) == len(expected)
    for link in links:
        index = expected[link.url]
        assert link.title == _WORLD.title(site, index)
        assert link.version.startswith(f"{len(_WORLD.thread(site, index).times) - 1} ")


def _follow(source: Source, patterns: bool) -> Iterator[Listing]:
    url = source["address"]
    while url:
        listing = visit(source, url, patterns=patterns)
        yield listing
        url = listing.next_url


@pytest.mark.parametrize("name", of("search"))
def test_search(name: str) -> None:
    source = SOURCES[name]
    engine = site_of(source)
    sites = [site for site in _WORLD.sites.values() if f"search:{engine.name}" in site.channels]
    for keyword in source["keywords"]:
        asked = keyword.lower()
        hits = {
            _WORLD.text(site, index).title: _WORLD.published(site, index)
            for site in sites
            for index in range(_WORLD.count(site))
            if asked in f"{_WORLD.text(site, index).title} {_WORLD.text(site, index).body}".lower()
        }
        listings = list(
            _follow(
                {**source, "address": source["address"].replace("{keyword}", quote(keyword))}, False
            )
        )
        links = [link for listing in listings for link in listing.links]
        assert sorted(link.title for link in links) == sorted(hits)
        for link in links:
            assert link.published is not None
            assert 0 <= (link.published.timestamp() - hits[link.title]) < 86_400


def test_rubbish_is_a_problem() -> None:
    rubbish = next(source for source in sources(ADDRESSES) if source["host"] == "rubbish.localhost")
    spec = SourceSpec(id=1, name="rubbish", channel="feed")
    assert "no" in read_list(fetch(rubbish["address"]), spec).problem
