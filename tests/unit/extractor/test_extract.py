"""The entry point: kinds, reasons for rejection, encodings end to end, and hostile pages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.extraction import extract
from extractor.results import Article, Extraction, Hints, Rejection, RejectionReason, Thread
from tests.unit.extractor import samples
from tests.unit.extractor.samples import (
    COLLECTED,
    POSTS,
    URL,
    article_page,
    read,
    read_article,
    thread_page,
)


def _reason(result: Extraction) -> RejectionReason:
    assert isinstance(result, Rejection), result
    assert result.detail
    return result.reason


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        (b"", RejectionReason.EMPTY),
        (b" \r\n", RejectionReason.EMPTY),
        (b"%PDF-1.7 binary", RejectionReason.NOT_HTML),
        (b"\x89PNG\r\n\x1a\n", RejectionReason.NOT_HTML),
        (b"\xff\xd8\xff\xe0 jpeg", RejectionReason.NOT_HTML),
        (b"PK\x03\x04 zip", RejectionReason.NOT_HTML),
        (b"just a line of text", RejectionReason.NOT_HTML),
        (b"<?xml version='1.0'?><rss><channel/></rss>", RejectionReason.NOT_HTML),
        (b"<html><body></body></html>", RejectionReason.EMPTY),
        (b"<p>" + bytes(range(1, 9)) * 500, RejectionReason.CHARSET),
        (article_page(title="Short").encode(), RejectionReason.NO_TITLE),
        (
            article_page(paragraphs=("This is all that there is.",)).encode(),
            RejectionReason.TOO_SHORT,
        ),
    ],
)
def test_refusals_are_named(page: bytes, reason: RejectionReason) -> None:
    assert _reason(read(page)) is reason


def test_an_article_without_a_date_is_kept_unless_one_is_required() -> None:
    page = article_page(paragraphs=samples.ENGLISH * 4, date="").encode()
    kept = read(page)
    assert isinstance(kept, Article)
    assert (kept.published, kept.date_evidence, kept.modified) == (None, (), None)
    for kind in ("", "article"):
        assert _reason(read(page, kind=kind, require_date=True)) is RejectionReason.NO_DATE
    dated = article_page(paragraphs=samples.ENGLISH * 4).encode()
    assert isinstance(read(dated, require_date=True), Article)


def test_limits_are_those_of_the_thesis_and_half_of_them_in_chinese() -> None:
    exactly = "的" * 51
    assert isinstance(read(article_page("Ferry!", (exactly,)), kind="article"), Article)
    assert (
        _reason(read(article_page("Ferry", (exactly,)), kind="article")) is RejectionReason.NO_TITLE
    )
    assert isinstance(read(article_page("四字标题", (exactly,)), kind="article"), Article)
    assert (
        _reason(read(article_page("三个字", (exactly,)), kind="article"))
        is RejectionReason.NO_TITLE
    )
    assert (
        _reason(read(article_page("六个字的标题", (exactly[:50],)), kind="article"))
        is RejectionReason.TOO_SHORT
    )
    words = "of " * 33 + "it"
    assert isinstance(read(article_page("Ferry!", (words,)), kind="article"), Article)
    assert (
        _reason(read(article_page("Ferry!", (words[:100],)), kind="article"))
        is RejectionReason.TOO_SHORT
    )


def test_an_unknown_charset_of_the_source_is_a_charset_failure() -> None:
    assert _reason(read(article_page(), charset="klingon")) is RejectionReason.CHARSET


@pytest.mark.parametrize(
    ("codec", "title", "texts"),
    [
        ("gbk", "市图书馆昨天重新开放", samples.CHINESE),
        ("gb18030", "市图书馆昨天重新开放𠮷", samples.CHINESE),
        ("big5", "市立圖書館昨天重新開放", samples.TRADITIONAL),
        ("shift_jis", "市の図書館が再び開館", samples.JAPANESE),
        ("euc_kr", "시립 도서관이 다시 문을 열었다", samples.KOREAN),
        ("cp1251", "Библиотека снова открылась", samples.RUSSIAN),
        ("cp1252", "La bibliothèque a rouvert", samples.FRENCH),
        ("utf-8", "市图书馆昨天重新开放", samples.CHINESE),
    ],
)
@pytest.mark.parametrize("declared", ["", "utf-8", "iso-8859-1", "gb2312"])
def test_encodings_end_to_end(
    codec: str, title: str, texts: tuple[str, ...], declared: str
) -> None:
    head = f'<meta charset="{declared}">' if declared else ""
    article = read_article(article_page(title, texts, head=head).encode(codec))
    assert (article.title, article.content) == (title, "\n".join(texts))


def test_results_name_the_page_and_its_encoding() -> None:
    article = read_article(article_page("市图书馆昨天重新开放", samples.CHINESE).encode("gbk"))
    assert (article.url, article.encoding, article.lang) == (URL, "gb18030", "zh")


_HOSTILE = {
    "100,000 divs": b"<html><body>" + b"<div>" * 100_000 + b"the text",
    "deep inline": b"<p>" + b"<b>" * 100_000 + b"the text",
    "deep tables": b"<table><tr><td>" * 30_000,
    "5 MB of <": b"<" * 5_000_000,
    "5 MB of &": b"<p>" + b"&" * 5_000_000,
    "5 MB of blanks": b"<title>x</title><p>" + b" " * 5_000_000,
    "attributes": b"<p " + b" ".join(b"a%d=1" % number for number in range(100_000)) + b">the text",
    "attributes without values": b"<p "
    + b" ".join(b"a%d" % number for number in range(100_000))
    + b">the text",
    "entity bomb": b"<!DOCTYPE x [<!ENTITY a 'aa'><!ENTITY b '&a;&a;'><!ENTITY c '&b;&b;'>]><p>&c;"
    * 1000,
    "outer entity": b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><p>&a; is the text',
    "nulls": b"<p>" + b"\0a" * 200_000,
    "nested times": b"".join(b"<div>2024-01-01 10:%02d" % (number % 60) for number in range(3_000)),
    "uneven posts": b"".join(
        b"<div>2024-01-01 10:10 <a class=author>x</a>"
        + b"<i><u></u></i>" * (number % 37)
        + b"</div>"
        for number in range(400)
    ),
    "titles": b"<title>" + b"ab - " * 100_000 + b"</title>" + b"<h1>ab - ab - ab</h1>" * 5_000,
    "nested comments": b"<div class=comments>" * 1_000 + b"<p>the text is here</p>" * 100,
    "json-ld": b'<script type="application/ld+json">' + b"[" * 200_000 + b"</script><p>x",
    "dates": b"<h1>The title of it</h1><p>" + b"2024-01-01 " * 100_000,
    "addresses": b"<base href='http://[::1'><link rel=canonical href='http://[x'><a href='http://[bad'>x</a><p>10:10",
    "frames": b"<frameset><frame src=x></frameset>",
}


@pytest.mark.parametrize("name", _HOSTILE)
@pytest.mark.parametrize("kind", ["", "thread"])
def test_pages_that_mean_harm_are_refused_or_read(name: str, kind: str) -> None:
    result = read(_HOSTILE[name], "http://forum.example.org/t?p=3", kind=kind)
    assert isinstance(result, Article | Thread | Rejection)
    assert "root:" not in repr(result)


_PAGES = [
    article_page().encode(),
    article_page("市图书馆昨天重新开放", samples.CHINESE).encode("gbk"),
    thread_page(POSTS).encode(),
]
_NOISE = st.binary(max_size=12) | st.sampled_from(
    [
        b"<",
        b">",
        b"</div>",
        b"<table>",
        b"<!--",
        b"<script>",
        b"<title>",
        b"&#0;",
        b'"',
        b"\xff\xfe",
        b"<base href=//[>",
        b"2024-02-30",
    ]
)


@given(
    st.sampled_from(_PAGES),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 40), _NOISE), max_size=12),
    st.sampled_from(["", "article", "thread"]),
)
def test_no_damage_raises(page: bytes, damage: list[tuple[float, int, bytes]], kind: str) -> None:
    for share, cut, noise in damage:
        place = int(share * len(page))
        page = page[:place] + noise + page[place + cut :]
    result = extract(page, URL, {}, Hints(collected=COLLECTED, kind=kind))
    assert isinstance(result, Article | Thread | Rejection)
    if isinstance(result, Article):
        assert result.published is None or result.published.tzinfo is not None
        assert result.content
