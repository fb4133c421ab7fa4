"""The boards of a forum on its front page, by addresses formed like that of a board."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from features.proposed_sources.board_links import front_of, read_boards

SITE = "https://forum.example"


def boards(board: str, *links: str) -> list[str]:
    anchors = "".join(
        f"<li><a href='{link}'>Title of {number}</a></li>" for number, link in enumerate(links)
    )
    page = f"<html><body><ul>{anchors}</ul></body></html>"
    found = read_boards(page.encode(), f"{SITE}/", {}, f"{SITE}{board}")
    return [each.url.removeprefix(SITE) for each in found]


# A board of each engine, other boards of it, and what is none.
ENGINES = [
    (
        "/viewforum.php?f=3",
        ["/viewforum.php?f=3", "/viewforum.php?f=12"],
        ["/viewtopic.php?t=3", "/viewtopic.php?f=3&t=9", "/memberlist.php?mode=x", "/index.php"],
    ),
    (
        "/forum-2-1.html",
        ["/forum-2-1.html", "/forum-48-1.html"],
        ["/thread-9-1-1.html", "/space-uid-4.html", "/forum.php"],
    ),
    (
        "/forums/news.12/",
        ["/forums/news.12/", "/forums/local-sport.7/"],
        ["/threads/fire-in-town.99/", "/members/joe.4/", "/forums/", "/whats-new/"],
    ),
    ("/go/python", ["/go/python", "/go/create"], ["/t/12345", "/member/joe", "/about", "/go"]),
    (
        "/c/local-sport/7",
        ["/c/local-sport/7", "/c/help/2"],
        ["/t/a-question/55", "/u/joe", "/latest", "/c"],
    ),
    (
        "/board.asp?name=sea",
        ["/board.asp?name=sea", "/board.asp?name=hill"],
        ["/post.asp?id=1", "/board.asp"],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("board", "wanted", "others"), ENGINES)
def test_boards_are_told_from_everything_else(
    board: str, wanted: list[str], others: list[str]
) -> None:
    assert boards(board, *others, *wanted) == wanted


def test_a_session_and_a_later_page_make_no_other_board() -> None:
    links = ("/viewforum.php?f=3&sid=abc", "/viewforum.php?f=3", "/viewforum.php?f=4&start=50")
    assert boards("/viewforum.php?f=9", *links) == ["/viewforum.php?f=3", "/viewforum.php?f=4"]


def test_other_hosts_and_links_without_words_are_left_out() -> None:
    page = (
        f"<a href='https://other.example/viewforum.php?f=1'>Board</a><a href='{SITE}"
        f"/viewforum.php?f=2'><img></a><a href='{SITE}/viewforum.php?f=5'>7</a>"
    )
    assert read_boards(page.encode(), f"{SITE}/", {}, f"{SITE}/viewforum.php?f=3") == ()


@pytest.mark.parametrize(
    ("board", "front"),
    [
        ("/bb/viewforum.php?f=3", "/bb/"),
        ("/forum-2-1.html", "/"),
        ("/bbs/forum-2-1.html", "/bbs/"),
        ("/forums/news.12/", "/"),
        ("/go/python", "/"),
    ],
)
def test_the_front_page_is_that_of_the_forum(board: str, front: str) -> None:
    assert front_of(SITE + board) == SITE + front


@given(st.text("ab1/?=.&-_%", max_size=30), st.text("ab1/?=.&-_%", max_size=30))
def test_no_address_breaks_it(board: str, link: str) -> None:
    page = f"<a href='/{link}'>Words</a>".encode()
    front_of(f"{SITE}/{board}")
    read_boards(page, f"{SITE}/", {}, f"{SITE}/{board}")
