"""Sitemaps: pages, indexes, news, text, compression, and what is not a sitemap."""

import gzip
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.errors import ExtractionError, NotFeed
from extractor.lists.sitemaps import read_sitemap
from extractor.results import Link, Listing

URL = "http://example.org/sitemap.xml"
NOW = datetime(2024, 3, 6, 12, tzinfo=UTC)
THEN = datetime(2024, 3, 5, 8, 30, tzinfo=UTC)
SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
SPACES = (
    f'{SPACE} xmlns:news="http://www.google.com/schemas/sitemap-news/0.9" '
    'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
)


def read(body: str | bytes, *patterns: str) -> Listing:
    return read_sitemap(
        body if isinstance(body, bytes) else body.encode(), URL, {}, NOW, patterns=patterns
    )


def addresses(links: Iterable[Link]) -> list[str]:
    return [link.url for link in links]


def urlset(*rows: str) -> str:
    pages = "".join(f"<url>{row}</url>" for row in rows)
    return f'<?xml version="1.0" encoding="UTF-8"?><urlset {SPACES}>{pages}</urlset>'


def test_pages_with_lastmod() -> None:
    listing = read(
        urlset(
            "<loc> http://example.org/1?a=1&amp;b=2 </loc><lastmod>2024-03-05T16:30:00+08:00</lastmod>"
        )
    )
    assert listing.links == (Link(url="http://example.org/1?a=1&b=2", published=THEN),)
    assert listing.problem == ""


def test_news_facts_come_before_lastmod_and_pictures_do_not_count() -> None:
    row = (
        "<loc>/1</loc><lastmod>2024-03-06</lastmod>"
        "<image:image><image:loc>http://example.org/p.jpg</image:loc><image:title>A picture</image:title></image:image>"
        "<news:news><news:publication><news:name>Paper</news:name><news:language>zh</news:language></news:publication>"
        "<news:publication_date>2024-03-05 16:30:00</news:publication_date>"
        "<news:title> 标题 &amp; 一 </news:title></news:news>"
    )
    assert read(urlset(row)).links == (
        Link(url="http://example.org/1", title="标题 & 一", published=THEN),
    )


def test_index() -> None:
    rows = "".join(
        f"<sitemap><loc>{loc}</loc></sitemap>"
        for loc in ("/a.xml", "/b.xml.gz", "/a.xml", URL, "ftp://x/")
    )
    listing = read(f"<sitemapindex {SPACE}>{rows}</sitemapindex>")
    assert addresses(listing.children) == [
        "http://example.org/a.xml",
        "http://example.org/b.xml.gz",
    ]
    assert listing.links == ()


def test_the_children_that_changed_last_come_first() -> None:
    changes = {
        "undated": "",
        "old": "2024-03-01T23:00:00Z",
        "newest": "2024-03-05T01:00:00+02:00",
        "second": "2024-03-04T20:00:00-02:00",
        "odd": "yesterday or so",
        "day": "2024-03-02",
    }
    rows = "".join(
        f"<sitemap><loc>/{name}.xml</loc><lastmod>{change}</lastmod></sitemap>"
        for name, change in changes.items()
    )
    children = read(f"<sitemapindex {SPACE}>{rows}</sitemapindex>").children
    names = [child.url.removeprefix("http://example.org/")[:-4] for child in children]
    assert names == ["newest", "second", "day", "old", "undated", "odd"]
    assert [child.version for child in children] == [changes[name] for name in names]


PAGE = "<urlset><url><loc>http://example.org/caf\xe9?a=1</loc></url></urlset>"


NOTICE = "<br />\n<b>Notice</b>: Undefined index in <b>/var/www/map.php</b> on line <b>3</b><br />"


@pytest.mark.parametrize(
    ("before", "encodings"),
    [
        *(
            (before, ["utf-8", "utf-8-sig", "utf-16"])
            for before in (
                "",
                "\n\n \t",
                NOTICE,
                "<?xml-stylesheet href='/style.xsl'?><!-- made by hand, as <rss> is -->",
            )
        ),
        (
            '\n<?xml version="1.0" encoding="ENCODING"?>\n<!-- made\nby hand -->',
            ["utf-8", "utf-8-sig", "utf-16", "iso-8859-1"],
        ),
    ],
)
def test_what_stands_before_the_first_element(before: str, encodings: list[str]) -> None:
    for encoding in encodings:
        body = before.replace("ENCODING", encoding.removesuffix("-sig")) + PAGE
        found = read(body.encode(encoding)).links
        assert addresses(found) == ["http://example.org/caf%C3%A9?a=1"]


