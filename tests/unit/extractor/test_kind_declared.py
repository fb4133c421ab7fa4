"""Pages that say that they are something else, and lists of entries with their text, are no
articles.
"""

from collections.abc import Sequence

import pytest

from extractor.extraction import open_page
from extractor.kind_declared import count_entries
from extractor.results import Article, Hints, Rejection, RejectionReason
from tests.unit.extractor import samples, texts
from tests.unit.extractor.fields.pages import json_ld, page

OFFER = {"@type": "Offer", "price": "12.00", "priceCurrency": "EUR"}
DATE = "<div>5 March 2024</div>"


def _kept(markup: str, kind: str = "") -> bool:
    return isinstance(samples.read(markup, kind=kind), Article)


@pytest.mark.parametrize(
    "head",
    [
        json_ld({"@type": "Product", "name": "Blue kettle", "offers": OFFER}),
        json_ld(
            {"@graph": [{"@type": "WebPage"}, {"@type": "SocialEvent", "name": "Night of stories"}]}
        ),
        json_ld({"@type": "JobPosting", "title": "Keeper of the lock"}),
        json_ld({"@type": "DefinedTerm", "name": "lull"}),
        json_ld({"@type": "ProfilePage", "mainEntity": {"@type": "Person", "name": "Ann Hill"}}),
        json_ld({"@type": "AboutPage", "name": "Town library opens again"}),
        json_ld({"@type": "TVSeries", "name": "Town library opens again"}),
        json_ld({"@type": "Person", "name": "Town library opens again"}),
        json_ld({"@type": "VideoObject", "name": "A film"})
        + '<meta property="og:type" content="video.episode">',
        '<meta property="og:type" content="profile">',
        '<meta property="og:type" content="product"><meta property="product:price:amount" content="12.00">',
    ],
)
def test_what_declares_itself_something_else_is_not_an_article(head: str) -> None:
    assert _kept(page(beside=DATE))
    result = samples.read(page(head=head, beside=DATE))
    assert isinstance(result, Rejection)
    assert result.reason is RejectionReason.DOUBTFUL
    assert _kept(page(head=head, beside=DATE), "article")


@pytest.mark.parametrize("kind", ["Product", "Person"])
def test_a_product_or_person_in_microdata_holds_the_headline(kind: str) -> None:
    own = page(beside=DATE).replace(
        "<body>", f'<body><div itemscope itemtype="http://schema.org/{kind}">', 1
    )
    assert not _kept(own)
    card = '<div itemscope itemtype="http://schema.org/Product"><span itemprop="name">Blue kettle</span></div>'
    assert _kept(page(beside=DATE, after=card))


@pytest.mark.parametrize(
    "head",
    [
        json_ld(
            {"@type": "NewsArticle", "headline": "Town library opens again"},
            {"@type": "Product", "offers": OFFER},
        ),
        json_ld({"@type": "Review", "itemReviewed": {"@type": "Product", "offers": OFFER}}),
        '<meta property="og:type" content="article">'
        + json_ld({"@type": "MusicEvent", "name": "Night of stories"}),
        json_ld({"@type": "WebPage", "publisher": {"@type": "Restaurant", "name": "The Quay"}}),
    ],
)
def test_an_article_may_be_about_a_product_or_an_event(head: str) -> None:
    assert _kept(page(head=head, beside=DATE))


def _entry(number: int, paragraphs: Sequence[str]) -> str:
    text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    return f'<div class="post odd"><h2><a href="/e/{number}">Entry {number} of the keeper</a></h2>{text}</div>'


ENTRIES = "".join(
    _entry(index, text)
    for index, text in enumerate((samples.ENGLISH, [texts.GERMAN], [texts.SPANISH], samples.FRENCH))
)


def test_several_entries_with_their_text_are_a_list() -> None:
    index = f"<html><head><title>The keeper's log</title></head><body><h1>The keeper's log</h1>{ENTRIES}</body></html>"
    result = samples.read(index)
    assert isinstance(result, Rejection)
    assert result.reason in {
        RejectionReason.LISTING,
        RejectionReason.DOUBTFUL,
        RejectionReason.NO_DATE,
    }
    dated = index.replace("<h1>The keeper's log</h1>", f"<h1>The keeper's log</h1>{DATE}")
    result = samples.read(dated)
    assert isinstance(result, Rejection)


def test_other_stories_with_their_text_below_a_short_article_are_not_lists() -> None:
    article = page(beside=DATE, after=ENTRIES)
    assert _kept(article)


def test_headings_that_link_to_other_sites_head_the_parts_of_an_article() -> None:
    parts = ENTRIES.replace('href="/e/', 'href="http://other.example.com/')
    markup = f"<html><head><title>Four books</title></head><body><h1>Four books to read</h1>{DATE}{parts}</body></html>"
    opened = open_page(markup.encode(), samples.URL, {}, Hints(collected=samples.COLLECTED))
    assert count_entries(opened) == 0
