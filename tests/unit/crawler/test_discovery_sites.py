"""A look-up of every host of the fake web, without a network: the right source must come first."""

import asyncio
import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from urllib.parse import urlsplit

import pytest

from crawler.discovery.discover import visit
from crawler.discovery.values import DiscoveryResult, DiscoveryStage, DiscoveryStep
from crawler.failures import FetchFailed, check_status
from crawler.fetcher import Fetched
from crawler.robots import RobotsRules
from fakeweb.hosts import all_sites
from fakeweb.ledger import ledger
from fakeweb.options import Options
from storage.outcomes import Outcome
from tests.unit.crawler.fetchers import FakeFetcher
from tests.unit.crawler.worker_stores import robots_cache
from tests.unit.fakeweb.shelf import Shelf

pytestmark = pytest.mark.slow

SITES = all_sites(7)
NEWS = [
    name
    for name, site in SITES.items()
    if site.kind in ("news", "blog") and site.name not in ("rubbish", "robots-500")
]
FORUMS = [name for name, site in SITES.items() if site.kind == "forum"]
FEEDS = re.compile(r"/(?:rss\.xml|index\.rdf|atom\.xml|feed\.json)")
SITEMAPS = re.compile(r"/(?:news-)?sitemap.*")


class ShelfFetcher(FakeFetcher):
    """Answers from the pages of a fake web; paths that ``gone`` matches are not there."""

    def __init__(self, shelf: Shelf, gone: re.Pattern[str] | None = None) -> None:
        self._shelf = shelf
        self._gone = gone
        self._robots = robots_cache(self._download_robots)
        self.asked: list[str] = []

    async def robots_rules(self, url: str, **_: object) -> RobotsRules:
        return await self._robots.rules(url, None)

    async def _download_robots(self, url: str, _source: object) -> bytes:
        return (await self.fetch(url)).body

    async def fetch(self, url: str, **_: object) -> Fetched:
        self.asked.append(url)
        path = urlsplit(url).path
        if self._gone is not None and self._gone.fullmatch(path):
            raise FetchFailed(Outcome.GONE, "HTTP 404")
        response = self._shelf.get(url)
        check_status(response.status, "", 0.0)
        headers = {"content-type": response.content_type}
        return Fetched(url=url, status=response.status, headers=headers, body=response.body)


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return Shelf(Options(seed=7, stock=20))


@pytest.fixture
def look(shelf: Shelf) -> Callable[..., DiscoveryResult]:
    def run(name: str, gone: re.Pattern[str] | None = None, path: str = "/") -> DiscoveryResult:
        address = shelf.addresses.root(SITES[name]) + path
        return asyncio.run(visit(ShelfFetcher(shelf, gone), (address,), lambda _: None))

    return run


@pytest.fixture(scope="module")
def published(shelf: Shelf) -> dict[str, set[str]]:
    """The addresses of every host's pages, without what feeds add to them."""
    found: dict[str, set[str]] = defaultdict(set)
    for entry in ledger(shelf.addresses):
        found[entry["host"]] |= {bare(url) for url in (entry["url"], *entry["alternatives"])}
    return found


def bare(url: str) -> str:
    return re.sub(
        r"[?&](?:utm_\w+=[^&]*&?)+$",
        "",
        re.sub(r";jsessionid=\w+|[?&](?:sid|PHPSESSID)=\w+", "", url),
    )


# Where no article can be read, nothing tells which of the ways to them is the best.
@pytest.mark.parametrize("name", [name for name in NEWS if not SITES[name].withheld])
def test_a_feed_comes_first_where_there_is_one(
    look: Callable[..., DiscoveryResult], published: dict[str, set[str]], name: str
) -> None:
    first = look(name).proposals[0]
    assert first.channel == "feed"
    assert first.title == SITES[name].title
    assert {bare(link.url) for link in first.preview.links} <= published[SITES[name].host]
    assert first.newest is not None
    assert first.per_day is not None
    assert (first.per_day > 1) != SITES[name].is_still or SITES[name].fault


# The pages of the others show no article, so their list pages are worth less.
WHOLE = [name for name in NEWS if not SITES[name].gate and "teaser" not in SITES[name].features]


@pytest.mark.parametrize("name", WHOLE[::4])
def test_a_news_sitemap_comes_before_the_list_page(
    look: Callable[..., DiscoveryResult], name: str
) -> None:
    channels = [(proposal.channel, proposal.is_news) for proposal in look(name, FEEDS).proposals]
    assert channels[0] == ("sitemap", True)
    assert channels[1][0] == "list"
    assert ("sitemap", False) in channels[2:]


@pytest.mark.parametrize("name", NEWS)
def test_a_pattern_takes_the_articles_of_a_list_page_and_nothing_else(
    look: Callable[..., DiscoveryResult], shelf: Shelf, published: dict[str, set[str]], name: str
) -> None:
    first = look(name, re.compile(f"{FEEDS.pattern}|{SITEMAPS.pattern}")).proposals[0]
    assert first.channel == "list"
    assert first.title == SITES[name].title
    chosen = [choice for choice in first.patterns if choice.chosen]
    taken = {
        link.url
        for link in first.preview.links
        if any(re.search(c.pattern, link.url) for c in chosen)
    }
    known = published[SITES[name].host]
    assert {bare(url) for url in taken} <= known
    rules = asyncio.run(ShelfFetcher(shelf).robots_rules(first.address))
    listed = {bare(link.url) for link in first.preview.links if rules.allowed(link.url)}
    assert len(listed & known - {bare(url) for url in taken}) == 0
    denied = sum(not rules.allowed(url) for url in known)
    assert (
        sum(choice.taken for choice in chosen) >= min(20, shelf.world.count(SITES[name])) - denied
    )


