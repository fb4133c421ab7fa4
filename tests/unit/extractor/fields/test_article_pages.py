"""The next page of an article on several pages; never the next article."""

from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from extractor.fields.article_pages import ArticlePages, find_pages
from extractor.fields.whole_article import find_whole

HERE = "http://news.example.org/story/17.html"


def _next(url: str, *hrefs: str, canonical: str = "") -> str:
    links = []
    for href in hrefs:
        link = etree.Element("a")
        link.set("href", href)
        links.append(link)
    return find_pages(links, url, url, canonical or url).next_url


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
        ("http://news.example.org/a/212-story", "/a/212-story?start=1"),
        ("http://news.example.org/a?id=9", "/a?id=9&limitstart=1"),
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
def test_what_is_not_a_second_page(href: str) -> None:
    assert _next(HERE, href) == ""


@pytest.mark.parametrize(
    ("url", "links", "following"),
    [
        (
            "http://a.example/story/17_2.html",
            ("/story/17.html", "/story/17_3.html"),
            "/story/17_3.html",
        ),
        (
            "http://a.example/story/17?page=3",
            ("/story/17", "?page=2", "?page=4"),
            "/story/17?page=4",
        ),
        ("http://a.example/story/17_3.html", ("/story/17.html", "/story/17_2.html"), ""),
        ("http://a.example/story-7.html", ("/story-6.html", "/story-8.html"), ""),
        ("http://a.example/news/7", ("/news", "/news/6", "/news/8"), ""),
        ("http://a.example/", ("/2", "/page/2", "?page=2"), ""),
        ("http://a.example/?p=7", ("/?p=8", "/"), ""),
    ],
)
def test_later_pages_are_told_from_later_articles(
    url: str, links: tuple[str, ...], following: str
) -> None:
    assert _next(url, *links) == (f"http://a.example{following}" if following else "")


def test_the_canonical_address_counts_as_the_pages_own() -> None:
    assert _next(
        "http://a.example/x?from=feed",
        "/story/17_2.html",
        canonical="http://a.example/story/17.html",
    )


def _pages(url: str, *labelled: tuple[str, str], canonical: str = "") -> ArticlePages:
    links = []
    for href, label in labelled:
        link = etree.Element("a", href=href)
        link.text = label
        links.append(link)
    return find_pages(links, url, url, canonical or url)


def test_each_page_knows_its_number_the_count_and_the_first_page() -> None:
    others = [
        ("/story/17.html", "1"),
        ("/story/17_2.html", "2"),
        ("/story/17_3.html", "3"),
        ("/story/17_9.html", "Last"),
    ]
    first = _pages(HERE, *others[1:])
    assert first == ArticlePages(1, 9, "http://news.example.org/story/17_2.html", "")
    second = _pages("http://news.example.org/story/17_2.html", others[0], *others[2:])
    assert second == ArticlePages(2, 9, "http://news.example.org/story/17_3.html", HERE)
    last = _pages("http://news.example.org/story/17_3.html", *others[:2])
    assert last == ArticlePages(3, 3, "", HERE)
    assert _pages(HERE, ("/story/18.html", "Another story")) == ArticlePages()


def test_the_last_page_that_names_the_first_as_canonical_has_no_next_page() -> None:
    found = _pages(
        f"{HERE}?page=2", ("/story/17.html", "1"), (f"{HERE}?page=2", "2"), canonical=HERE
    )
    assert (found.number, found.next_url, found.first_url) == (2, "", HERE)


def test_articles_that_are_numbered_in_turn_are_not_pages() -> None:
    """Titles, not numbers, label the links to them."""
    url = "http://blog.example/s/blog_3.html"
    assert (
        _pages(url, ("blog_1.html", "How we mended the roof"), ("blog_2.html", "A walk by the sea"))
        == ArticlePages()
    )
    assert _pages(url, ("blog_3_2.html", "继续阅读这篇长长的故事")).next_url == ""
    assert _pages(url, ("blog_3_2.html", "下一页")).next_url.endswith("blog_3_2.html")
    assert _pages(url, ("blog_3_2.html", "Go on to page 2 of this")).next_url.endswith(
        "blog_3_2.html"
    )


def test_a_number_in_the_name_of_an_article_leads_to_no_first_page() -> None:
    found = _pages(
        "http://blog.example/our-trip-2/", ("/our-trip/", "Our trip"), ("/our-trip-3/", "3")
    )
    assert found.first_url == ""


@pytest.mark.parametrize(
    ("href", "label"),
    [
        ("/print/story/17.html", "Print version"),
        ("/print.php?id=17", "Printer-friendly"),
        ("?page=all", "View all"),
        ("/story/17/single", "[Single page]"),
        ("/story/17_all.html", "阅读全文"),
        ("/story/17.html?print=1", "打印"),
    ],
)
def test_a_view_of_the_whole_article(href: str, label: str) -> None:
    assert _whole((href, label)) == urljoin(HERE, href)


@pytest.mark.parametrize(
    ("href", "label"),
    [
        ("/print/story/18.html", "Print version"),
        ("/print/story/17.html", "Prints and posters"),
        ("#print", "Print"),
        ("javascript:window.print()", "Print"),
        ("/story/17.html", "全文"),
        ("/all", "View all"),
    ],
)
def test_what_is_not_a_view_of_the_whole_article(href: str, label: str) -> None:
    assert _whole((href, label)) == ""


def test_a_single_page_is_better_than_a_print_view() -> None:
    assert _whole(("/print/17", "Print"), ("/story/17/all", "Single page")).endswith(
        "/story/17/all"
    )


def _whole(*labelled: tuple[str, str]) -> str:
    links = []
    for href, label in labelled:
        link = etree.Element("a", href=href)
        link.text = label
        links.append(link)
    return find_whole(links, HERE, HERE)


_TEXT = st.text(
    st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="\ufffe\uffff"), max_size=40
)


@given(_TEXT, st.lists(_TEXT, max_size=5))
def test_any_addresses_are_taken(url: str, hrefs: list[str]) -> None:
    found = _next(url, *hrefs)
    assert found == "" or found.startswith(("http://", "https://"))


def test_a_pager_without_numbers_leads_on_from_a_page_that_the_first_has_led_to() -> None:
    url = f"{HERE}?page=4"
    links = [
        etree.fromstring(f'<a href="{HERE}?page={number}">{text}</a>')
        for number, text in ((3, "Back"), (5, "Next"))
    ]
    assert find_pages(links, url, url, url) == ArticlePages()
    found = find_pages(links, url, url, url, is_later=True)
    assert (found.number, found.next_url) == (4, f"{HERE}?page=5")
    # A page need not link back to that which led to it.
    alone = find_pages(links[1:], url, url, url, is_later=True)
    assert (alone.number, alone.next_url) == (4, f"{HERE}?page=5")
    assert find_pages(links[1:], url, url, url) == ArticlePages()
