"""What ``read_list`` promises for every channel: a listing or a clear error, whatever the bytes
are.
"""

import pickle
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.channels.fetched_list import FetchedList
from crawler.channels.registry import read_list
from crawler.errors import BadPattern, CrawlerError, UnknownChannel
from extractor.results import Listing
from scheduler.jobs import SourceSpec
from storage.channels import Channel

NOW = datetime(2024, 3, 6, 12, tzinfo=UTC)
LINKS = b"".join(b'<li><a href="/n/%s%d">Title %d</a></li>' % (b"a" * 40, n, n) for n in range(50))


def page(body: bytes, headers: Mapping[str, str] | None = None) -> FetchedList:
    return FetchedList(
        url="http://example.org/all", body=body, headers=headers or {}, collected=NOW
    )


def source(channel: str, **fields: Any) -> SourceSpec:
    if channel == "search":
        fields = {"result_parser": "generic", "selectors": {"result": "li, div"}, **fields}
    return SourceSpec(id=1, name="one", channel=channel, **fields)


BODIES = {
    "feed": b"<rss><channel><item><title>One</title><link>/n/1</link></item></channel></rss>",
    "search": LINKS,
    "list": LINKS,
    "board": LINKS,
    "sitemap": b"<urlset><url><loc>http://example.org/n/1</loc></url></urlset>",
}


def test_every_channel_has_a_reader() -> None:
    assert set(BODIES) == set(Channel)


@pytest.mark.parametrize("channel", Channel)
def test_each_channel_reads_its_own(channel: str) -> None:
    listing = read_list(page(BODIES[channel]), source(channel, patterns=(r"/n/\w+",)))
    assert listing.links
    assert listing.problem == ""


@pytest.mark.parametrize("channel", Channel)
def test_patterns_choose_in_each_channel(channel: str) -> None:
    assert (
        read_list(page(BODIES[channel]), source(channel, patterns=(r"/nothing/\d+",))).links == ()
    )


def test_unknown_channel() -> None:
    with pytest.raises(
        UnknownChannel,
        match=r"unknown channel 'gopher'; choose one of feed, search, list, board, sitemap",
    ):
        read_list(page(b""), source("gopher"))


def test_unknown_wrapper() -> None:
    with pytest.raises(UnknownChannel, match=r"'altavista'; choose one of baidu, 360, generic"):
        read_list(page(LINKS), source("search", result_parser="altavista"))


@pytest.mark.parametrize("channel", Channel)
@pytest.mark.parametrize("pattern", ["(", "", "(a+)+$", "a{9000000}"])
def test_bad_pattern(channel: str, pattern: str) -> None:
    with pytest.raises(BadPattern) as caught:
        read_list(page(BODIES[channel]), source(channel, patterns=(r"/n/\d+", pattern)))
    assert caught.value.pattern == pattern
    assert caught.value.advice in str(caught.value)


@pytest.mark.slow
@pytest.mark.parametrize("channel", ["list", "board"])
def test_a_pattern_that_backtracks_for_ever(channel: str) -> None:
    with pytest.raises(BadPattern, match="too long"):
        read_list(page(LINKS), source(channel, patterns=(r"(?:a|aa)+$",)))


def test_bad_selector() -> None:
    with pytest.raises(BadPattern, match="not a valid CSS selector"):
        read_list(page(LINKS), source("search", selectors={"result": "li["}))


@pytest.mark.parametrize(
    "error",
    [
        BadPattern("(", "it is broken", "mend it"),
        UnknownChannel("channel", "x", ("feed",)),
        CrawlerError("so"),
    ],
)
def test_errors_come_out_of_another_process(error: CrawlerError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert str(copy) == str(error)


NO_LISTS = [b"", bytes(range(256)) * 40, b"\x89PNG\r\n\x1a\n" + bytes(range(200)) * 20]


@pytest.mark.parametrize("channel", Channel)
@pytest.mark.parametrize("body", NO_LISTS)
def test_what_is_not_a_list_is_told(channel: str, body: bytes) -> None:
    listing = read_list(page(body), source(channel))
    assert listing.links == ()
    assert listing.problem


def test_an_unknown_charset_is_told() -> None:
    assert "klingon" in read_list(page(LINKS), source("list", charset="klingon")).problem


_PIECES = (
    '<a href=" "> </a> <base href=" <table> <tr> <td> <li> </li> http:// // / ? # [ ] : % &amp; '
    "&#0; &#xD800; 2024-03-05 前 ago next 2 <link> <item> <entry> <url> <loc> <title> <![CDATA[ "
    "]]> <!-- <?xml <rss> <feed> \x00 中 é"
)
_MARKUP = st.lists(st.sampled_from([*_PIECES.split(), " "]), max_size=40).map("".join)


ANY_BYTES = st.one_of(st.binary(max_size=300), _MARKUP.map(str.encode))
CHARSETS = ("", "gbk", "utf-16", "x")


@pytest.mark.parametrize("channel", Channel)
@given(body=ANY_BYTES, headers=st.sampled_from(CHARSETS))
def test_any_bytes(channel: str, body: bytes, headers: str) -> None:
    with suppress(CrawlerError):
        check_any_bytes(channel, body, headers)


def check_any_bytes(channel: str, body: bytes, headers: str) -> None:
    listing = read_list(
        page(body, {"content-type": f"text/html; charset={headers}"}), source(channel)
    )
    assert isinstance(listing, Listing)
    urls = [link.url for link in (*listing.links, *listing.children)] + (
        [listing.next_url] if listing.next_url else []
    )
    assert all(
        url.startswith(("http://", "https://")) and "#" not in url and " " not in url
        for url in urls
    )
    assert len(set(urls)) >= len(listing.links)
    assert all(link.published is None or link.published.tzinfo for link in listing.links)
