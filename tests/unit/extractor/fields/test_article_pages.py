"""The next page of an article on several pages; never the next article."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from extractor.fields.article_pages import find_next_page

HERE = "http://news.example.org/story/17.html"


def _next(url: str, *hrefs: str, canonical: str = "") -> str:
    links = []
    for href in hrefs:
        link = etree.Element("a")
        link.set("href", href)
        links.append(link)
    return find_next_page(links, url, url, canonical or url)


@pytest.mark.parametrize(
    ("url", "href"),
    [
        (HERE, "/story/17_2.html"),
        (HERE, "17-2.html"),
        (HERE, "?page=2"),
        (HERE, "http://news.example.org/story/17.html?page=2#text"),
        (HERE, "/story/17/2"),
        (HERE, "/story/17/2.html"),
        ("http://news.example.org/2024/03/05/library-opens/", "/2024/03/05/library-opens/2/"),
        ("http://news.example.org/2024/03/05/library-opens/", "/2024/03/05/library-opens/page/2/"),
        ("http://news.example.org/a/图书馆", "/a/图书馆/2"),
        ("http://news.example.org/a?id=9", "/a?id=9&page=2"),
        ("http://news.example.org/a?id=9&utm_source=x", "/a?page=2&id=9"),
        ("http://news.example.org/a?id=9", "/a?id=9&pn=2"),
    ],
)
def test_the_second_page(url: str, href: str) -> None:
    found = _next(url, "/", "/story/18.html", href, "/about")
    assert found.startswith("http://news.example.org/")
    assert found.endswith(href.lstrip("/").partition("#")[0].rpartition("/")[2])
    assert "#" not in found


@pytest.mark.parametrize(
    "href",
    [
        "/story/18.html",
        "/story/17.html",
        "/story/17_3.html",
        "/story/17_2024.html",
        "/story/117_2.html",
        "http://other.example.org/story/17_2.html",
        "/story/17.html?comment-page=2",
        "/story/17/comment-page-2",
        "/story/17.html?page=2#comments",
        "/story/17.html?share=2",
        "javascript:go('/story/17_2.html')",
        "http://[::1/story/17_2.html",
    ],
)
def test_what_is_no_second_page(href: str) -> None:
    assert _next(HERE, href) == ""


@pytest.mark.parametrize(
    ("url", "links", "following"),
    [
        ("http://a.example/story/17_2.html", ("/story/17.html", "/story/17_3.html"), "/story/17_3.html"),
        ("http://a.example/story/17?page=3", ("/story/17", "?page=2", "?page=4"), "/story/17?page=4"),
        ("http://a.example/story/17_3.html", ("/story/17.html", "/story/17_2.html"), ""),
        ("http://a.example/story-7.html", ("/story-6.html", "/story-8.html"), ""),
        ("http://a.example/news/7", ("/news", "/news/6", "/news/8"), ""),
        ("http://a.example/", ("/2", "/page/2", "?page=2"), ""),
        ("http://a.example/?p=7", ("/?p=8", "/"), ""),
    ],
)
def test_later_pages_are_told_from_later_articles(url: str, links: tuple[str, ...], following: str) -> None:
    assert _next(url, *links) == (f"http://a.example{following}" if following else "")


def test_the_canonical_address_counts_as_the_pages_own() -> None:
    assert _next("http://a.example/x?from=feed", "/story/17_2.html", canonical="http://a.example/story/17.html")


_TEXT = st.text(st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="\ufffe\uffff"), max_size=40)


@given(_TEXT, st.lists(_TEXT, max_size=5))
def test_any_addresses_are_taken(url: str, hrefs: list[str]) -> None:
    found = _next(url, *hrefs)
    assert found == "" or found.startswith(("http://", "https://"))
