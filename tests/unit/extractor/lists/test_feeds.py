"""Feeds of all kinds, and what is not a feed."""

import json
import time
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.errors import ExtractionError, NotFeed
from extractor.lists.entry_text import title_text
from extractor.lists.feeds import read_feed
from extractor.results import Hub, Link, Listing

URL = "http://example.org/feeds/all.xml"
NOW = datetime(2024, 3, 6, 12, tzinfo=UTC)
THEN = datetime(2024, 3, 5, 8, 30, tzinfo=UTC)
WRONG_MOMENTS: tuple[object, ...] = (True, 17, float("nan"), float("inf"), 1e300, [2024], {})


def read(text: str | bytes, **headers: str) -> Listing:
    body = text if isinstance(text, bytes) else text.encode()
    return read_feed(
        body, URL, {name.replace("_", "-"): value for name, value in headers.items()}, NOW
    )


def rss(item: str, head: str = "") -> str:
    spaces = 'xmlns:dc="http://purl.org/dc/elements/1.1/"'
    return f'<?xml version="1.0"?><rss version="2.0" {spaces}><channel>{head}<item>{item}</item></channel></rss>'


def only(listing: Listing) -> Link:
    assert len(listing.links) == 1
    return listing.links[0]


def test_rss_2() -> None:
    link = only(
        read(
            rss(
                "<title>Rain &amp;amp; &lt;b&gt;wind&lt;/b&gt;\n tomorrow</title><link> /a/1.html#top </link>"
                "<pubDate>Tue, 05 Mar 2024 16:30:00 +0800</pubDate><dc:creator>Ada  Byron</dc:creator>"
            )
        )
    )
    assert link == Link(
        url="http://example.org/a/1.html",
        title="Rain & wind tomorrow",
        published=THEN,
        author="Ada Byron",
    )


def test_rss_1() -> None:
    item = (
        '<item rdf:about="http://example.org/1"><title>One</title><link>http://example.org/1</link>'
        "<dc:date>2024-03-05T09:30:00+01:00</dc:date></item>"
    )
    text = (
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="http://example.org/"/>{item}</rdf:RDF>'
    )
    url = "http://example.org/1"
    assert only(read(text)) == Link(url=url, title="One", published=THEN, entry=url)


def test_atom_with_bases_and_a_next_page() -> None:
    text = """<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/blog/"><link rel="next" href="?page=2"/>
    <entry xml:base="2024/"><title type="html">&lt;i&gt;One&lt;/i&gt;</title><link rel="alternate" href="one"/>
    <author><name>Ada</name><email>a@example.org</email></author><updated>2024-03-06T01:00:00Z</updated>
    <published>2024-03-05T08:30:00Z</published></entry></feed>"""
    listing = read(text)
    assert only(listing) == Link(
        url="http://example.org/blog/2024/one", title="One", published=THEN, author="Ada"
    )
    assert listing.next_url == "http://example.org/blog/?page=2"


def test_json_feed() -> None:
    item = {"id": "1", "url": "../one", "title": "One", "date_published": "2024-03-05T08:30:00Z"}
    items = [
        {**item, "authors": [{"name": "Ada"}]},
        {**item, "title": "again"},
        {"id": "2"},
        "no item",
        {"url": 5},
    ]
    listing = read(
        json.dumps(
            {"version": "https://jsonfeed.org/version/1.1", "items": items, "next_url": "/2.json"}
        )
    )
    assert only(listing) == Link(
        url="http://example.org/one", title="One", published=THEN, author="Ada", entry="1"
    )
    assert listing.next_url == "http://example.org/2.json"


@pytest.mark.parametrize(
    ("written", "head", "published"),
    [
        ("<pubDate>Tue, 05 Mar 2024 03:30:00 EST</pubDate>", "", THEN),
        ("<pubDate>Tue, 05 Mar 2024 08:30:00 GMT</pubDate>", "", THEN),
        ("<pubDate>2024-03-05 16:30:00</pubDate>", "<language>zh-cn</language>", THEN),
        ("<title>下午茶</title><pubDate>2024-03-05 16:30:00</pubDate>", "", THEN),
        ("<pubDate>2024-03-05 08:30</pubDate>", "", THEN),
        ("<pubDate>2024年3月5日 16:30</pubDate>", "<language>zh</language>", THEN),
        ("<pubDate>Mon, 05 Mar 2035 08:30:00 GMT</pubDate>", "", None),
        ("<pubDate>soon</pubDate>", "", None),
        ("<pubDate>0000-00-00 00:00:00</pubDate>", "", None),
        ("", "", None),
    ],
)
def test_times(written: str, head: str, published: datetime | None) -> None:
    assert (
        only(read(rss(f"<link>http://example.org/1</link>{written}", head))).published == published
    )


