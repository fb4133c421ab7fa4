"""Labels of the site's links and buttons are no part of a body."""

import pytest

from extractor.body.labels import without_labels
from extractor.page import dom
from extractor.page.blocks import read_blocks
from tests.unit.extractor import samples


def _left(markup: str) -> list[str]:
    blocks = read_blocks(dom.body_of(dom.parse(f"<body>{markup}</body>")))
    return [blocks.texts[place] for place in without_labels(blocks, range(len(blocks.texts)))]


@pytest.mark.parametrize(
    "label",
    [
        "Archive",
        "« Archives",
        "Back to top ↑",
        "返回顶部",
        "往期内容",
        "Zum Archiv",
        "Older posts »",
        "[Top]",
    ],
)
def test_a_line_that_is_only_a_label_is_left_out(label: str) -> None:
    assert _left(f"<p>The ferry runs again.</p><p>{label}</p><p>It is full.</p>") == [
        "The ferry runs again.",
        "It is full.",
    ]


@pytest.mark.parametrize(
    "line", ["The archive opens again", "Homes", "Up to ten boats", "首页新闻很多人看"]
)
def test_a_line_that_says_more_stays(line: str) -> None:
    assert _left(f"<p>{line}</p>") == [line]


def test_a_heading_of_that_name_stays_if_text_follows() -> None:
    assert _left("<h2>Archive</h2><p>The town keeps its papers here.</p>") == [
        "Archive",
        "The town keeps its papers here.",
    ]
    assert _left("<p>The ferry runs again.</p><h2>Archive</h2>") == ["The ferry runs again."]


def test_an_article_with_a_label_between_its_paragraphs() -> None:
    first, *rest = samples.ENGLISH
    markup = samples.article_page(paragraphs=(first, "Archive", *rest))
    assert samples.read_article(markup).content.split("\n") == list(samples.ENGLISH)


@pytest.mark.parametrize(
    "offer",
    [
        "<h3>Share this:</h3><ul><li>Twitter</li><li>Facebook</li></ul>",
        "<p>Share this article on Facebook, Twitter and WhatsApp</p>",
        "<p>Facebook | Twitter | E-Mail</p>",
        "<p>Teilen auf Facebook, Twitter, per Mail</p>",
        "<p>分享到：微信 微博 朋友圈</p>",
    ],
)
def test_an_offer_to_share_is_left_out(offer: str) -> None:
    assert _left(f"<p>The ferry runs again.</p>{offer}<p>It is full.</p>") == [
        "The ferry runs again.",
        "It is full.",
    ]


@pytest.mark.parametrize(
    "line",
    ["Share of listings with price drops", "Email", "Share the road with the buses", "Twitter"],
)
def test_a_line_about_sharing_stays(line: str) -> None:
    assert _left(f"<p>{line}</p>") == [line]


@pytest.mark.parametrize(
    ("markup", "lines"),
    [
        (
            "<h3>Telegram, WhatsApp</h3><p>Both were slow all day.</p>",
            ["Telegram, WhatsApp", "Both were slow all day."],
        ),
        (
            "<h3>Share this</h3><p>Readers liked the new button.</p>",
            ["Share this", "Readers liked the new button."],
        ),
        (
            "<p>The services that were blocked:</p><ul><li>Facebook, Instagram</li>"
            "<li><p>Telegram, WhatsApp</p></li></ul>",
            ["The services that were blocked:", "Facebook, Instagram", "Telegram, WhatsApp"],
        ),
        (
            "<p>被封锁的服务：</p><ul><li>微信、微博</li><li>Facebook, Instagram</li></ul>",
            ["被封锁的服务：", "微信、微博", "Facebook, Instagram"],
        ),
    ],
)
def test_services_that_a_text_tells_of_stay(markup: str, lines: list[str]) -> None:
    assert _left(markup) == lines


def test_a_list_of_services_below_a_sentence_is_left_out() -> None:
    markup = "<p>The ferry runs again.</p><ul><li>Facebook, Instagram</li><li>Telegram</li></ul>"
    assert _left(markup) == ["The ferry runs again."]
