"""Which fetched pages are lists of articles."""

import pytest

from crawler.channels.feed import read as read_feed
from crawler.channels.fetched_list import FetchedList
from crawler.channels.reading import ChannelReading
from crawler.discovery.recognition import (
    RecognisedList,
    listed,
    opened,
    recognise,
    time_zone,
)
from extractor.results import Link, Listing
from hooks.answers import ChannelTexts, SourceChannel
from storage.channels import ChannelTraits
from tests.unit.extractor.samples import COLLECTED, ENGLISH, article_page


def _listed(markup: str, url: str) -> RecognisedList | None:
    page = FetchedList(url=url, body=markup.encode(), headers={}, collected=COLLECTED)
    tree = opened(page)
    assert tree is not None
    return listed(page, tree)


@pytest.mark.parametrize(
    "form", ["<li>{}</li>", "<p>{}</p>", "{}<br>", "<h3>{}</h3><p>The town celebrates.</p>"]
)
@pytest.mark.parametrize("count", [2, 5, 12])
def test_a_front_page_of_a_few_links_below_the_date_of_the_day_is_a_list(
    form: str, count: int
) -> None:
    titles = (f"{ENGLISH[number % len(ENGLISH)][:60]} {number}" for number in range(10, 10 + count))
    links = "".join(
        form.format(f"<a href='/story/{title[-2:]}17.html'>{title}</a>") for title in titles
    )
    head = f"<h1>Example Courier today</h1><p>5 March 2024</p><p>{ENGLISH[0]}</p>"
    found = _listed(
        f"<title>Example Courier</title><body>{head}<ul>{links}</ul>", "http://news.example.org/"
    )
    assert found is not None
    assert (found.channel, len(found.links)) == ("list", count)


def test_the_front_page_of_a_small_site_is_a_list_beside_its_newest_text() -> None:
    titles = (f"{ENGLISH[number][:60]} {number}" for number in range(3))
    links = "".join(f"<li><a href='/story/{title[-1]}17.html'>{title}</a></li>" for title in titles)
    page = article_page(paragraphs=ENGLISH * 4).replace("</body>", f"<ul>{links}</ul></body>")
    found = _listed(page, "http://news.example.org/")
    assert found is not None
    assert (found.channel, len(found.links)) == ("list", 3)


def test_a_list_with_further_pages_names_the_next_one() -> None:
    links = "".join(
        f"<li><a href='/story/{number}17.html'>{text[:60]}</a></li>"
        for number, text in enumerate(ENGLISH)
    )
    found = _listed(
        f"<body><ul>{links}</ul><a href='/page/2'>Next page</a>", "http://news.example.org/"
    )
    assert found is not None
    assert found.next_url == "http://news.example.org/page/2"


def test_an_article_with_a_few_links_to_others_is_not_a_list() -> None:
    related = "".join(
        f"<li><a href='/story/{number}17.html'>{ENGLISH[number][:60]}</a></li>"
        for number in range(4)
    )
    page = article_page(paragraphs=ENGLISH * 4).replace("</body>", f"<ul>{related}</ul></body>")
    assert _listed(page, "http://news.example.org/story/99.html") is None


@pytest.mark.parametrize(
    ("url", "lang", "title", "zone"),
    [
        ("http://news.example.de/", "en", "The boats run again", "Europe/Berlin"),
        ("http://news.example.com/", "en-NZ", "The boats run again", "Pacific/Auckland"),
        ("http://news.example.com/", "en", "The boats run again", ""),
        ("http://news.example.com/", "en", "老桥今天重新开放", "Asia/Shanghai"),
        ("http://news.example.com/", "zh-TW", "老橋今天重新開放", "Asia/Taipei"),
        ("http://news.example.com/", "en", "Tea house 茶 opens beside the old bridge", ""),
        ("http://news.example.com/", "en", "The sign の in street names of the old town", ""),
        ("http://news.example.com/", "zh", "老桥の新生活今天在镇上重新开始", "Asia/Shanghai"),
        ("http://news.example.com/", "en", "古い橋が今日また開きました", "Asia/Tokyo"),
    ],
)
def test_the_zone_of_a_site_is_that_of_its_country_or_language(
    url: str, lang: str, title: str, zone: str
) -> None:
    page = FetchedList(
        url=url,
        body=f"<html lang={lang}><a href=/a>x</a>".encode(),
        headers={},
        collected=COLLECTED,
    )
    found = RecognisedList(channel="list", links=(Link(url=f"{url}a", title=title),))
    assert time_zone(url, found, opened(page)) == zone


@pytest.mark.parametrize(
    ("links", "channel"), [((Link(url="http://a.example/1"),), "lines"), ((), "")]
)
def test_a_list_of_a_channel_that_a_feature_brings_is_recognised(
    monkeypatch: pytest.MonkeyPatch, links: tuple[Link, ...], channel: str
) -> None:
    class Lines(ChannelReading):
        def recognised(self, page: FetchedList) -> Listing | None:
            return Listing(links=links) if page.body == b"1" else None

    def no_texts() -> ChannelTexts:
        raise AssertionError

    own = SourceChannel(
        name="lines", traits=ChannelTraits(), reading=lambda: Lines(read_feed), texts=no_texts
    )
    monkeypatch.setattr("crawler.discovery.recognition.own_channels", lambda: {"lines": own})
    pages = [
        FetchedList(url="http://a.example/", body=body, headers={}, collected=COLLECTED)
        for body in (b"1", b"2")
    ]
    found, nothing = map(recognise, pages)
    assert (found.channel if found else "") == channel
    assert nothing is None
