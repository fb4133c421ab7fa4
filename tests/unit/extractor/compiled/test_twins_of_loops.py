"""Compiled loops over blocks, links and texts do what their Python specification does."""

import os

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from extractor import kind_facts
from extractor.body import cues, features
from extractor.body import view as body_view
from extractor.compiled import IS_BUILT
from extractor.compiled import kind as compiled_kind
from extractor.compiled import links as compiled_links
from extractor.compiled import texts as compiled_texts
from extractor.compiled import view as compiled_view
from extractor.fields import article_pages, date_candidates, site
from extractor.page import blocks as block_reader
from extractor.page import decode, dom
from extractor.page.blocks import read_blocks
from tests.unit.extractor.compiled.pages import PAGES

pytestmark = pytest.mark.skipif(
    not IS_BUILT and not os.environ.get("CI"),
    reason="the compiled parts are not built: no C compiler",
)

_LABELS = st.sampled_from(
    [
        "Menu",
        "A headline of a story, linked",
        "Running text. " * 9,
        "新闻标题" * 9,
        "naïve 𝒳",
        "7 May, 2024",
        "5年 6",
    ]
)


@given(
    st.lists(
        st.tuples(st.sampled_from(["p", "h2", "li", "div"]), _LABELS, st.booleans()), max_size=30
    ),
    PAGES,
)
def test_facts_of_the_kind(parts: list[tuple[str, str, bool]], html: str) -> None:
    lines = "".join(
        f"<{tag}>{f'<a href=/x/y>{text}</a>' if led else text}</{tag}>" for tag, text, led in parts
    )
    blocks = read_blocks(
        dom.body_of(dom.parse(f"<h1>One</h1><ul>{lines}</ul>{html}<div>{lines}</div>"))
    )
    measures = blocks.texts, blocks.linked, 80, 0.8, 20, 300
    measured = compiled_kind.measure(*measures)
    assert measured == kind_facts.measure_in_python(*measures)
    _, free, running, headlines = measured
    assert compiled_kind.headings(blocks, 20, {"h1", "h2"}) == kind_facts.headings_in_python(
        blocks, 20, {"h1", "h2"}
    )
    assert compiled_kind.repetition(blocks, headlines) == kind_facts.repetition_in_python(
        blocks, headlines
    )
    stretch = compiled_kind.longest_stretch(running, headlines, free)
    assert stretch == kind_facts.longest_stretch_in_python(running, headlines, free)


_DATE_PIECES = st.sampled_from(
    ["1", "٣", "2024", "-", "/", ".", ":", "年", "月", ", ", ",", " ", "\xa0", "x", "²"]
)


@given(st.lists(_DATE_PIECES, max_size=30).map("".join))
def test_dates_in_short_blocks(text: str) -> None:
    assert compiled_kind.dates(text) == kind_facts.dates_in_python(text)


_LINK_PIECES = st.sampled_from(
    [
        "http://",
        "https://",
        "a.b",
        "/",
        "story-2",
        "?",
        "x=1",
        "#",
        ".",
        "é",
        " ",
        "\n",
        "$",
        "_~%+",
    ]
)


@given(
    st.lists(_LINK_PIECES, max_size=8).map("".join), st.lists(_LINK_PIECES, max_size=6).map("".join)
)
def test_links(link: str, path: str) -> None:
    for each in (link, f"https://a.b/{path}", f"http://a.b/x?{path}"):
        assert compiled_links.is_simple(each) == dom.is_simple_in_python(each)
    for each in (path, f"/x{path}", f"/x.y{path}", f"/x?{path}"):
        assert compiled_links.is_simple_path(each) == dom.is_simple_path_in_python(each)


@given(
    st.lists(st.lists(_LINK_PIECES, max_size=5).map("".join), max_size=9),
    st.sets(st.sampled_from(["", "story", "x=", "a.b/", "é"])),
    st.booleans(),
    st.integers(0, 9),
)
def test_links_with_numbers(hrefs: list[str], tails: set[str], unnumbered: bool, most: int) -> None:
    elements = [etree.Element("a", href=href) if href else etree.Element("a") for href in hrefs]
    known = article_pages.numbered_in_python(elements, tails, unnumbered, most, 20)
    assert compiled_links.numbered(elements, tails, unnumbered, most, 20) == known


@given(st.text(), st.binary())
def test_letters_and_controls(text: str, body: bytes) -> None:
    assert compiled_texts.letters(text) == site.letters_in_python(text)
    assert compiled_texts.controls(body) == decode.controls_in_python(body)


@given(PAGES, PAGES, st.sampled_from([2, 5, 60_000]))
def test_times(html: str, more: str, most: int) -> None:
    root = dom.parse(f"<html><head><time>1</time></head>{html}</html>{more}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(block_reader, "MAX_ELEMENTS", most)
        for top in (dom.body_of(root), root):
            assert list(date_candidates._times(root, read_blocks(top))) == list(root.iter("time"))


_CUE_PIECES = st.sampled_from(
    ["1", " ", "Read", "MORE", " more", "Kommentare", "İ", "评论", "R", "İr", "x", "\0", "by"]
)


@given(st.lists(st.lists(_CUE_PIECES, min_size=1, max_size=5).map("".join), max_size=9))
def test_cues(lines: list[str]) -> None:
    assert cues.cues_of(lines) == cues.cues_in_python(lines)


@given(
    st.lists(st.text("aB é中文 "), max_size=6),
    st.sets(st.sampled_from(["a", "b", "ab", "é", "中", "bé"])),
    st.data(),
)
def test_words_in_common(texts: list[str], wanted: set[str], data: st.DataObject) -> None:
    places = data.draw(st.lists(st.sampled_from(range(len(texts))), unique=True)) if texts else []
    known = features.overlap_in_python(texts, places, wanted)
    assert np.array_equal(
        compiled_view.overlap(texts, places, wanted, features._MAX_WORDS_LENGTH), known
    )


@given(PAGES)
def test_containers_of_blocks(html: str) -> None:
    page = f"<div role=dialog>a</div><dialog>b</dialog>{html}<p aria-modal=true>c</p><section aria-modal>d</section>"
    blocks = read_blocks(dom.body_of(dom.parse(page)))
    named = blocks.tags, blocks.attributes, {"dialog"}
    assert compiled_view.dialogs(*named) == body_view.dialogs_in_python(*named)
    held = blocks.tags, blocks.holders, body_view.TAGS, 18
    assert np.array_equal(compiled_view.codes(*held), body_view.codes_in_python(*held))