def test_bare_ampersands() -> None:
    rows = [
        "<loc>http://example.org/?a=1&b=2&amp;c=3&copy=4&#x26;d=5&</loc>",
        "<loc><![CDATA[http://example.org/?a=1&b=2&amp=3]]></loc>",
    ]
    listing = read(urlset(*rows))
    assert addresses(listing.links) == [
        "http://example.org/?a=1&b=2&c=3&copy=4&d=5&",
        "http://example.org/?a=1&b=2&amp=3",
    ]
    assert listing.problem == ""


@pytest.mark.parametrize(
    "feed",
    [
        "<rss version='2.0'><channel><item><title>An entry</title><link>http://example.org/1</link>"
        "<pubDate>Tue, 05 Mar 2024 16:30:00 +0800</pubDate></item></channel></rss>",
        "<feed xmlns='http://www.w3.org/2005/Atom'><entry><title>An entry</title>"
        "<link href='/1'/><published>2024-03-05T08:30:00Z</published></entry></feed>",
    ],
)
@pytest.mark.parametrize("start", ["", "<?xml version='1.0'?>\n"])
def test_a_feed_in_the_place_of_a_sitemap(feed: str, start: str) -> None:
    expected = (Link(url="http://example.org/1", title="An entry", published=THEN),)
    assert read(start + feed).links == expected
    assert read(start + feed, "/other/").links == ()


def test_patterns_choose_pages_but_not_sitemaps() -> None:
    rows = [
        f"<loc>http://example.org/{path}</loc>"
        for path in ("about", "news/a/story1-1", "news/b/story2-1")
    ]
    assert len(read(urlset(*rows), r"/news/\w+/story\d+-\d+").links) == 2
    assert read(
        f"<sitemapindex {SPACE}><sitemap><loc>/a.xml</loc></sitemap></sitemapindex>", "story"
    ).children


def test_gzip_and_no_namespace() -> None:
    assert (
        len(
            read(
                gzip.compress(b"<urlset><url><loc>http://example.org/1</loc></url></urlset>")
            ).links
        )
        == 1
    )


def test_plain_text() -> None:
    listing = read(
        b"\xef\xbb\xbfhttp://example.org/1\r\n\r\nhttps://example.org/2\nhttp://example.org/1\n"
    )
    assert [link.url for link in listing.links] == ["http://example.org/1", "https://example.org/2"]


def test_what_is_cut_short_is_used_and_told() -> None:
    rows = [f"<loc>http://example.org/{number}</loc>" for number in range(100)]
    cut = read(urlset(*rows)[:-400])
    assert 50 < len(cut.links) < 100
    assert "broken" in cut.problem
    compressed = read(gzip.compress(urlset(*rows).encode())[:-12])
    assert compressed.links
    assert "cut short" in compressed.problem


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        (b"", "not a sitemap"),
        (
            b"<html><body>Sign in</body></html>",
            "this is not a sitemap: its outermost element is html",
        ),
        (b"Not found", "check the address"),
        (b"<", "not a sitemap"),
        (b"\x1f\x8brubbish", "broken"),
    ],
)
def test_rubbish(body: bytes, complaint: str) -> None:
    with pytest.raises(NotFeed, match=complaint):
        read(body)


def test_what_unpacks_to_more_than_the_limit() -> None:
    with pytest.raises(NotFeed, match="50 MiB"):
        read(gzip.compress(b"<urlset>" + b" " * (51 << 20), 9))


@pytest.mark.parametrize("name", ["f", "e8"])
def test_entities_are_not_resolved(tmp_path: Path, name: str) -> None:
    """Neither a file that the sitemap names nor text that grows with each level gets into an
    address.
    """
    secret = tmp_path / "secret"
    secret.write_text("secret")
    nested = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 2}">' for n in range(1, 9))
    body = (
        f'<!DOCTYPE urlset [<!ENTITY e0 "ha"><!ENTITY f SYSTEM "{secret.as_uri()}">{nested}]>'
        f"<urlset><url><loc>http://example.org/x&{name};</loc></url></urlset>"
    )
    assert [link.url for link in read(body).links] == ["http://example.org/x"]