@pytest.mark.parametrize(
    ("url", "head", "time_zone", "hour"),
    [
        ("http://example.org/feed", "", "", 16),
        ("http://example.org/feed", "<language>zh-cn</language>", "", 8),
        ("http://example.org/feed", "<language>zh-cn</language>", "Europe/Berlin", 15),
        ("http://news.example.de/feed", "", "", 15),
        ("http://news.example.de/feed", "<language>en</language>", "America/New_York", 21),
    ],
)
def test_a_time_without_a_zone_is_that_of_the_source_or_of_its_country(
    url: str, head: str, time_zone: str, hour: int
) -> None:
    text = rss("<link>/1</link><pubDate>Tue, 05 Mar 2024 16:30:00</pubDate>", head)
    item = {"url": "/1", "date_published": "2024-03-05T16:30:00"}
    language = "zh-cn" if "zh" in head else "en"
    for body in (text, json.dumps({"language": language, "items": [item]})):
        link = only(read_feed(body.encode(), url, {}, NOW, time_zone=time_zone))
        assert link.published == datetime(2024, 3, 5, hour, 30, tzinfo=UTC)


def test_times_keep_the_instant_whatever_the_zone() -> None:
    zone = timezone(timedelta(hours=-7))
    text = rss(f"<link>/1</link><pubDate>{THEN.astimezone(zone).isoformat()}</pubDate>")
    assert only(read(text)).published == THEN


@pytest.mark.parametrize("declared", ["utf-8", "gb2312", "iso-8859-1", "big5", "klingon"])
@pytest.mark.parametrize("really", ["utf-8", "gb18030"])
def test_a_wrong_charset_is_not_an_obstacle(declared: str, really: str) -> None:
    title = "国务院常务会议部署今年重点工作，研究推进城市更新和老旧小区改造"
    text = rss(f"<title>{title}</title><link>/1</link>").replace(
        '"1.0"?>', f'"1.0" encoding="{declared}"?>'
    )
    header = f"application/xml; charset={declared}"
    assert only(read(text.encode(really), content_type=header)).title == title


@pytest.mark.parametrize("link", ["", "<link/>", '<atom:link rel="enclosure"/>', "<enclosure/>"])
def test_an_entry_without_a_link_has_its_id_if_that_is_an_address(link: str) -> None:
    spaces = 'xmlns:atom="http://www.w3.org/2005/Atom"'
    items = "".join(
        f"<item><title>An entry</title>{link}<guid isPermaLink='false'>{name}</guid></item>"
        for name in ("http://example.org/1", "tag:example.org,2024:2", "3")
    )
    listing = read(f"<rss version='2.0' {spaces}><channel>{items}</channel></rss>")
    assert [each.url for each in listing.links] == ["http://example.org/1"]


def test_bare_ampersands() -> None:
    link = "http://example.org/?id=5&lang=en&copy=2&image=3&amp;x=4"
    for form in (link, f"<![CDATA[{link.replace('&amp;', '&')}]]>"):
        item = f"<item><title>Q&A &amp; R&D &lt;3</title><link>{form}</link></item>"
        [entry] = read(f"<rss version='2.0'><channel>{item}</channel></rss>").links
        assert entry.url == "http://example.org/?id=5&lang=en&copy=2&image=3&x=4"
        assert entry.title == "Q&A & R&D <3"


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ({"id": "http://example.org/1"}, Link(url="http://example.org/1")),
        ({"id": "1", "url": None, "external_url": "/1"}, Link(url="http://example.org/1")),
        ({"id": 7, "url": "/1", "title": "Q&amp;A"}, Link(url="http://example.org/1", title="Q&A")),
        *(
            ({"url": "/1", **author}, Link(url="http://example.org/1", author="Nora Blythe"))
            for author in (
                {"authors": {"name": "Nora Blythe"}},
                {"authors": ["Nora Blythe"]},
                {"authors": [], "author": {"name": "Nora Blythe"}},
                {"author": "Nora Blythe"},
            )
        ),
        *(
            ({"url": "/1", **times}, Link(url="http://example.org/1", published=THEN))
            for times in (
                {"date_published": THEN.timestamp()},
                {"date_published": int(THEN.timestamp()) * 1_000},
                {"date_published": str(int(THEN.timestamp()))},
                {"date_published": "0000-00-00T00:00:00Z", "date_modified": THEN.isoformat()},
            )
        ),
        *(
            ({"url": "/1", "date_published": wrong}, Link(url="http://example.org/1"))
            for wrong in WRONG_MOMENTS
        ),
    ],
)
def test_json_items_as_programs_write_them(item: dict[str, object], expected: Link) -> None:
    link = only(read(json.dumps({"items": [None, "text", item]})))
    assert replace(link, entry="") == expected


