"""Sites that move: what counts as a move, and which addresses a page had before."""

import pytest

from crawler.moves import former_hosts, hosts_before, moved_to, page_move
from storage.findings.signs import PageMove
from storage.keys import urls_before

OLD = "http://old.example/news/"


@pytest.mark.parametrize(
    ("target", "moved"),
    [
        ("", False),
        ("https://old.example/news/", False),
        ("https://www.old.example/news", False),
        ("http://old.example/news/;jsessionid=1f2e", False),
        ("http://old.example/articles/", True),
        ("http://new.example/news/", True),
        ("http://old.example:8080/news/", True),
    ],
)
def test_what_is_a_move(target: str, moved: bool) -> None:
    assert moved_to(OLD, target) == (target if moved else "")


def test_a_move_within_a_host_leaves_no_former_host() -> None:
    assert former_hosts((), OLD, "http://old.example/articles/") == ()
    assert former_hosts(("older.example",), OLD, "http://new.example/news/") == (
        "older.example",
        "old.example",
    )
    assert former_hosts(("old.example",), OLD, "http://new.example/news/") == ("old.example",)


@pytest.mark.parametrize(
    ("target", "moved"),
    [
        ("https://new.example/a/1?b=2", True),
        ("http://new.example/a/1/?b=2", True),
        ("https://www.old.example/a/1?b=2", False),
        ("http://new.example/b/1?b=2", False),
        ("http://new.example/a/1", False),
    ],
)
def test_what_is_a_move_of_a_page(target: str, moved: bool) -> None:
    url = "http://old.example/a/1?b=2"
    move = page_move(url, target)
    assert move == (PageMove(url=url, target=target) if moved else None)
    assert hosts_before(move, {"new.example", "c.example"}) == (("old.example",) if moved else ())
    assert hosts_before(move, {"c.example"}) == ()


def test_the_addresses_of_a_page_before_the_move() -> None:
    assert list(urls_before("https://new.example/a?b=1", ("old.example", "new.example"))) == [
        "http://old.example/a?b=1",
        "https://old.example/a?b=1",
    ]