def test_a_pattern_of_pages_that_robots_txt_denies_is_proposed_but_not_chosen(
    look: Callable[..., DiscoveryResult], shelf: Shelf
) -> None:
    first = look("keep-out", re.compile(f"{FEEDS.pattern}|{SITEMAPS.pattern}")).proposals[0]
    rules = asyncio.run(ShelfFetcher(shelf).robots_rules(first.address))
    denied = [choice for choice in first.patterns if choice.denied]
    assert denied
    assert not any(choice.chosen for choice in denied)
    for choice in first.patterns:
        assert choice.denied == sum(
            not rules.allowed(link.url) for link in choice.links
        ) or choice.taken > len(choice.links)
    assert any(choice.chosen for choice in first.patterns)


PAGED = "carpenters"


def test_a_list_that_goes_on_is_proposed_with_several_pages(
    look: Callable[..., DiscoveryResult],
) -> None:
    assert look(PAGED).proposals[0].max_pages > 1
    assert look("harbour-times", path="/rss.xml").proposals[0].max_pages == 1


def test_a_sitemap_has_the_name_of_its_site(look: Callable[..., DiscoveryResult]) -> None:
    found = look("harbour-times").proposals
    assert {each.title for each in found if each.channel == "sitemap"} == {
        SITES["harbour-times"].title
    }


@pytest.mark.parametrize("name", FORUMS)
def test_a_forum_is_a_board(
    look: Callable[..., DiscoveryResult], published: dict[str, set[str]], name: str
) -> None:
    first = look(name).proposals[0]
    assert first.channel == "board"
    assert first.title == SITES[name].title
    assert {link.url for link in first.preview.links} <= published[SITES[name].host]
    assert [sample.kept for sample in first.preview.samples] == [True] * 3


@pytest.mark.parametrize(
    "path",
    ["/rss.xml", "/index.rdf", "/atom.xml", "/feed.json", "/news-sitemap.xml", "/sitemap.xml"],
)
def test_what_is_typed_itself_comes_first(
    look: Callable[..., DiscoveryResult], shelf: Shelf, path: str
) -> None:
    first = look("harbour-times", path=path).proposals[0]
    assert first.address == shelf.addresses.root(SITES["harbour-times"]) + path
    assert first.channel == ("sitemap" if "sitemap" in path else "feed")


def test_a_moved_site_is_proposed_at_its_new_address(
    shelf: Shelf, look: Callable[..., DiscoveryResult]
) -> None:
    new = shelf.addresses.root(SITES[FORUMS[0]])

    class Moved(ShelfFetcher):
        async def fetch(self, url: str, **more: object) -> Fetched:
            here = url.replace("https://old.example", new)
            return replace(await super().fetch(here, **more), url=here)

    found = asyncio.run(visit(Moved(shelf), ("https://old.example/",), lambda _: None))
    assert found.proposals
    assert all(each.address.startswith(new) for each in found.proposals)


def test_a_broken_feed_is_not_proposed(shelf: Shelf) -> None:
    root, fetcher = shelf.addresses.root(SITES["rubbish"]), ShelfFetcher(shelf)
    found = asyncio.run(visit(fetcher, (root + "/",), lambda _: None))
    assert b"<rss>" in shelf.get(root + "/rss.xml").body
    assert root + "/rss.xml" in fetcher.asked
    assert {proposal.channel for proposal in found.proposals} == {"sitemap", "list"}


def test_an_article_is_not_a_source(look: Callable[..., DiscoveryResult], shelf: Shelf) -> None:
    article = next(
        entry for entry in ledger(shelf.addresses) if entry["host"] == "valley-courier.localhost"
    )
    found = look("valley-courier", path=urlsplit(article["url"]).path)
    assert "list" not in {proposal.channel for proposal in found.proposals}
    assert found.proposals[0].channel == "feed"


def test_nothing_at_an_address_is_said(look: Callable[..., DiscoveryResult]) -> None:
    found = look("bad-404", re.compile(f"{FEEDS.pattern}|{SITEMAPS.pattern}"), "/about/x")
    assert (found.proposals, found.outcome) == ((), Outcome.NO_LINKS)
    gone = look("bad-404", path="/nothing-here")
    assert (gone.outcome, gone.error) == (Outcome.GONE, "HTTP 404")


def test_a_look_tells_what_it_does_and_asks_for_little(shelf: Shelf) -> None:
    fetcher, told = ShelfFetcher(shelf), list[DiscoveryStep]()
    asyncio.run(visit(fetcher, (shelf.addresses.root(SITES["talbote"]) + "/",), told.append))
    assert [step.stage for step in told] == [
        DiscoveryStage.FETCHED,
        DiscoveryStage.CANDIDATES,
        DiscoveryStage.FOUND,
        DiscoveryStage.SAMPLES,
    ]
    assert len(fetcher.asked) <= 30
    assert len(set(fetcher.asked)) >= len(fetcher.asked) - 6
