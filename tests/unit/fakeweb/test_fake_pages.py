"""What the fake web's pages contain, against its own ledger."""

import gzip
import json
import re
from html import unescape
from typing import Any
from urllib.parse import urljoin, urlsplit

import feedparser
import lxml.html
import pytest
from lxml import etree

from fakeweb.boards import thread_path
from fakeweb.hosts import all_sites
from fakeweb.layouts.states import STATES
from fakeweb.ledger import ledger
from fakeweb.options import Options
from fakeweb.sources import sources
from tests.unit.fakeweb.shelf import NOON, Entries, Shelf

SITES = all_sites(7)
# Their pages do not show the text; that of some is in the feed, or in a script's state.
BARE_SITES = [name for name, site in SITES.items() if site.gate or "teaser" in site.features]
STATE_SITES = [name for name, site in SITES.items() if site.layout in STATES]
ARTICLE_SITES = [
    name
    for name, site in SITES.items()
    if site.kind in ("news", "blog") and name not in {*BARE_SITES, *STATE_SITES}
]
FORUMS = [name for name, site in SITES.items() if site.kind == "forum"]


def html_tree(html: str) -> Any:
    return lxml.html.fromstring(html)


def xml_tree(document: bytes) -> Any:
    return etree.fromstring(document)


def visible(html: str) -> str:
    return " ".join(html_tree(html).text_content().split())


def test_there_are_fifty_hosts_and_all_that_was_asked_for() -> None:
    good = [site for site in SITES.values() if site.well_behaved]

    assert len(good) >= 50
    assert {site.layout for site in good if site.kind == "forum"} >= {
        "discuz2006",
        "discuzx",
        "phpbb",
        "vbulletin",
    }
    assert {site.codec for site in good} >= {"gbk", "gb18030", "big5", "utf-8", "shift_jis"}
    assert {site.declared for site in good} == {
        "header",
        "meta",
        "both",
        "none",
        "wrong-header",
        "wrong-meta",
    }
    assert len({site.number for site in SITES.values()}) == len(SITES)


@pytest.mark.parametrize("name", ARTICLE_SITES)
def test_articles_contain_what_the_ledger_says(shelf: Shelf, entries: Entries, name: str) -> None:
    host = SITES[name].host
    for entry in [entry for entry in entries if entry["host"] == host][:3]:
        pages = [visible(shelf.text(page)) for page in entry["parts"]]
        assert all(entry["title"] in page and entry["author"] in page for page in pages)
        text = " ".join(pages)
        for paragraph in entry["paragraphs"]:
            assert paragraph in text
        for other in entry["alternatives"]:
            assert entry["marker"] in visible(shelf.text(other))


@pytest.mark.parametrize("name", ["long-reads", "changpian", "print-room"])
def test_pages_of_an_article_repeat_its_lead_and_link_each_other(
    shelf: Shelf, entries: Entries, name: str
) -> None:
    entry = next(entry for entry in entries if entry["host"] == SITES[name].host)
    first, *others = entry["parts"]
    assert (first, len(others)) == (entry["url"], 2)
    for address in entry["parts"]:
        assert entry["paragraphs"][0] in visible(shelf.text(address))
        linked = {
            urljoin(address, link) for link in html_tree(shelf.text(address)).xpath("//a/@href")
        }
        assert {*entry["parts"], *entry["alternatives"]} - {address} <= linked
    assert len({visible(shelf.text(address)) for address in entry["parts"]}) == 3


@pytest.mark.parametrize(
    "name", [name for name in BARE_SITES if "fulltext" in SITES[name].features]
)
def test_the_text_of_some_articles_is_in_the_feed_alone(
    shelf: Shelf, entries: Entries, name: str
) -> None:
    site = SITES[name]
    path = {"rss2": "/rss.xml", "atom": "/atom.xml"}[site.channels[0]]
    feed = unescape(shelf.get(shelf.addresses.root(site) + path).body.decode())
    for entry in [entry for entry in entries if entry["host"] == site.host]:
        assert entry["paragraphs"][-1] not in visible(shelf.text(entry["url"]))
        assert entry["paragraphs"][-1] in unescape(feed)


