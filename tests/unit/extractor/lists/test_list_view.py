"""A list page as people see it."""

import pytest

from extractor.errors import UnusablePattern
from extractor.lists.anchors import open_page
from extractor.lists.boards import read_board
from extractor.lists.list_view import MAX_ENTRIES, ListView, view_board, view_list

URL = "https://www.example.org/news/"
LONG = "A headline that is long enough to be one, number {}"


def html(items: str) -> bytes:
    menu = '<nav><a href="/world/">World</a><a href="/sport/">Sport</a><a href="https://other.example/">Friends</a></nav>'
    return (
        f"<html><body>{menu}<ul>{items}</ul><p><a href='/news/'>News</a></p></body></html>".encode()
    )


def stories(count: int) -> str:
    return "".join(
        f'<li><a href="/news/{n}.html"><img alt=""></a><a href="/news/{n}.html">{LONG.format(n)}</a></li>'
        for n in range(count)
    )


def view(body: bytes, *patterns: str) -> ListView:
    return view_list(open_page(body, {}, URL), patterns)


def test_links_are_grouped_by_block_and_each_says_why() -> None:
    found = view(html(stories(4)), r"/news/\d+\.html$")
    assert [
        [(entry.url.removeprefix("https://www.example.org"), entry.why) for entry in block]
        for block in found.blocks
    ] == [
        [("/world/", "pattern"), ("/sport/", "pattern"), ("https://other.example/", "pattern")],
        [(f"/news/{n}.html", "") for n in range(4)],
        [("/news/", "self")],
    ]
    assert (found.taken, found.left, found.is_cut) == (4, 4, False)


def test_a_picture_and_a_headline_are_one_entry_with_the_headline() -> None:
    assert [entry.text for entry in view(html(stories(3)), "news/").blocks[1]] == [
        LONG.format(n) for n in range(3)
    ]


def test_what_a_pattern_matches_is_told() -> None:
    assert {entry.matched for entry in view(html(stories(3)), r"\d+\.html").blocks[1]} == {
        "0.html",
        "1.html",
        "2.html",
    }


def test_without_patterns_the_reason_is_newslooms_own() -> None:
    found = view(html(stories(5)))
    assert {entry.why for entry in found.blocks[0]} == {"unlikely", "other_site"}
    assert found.taken == 5


def test_a_long_page_is_cut_but_counted() -> None:
    found = view(html(stories(1000)), r"/news/\d+\.html$")
    assert found.taken == 1000
    assert found.shown <= MAX_ENTRIES
    assert found.is_cut


def test_threads_of_a_board() -> None:
    rows = "".join(
        f'<tr><td><a href="/viewtopic.php?t={n}">Why does my engine stall?</a>'
        f' <a href="/viewtopic.php?t={n}&start=15">2</a></td></tr>'
        for n in range(1, 6)
    )
    body = f"<table>{rows}</table>".encode()
    threads = [link.url for link in read_board(body, URL, {}).links]
    found = view_board(open_page(body, {}, URL), (), threads)
    assert found.taken == 5
    assert {entry.why for block in found.blocks for entry in block if not entry.taken} == {"thread"}


@pytest.mark.slow
def test_a_pattern_that_never_ends_is_stopped() -> None:
    slow = html(
        "".join(f'<li><a href="/{"a" * 1800}{n}">{LONG.format(n)}</a></li>' for n in range(60))
    )
    with pytest.raises(UnusablePattern):
        view(slow, r"/(?:a|aa)+b$")