def test_broken_xml_is_read_as_far_as_it_goes() -> None:
    text = rss("<title>A & B &nbsp; &copy; \x0b C</title><link>http://example.org/?a=1&b=2</link>")[
        :-20
    ]
    assert only(read(text)) == Link(url="http://example.org/?a=1&b=2", title="A & B © C")


def test_each_address_once() -> None:
    assert (
        len(
            read(
                rss("<link>/1</link></item><item><link>/1#x</link></item><item><link>/2</link>")
            ).links
        )
        == 2
    )


def test_an_empty_feed_is_a_feed() -> None:
    assert (
        read('<rss version="2.0"><channel><title>Nothing yet</title></channel></rss>') == Listing()
    )
    assert read('{"version": "https://jsonfeed.org/version/1", "items": []}') == Listing()


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        (b"", "empty"),
        (b"<!DOCTYPE html><title>Sign in</title><p>Hello", "check the address"),
        (b"hello", "check the address"),
        (b'{"items": ', "JSON feed is broken"),
        (b"[" * 100_000, "check the address"),
        (b'{"a": ' + b"[" * 100_000, "JSON feed is broken"),
        (b'{"error": "no such feed"}', "no list named items"),
        (b'{"items": [{"id": 1}]}', "1 items has a usable url"),
        (
            b'<?xml version="1.0"?><rss><channel><item><title>&nbsp;<<</titel>\x00\xff\xfe<link>',
            "usable link",
        ),
        (b"<rss><item><link>javascript:alert(1)</link></item></rss>", "usable link"),
        (b"<rss><item><link>http://[/</link></item></rss>", "usable link"),
    ],
)
def test_rubbish(body: bytes, complaint: str) -> None:
    with pytest.raises(NotFeed, match=complaint):
        read(body)


def test_entities_are_not_resolved() -> None:
    nested = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 20}">' for n in range(1, 9))
    text = (
        f'<!DOCTYPE r [<!ENTITY e0 "ha"><!ENTITY f SYSTEM "file:///etc/hostname">{nested}]>'
        + rss("<title>a &e8; &f; b</title><link>/1</link>")
    )
    assert len(only(read(text)).title) < 30


def test_plain() -> None:
    assert title_text("a &lt; b <br/>\n c &amp;amp;") == "a < b c &amp;"
    assert title_text("The <b>har</b>bour<br>of <em>Ost</em>vik</p>") == "The harbour of Ostvik"
    assert title_text("石门镇<em>渡口</em>开放<p>今天</p>") == "石门镇渡口开放 今天"


@given(
    st.binary(max_size=200),
    st.sampled_from((b"", b"<rss><item>", b"<feed><entry><link href=", b'{"items":[{')),
)
def test_any_bytes(body: bytes, start: bytes) -> None:
    with suppress(ExtractionError):
        listing = read(start + body)
        assert all(link.url.startswith(("http://", "https://")) for link in listing.links)
        assert all(link.published is None or link.published.tzinfo for link in listing.links)


def items(count: int) -> str:
    return "".join(
        f"<item><title>Vote {number}</title><link>/{number}.html</link><description>{'text ' * 40}</description></item>"
        for number in range(count)
    )


def feed_of(count: int, *, broken: bool) -> bytes:
    return f"<rss version='2.0'><channel><title>News{'<b>' * broken}</title>{items(count)}</channel></rss>".encode()


def test_a_small_broken_feed_is_read() -> None:
    assert len(read(feed_of(300, broken=True)).links) == 300


def test_a_large_whole_feed_is_read() -> None:
    assert len(read(feed_of(3_000, broken=False)).links) == 3_000