@pytest.mark.parametrize("name", ["undated-notes", "wuri-boke"])
def test_some_blogs_name_no_date(shelf: Shelf, entries: Entries, name: str) -> None:
    entry = next(entry for entry in entries if entry["host"] == SITES[name].host)
    assert entry["dated"] is False
    assert entry["published"][:10] not in shelf.text(entry["url"])


@pytest.mark.parametrize("name", FORUMS)
def test_threads_contain_their_posts_over_all_pages(
    shelf: Shelf, entries: Entries, name: str
) -> None:
    for entry in [entry for entry in entries if entry["host"] == SITES[name].host][:6]:
        pages = [shelf.text(page) for page in entry["pages"]]
        text = " ".join(map(visible, pages))
        for post in entry["posts"]:
            assert post["body"] in text
            assert post["author"] in text
        for page, later in zip(pages, entry["pages"][1:], strict=False):
            following = {urljoin(entry["url"], link) for link in html_tree(page).xpath("//a/@href")}
            assert later in following


def test_a_four_byte_character_is_on_the_gb18030_pages(shelf: Shelf) -> None:
    body = shelf.get(shelf.addresses.article(SITES["binhai-ribao"], 0)).body

    assert "㛃".encode("gb18030") in body
    with pytest.raises(UnicodeDecodeError):
        body.decode("gbk")


def test_declarations_are_right_wrong_or_absent_as_the_table_says(shelf: Shelf) -> None:
    def said(name: str) -> tuple[bool, bool, str]:
        response = shelf.get(shelf.addresses.article(SITES[name], 0))
        return (
            "charset" in response.content_type,
            b"charset=" in response.body,
            response.content_type,
        )

    assert said("jinri-yaowen")[:2] == (False, False)
    assert said("dongfang")[:2] == (False, True)
    assert said("hafen-anzeiger")[:2] == (True, False)
    assert said("chengshi-zaobao") == (True, True, "text/html; charset=iso-8859-1")


@pytest.mark.slow
def test_titles_and_markers_are_unique_and_texts_have_the_right_length(entries: Entries) -> None:
    bodies = {
        entry["url"]: "".join(entry.get("paragraphs", []))
        or "".join(post["body"] for post in entry["posts"])
        for entry in entries
    }

    assert (
        len({entry["title"] for entry in entries})
        == len({entry["marker"] for entry in entries})
        == len(entries)
    )
    assert all(
        300 <= len(bodies[entry["url"]]) <= 3000 for entry in entries if entry["kind"] == "article"
    )
    everything = "\n".join(bodies.values())
    assert {everything.count(entry["marker"]) for entry in entries} == {1}


def test_chinese_and_english_texts_have_common_stop_words(entries: Entries) -> None:
    for entry in entries:
        if entry["kind"] == "article":
            words = {"zh": ["的", "是"], "en": [" the ", " and "]}.get(entry["lang"][:2], [])
            missed = [word for word in words if word not in " ".join(entry["paragraphs"])]
            assert len(missed) <= 1, entry["url"]


@pytest.mark.parametrize("name", [name for name in ARTICLE_SITES if SITES[name].well_behaved])
@pytest.mark.parametrize("path", ["/rss.xml", "/index.rdf", "/atom.xml"])
def test_feeds_parse_and_name_the_newest_articles(shelf: Shelf, name: str, path: str) -> None:
    root = shelf.addresses.root(SITES[name])
    response = shelf.get(root + path)
    headers = {"content-type": response.content_type, "content-location": root + path}
    feed = feedparser.parse(response.body, response_headers=headers)

    assert not feed.bozo or isinstance(feed.bozo_exception, feedparser.CharacterEncodingOverride)
    newest = shelf.world.newest(SITES[name])
    assert [entry.title for entry in feed.entries] == [
        shelf.world.title(SITES[name], index) for index in newest
    ]
    assert all(
        entry.link.split("?utm")[0] == shelf.addresses.article(SITES[name], index)
        for entry, index in zip(feed.entries, newest, strict=True)
        if "?" not in shelf.world.path(SITES[name], index)
    )


