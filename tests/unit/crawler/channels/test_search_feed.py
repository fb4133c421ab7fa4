"""Results of a search engine as a feed."""

from datetime import UTC, datetime

from crawler.channels.fetched_list import FetchedList
from crawler.channels.registry import read_list
from scheduler.jobs import SourceSpec

ENGINE = "https://news.engine.example/search?q=flood&format=rss"
FEED = """<?xml version="1.0"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>flood - news</title><atom:link rel="hub" href="https://hub.example/"/>{items}</channel></rss>"""
ITEM = """<item><title>{title}</title><link>{link}</link><guid>{link}</guid>
<pubDate>Fri, 20 Nov 2026 08:30:00 GMT</pubDate><description>{text}</description></item>"""


def results(*items: str, patterns: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    body = FEED.replace("{items}", "".join(items)).encode()
    listing = read_list(page(body), spec(patterns))
    assert all(
        link.published == datetime(2026, 11, 20, 8, 30, tzinfo=UTC) for link in listing.links
    )
    # What an engine says of a page is neither its text nor its name, and the hub is not the sites'.
    assert not any(link.content or link.entry for link in listing.links)
    assert listing.hub is None
    return [(link.title, link.url) for link in listing.links]


def page(body: bytes) -> FetchedList:
    return FetchedList(
        url=ENGINE, body=body, headers={"content-type": "text/xml"}, collected=datetime.now(UTC)
    )


def spec(patterns: tuple[str, ...] = ()) -> SourceSpec:
    return SourceSpec(
        id=1, name="Engine", channel="search", result_parser="feed", patterns=patterns
    )


def item(title: str, link: str) -> str:
    return ITEM.format(title=title, link=link, text="A teaser. " * 200)


def test_entries_are_results_wherever_they_lead() -> None:
    counted = "https://news.engine.example/click?ref=x&amp;url=https%3a%2f%2fpaper.example%2fflood%3fid%3d7"
    assert results(
        item("Flood", "https://paper.example/a"),
        item("Flood again", counted),
        item("Explained", "https://news.engine.example/about?url=nowhere"),
    ) == [
        ("Flood", "https://paper.example/a"),
        ("Flood again", "https://paper.example/flood?id=7"),
        ("Explained", "https://news.engine.example/about?url=nowhere"),
    ]


def test_patterns_choose_among_results_by_where_they_lead() -> None:
    chosen = results(
        item("A", "https://paper.example/news/1"),
        item("B", "https://news.engine.example/click?url=https://other.example/news/2"),
        patterns=("https://paper.example/",),
    )
    assert [title for title, _ in chosen] == ["A"]


def test_a_keyword_without_hits_has_an_empty_list_and_a_refusal_is_none() -> None:
    assert results() == []
    refused = read_list(page(b"<html><title>Are you a robot?</title></html>"), spec())
    assert "this is not an RSS, Atom or JSON feed" in refused.problem
