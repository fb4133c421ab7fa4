"""What a look-up decides without a network: addresses, estimates, order."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.discovery.addresses import (
    AddressProblem,
    feed_candidates,
    news_first,
    section_candidates,
    sitemap_candidates,
    typed_addresses,
)
from crawler.discovery.estimates import interval_seconds, per_day_of_dates, per_day_of_places
from crawler.discovery.ranking import ranked
from crawler.discovery.values import FoundBy, Proposal
from crawler.preview import Preview
from crawler.samples import SamplePage, SampleRequest, spread
from extractor.lists.anchors import ListPage, open_page
from extractor.results import Link
from storage.outcomes import Outcome

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
FRONT = "https://www.example.org/"


def page(html: str, url: str = FRONT) -> ListPage:
    return open_page(f"<html><body>{html}</body></html>".encode(), {}, url)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (" example.org ", ("https://example.org/", "http://example.org/")),
        ("example.org:8080/a?b", ("https://example.org:8080/a?b", "http://example.org:8080/a?b")),
        ("//example.org/a", ("https://example.org/a", "http://example.org/a")),
        ("feed://example.org/rss", ("http://example.org/rss",)),
        ("feed:https://example.org/rss", ("https://example.org/rss",)),
        ("localhost:8000", ("https://localhost:8000/", "http://localhost:8000/")),
        ("HTTP://Example.org/x", ("HTTP://Example.org/x",)),
        ("<https://example.org/news/>", ("https://example.org/news/",)),
        ("新闻.example/滚动", ("https://新闻.example/滚动", "http://新闻.example/滚动")),
        ("", AddressProblem.EMPTY),
        ("ftp://example.org/", AddressProblem.NO_WEB),
        ("javascript:alert(1)", AddressProblem.NO_WEB),
        ("imaps://imap.example.org/INBOX", AddressProblem.OTHER_SCHEME),
        ("file:///etc/passwd", AddressProblem.NO_WEB),
        ("https://me:secret@example.org/", AddressProblem.PASSWORD),
        ("two words", AddressProblem.MALFORMED),
        ("nothing", AddressProblem.MALFORMED),
        ("https://[::1", AddressProblem.MALFORMED),
        ("https://example.org:99999/", AddressProblem.MALFORMED),
    ],
)
def test_what_a_person_types(text: str, expected: object) -> None:
    assert typed_addresses(text) == expected


@pytest.mark.slow
@given(st.text(max_size=60))
def test_whatever_is_typed_is_an_address_or_a_problem(text: str) -> None:
    found = typed_addresses(text)
    assert isinstance(found, AddressProblem) or all(
        url.lower().startswith(("http://", "https://")) for url in found
    )


def test_declared_feeds_spare_the_usual_places() -> None:
    head = (
        '<link rel="alternate" type="application/rss+xml" href="/a.xml"><link rel=alternate '
        "type=text/html href=/de/>"
    )
    found = feed_candidates(
        page(f'{head}<a href="/feeds/sport.xml">RSS</a><a href="/feedback/">Say</a>')
    )
    assert found == [
        ("https://www.example.org/a.xml", FoundBy.DECLARED),
        ("https://www.example.org/feeds/sport.xml", FoundBy.LINKED),
    ]


@pytest.mark.parametrize(
    "declared",
    [
        "rel=alternate type='text/rss+xml' href=/a.xml",
        "rel=alternate type='application/x-atom+xml' href=/a.xml",
        "rel=alternate type='application/rss+xml; charset=utf-8' href=/a.xml",
        "rel=alternate type='application/xml' href=/a.xml",
        "rel='FEED' href=/a.xml",
        "rel=alternate type='application/rss+xml' href='feed:https://www.example.org/a.xml'",
    ],
)
def test_feeds_are_declared_in_many_ways(declared: str) -> None:
    embedded = "<link rel=alternate type='application/json+oembed' href=/o.json>"
    found = feed_candidates(page(f"{embedded}<link {declared}>"))
    assert found == [("https://www.example.org/a.xml", FoundBy.DECLARED)]


def test_a_feed_may_be_declared_in_the_headers() -> None:
    headers = {
        "link": '</main.css>; rel=preload; as=style, <feed.atom>; type="Application/Atom+xml"; '
        'title="News, daily"; rel="me ALTERNATE", </de/>; rel=alternate; hreflang=de'
    }
    declared = [("https://www.example.org/feed.atom", FoundBy.DECLARED)]
    assert feed_candidates(page(""), headers) == declared


def test_without_a_declared_feed_the_usual_places_are_tried() -> None:
    found = feed_candidates(
        page('<a href="/x?format=rss&y">RSS</a><a href="/a?utm_source=feed">A</a>')
    )
    assert found[0] == ("https://www.example.org/x?format=rss&y", FoundBy.LINKED)
    assert {by for _, by in found[1:]} == {FoundBy.USUAL}
    assert ("https://www.example.org/feed", FoundBy.USUAL) in found


def test_sitemaps_of_robots_come_instead_of_guesses_and_those_of_news_first() -> None:
    named = [
        "https://www.example.org/s1.xml",
        "https://www.example.org/news.xml",
        "https://evil.example/s.xml",
    ]
    assert sitemap_candidates(FRONT, named) == [
        ("https://www.example.org/news.xml", FoundBy.ROBOTS),
        ("https://www.example.org/s1.xml", FoundBy.ROBOTS),
    ]
    assert {by for _, by in sitemap_candidates(FRONT, [])} == {FoundBy.USUAL}


@pytest.mark.parametrize(
    ("children", "best"),
    [
        (["/pages.xml", "/google-news.xml", "/posts.xml"], "/google-news.xml"),
        (["/pages.xml", "/posts-2.xml"], "/posts-2.xml"),
        (["/1.xml", "/2.xml"], "/1.xml"),
    ],
)
def test_the_part_of_an_index_that_holds_what_is_new(children: list[str], best: str) -> None:
    assert news_first([Link(url=url) for url in children]) == best


def test_sections_are_the_short_links_of_a_front_page() -> None:
    menu = (
        '<a href="/world/">World</a><a href="/">Home</a><a href="/login">Log in</a><a '
        'href="/?page=2">Next</a>'
    )
    assert section_candidates(page(menu)) == [("https://www.example.org/world/", FoundBy.SECTION)]
    assert section_candidates(page(menu, f"{FRONT}world/")) == []


def test_a_pace_is_counted_up_to_now() -> None:
    hourly = [NOW - timedelta(hours=hour) for hour in range(1, 25)]
    assert per_day_of_dates(hourly, NOW) == pytest.approx(24, rel=0.1)
    silent = [date - timedelta(days=9) for date in hourly]
    assert per_day_of_dates(silent, NOW) == pytest.approx(2.4, rel=0.1)
    pinned = [*hourly, NOW - timedelta(days=700)]
    assert per_day_of_dates(pinned, NOW) == pytest.approx(24, rel=0.15)
    assert per_day_of_dates([NOW], NOW) is None


def test_a_pace_from_a_few_pages_of_a_list() -> None:
    assert (
        per_day_of_places(
            [(0, NOW), (9, NOW - timedelta(days=1)), (19, NOW - timedelta(days=2))], NOW
        )
        == 10
    )
    assert per_day_of_places([], NOW) is None


@given(
    st.lists(
        st.datetimes(datetime(2000, 1, 1), datetime(2027, 1, 1), timezones=st.just(UTC)),
        max_size=60,
    )
)
def test_estimates_are_positive_and_intervals_bounded(dates: list[datetime]) -> None:
    per_day = per_day_of_dates(dates, NOW)
    assert per_day is None or 0 < per_day <= 60 * 24
    assert 300 <= interval_seconds(per_day, len(dates)) <= 86_400


@pytest.mark.parametrize(
    ("per_day", "entries", "expected"),
    [(None, 0, 1800), (0.1, 20, 86_400), (12, 30, 3600), (200, 50, 600), (2000, 20, 300)],
)
def test_a_busy_source_is_visited_before_its_list_has_changed(
    per_day: float, entries: int, expected: int
) -> None:
    assert interval_seconds(per_day, entries) == expected


@given(st.integers(0, 300), st.integers(2, 6))
def test_samples_are_spread_over_the_list(length: int, count: int) -> None:
    links = [Link(url=f"https://a.example/{place}") for place in range(length)]
    found = spread(links, count)
    assert len(set(found)) == min(length, count)
    assert list(found) == sorted(found, key=links.index)
    assert not links or (found[0], found[-1]) == (links[0], links[-1])


FEED = Proposal(
    channel="feed",
    address=f"{FRONT}rss",
    found_by=FoundBy.DECLARED,
    preview=Preview(list_url=""),
    entries=30,
    newest=NOW,
    shared=0.5,
)
LIST = replace(FEED, channel="list", address=FRONT, found_by=FoundBy.TYPED, shared=1.0)
REFUSED = SamplePage(
    link=Link(url=FRONT), url=FRONT, outcome=Outcome.NO_DATE, asked=SampleRequest()
)


@pytest.mark.parametrize(
    ("better", "worse", "typed"),
    [
        (FEED, LIST, FRONT),
        (replace(LIST, channel="board"), FEED, FRONT),
        (FEED, replace(FEED, about_comments=True), FRONT),
        (LIST, replace(FEED, newest=NOW - timedelta(days=500)), FRONT),
        (LIST, replace(FEED, shared=0.0), f"{FRONT}sport/"),
        (FEED, LIST, f"{FRONT}sport/"),
        (replace(FEED, channel="sitemap", is_news=True), LIST, FRONT),
        (LIST, replace(FEED, channel="sitemap"), FRONT),
        (LIST, replace(LIST, found_by=FoundBy.SECTION), FRONT),
        (LIST, replace(FEED, preview=Preview(list_url="", samples=(REFUSED,))), FRONT),
        (FEED, replace(FEED, entries=1), FRONT),
    ],
)
def test_the_better_proposal_comes_first(better: Proposal, worse: Proposal, typed: str) -> None:
    assert ranked([worse, better], typed, NOW)[0] == better
    assert ranked([better, worse], typed, NOW)[0] == better