def test_json_feed_names_addresses_and_times(shelf: Shelf) -> None:
    site = SITES["ferry-notes"]
    feed = json.loads(shelf.get(shelf.addresses.root(site) + "/feed.json").body)

    assert feed["items"][0]["url"] == shelf.addresses.article(site, 19)
    assert feed["items"][0]["date_published"].startswith("20")


def test_sitemaps_lead_to_every_article(shelf: Shelf) -> None:
    for name in ("chengshi-zaobao", "shanju"):
        site = SITES[name]
        parts = xml_tree(shelf.get(shelf.addresses.root(site) + "/sitemap.xml").body).xpath(
            "//*[local-name()='loc']"
        )
        found: set[str] = set()
        for part in parts:
            body = shelf.get(part.text).body
            body = gzip.decompress(body) if part.text.endswith(".gz") else body
            found |= {place.text for place in xml_tree(body).xpath("//*[local-name()='loc']")}
        assert found >= {shelf.addresses.article(site, index) for index in range(20)}


def matching_links(page: Any, source: dict[str, Any]) -> set[str]:
    """The links of a list page that a source's patterns choose, as written or resolved."""
    base = [*page.xpath("//base/@href"), source["address"]][0]
    links = [(link, urljoin(base, link)) for link in page.xpath("//a/@href")]
    patterns = source["patterns"]
    return {
        whole
        for link, whole in links
        if any(re.search(p, link) or re.search(p, whole) for p in patterns)
    }


def test_list_pages_lead_to_every_article_by_their_patterns() -> None:
    shelf = Shelf(Options(stock=95))
    found: dict[str, set[str]] = {}
    for source in sources(shelf.addresses):
        if source["channel"] == "list" and not source["faulty"]:
            page = html_tree(shelf.text(source["address"]))
            found.setdefault(source["host"], set()).update(matching_links(page, source))

    assert len(found) >= 10
    for host, links in found.items():
        site = shelf.world.sites[host.removesuffix(".localhost")]
        assert links == {
            shelf.addresses.article(site, index) for index in range(shelf.world.count(site))
        }


def test_well_behaved_articles_are_all_reachable_through_the_sources(
    shelf: Shelf, entries: Entries
) -> None:
    seen = ""
    for source in sources(shelf.addresses):
        if not source["faulty"]:
            for keyword in source["keywords"] or [""]:
                response = shelf.get(source["address"].replace("{keyword}", keyword))
                seen += response.body.decode("utf-8", "ignore")
                for part in re.findall(r"http://[\w.:-]+/sitemap-\d+\.xml(?:\.gz)?", seen[-5000:]):
                    body = shelf.get(part).body
                    seen += (gzip.decompress(body) if part.endswith("gz") else body).decode()
    entries = [
        entry for entry in entries if SITES[entry["host"].removesuffix(".localhost")].well_behaved
    ]
    for entry in entries:
        path = entry["url"].partition(":8800/")[2]
        spellings = (
            path,
            path.replace("&", "&amp;"),
            path.removeprefix("news/"),
            entry["url"].replace(":", "%3A").replace("/", "%2F"),
        )
        assert any(spelling in seen for spelling in spellings), entry["url"]


