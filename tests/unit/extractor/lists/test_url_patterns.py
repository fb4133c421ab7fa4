"""URL patterns made from the links of a list page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.lists.anchors import ListPage, open_page
from extractor.lists.links import check_pattern, read_list_page
from extractor.lists.url_patterns import MAX_PROPOSALS, propose_patterns

URL = "https://www.example.org/"
TITLE = "A headline that is long enough to be one, number {}"
MENU = "".join(
    f'<a href="/{name}/">{name}</a>' for name in ("world", "sport", "culture", "about", "contact")
)


def page(addresses: list[str], menu: str = MENU) -> ListPage:
    links = "".join(
        f'<li><a href="{url}">{TITLE.format(n)}</a></li>' for n, url in enumerate(addresses)
    )
    return open_page(f"<html><body>{menu}<ul>{links}</ul></body></html>".encode(), {}, URL)


def patterns(addresses: list[str], menu: str = MENU) -> list[str]:
    return [found.pattern for found in propose_patterns(page(addresses, menu))]


@pytest.mark.parametrize(
    ("addresses", "expected"),
    [
        (
            [f"/news/2026/{m:02}/story-{m}.html" for m in range(1, 9)],
            r"/news/\d{4}/\d{2}/story-\d+\.html$",
        ),
        (
            [f"/news/2026/11/{slug}.html" for slug in ("one", "two-b", "a-b-c-d")],
            r"/news/\d{4}/\d{2}/[^/]+\.html$",
        ),
        (
            [f"/{s}/story{n}-1" for n, s in enumerate(("world", "sport", "local"))],
            r"/[^/]+/story\d+-\d+$",
        ),
        ([f"/a/20261121/{n}.htm" for n in range(90, 110)], r"/a/\d{8}/\d+\.htm$"),
        ([f"/read.php?id={n}" for n in range(8, 12)], r"/read\.php\?id=\d+$"),
        ([f"/read.php?id={n}&sid=0a{n}" for n in range(8, 12)], r"/read\.php\?id=\d+(?:&|$)"),
        ([f"/s/{n}.html?utm_source=x" for n in range(8, 12)], r"/s/\d+\.html(?:\?|$)"),
        ([f"/s/{n};jsessionid=AB{n}" for n in range(8, 12)], r"/s/\d+(?:;|$)"),
        ([f"/{w}-and-a-few-words/" for w in ("one", "two", "three")], r"/[^/-]+-[^/-]+-[^/]+/$"),
        ([f"/articles/c0{w}{n}e" for n, w in enumerate(("ab", "x1y", "q"))], r"/articles/[^/]+$"),
        (
            [f"https://sport.example.org/2026/{n}" for n in (7, 8, 9)],
            r"https?://sport\.example\.org/\d{4}/\d+$",
        ),
        ([f"/c++(x)/{n}000000" for n in range(1, 5)], r"/c\+\+\(x\)/\d{7}$|/c\+\+\(x\)/\d+$"),
    ],
)
def test_a_pattern_says_what_its_links_share(addresses: list[str], expected: str) -> None:
    found = patterns(addresses)[0]
    assert found in (expected, *expected.split("$|"), expected.partition("$|")[0] + "$")


def test_a_section_of_other_pages_is_left_out() -> None:
    topics = "".join(f'<a href="/news/topics/c{n}t">T{n}</a>' for n in range(30))
    assert patterns([f"/news/articles/c{n}a" for n in range(10, 30)], MENU + topics) == [
        r"/news/articles/c\d+a$"
    ]


def test_two_kinds_of_address_give_two_patterns_the_commoner_first() -> None:
    mixed = [f"/news/{n}000000.html" for n in range(1, 6)] + [
        f"/blog/2026/post-{n}" for n in range(9)
    ]
    assert patterns(mixed) == [r"/blog/\d{4}/post-\d+$", r"/news/\d+\.html$"]


def test_menus_alone_give_none() -> None:
    assert patterns([]) == []


def test_a_proposal_holds_exactly_what_a_visit_would_take() -> None:
    html = page([f"/news/{n}" for n in range(100, 120)])
    proposal = propose_patterns(html)[0]
    body = "".join(f'<a href="{anchor.href}">{anchor.text}</a>' for anchor in html.anchors).encode()
    visited = read_list_page(body, URL, {}, patterns=(proposal.pattern,))
    assert proposal.links == visited.links


SEGMENT = st.text(alphabet="ab0129-_.%+(~", min_size=1, max_size=12)
ADDRESS = st.builds(
    lambda parts, query: "/" + "/".join(parts) + query,
    st.lists(SEGMENT, max_size=4),
    st.sampled_from(("", "?id=1", "?id=22", "?id=3&sid=9", "?a=b&c", "?a=1&a=2&id=4", ";x=1")),
)


@given(st.lists(ADDRESS, max_size=40))
def test_whatever_the_links_are_patterns_compile_are_quick_and_take_what_they_say(
    addresses: list[str],
) -> None:
    html = page(addresses)
    found = propose_patterns(html)
    assert len(found) <= MAX_PROPOSALS
    for proposal in found:
        check_pattern(proposal.pattern)
        assert proposal.pattern.startswith(("/", "http"))
        # Anchored at its end: only what decorates an address may follow.
        assert proposal.pattern.endswith(("$", "$)"))
        assert len(proposal.links) >= 3
        assert {link.url for link in proposal.links} <= {anchor.url for anchor in html.anchors}


def test_only_the_first_links_of_a_huge_page_decide() -> None:
    news, blog = (
        [f"/news/{n}000000.html" for n in range(1600)],
        [f"/blog/2026/post-{n}" for n in range(3400)],
    )
    assert patterns([*news[:100], *blog]) == [r"/blog/\d{4}/post-\d+$", r"/news/\d+\.html$"]
    assert patterns([*news, *blog]) == [r"/news/\d+\.html$"]


def test_many_folders_give_one_pattern() -> None:
    assert patterns([f"/{n % 70}/{n % 13}-x/{n}-{'y' * (n % 5)}" for n in range(5000)]) == [
        r"/\d+/\d+-x/[^/]+$"
    ]


def test_queries_with_different_names_do_no_harm() -> None:
    mixed = [f"/list/of-some-{n % 2}?filter={n}" for n in range(8)] + [
        f"/list/of-some-{n % 2}?sort={n}" for n in range(8)
    ]
    assert patterns([*mixed, "/list/a", "/list/b-1-c", "/list/d"]) == [
        r"/list/of-some-\d+\?filter=\d+$",
        r"/list/of-some-\d+\?sort=\d+$",
    ]


def test_pictures_are_not_articles() -> None:
    assert patterns([f"/uploads/2026/11/a-fine-picture-{n}.webp" for n in range(9)]) == []


def test_a_few_strays_do_not_make_a_pattern_general() -> None:
    mixed = [f"/news/articles/c{n}x{n}" for n in range(10, 40)] + [
        "/reel/video/p0abc",
        "/sport/live/c1t",
    ]
    menu = "".join(
        f'<a href="/{name}/topics/x{n}">T</a>' for n, name in enumerate(("a", "b", "c", "d"))
    )
    assert patterns(mixed, MENU + menu)[0].startswith("/news/articles/")
