"""Hostile pages, through the entry point: a result or a reason, never an exception, and bounded
work.
"""

import pytest

from evaluation.algorithms import BODIES
from extractor.results import Article, Extraction, Rejection, RejectionReason, Thread
from tests.unit.extractor.samples import ENGLISH, POSTS, article_page, read, thread_page

pytestmark = pytest.mark.slow

_TEXT = "".join(f"<p>{paragraph}</p>" for paragraph in ENGLISH)
_HEAD = "<title>Town library opens again</title><h1>Town library opens again</h1><p>2024-03-05 10:30</p>"
_LAUGHS = "".join(f"<!ENTITY l{n} '{f'&l{n - 1};' * 10}'>" for n in range(1, 10))

HARMLESS = {
    "entity bomb": f"<!DOCTYPE x [<!ENTITY l0 'ha'>{_LAUGHS}]>{_HEAD}<p>&l9;</p>{_TEXT}",
    "outer entity": f'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>{_HEAD}<p>&a;</p>{_TEXT}',
    "no paragraph closed": _HEAD + _TEXT.replace("</p>", ""),
    "all closed twice": (_HEAD + _TEXT).replace("</p>", "</p></p></div></b>"),
    "crossed tags": f"{_HEAD}<div><b><p><i></b></div></p></i>{_TEXT}<b></table></td></i>",
    "nulls between letters": _HEAD + _TEXT.replace("Readers", "R\0e\0a\0d\0e\0r\0s"),
    "100,000 attributes": f"{_HEAD}<div {' '.join(f'a{n}=1' for n in range(100_000))}>{_TEXT}</div>",
    "one attribute of a megabyte": f"{_HEAD}<div class='{'x' * 1_000_000}'>{_TEXT}</div>",
    "class of many words": f"{_HEAD}<div class='{'comment ' * 100_000}'>{_TEXT}</div>",
    "a megabyte word": f"{_HEAD}{_TEXT}<p>{'x' * 1_000_000}</p>",
    "comment left open": f"{_HEAD}{_TEXT}<!-- and so on " + "<p>x</p>" * 1000,
    "comment of dashes": f"{_HEAD}<!{'-' * 100_000}>{_TEXT}",
    "CDATA": f"{_HEAD}<![CDATA[ <p>not here</p> ]]>{_TEXT}<![CDATA[",
    "script soup": f"{_HEAD}<script>put('<script><p>x')</script><script><!-- if (a</b>c) --></script>{_TEXT}",
    "conditional comments": f"{_HEAD}<!--[if IE]><p>old</p><![endif]--><![if !IE]>{_TEXT}<![endif]>",
    "html and body twice": f"<html><body>{_HEAD}</body></html><html><body>{_TEXT}</body></html>",
    "nested html": f"<html><body>{_HEAD}<html><head></head><body>{_TEXT}</body></html></body></html>",
    "right-to-left overrides": f"{_HEAD}{_TEXT.replace('the', chr(0x202E) + 'eht' + chr(0x202C))}",
    "surrogates by number": f"{_HEAD}<p>&#xD83D;&#xDE00; &#xDC00; &#1114112; &#0; &#99999999999;</p>{_TEXT}",
    "100,000 siblings": f"{_HEAD}{_TEXT}{'<i>x</i>' * 100_000}",
    "40,000 links": f"{_HEAD}{_TEXT}{''.join(f'<a href=/{n}?page={n}>{n}</a>' for n in range(40_000))}",
    "40,000 links in a heading": f"{_HEAD}{_TEXT}<h1>{'<a href=/story/>word</a>' * 40_000}</h1>",
    "40,000 pictures": f"{_HEAD}{_TEXT}{'<figure><img src=data:x width=900></figure>' * 40_000}",
    "a megabyte link": f"{_HEAD}{_TEXT}<a href='/{'a-' * 500_000}'>x</a><img width=900 src='{'logo-' * 200_000}'>",
}
"""By what is wrong. The article in it is whole and must be found."""