@pytest.mark.parametrize(
    ("address", "result", "link"),
    [
        (
            "http://xinwen.localhost:8800/ns?word=水库&tn=news&pn=0&rn=50",
            "//div[@class='result']",
            "h3/a/@href",
        ),
        ("http://so.localhost:8800/ns?q=水库&pn=1&rn=50", "//li[@class='res-list']", "h3/a/@href"),
        ("http://finder.localhost:8800/find?q=harbour&page=1&rn=50", "//section", "a/@href"),
    ],
)
def test_search_engines_find_the_articles_about_a_keyword(
    shelf: Shelf, entries: Entries, address: str, result: str, link: str
) -> None:
    keyword = "harbour" if "harbour" in address else "水库"
    engine = str(urlsplit(address).hostname).split(".")[0]
    wanted = {
        entry["url"]
        for entry in entries
        if f"search:{engine}" in SITES[entry["host"].removesuffix(".localhost")].channels
        and keyword in (entry["title"] + "".join(entry["paragraphs"])).lower()
    }
    blocks = html_tree(shelf.get(address).body.decode()).xpath(result)
    links = {urljoin(address, block.xpath(link)[0]) for block in blocks}
    if engine == "so":
        links = {shelf.get(where).headers["Location"] for where in links}

    assert links == wanted
    assert all(
        re.search(r"\d+(分钟|小时|天)前|\d+ (minutes|hours|days) ago", block.text_content())
        for block in blocks
    )


def test_search_engines_page_through_their_results(shelf: Shelf) -> None:
    first = shelf.get("http://xinwen.localhost:8800/ns?word=医院&rn=5").body.decode()
    second = shelf.get("http://xinwen.localhost:8800/ns?word=医院&rn=5&pn=5").body.decode()

    assert first.count('class="result"') == 5
    assert "pn=5" in first
    assert set(re.findall(r'c-title"><a href="([^"]+)', first)).isdisjoint(
        re.findall(r'c-title"><a href="([^"]+)', second)
    )


def test_feeds_and_lists_answer_304_until_something_is_published() -> None:
    shelf = Shelf()
    for path in ("/rss.xml", "/"):
        address = shelf.addresses.root(SITES["harbour-times"]) + path
        before = shelf.get(address)
        assert shelf.get(address, if_none_match=before.headers["ETag"]).status == 304
        assert shelf.get(address, if_modified_since=before.headers["Last-Modified"]).status == 304
        shelf.now += 60
        shelf.world.publish(shelf.world.sites["harbour-times"])
        assert shelf.get(address, if_none_match=before.headers["ETag"]).status == 200
        assert shelf.get(address, if_modified_since=before.headers["Last-Modified"]).status == 200


@pytest.mark.slow
def test_the_same_seed_gives_the_same_pages_and_another_seed_others() -> None:
    one, same, other = Shelf(), Shelf(), Shelf(Options(seed=8))
    for each in (one, same, other):
        for _ in range(30):
            each.now += 1
            each.world.publish_next()

    assert ledger(one.addresses) == ledger(same.addresses)
    titles = [[entry["title"] for entry in ledger(each.addresses)] for each in (one, other)]
    assert titles[0] != titles[1]


def test_a_thread_grows_by_a_reply() -> None:
    shelf, site = Shelf(), SITES["bbs-laojie"]
    before = len(shelf.world.posts(site, 4))
    shelf.now += 100
    shelf.world.reply(site, 4)

    path = thread_path(site, 4)
    entry = next(entry for entry in ledger(shelf.addresses) if entry["url"].endswith(path))
    assert len(entry["posts"]) == before + 1
    assert entry["posts"][-1]["body"] in visible(shelf.text(entry["pages"][-1]))
    board = shelf.text(shelf.addresses.root(site) + "/")
    assert board.index(shelf.world.title(site, 4)) < board.index(shelf.world.title(site, 19))


def test_a_redesign_changes_the_mark_up_and_keeps_the_text() -> None:
    shelf = Shelf()
    address = shelf.addresses.article(SITES["granite-daily"], 0)
    before = shelf.text(address)
    shelf.pages.forget(shelf.world.sites["granite-daily"])
    shelf.world.redesign(shelf.world.sites["granite-daily"])
    after = shelf.text(address)

    assert before != after
    assert "<article>" in after
    assert "<article>" not in before
    assert shelf.world.text(SITES["granite-daily"], 0).paragraphs[0] in visible(after)