@given(
    st.binary(max_size=200),
    st.sampled_from((b"", b"<urlset><url><loc>", b"\x1f\x8b\x08\0\0\0\0\0\0\3")),
)
def test_any_bytes(body: bytes, start: bytes) -> None:
    with suppress(ExtractionError):
        listing = read(start + body)
        assert all(link.url.startswith(("http://", "https://")) for link in listing.links)


def test_a_namespace_that_lxml_refuses_does_not_end_the_reading() -> None:
    body = b"<urlset xmlns='a},b'><url><loc>http://example.org/1</loc></url></urlset>"
    listing = read(body)
    assert [link.url for link in listing.links] == ["http://example.org/1"]


@pytest.mark.parametrize(
    ("encoding", "declared"),
    [("gbk", ""), ("utf-8", "gb2312"), ("utf-8", "UTF-16"), ("gb18030", "GBK")],
)
def test_the_bytes_tell_the_encoding_whatever_is_declared(encoding: str, declared: str) -> None:
    news = "<news:title>大桥重新开放了，居民们高兴的是渡船也开了</news:title>"
    row = (
        f"<loc>http://example.org/1</loc><n:news xmlns:n='x'>{news.replace('news:', 'n:')}</n:news>"
    )
    head = f"<?xml version='1.0' encoding='{declared}'?>" if declared else ""
    (link,) = read((head + urlset(row)).encode(encoding)).links
    assert link.title.startswith("大桥重新开放了")


@pytest.mark.parametrize(
    "fault",
    [
        "<image:loc>http://example.org/1.png</image:loc>",
        "<title>3 < 4</title>",
        "<title>a\x0b&#29;&nbsp;b</title>",
    ],
)
def test_what_follows_a_fault_is_read(fault: str) -> None:
    rows = (f"<loc>http://example.org/1</loc>{fault}", "<loc>http://example.org/2</loc>")
    listing = read(urlset(*rows))
    assert addresses(listing.links) == ["http://example.org/1", "http://example.org/2"]
    assert listing.problem == ""


def test_a_name_that_no_namespace_is_declared_for() -> None:
    news = "<news:news><news:title>Vote</news:title></news:news>"
    (link,) = read(urlset(f"<loc>http://example.org/1</loc>{news}")).links
    assert link.title == "Vote"


@given(st.integers(min_value=1))
def test_no_half_of_an_address_is_read(cut: int) -> None:
    whole = [f"http://example.org/story-{number}" for number in range(5)]
    body = urlset(*(f"<loc>{address}</loc>" for address in whole))
    with suppress(NotFeed):
        assert set(addresses(read(body[: cut % len(body)]).links)) <= set(whole)


def test_addresses_as_programs_write_them() -> None:
    rows = (
        "<loc>www.example.org/1</loc>",
        "<loc>example.org/2</loc>",
        "<loc>http://example.org/?a=1&amp;amp;b=2</loc>",
        "<loc>news/3</loc>",
    )
    found = addresses(read(urlset(*rows)).links)
    assert found[0] == "http://www.example.org/1"
    assert found[1:3] == ["http://example.org/2", "http://example.org/?a=1&b=2"]
    assert found[3].endswith("/news/3")


def test_a_file_of_several_gzip_members() -> None:
    body = urlset("<loc>http://example.org/1</loc>").encode()
    assert read(gzip.compress(body[:40]) + gzip.compress(body[40:])).links


@pytest.mark.parametrize("root", ["urlset", "sitemapindex"])
def test_an_empty_element_is_a_sitemap_without_entries(root: str) -> None:
    assert read(f'<?xml version="1.0"?><{root} {SPACE}/>') == Listing()


@pytest.mark.parametrize("root", ["urlset", "sitemapindex"])
def test_a_sitemap_that_is_cut_off_before_its_first_entry_is_broken(root: str) -> None:
    assert "broken" in read(f"<{root} {SPACE}>").problem


@pytest.mark.parametrize("after", [b"\0\0", b"messages", b"\x1f\x8bmessages"])
def test_what_stands_behind_a_file_of_gzip_is_left_out(after: bytes) -> None:
    body = urlset("<loc>http://example.org/1</loc>").encode()
    listing = read(gzip.compress(body) + after)
    assert addresses(listing.links) == ["http://example.org/1"]
    assert listing.problem == ""


def test_of_very_many_gzip_members_the_first_are_read() -> None:
    body = urlset("<loc>http://example.org/1</loc>").encode()
    listing = read(gzip.compress(body) + gzip.compress(b"") * 400_000)
    assert addresses(listing.links) == ["http://example.org/1"]
    assert "cut short" in listing.problem