RUBBISH: dict[str, bytes] = {
    "depth of 100,000": _HEAD.encode() + b"<div>" * 100_000 + _TEXT.encode(),
    "2 MB of <b>": b"<p>" + b"<b>" * 700_000,
    "100,000 of <p>": b"<p>" * 100_000,
    "2 MB of <table>": b"<table>" * 300_000,
    "2 MB of </div>": b"<p>x" + b"</div>" * 350_000,
    "50,000 short blocks": _HEAD.encode() + b"<li>a" * 50_000,
    "20,000 headings": b"".join(b"<h2>Heading number %d</h2>" % number for number in range(20_000)),
    "20,000 links": b"".join(
        b"<div><a href=/story-%d>A headline of some length</a></div>" % n for n in range(20_000)
    ),
    "posts among 4,000 links to long addresses of a forum": (
        b"".join(
            b"<div><a href=/user/u%d>u%d</a> 2024-03-05 10:10<p>Some words.</div>" % (n, n)
            for n in range(9)
        )
        + b"".join(b"<a href=/forum%d/%s>x</a>" % (n, b"a" * 480) for n in range(4_000))
    ),
    "5,000 links in each other": b"".join(
        b"<a href=/story-%d>A headline<b><div>" % number for number in range(5_000)
    ),
    "2 MB of one line": _HEAD.encode() + b"<p>" + b"word and word " * 150_000,
    "2 MB without a blank": _HEAD.encode() + b"<p>" + "的".encode() * 700_000,
    "unclosed tag": b"<p " + b"a" * 1_000_000,
    "unclosed quote": _HEAD.encode() + b'<a href="' + _TEXT.encode() * 50,
    "frameset": b"<frameset cols=1><frame src=a><noframes>"
    + _TEXT.encode()
    + b"</noframes></frameset>",
    "plaintext": _HEAD.encode() + b"<plaintext>" + _TEXT.encode() + b"</plaintext>",
    "xmp": _HEAD.encode() + b"<xmp>" + _TEXT.encode() + b"</xmp>",
    "listing": _HEAD.encode() + b"<listing>" + _TEXT.encode() + b"</listing>",
    "every byte": bytes(range(256)) * 40,
    "every byte in tags": b"".join(b'<p title="%c">%c</p>' % (n, n) for n in range(256)) * 20,
    "surrogates in UTF-8": _HEAD.encode() + b"<p>\xed\xa0\x80\xed\xb0\x80</p>" + _TEXT.encode(),
    "only a comment": b"<!-- nothing else -->",
    "only a doctype": b"<!DOCTYPE html>",
    "a null": b"\0",
    "svg in title": b"<title><svg><title>" * 10_000,
    "templates": b"<template>" * 50_000 + _TEXT.encode(),
    "selects": b"<select><option>" * 50_000,
    "2 MB of line ends in a script": _HEAD.encode()
    + b"<script>"
    + b"\n" * 2_000_000
    + b"</script>",
    "2 MB of semicolons in a script": _HEAD.encode()
    + b"<script>"
    + b"; \n" * 700_000
    + b"</script>",
}
"""By what it is. Any result will do."""


def _answered(result: Extraction) -> bool:
    if isinstance(result, Rejection):
        return bool(result.reason in RejectionReason and result.detail)
    return isinstance(result, Article | Thread) and bool(result.title)


@pytest.mark.parametrize("name", HARMLESS)
def test_the_article_is_found_whatever_stands_around_it(name: str) -> None:
    result = read(HARMLESS[name], kind="article")
    assert isinstance(result, Article), result
    assert result.title == "Town library opens again"
    whole = result.content.replace("\u202e", "").replace("\u202c", "").replace("eht", "the")
    assert "stories for the children" in whole.replace("\ufffd", "").replace("\0", "")
    assert "root:" not in result.content
    assert len(result.content) < 1_100_000


@pytest.mark.parametrize("name", RUBBISH)
@pytest.mark.parametrize("kind", ["", "thread"])
def test_rubbish_is_answered(name: str, kind: str) -> None:
    assert _answered(read(RUBBISH[name], kind=kind))


def test_links_that_are_never_closed_are_not_read_to_the_end_of_the_page() -> None:
    page = article_page(
        paragraphs=[f'<a href="/story-{n}">A headline {n}.<b><i>{ENGLISH[0]}' for n in range(500)]
    )
    result = read(page, kind="article")
    assert isinstance(result, Article)
    texts = [link.title for link in result.links]
    assert "A headline 0." in texts[0]
    assert "A headline 400." not in texts[0]


@pytest.mark.parametrize("algorithm", BODIES)
@pytest.mark.parametrize(
    "name", ["depth of 100,000", "50,000 short blocks", "every byte", "unclosed quote"]
)
def test_every_algorithm_answers_rubbish(name: str, algorithm: str) -> None:
    assert _answered(read(RUBBISH[name], kind="article", algorithm=algorithm))


@pytest.mark.parametrize(
    "url",
    [
        "",
        "x",
        "http://",
        "http://[::1",
        "//a",
        "http://a/%zz?page=2",
        "file:///etc/passwd",
        "a" * 9000,
    ],
)
def test_any_address_is_taken(url: str) -> None:
    assert _answered(read(article_page(), url))
    assert _answered(read(thread_page(POSTS), url))


def test_addresses_that_a_page_invents_are_web_addresses_or_none() -> None:
    head = (
        '<base href="javascript:alert(1)//"><meta property="og:image" content="javascript:alert(2)">'
        '<link rel="canonical" href="data:text/html,x"><meta name="twitter:image" content="//[::1">'
    )
    article = read(article_page(head=head) + '<a href="17_2.html">2</a>', kind="article")
    assert isinstance(article, Article)
    for address in (
        article.image,
        article.next_url,
        article.canonical_url,
        *(link.url for link in article.links),
    ):
        assert address == "" or address.startswith(("http://", "https://")), address