def test_a_large_broken_feed_costs_less_than_a_whole_one() -> None:
    whole, broken = feed_of(3_000, broken=False), feed_of(3_000, broken=True)
    started = time.thread_time()
    read(whole)
    read_whole = time.thread_time() - started
    with pytest.raises(NotFeed, match=r"broken \(mismatched tag.*512 KB.*check the address"):
        read(broken)
    assert time.thread_time() - started < 2 * read_whole


def test_angle_brackets_in_a_title_that_atom_declares_as_text_stay() -> None:
    entry = "<entry><title type='{}'>The &lt;b&gt; element</title><link href='/{}'/></entry>"
    body = f"<feed xmlns='http://www.w3.org/2005/Atom'>{entry.format('text', 1)}{entry.format('html', 2)}</feed>"
    links = read_feed(body.encode(), "http://news.example.org/", {}, NOW).links
    assert [link.title for link in links] == ["The <b> element", "The element"]


@pytest.mark.parametrize("fault", ["&#29;", "&#xD83D;", "&#99999999;", "&nbsp;", "1 < 2"])
def test_a_large_feed_with_a_faulty_text_is_read(fault: str) -> None:
    body = feed_of(3_000, broken=False).replace(b"<title>News", f"<title>News {fault}".encode())
    assert len(read(body).links) == 3_000


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("ann@mail.example (Ann Lee)", "Ann Lee"),
        ("Ann Lee <ann@mail.example>", "Ann Lee"),
        ("ann@mail.example", ""),
        ("Ann Lee (@ann)", "Ann Lee (@ann)"),
        ("Ann @ Home (Berlin)", "Ann @ Home (Berlin)"),
        ("Ann Lee", "Ann Lee"),
    ],
)
def test_the_name_in_an_author_of_rss(written: str, name: str) -> None:
    item = f"<item><link>/1</link><author>{written.replace('<', '&lt;')}</author></item>"
    (link,) = read(f"<rss version='2.0'><channel>{item}</channel></rss>").links
    assert link.author == name


def test_the_author_of_an_atom_feed_is_that_of_its_entries() -> None:
    source = "<source><author><name>Sam</name></author></source>"
    entries = [
        "<entry><link href='/1'/></entry>",
        f"<entry><link href='/2'/>{source}</entry>",
        f"<entry><link href='/3'/><author><name>Bob</name></author>{source}</entry>",
    ]
    feed = "<feed xmlns='http://www.w3.org/2005/Atom'><author><name>Ann</name></author>"
    links = read(f"{feed}{''.join(entries)}</feed>").links
    assert [link.author for link in links] == ["Ann", "Sam", "Bob"]


def test_an_address_without_a_scheme() -> None:
    items = "<item><link> www.news.example/1</link></item><item><link>www/2</link></item>"
    links = read(f"<rss version='2.0'><channel>{items}</channel></rss>").links
    hosts = [link.url.partition("//")[2].partition("/")[0] for link in links]
    assert hosts[0] == "www.news.example" != hosts[1]


def test_the_author_of_a_json_feed_is_that_of_its_items() -> None:
    feed = {
        "authors": [{"name": "Ann"}],
        "items": [
            {"id": 7, "url": "http://news.example/1"},
            {"id": "8", "url": "http://news.example/2", "authors": [None, {}, {"name": "Bob"}]},
            {"id": "9", "url": "http://news.example/3", "date_published": 10**400},
        ],
    }
    links = read(json.dumps(feed)).links
    assert [link.author for link in links] == ["Ann", "Bob", "Ann"]
    assert links[0].entry == "7"


@pytest.mark.parametrize(
    "broken",
    [
        '{"items": [{"url": "http://news.example/1"}, {"url": "http://news.example/2"},]}',
        '{"items": [{"url": "http://news.example/1"}, {"url": "http://news.example/2"}]}<!-- -->',
        '{"items": [{"url": "http://news.example/1"}, {"url": "http://news.example/2"}, {"url": "h',
    ],
)
def test_whole_items_of_a_broken_json_feed(broken: str) -> None:
    assert len(read(broken).links) == 2


