"""Blocks and containers of a page, against its text and its tree."""

from hypothesis import given
from hypothesis import strategies as st

from extractor.page import dom
from extractor.page.blocks import MAX_ELEMENTS, Blocks, read_blocks


def _read(html: str) -> Blocks:
    return read_blocks(dom.body_of(dom.parse(html)))


def test_a_block_ends_at_block_tags_and_line_breaks_and_not_at_inline_tags() -> None:
    blocks = _read("<div>one <i>two</i><b>three</b><br>four<p> five\n six </p>seven</div>eight")
    assert blocks.texts == ["one twothree", "four", "five six", "seven", "eight"]
    assert blocks.lines == ["one two three", "four", "five six", "seven", "eight"]
    assert [blocks.tags[holder] for holder in blocks.holders] == ["div", "div", "p", "div", "body"]


def test_linked_and_bold_characters() -> None:
    blocks = _read(
        "<p>see <a href=/>this <b> page </b></a> now</p><a><p>all linked</p></a><p><strong>x</strong> y</p>"
    )
    assert blocks.texts == ["see this page now", "all linked", "x y"]
    assert blocks.linked == [8, 10, 0]
    assert blocks.bold == [4, 0, 1]


def test_anchors_and_images_know_their_block() -> None:
    blocks = _read(
        "<p>first</p><p>text <a href=/a>a</a></p><a href=/b><p>third</p></a><img src=x><p>fourth</p>"
    )
    assert [(number, link.get("href")) for number, link in blocks.anchors] == [(1, "/a"), (2, "/b")]
    assert [number for number, _ in blocks.images] == [3]


def test_unseen_text_is_not_a_block() -> None:
    assert _read(
        "<p>seen</p><script>unseen</script><div><svg><a>unseen</a></svg>tail</div>"
    ).texts == ["seen", "tail"]


def test_containers_are_ranges_of_blocks() -> None:
    blocks = _read("<div id=a><p>1</p><div id=b><p>2</p><i>3</i></div></div><p>4</p>")
    found = {e.get("id"): n for n, e in enumerate(blocks.elements) if e.get("id")}
    outer, inner = found["a"], found["b"]
    assert (blocks.starts[0], blocks.ends[0], blocks.parents[0]) == (0, 4, -1)
    assert (blocks.starts[outer], blocks.ends[outer], blocks.inner_tags[outer]) == (0, 3, 4)
    assert (blocks.starts[inner], blocks.ends[inner], blocks.inner_tags[inner]) == (1, 3, 2)
    assert blocks.parents[inner] == outer


def test_a_deep_tree_is_read() -> None:
    blocks = _read("<div>x" * 1900)
    assert len(blocks.texts) == 1900
    assert max(blocks.ends) == 1900


def test_what_stands_after_the_last_element_that_is_read_is_left_out() -> None:
    filling = "<i>x</i>" * (MAX_ELEMENTS - 4)  # besides them body, div and two p
    blocks = _read(f"<div><p>first</p><p>{filling}</p><p>behind</p></div><p>more</p>")
    assert [text[:5] for text in blocks.texts] == ["first", "xxxxx"]
    assert blocks.tags == ["body", "div", "p", "p"]
    assert blocks.ends == [2, 2, 1, 2]


_tags = st.sampled_from(
    ["div", "p", "ul", "li", "i", "b", "a", "br", "td", "span", "script", "noscript", "h1"]
)
_html = st.lists(
    st.one_of(
        _tags.map("<{}>".format),
        _tags.map("</{}>".format),
        st.sampled_from([" ", "word", "a b", "\n", "汉字"]),
    )
).map(lambda parts: "<html><body>" + "".join(parts) + "</body></html>")


@given(_html)
def test_blocks_hold_the_visible_text_and_containers_nest(html: str) -> None:
    body = dom.body_of(dom.parse(html))
    blocks = read_blocks(body)
    blocks_of_dom = dom.lines(body, "", dom.BLOCK_TAGS | {"noscript"})
    assert blocks.texts == blocks_of_dom
    assert all(
        0 <= linked <= len(text) for linked, text in zip(blocks.linked, blocks.texts, strict=True)
    )
    for index, parent in enumerate(blocks.parents):
        assert blocks.inner_tags[index] == sum(1 for _ in blocks.elements[index].iterdescendants())
        if parent >= 0:
            assert parent < index
            assert (
                blocks.starts[parent]
                <= blocks.starts[index]
                <= blocks.ends[index]
                <= blocks.ends[parent]
            )
    for index, holder in enumerate(blocks.holders):
        assert blocks.starts[holder] <= index < blocks.ends[holder]
