"""Compiled code does what its Python specification does, on any tree and any forest."""

import os
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from extractor.body import characters, features
from extractor.body.view import view
from extractor.compiled import IS_BUILT, links, walk
from extractor.compiled import body as compiled_body
from extractor.compiled import threads as compiled_threads
from extractor.fields import article_pages, date_candidates
from extractor.fields import marks as marking
from extractor.fields.headline import holders_in_python
from extractor.forum import outline as outlines
from extractor.forum import record_facts
from extractor.forum import records as forum_records
from extractor.forum.outline import PageOutline, outline_of
from extractor.page import blocks as block_reader
from extractor.page import dom
from extractor.page.blocks import Blocks, read_blocks, read_blocks_in_python
from extractor.trees import Floats, Forest
from tests.unit.extractor.compiled.pages import PAGES

pytestmark = pytest.mark.skipif(
    not IS_BUILT and not os.environ.get("CI"),
    reason="the compiled parts are not built: no C compiler",
)


def test_compiled_code_runs_where_tests_must_be_complete() -> None:
    assert IS_BUILT, "build the compiled parts: make setup; build/compile.log says what is missing"


@given(PAGES, st.sampled_from([1, 2, 7, 60_000]))
def test_blocks(html: str, most: int) -> None:
    top = dom.body_of(dom.parse(html))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(block_reader, "MAX_ELEMENTS", most)
        assert read_blocks(top) == read_blocks_in_python(top)


@pytest.mark.slow
@given(PAGES, PAGES, st.sampled_from([2, 5, 60_000]))
def test_times(html: str, more: str, most: int) -> None:
    root = dom.parse(f"<html><head><time>1</time></head>{html}</html>{more}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(block_reader, "MAX_ELEMENTS", most)
        for top in (dom.body_of(root), root):
            assert list(date_candidates._times(root, read_blocks(top))) == list(root.iter("time"))


@given(PAGES, st.integers(1, 20))
def test_first_texts(html: str, length: int) -> None:
    top = dom.body_of(dom.parse(f"<body><script>no</script>{html}</body>"))
    assert walk.read_first(top, dict.fromkeys(dom.UNSEEN_TAGS, 1), length) == dom.first_in_python(
        top, length
    )


_PROSE = "<h1>The title of it</h1><img><p>A line of running text, long enough to count as such.</p><h2>Share</h2>"


@given(st.lists(st.text(min_size=1), min_size=1, max_size=5))
def test_characters(texts: list[str]) -> None:
    tables = characters._tables()
    known = characters.measure_in_python(texts, tables.pairs, tables.classes)
    for one, other in zip(
        compiled_body.measure(texts, tables.pairs, tables.classes), known, strict=True
    ):
        assert np.array_equal(one, other)


@given(PAGES, st.sampled_from(["", "word", "The title of it"]), st.integers(0, 3))
def test_features(html: str, title: str, prose: int) -> None:
    blocks = read_blocks(dom.body_of(dom.parse(f"<p>One</p>{html}{_PROSE * prose}{html}")))
    seen = view(blocks)
    compiled = features.features(seen, title)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(features, "compiled", None)
        assert np.array_equal(compiled, features.features(seen, title))


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
        assert links.is_simple(each) == dom.is_simple_in_python(each)
    for each in (path, f"/x{path}", f"/x.y{path}", f"/x?{path}"):
        assert links.is_simple_path(each) == dom.is_simple_path_in_python(each)


@given(
    st.lists(st.lists(_LINK_PIECES, max_size=5).map("".join), max_size=9),
    st.sets(st.sampled_from(["", "story", "x=", "a.b/", "é"])),
    st.booleans(),
    st.integers(0, 9),
)
def test_links_with_numbers(hrefs: list[str], tails: set[str], unnumbered: bool, most: int) -> None:
    elements = [etree.Element("a", href=href) if href else etree.Element("a") for href in hrefs]
    known = article_pages.numbered_in_python(elements, tails, unnumbered, most, 20)
    assert links.numbered(elements, tails, unnumbered, most, 20) == known


@given(PAGES, st.sampled_from([1, 2, 7, 150_000]))
def test_outlines(html: str, most: int) -> None:
    top = dom.body_of(dom.parse(html))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outlines, "MAX_NODES", most)
        compiled = outline_of(top)
        patch.setattr(outlines, "compiled", None)
        assert compiled == outline_of(top)


_NAMED = "<p class='author'>A<b rel=author>b</b><i itemprop='x author'>c</i></p><span class=byline>d</span>"


@pytest.mark.slow
@given(PAGES, st.sampled_from([1, 3, 60_000]), st.integers(1, 5))
def test_searches(html: str, most: int, found: int) -> None:
    root = dom.parse(f"<html><head><meta itemprop=x></head>{html}{_NAMED}{html}{_NAMED}")
    names = ["span", "p", "b"]
    assert walk.marked(
        root, names, marking.means_author, 300, found
    ) == marking.find_marked_in_python(root, names, found)
    assert walk.having(root, "itemprop") == root.xpath("//@itemprop/..")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(block_reader, "MAX_ELEMENTS", most)
        blocks = read_blocks(dom.body_of(root))
    elements = list(root.iter())
    compiled = walk.holders(blocks.top, elements, block_reader.CONTAINER_TAGS, len(blocks.tags))
    assert compiled == holders_in_python(blocks, elements)


