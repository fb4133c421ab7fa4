"""Pages without some of their blocks are as if these had never been written."""

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from extractor.page import dom
from extractor.page.blocks import Blocks, read_blocks
from training.short_pages import MIN_WORDS, kept_blocks, without_blocks

_PARTS = st.recursive(
    st.sampled_from(["one", "two", "three"]),
    lambda inner: st.builds(
        lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag}>",
        st.sampled_from(["div", "p", "ul", "section"]),
        st.lists(inner, min_size=1, max_size=4),
    ),
    max_leaves=12,
)


def _blocks(html: str) -> Blocks:
    return read_blocks(dom.body_of(dom.parse(f"<html><body>{html}</body></html>")))


@given(st.lists(_PARTS, min_size=1, max_size=5), st.integers(0, 2**32))
def test_containers_hold_the_blocks_that_stay(parts: list[str], seed: int) -> None:
    whole = _blocks("".join(parts))
    kept = np.random.default_rng(seed).random(len(whole.texts)) < 0.6
    if not kept.any():
        return
    rest = without_blocks(whole, kept)
    assert rest.texts == [text for text, stays in zip(whole.texts, kept, strict=True) if stays]
    assert all(
        rest.starts[node] <= index < rest.ends[node] for index, node in enumerate(rest.holders)
    )
    assert all(parent < node for node, parent in enumerate(rest.parents))
    assert all(
        rest.starts[parent] <= rest.starts[node] <= rest.ends[node] <= rest.ends[parent]
        for node, parent in enumerate(rest.parents)
        if node
    )
    assert all(number >= 0 for number in rest.inner_tags)


def test_what_is_left_is_as_if_written_so() -> None:
    whole = _blocks("<div><p>one</p><p>two</p><ul><li>three</li></ul></div><p>four</p>")
    rest = without_blocks(whole, np.array([True, False, False, True]))
    written = _blocks("<div><p>one</p></div><p>four</p>")
    names = (
        "texts",
        "lines",
        "linked",
        "bold",
        "holders",
        "tags",
        "parents",
        "starts",
        "ends",
        "inner_tags",
    )
    assert {name: getattr(rest, name) for name in names} == {
        name: getattr(written, name) for name in names
    }


def test_a_short_text_is_not_shortened() -> None:
    texts = ["word " * (MIN_WORDS // 2)] * 2
    assert kept_blocks(texts, np.ones(2), random.Random(1)) is None


def test_what_is_before_and_after_the_text_stays() -> None:
    texts = ["menu", *["word " * 20] * 40, "footer"]
    shares = np.array([0.0, *[1.0] * 40, 0.0])
    kept = kept_blocks(texts, shares, random.Random(1))
    assert kept is not None
    assert kept[0]
    assert kept[-1]
    assert 1 <= kept[1:-1].sum() < 40
    assert kept[1:-1].tolist() == sorted(kept[1:-1].tolist(), reverse=True)
