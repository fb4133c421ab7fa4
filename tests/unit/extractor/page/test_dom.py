"""The tree of a page and the text a reader sees."""

from urllib.parse import urljoin

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from extractor.errors import NotHtml
from extractor.page import dom


def test_lines_end_at_blocks_and_breaks_and_ignore_what_is_not_seen() -> None:
    root = dom.parse(
        "<p>one <b>two</b><br>three<script>no</script> four<style>no</style><div>five</div>six<!-- no -->"
    )
    assert dom.lines(root) == ["one two", "three four", "five", "six"]


def test_pruning_keeps_the_text_after_what_it_removes() -> None:
    root = dom.parse("<p>a<script>x</script>b<noscript>c</noscript>d<svg><title>t</title></svg>e")
    dom.prune(root, "noscript")
    assert dom.lines(root) == ["abde"]


def test_ideographic_space_inside_a_text_is_kept() -> None:
    assert dom.squeeze("　　緑ヶ丘　市場 \xa0 です　") == "緑ヶ丘　市場 です"


@pytest.mark.parametrize(
    ("head", "base"),
    [
        ('<base href="/deep/">', "http://a.example/deep/"),
        ('<base target="_top"><base href="http://b.example/">', "http://b.example/"),
        ('<base href="http://[broken">', ""),
        ("", "http://a.example/x/y.html"),
    ],
)
def test_base_address(head: str, base: str) -> None:
    assert dom.base_url(dom.parse(f"<head>{head}</head><p>x"), "http://a.example/x/y.html") == base


@given(
    base=st.sampled_from(
        (
            "http://a.example/c/d?x#y",
            "HTTPS://U@A.example:80/",
            "http://a.example",
            "http:///x",
            "/x",
        )
    ),
    link=st.builds(
        "{}{}".format,
        st.sampled_from(("/", "./", "")),
        st.text("/ab.~%+-?=&#:;2", min_size=1, max_size=14),
    ),
)
@example(base="http://a.example/x/", link="/a/../b.html")
@example(base="http://a.example/x/", link="//b.example/c")
def test_links_on_the_same_host_are_joined_as_by_the_standard(base: str, link: str) -> None:
    assert dom.join(base, link) == urljoin(base, link)


@pytest.mark.parametrize(
    ("link", "joined"),
    [
        (r"\news\a.html", "http://a.example/news/a.html"),
        (r"news\a.html?file=c:\b", r"http://a.example/x/news/a.html?file=c:\b"),
        (r"http:\\b.example\a", "http://b.example/a"),
        (r"//b.example\@a.example/", "http://b.example/@a.example/"),
    ],
)
def test_a_backslash_is_a_slash_as_in_browsers(link: str, joined: str) -> None:
    assert dom.join("http://a.example/x/y.html", link) == joined


@pytest.mark.parametrize("page", ["", "   ", "<!-- only a comment -->"])
def test_nothing_to_parse(page: str) -> None:
    with pytest.raises(NotHtml):
        dom.parse(page)


def test_thousands_of_attributes_do_not_hold_the_text_back() -> None:
    attributes = " ".join(f"a{number}='<'" for number in range(50_000))
    assert dom.lines(dom.parse(f"<p {attributes}>one</p><p>two</p>"))[-1] == "two"


@pytest.mark.parametrize(
    "end", ["</html>", "</body></html>", "</BODY >\n</HTML\t>", "</html></html>"]
)
def test_text_after_an_early_end_of_the_document_is_kept(end: str) -> None:
    root = dom.parse(
        f"<html><head><title>t</title></head><body><p>one</p>{end}<p>two</p>{end}<div>three</div>{end}\n"
    )
    assert dom.lines(dom.body_of(root)) == ["one", "two", "three"]


@pytest.mark.parametrize("inside", ["x", "x" * 9_000, "x" * 30_000])
def test_a_long_tag_is_one_wherever_it_stands(inside: str) -> None:
    root = dom.parse(f"<p>{'y' * 5_000}</p><p title='{inside}'>one</p>")
    assert [len(line) for line in dom.lines(root)] == [5_000, 3]


def test_a_walk_gives_the_lines_without_the_text_after_its_top() -> None:
    block = dom.parse("<div>a<b>b</b><svg>no<g>no</g></svg>c<p>d</p></div>behind").find(".//div")
    assert block is not None
    assert dom.lines_of(dom.steps(block)) == dom.lines(block) == ["abc", "d"]


@given(st.text(max_size=300))
def test_any_text_parses_or_is_not_a_page(text: str) -> None:
    try:
        root = dom.parse(text)
    except NotHtml:
        return
    assert all(line == dom.squeeze(line) and line for line in dom.lines(root))