def test_times_are_not_in_the_future(shelf: Shelf) -> None:
    limit = f"{NOON}"
    assert all(
        int(site_time) <= int(limit)
        for name in FORUMS
        for site_time in shelf.world.thread(SITES[name], shelf.world.count(SITES[name]) - 1).times
    )


def test_unknown_hosts_pages_and_threads_are_not_found(shelf: Shelf) -> None:
    for address in (
        "http://nobody.localhost:8800/",
        "http://harbour-times.localhost:8800/news/world/story1-2",
        "http://harbour-times.localhost:8800/news/sport/story1-1",
        "http://harbour-times.localhost:8800/?page=9",
        "http://carpenters.localhost:8800/viewtopic.php?f=2&t=999",
        "http://carpenters.localhost:8800/viewtopic.php?f=2&t=1&start=5",
        "http://so.localhost:8800/link?url=http://example.org/",
    ):
        assert shelf.get(address).status == 404, address


def test_misbehaving_hosts_show_their_habits(shelf: Shelf) -> None:
    def get(name: str, path: str) -> str:
        return shelf.get(f"http://{name}.localhost:8800{path}").body.decode("utf-8", "replace")

    assert "Disallow: /private/" in get("keep-out", "/robots.txt")
    assert "Crawl-delay: 1" in get("patient", "/robots.txt")
    assert shelf.get("http://robots-500.localhost:8800/robots.txt").status == 500
    assert "/calendar/99/12" in get("endless", "/calendar/99/11")
    assert get("session-path", "/") != get("session-path", "/")
    link = re.search(r'href="(/news/[^"]+;jsessionid=\w+)"', get("session-path", "/"))
    assert link
    assert "<h1>" in get("session-path", link[1])
    assert '<link rel="canonical" href="http://twins.localhost:8800/news/' in get(
        "m.twins", "/news/world/story1-1"
    )
    assert feedparser.parse(shelf.get("http://rubbish.localhost:8800/rss.xml").body).bozo


def test_pages_with_a_weight_are_as_heavy_and_say_the_same() -> None:
    plain, heavy = Shelf(Options(stock=8)), Shelf(Options(stock=8, weight=60_000))
    for site in (site for site in heavy.world.writing() if site.kind in ("news", "blog")):
        if site.gate or heavy.world.count(site) < 2:
            continue
        address = heavy.addresses.article(site, heavy.world.count(site) - 1)
        light, page = plain.text(address), heavy.text(address)
        assert len(page) >= 60_000, address
        assert page.count("o-card__link") > 20
        rail = re.search('<div class="l-rail">.*</div>(?=</body>|</BODY>|$)', page, re.S)
        assert rail
        assert light == page.replace(rail[0], "")


def test_articles_cite_hosts_that_are_no_sources_and_say_the_same() -> None:
    plain, citing = Shelf(Options(stock=6)), Shelf(Options(stock=6, events=True))
    unlisted = {site.host for site in citing.world.sites.values() if site.is_unlisted}
    assert len(unlisted) == 2
    assert not unlisted & {source["host"] for source in sources(citing.addresses)}
    citers: dict[str, set[str]] = {host: set() for host in unlisted}
    for entry in ledger(citing.addresses):
        assert entry["host"] not in unlisted
        if entry["kind"] == "thread":
            continue
        page = html_tree(citing.text(entry["url"]))
        assert not page.xpath("//script[contains(., '<a href')]"), entry["url"]
        for link in page.xpath("//a/@href"):
            host = urlsplit(link).hostname
            if host in unlisted:
                citers[host].add(entry["host"])
                assert citing.text(link)
    assert all(len(hosts) >= 10 for hosts in citers.values())
    assert not any(host in str(plain.world.sites) for host in unlisted)