@pytest.mark.parametrize(
    ("written", "zone", "hour"),
    [("CST", "Asia/Shanghai", 2), ("CST", "", 16), ("IST", "Asia/Jerusalem", 8), ("EST", "", 15)],
)
def test_a_name_of_several_zones_is_that_of_the_source(written: str, zone: str, hour: int) -> None:
    item = f"<item><link>/1</link><pubDate>Mon, 04 Mar 2024 10:00:00 {written}</pubDate></item>"
    body = f"<rss version='2.0'><channel>{item}</channel></rss>".encode()
    (link,) = read_feed(body, "http://news.example/", {}, NOW, time_zone=zone).links
    assert link.published == datetime(2024, 3, 4, hour, tzinfo=UTC)


@pytest.mark.parametrize(
    ("site", "address"),
    [
        ("http://www.paper.example/", "http://www.paper.example/news/1"),
        ("http://news.feeds.example/", "http://feeds.example/news/1"),
        ("http://www.paper.example/?from=rss&amp;x=1", "http://www.paper.example/news/1"),
        ("/", "http://feeds.example/news/1"),
    ],
)
def test_a_relative_link_of_a_feed_that_a_service_has_is_on_the_site(
    site: str, address: str
) -> None:
    items = "<item><link>/news/1</link></item>"
    body = f"<rss version='2.0'><channel><link>{site}</link>{items}</channel></rss>"
    (link,) = read_feed(body.encode(), "http://feeds.example/paper", {}, NOW).links
    assert link.url == address


def test_the_relative_links_of_a_feed_itself_stay_at_its_service() -> None:
    head = (
        "<link>http://www.paper.example/</link><atom:link rel='next' href='?page=2'/>"
        "<atom:link rel='hub' href='/hub'/><atom:link rel='self' href='/paper'/>"
    )
    body = (
        "<rss version='2.0' xmlns:atom='http://www.w3.org/2005/Atom'><channel>"
        f"{head}<item><link>/news/1</link></item></channel></rss>"
    )
    listing = read_feed(body.encode(), "http://feeds.example/paper", {}, NOW)
    assert listing.links[0].url == "http://www.paper.example/news/1"
    assert listing.next_url == "http://feeds.example/paper?page=2"
    assert listing.hub == Hub(
        address="http://feeds.example/hub", topic="http://feeds.example/paper"
    )


@pytest.mark.parametrize("order", [1, -1])
def test_the_link_of_a_picture_is_not_the_site_of_a_feed(order: int) -> None:
    image = "<image><link>http://partner.example/</link></image>"
    head = "".join(["<link>/</link>", image][::order])
    body = f"<rss version='2.0'><channel>{head}<item><link>/news/1</link></item></channel></rss>"
    (link,) = read_feed(body.encode(), "http://feeds.example/paper", {}, NOW).links
    assert link.url == "http://feeds.example/news/1"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<br />\n<b>Notice</b>: x in <b>y</b>\n", ""),
        ("<!-- <rss> --><?xml version='1.0'?>", "<!-- 0.2 s --><script>x</script>"),
        ("", "\nFatal error: out of memory in feed.php"),
    ],
)
def test_a_large_feed_between_messages_of_programs(before: str, after: str) -> None:
    body = before.encode() + feed_of(3_000, broken=False) + after.encode()
    assert len(read(body).links) == 3_000


def test_a_large_feed_that_is_cut_off() -> None:
    assert len(read(feed_of(3_000, broken=False)[:-500]).links) in (2_997, 2_998)


@given(st.integers(min_value=0))
def test_no_half_of_an_address_is_read(cut: int) -> None:
    whole = [f"http://news.example/story-{number}" for number in range(4)]
    items = "".join(f"<item><link>{address}</link><title>A</title></item>" for address in whole)
    body = f"<rss version='2.0'><channel><title>News</title>{items}</channel></rss>"
    with suppress(NotFeed):
        found = read_feed(body[: cut % len(body)].encode(), "http://news.example/", {}, NOW)
        assert {link.url for link in found.links} <= set(whole)


def test_a_large_feed_of_a_service_that_is_cut_off() -> None:
    entry = (
        "<entry><title>{title}</title><link href='http://news.example/{number}'/>"
        "<feedburner:origLink>http://news.example/{number}</feedburner:origLink></entry>"
    )
    entries = "".join(entry.format(title="A" * 500, number=number) for number in range(1_000))
    body = (
        "<feed xmlns='http://www.w3.org/2005/Atom' xmlns:feedburner='http://rssnamespace.org/x'>"
        f"{entries}<entry><feedburner:origLink>/</feedburner:origLink><link href='http://news"
    )
    assert len(read(body).links) == 1_000