@pytest.mark.slow
@given(PAGES, st.lists(st.integers(0, 10_000), max_size=12), st.sampled_from([2, 30]))
def test_best_starts(html: str, numbers: list[int], highest: int) -> None:
    outline = outline_of(
        dom.body_of(dom.parse(f"<ul class='a b'><li class=a>One text<li class=a>Two</ul>{html}"))
    )
    nodes = sorted({number % len(outline.tags) for number in numbers})
    known = forum_records.best_starts_in_python(outline, nodes, highest)
    assert compiled_threads.best_starts(outline, nodes, highest) == known


_NODES = st.lists(st.integers(0, 40), max_size=9, unique=True).map(sorted)


@given(st.lists(_NODES, max_size=5), _NODES.filter(lambda bounds: len(bounds) > 1))
def test_fits(kinds: list[list[int]], bounds: list[int]) -> None:
    records = list(pairwise(bounds))[::2]
    compiled = _fits(kinds, records)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(record_facts, "compiled", None)
        assert compiled == _fits(kinds, records)


def _fits(kinds: list[list[int]], records: list[tuple[int, int]]) -> list[float]:
    each = [record_facts.fit(nodes, records, 0.6) for nodes in kinds]
    return [record_facts.best_fit(kinds, records, 0.6), *each]


def test_a_tree_with_a_comment_is_left_to_python() -> None:
    top = etree.fromstring("<body><p>one</p><!-- no --><p>two</p></body>")
    assert not walk.read_into(Blocks(top), top, {}, dom.squeeze, 100)
    assert walk.read_first(top, {}, 100) is None
    assert not compiled_threads.read_outline(PageOutline(top), top, (), str, 20, 0.25, 100)


def test_text_in_several_nodes_is_one_text() -> None:
    """Entities and CDATA split text for the parser, not for readers."""
    parser = etree.XMLParser(strip_cdata=False)
    top = etree.fromstring(
        "<body><p>one<![CDATA[ two ]]>&#51; <b>x</b>a<![CDATA[b]]></p></body>", parser
    )
    assert read_blocks(top) == read_blocks_in_python(top)
    assert read_blocks(top).texts == ["one two 3 xab"]


def test_very_deep_trees() -> None:
    top = dom.body_of(dom.parse("<div>x" * 6000))
    assert read_blocks(top) == read_blocks_in_python(top)


@st.composite
def _forests(draw: st.DrawFn) -> Forest:
    """Return random trees: full to a depth, with random leaves above it."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    depth, outputs = draw(st.integers(1, 6)), draw(st.sampled_from([1, 3]))
    questions = 12
    lefts: list[int] = []
    asked: list[int] = []
    values: list[float] = []
    roots: list[int] = []

    def grow(index: int, left: int) -> None:
        if left and rng.random() < 0.8:
            child = len(lefts)
            lefts.extend([child, child + 1])
            asked.extend([questions, questions])
            values.extend([0.0, 0.0])
            lefts[index], asked[index] = child, int(rng.integers(questions))
            grow(child, left - 1)
            grow(child + 1, left - 1)
        else:
            values[index] = float(rng.normal())

    for _ in range(outputs * draw(st.integers(1, 5))):
        roots.append(len(lefts))
        lefts.append(len(lefts))
        asked.append(questions)
        values.append(0.0)
        grow(roots[-1], depth)
    return Forest(
        features=np.sort(rng.integers(0, 5, questions)).astype(np.intp),
        thresholds=rng.normal(size=questions).astype(np.float32),
        lefts=np.array(lefts, np.intp),
        questions=np.array(asked, np.intp),
        values=np.array(values, np.float32),
        roots=np.array(roots, np.intp),
        outputs=outputs,
        depth=depth,
    )


def _rows(count: int, seed: int) -> Floats:
    return np.random.default_rng(seed).normal(size=(count, 5)).astype(np.float32)


@given(_forests(), st.integers(0, 20), st.integers(0, 99))
def test_forests(forest: Forest, count: int, seed: int) -> None:
    rows = _rows(count, seed)
    assert np.array_equal(forest.raw(rows), forest.raw_in_python(rows))
    assert np.array_equal(forest.raw(rows.T.copy().T), forest.raw_in_python(rows))


@given(_forests(), st.integers(0, 99))
def test_a_value_that_is_not_a_number_goes_left_and_one_on_the_threshold_too(
    forest: Forest, seed: int
) -> None:
    rows = _rows(8, seed)
    rows[::2] = np.nan
    rows[1::2, :] = forest.thresholds[seed % len(forest.thresholds)]
    assert np.array_equal(forest.raw(rows), forest.raw_in_python(rows))
    infinite = np.full((3, 5), np.inf, np.float32)
    assert np.array_equal(forest.raw(infinite), forest.raw_in_python(infinite))


def test_forests_of_other_layouts_in_memory() -> None:
    forest = Forest(
        features=np.array([0]), thresholds=np.array([0.5], np.float32), lefts=np.array([1, 1, 2]),
        questions=np.array([0, 1, 1]), values=np.array([0, 1, 2], np.float32), roots=np.array([0]), outputs=1, depth=1,
    )  # fmt: skip
    assert forest.raw(np.array([[0.0], [1.0]], np.float32)).tolist() == [[1.0], [2.0]]
    assert replace(forest, outputs=1).raw(np.zeros((0, 1), np.float32)).shape == (0, 1)
