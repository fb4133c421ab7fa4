"""Pages that lead to another address, and pages whose servers end them wrongly."""

import time

import pytest

from crawler.refreshes import refresh_target
from crawler.wholeness import is_whole

HERE = "http://a.example/old/page?x=1"
THERE = "http://a.example/new"


@pytest.mark.parametrize(
    "page",
    [
        '<meta http-equiv="refresh" content="0; url=/new">',
        "<META HTTP-EQUIV=REFRESH CONTENT=\"0;URL='/new'\">",
        "<meta content='0;/new' http-equiv='Refresh'>",
        '<meta http-equiv="refresh" content="3, url = http://a.example/new ">',
        '<meta http-equiv="refresh" content="url=/new">',
        '<meta/http-equiv="refresh"/content="0.5;url=/new">',
        '<base href="/deep/er/"><meta http-equiv="refresh" content="0;url=../../new">',
        '<script>window.location.replace("/new")</script>'
        '<noscript><meta http-equiv="refresh" content="0;URL=/new"></noscript>',
        '<script>document.location.href = "/new"</script>'
        '<noscript><meta http-equiv="refresh" content="0;URL=/new"></noscript>',
    ],
)
def test_a_page_that_leads_on_at_once_is_a_redirect(page: str) -> None:
    assert refresh_target(HERE, {}, f"<html><head>{page}</head></html>".encode()) == THERE


@pytest.mark.parametrize(
    "page",
    [
        '<meta http-equiv="refresh" content="300; url=/new">',
        f'<meta http-equiv="refresh" content="{"9" * 900}; url=/new">',
        '<meta http-equiv="refresh" content="0">',
        '<meta http-equiv="refresh" content="-1; url=/new">',
        '<meta http-equiv="refresh" content="0x; url=/new">',
        '<meta http-equiv="refresh" content="0; url=/old/page?x=1#top">',
        '<meta http-equiv="refresh" content="0; url=javascript:alert(1)">',
        '<meta http-equiv="refresh" content="0; url=http://[broken">',
        '<!-- <meta http-equiv="refresh" content="0; url=/new"> -->',
        '<script>var a = \'<meta http-equiv="refresh" content="0; url=/new">\'</script>',
        '<noscript><meta http-equiv="refresh" content="0; url=/without-scripts"></noscript>',
        '<meta name="refresh" content="0; url=/new">',
        "<p>refresh</p>",
    ],
)
def test_a_page_that_stays_is_no_redirect(page: str) -> None:
    assert refresh_target(HERE, {}, f"<html><head>{page}</head></html>".encode()) == ""


@pytest.mark.parametrize("encoding", ["utf-8", "gbk"])
def test_an_address_is_in_the_encoding_of_its_page(encoding: str) -> None:
    text = "页面已经移到了新的地址，请读者到那里去看这篇关于大桥的文章。"
    page = f'<meta charset={encoding}><meta http-equiv=refresh content="0;url=/新闻">{text}'
    assert refresh_target(HERE, {}, page.encode(encoding)) == "http://a.example/新闻"


def test_the_header_leads_on_too() -> None:
    assert refresh_target(HERE, {"refresh": "0; url=/new"}, b"<html></html>") == THERE
    assert refresh_target(HERE, {"refresh": "600"}, b"<html></html>") == ""


@pytest.mark.parametrize("piece", ["<meta ", '<meta "', "<!--", "<script", "refresh=", "location "])
def test_a_hostile_head_costs_little(piece: str) -> None:
    body = b"refresh" + piece.encode() * 20_000
    began = time.process_time()
    refresh_target(HERE, {}, body)
    assert time.process_time() - began < 2


@pytest.mark.parametrize(
    ("body", "whole"),
    [
        (b"<html><body>text</body></html>\n<!-- cached -->\n", True),
        (b"<HTML><BODY>text</BODY></HTML >", True),
        (b"<rss><channel/></rss>", True),
        (b'<feed xmlns="x"></feed>\0\0', True),
        (b'{"items": []}', True),
        (b'{"items": [', False),
        (b"<html><body>text</bo", False),
        (b"<html><body>about </html> and more", False),
        (b"", False),
    ],
)
def test_the_end_of_its_document_tells_a_whole_page(body: bytes, whole: bool) -> None:
    assert is_whole(body) is whole


@pytest.mark.parametrize("seconds", ["9" * 5_000, "9" * 60_000, "0." + "1" * 60_000])
@pytest.mark.parametrize("end", ["", "; url=/old/page?x=1"])
def test_a_header_with_a_long_number_is_no_redirect(seconds: str, end: str) -> None:
    assert refresh_target(HERE, {"refresh": seconds + end}, b"") == ""
