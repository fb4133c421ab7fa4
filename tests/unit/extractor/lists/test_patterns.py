"""Patterns: where they match, which are rejected, and that none takes long."""

import pickle
from contextlib import suppress

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from extractor.errors import UnusablePattern
from extractor.lists.links import check_pattern
from extractor.lists.patterns import Patterns
from extractor.results import Link

STORY = r"/news/\w+/story\d+-\d+"
CNR = r"http://\w+.cnr.cn/\w+/\w+/\d{8}/\w+.shtml"


@pytest.mark.parametrize(
    ("pattern", "url", "href"),
    [
        (STORY, "http://example.org/news/world/story12-3", "/news/world/story12-3"),
        (STORY, "https://example.org/news/world/story12-3.html?from=home", ""),
        (CNR, "http://news.cnr.cn/native/gd/20240305/t20240305_526.shtml", ""),
        (
            CNR,
            "http://mil.cnr.cn/zgjq/zb/20240305/t1.shtml",
            "//mil.cnr.cn/zgjq/zb/20240305/t1.shtml",
        ),
        (r"^story\d+", "http://example.org/a/story7", "story7"),
        (r"story\d+$", "http://example.org/a/story7", "../a/story7"),
        (r"\/a\/\d+", "http://example.org/a/1", ""),
        (r"^https?://(?:www\.)?example\.org/", "https://example.org/x", ""),
    ],
)
def test_fits(pattern: str, url: str, href: str) -> None:
    assert Patterns((pattern,)).matched(url, href) is not None
    check_pattern(pattern)


@pytest.mark.parametrize(
    ("pattern", "url"),
    [
        (STORY, "http://example.org/archive/news/world/story12-3"),
        (STORY, "http://example.org/?back=/news/world/story12-3"),
        (CNR, "http://example.org/?go=http://news.cnr.cn/native/gd/20240305/t20240305_526.shtml"),
        (CNR, "http://news.cnr.cn/native/gd/2024/t20240305_526.shtml"),
        (r"story\d+$", "http://example.org/a/story7/print"),
    ],
)
def test_does_not_fit(pattern: str, url: str) -> None:
    assert Patterns((pattern,)).matched(url) is None


def test_the_match_itself_is_given() -> None:
    assert (
        Patterns(("nothing", r"tid=\d+")).matched("http://f.example/viewthread.php?tid=17&page=2")
        == "tid=17"
    )


def test_without_patterns_every_link_fits() -> None:
    links = (Link(url="http://example.org/a"), Link(url="http://example.org/news/a/story1-1"))
    assert Patterns(()).fitting(links) == links
    assert Patterns((STORY,)).fitting(links) == links[1:]


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        ("(", "not a valid regular expression"),
        ("a**", "not a valid regular expression"),
        ("", "empty"),
        ("  ", "empty"),
        ("(" * 400 + ")" * 400, "not a valid regular expression"),
        ("((a{200}){200}){200}", "multiply"),
        ("a{500000000}", "multiply"),
        ("x" * 2000, "longer than 1000"),
        ("(a+)+$", "too long"),
        (r"/news/(?:\w*)*\.html", "too long"),
        (r"^http://(?:a|aa)+$", "too long"),
        (r"/(?:\d|\d\d)+x", "too long"),
        ("(?R)", "too long"),
    ],
)
def test_unusable(pattern: str, why: str) -> None:
    with pytest.raises(UnusablePattern, match=why) as caught:
        check_pattern(pattern)
    assert caught.value.advice
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize(
    "pattern", [r"(?:\w+-)+\d+\.html", r"/\d{4}/\d{2}/\d{2}/\w{32}", r"/p/\d+(?:/\w+)*/?$"]
)
def test_a_usable_pattern_raises_nothing(pattern: str) -> None:
    check_pattern(pattern)


def test_the_time_of_a_page_is_shared() -> None:
    patterns = Patterns((r"(?:a|aa)+$",), budget_seconds=0.05)
    links = [Link(url=f"http://example.org/{'a' * 22}{number}!") for number in range(1000)]
    with pytest.raises(UnusablePattern, match="too long"):
        patterns.fitting(links)


def test_an_endless_address_is_not_an_article() -> None:
    assert Patterns((r"\w+",)).matched("http://example.org/" + "a" * 5000) is None


@given(st.text(alphabet=r"ab01/.*+?()[]{}|\wd^$,-:", max_size=30))
def test_either_usable_or_refused(pattern: str) -> None:
    with suppress(UnusablePattern):
        check_pattern(pattern)
        assert regex.compile(pattern)
        Patterns((pattern,)).matched("http://example.org/a/b-1.html")
