"""Sites that move: what counts as a move, and which addresses a page had before."""

import pytest

from crawler.moves import former_hosts, moved_to
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
    assert former_hosts(("older.example",), OLD, "http://new.example/news/") == ("older.example", "old.example")
    assert former_hosts(("old.example",), OLD, "http://new.example/news/") == ("old.example",)


def test_the_addresses_of_a_page_before_the_move() -> None:
    assert list(urls_before("https://new.example/a?b=1", ("old.example", "new.example"))) == [
        "http://old.example/a?b=1",
        "https://old.example/a?b=1",
    ]
