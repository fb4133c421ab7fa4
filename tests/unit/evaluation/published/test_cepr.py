"""CEPR: ratios, the paper's example, smoothing and the threshold, by hand."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.published import cepr
from evaluation.published.leaves import punctuation, read_leaves
from evaluation.published.tag_paths import TagPaths, edit_distance
from tests.unit.evaluation.published.pages import page_of

NEIGHBOUR = math.exp(-0.5) / (1 + 2 * math.exp(-0.5))
OWN = 1 / (1 + 2 * math.exp(-0.5))
EXAMPLE = f"<div><div><div><h1>{'h' * 40}</h1><p>{'a' * 300}<a>{'l' * 7}</a>{'b' * 345}</p></div></div></div>"
"""The four nodes of the paper's example: a headline, and a paragraph of two leaves around a link.
"""


def _ratios(html: str) -> list[float]:
    return [float(ratio) for ratio in cepr.path_ratios(read_leaves(page_of(html).steps))]


def test_the_four_nodes_of_the_paper() -> None:
    assert _ratios(EXAMPLE) == [40, 322.5, 7, 322.5]


def test_extended_ratios_by_hand() -> None:
    """Lengths 10 and 16 (mean 13, deviation 3), marks 1 and 3 (mean 2, deviation 1); a lone leaf
    has none.
    """
    html = "<div><p>abcdefghi.</p><p>abcdef,ghijkl,m.</p><h1>Alone.</h1></div>"
    assert cepr.extended_path_ratios(read_leaves(page_of(html).steps)).tolist() == [
        13 * 2 * 3 * 1
    ] * 2 + [0]


def test_white_space_of_the_source_is_not_a_length() -> None:
    assert _ratios("<div><p>one\n        two</p>\n   <p>  six   </p></div>") == [5, 5]


def test_smoothing_by_hand() -> None:
    """Leaves p, p, li: the same path weighs 1, one edit (p for li) weighs 1, two weigh a half; the
    ends stay.
    """
    paths = TagPaths("body")
    p, li = paths.step(0, "p"), paths.step(0, "li")
    deep = paths.step(li, "a")
    values = np.array([8.0, 2.0, 4.0, 6.0])
    found = cepr.smooth(values, [p, p, deep, li], paths, 1)
    assert found[[0, 3]].tolist() == [8, 6]
    assert found[1] == pytest.approx(NEIGHBOUR * 8 + OWN * 2 + NEIGHBOUR * 4 / 2)
    assert found[2] == pytest.approx(NEIGHBOUR * 2 / 2 + OWN * 4 + NEIGHBOUR * 6)


def test_alpha_is_the_power_of_the_distance() -> None:
    paths = TagPaths("body")
    near, far = paths.step(0, "p"), paths.step(paths.step(paths.step(0, "ul"), "li"), "a")
    found = cepr.smooth(np.array([3.0, 0.0, 0.0]), [far, near, near], paths, 2)
    assert found[1] == pytest.approx(NEIGHBOUR * 3 / 3**2)


def test_a_short_leaf_among_paragraphs_is_raised_by_its_neighbours() -> None:
    texts = [
        "One, two; three.",
        "A long one, with more marks, and more words in it.",
        "Another, of middle length.",
    ]
    html = f"<div><p>{texts[0]}</p><p>{texts[1]}</p><p>See <b>this</b> too.</p><p>{texts[2]}</p></div><ul><li>x</ul>"
    page = page_of(html)
    assert "this" not in cepr.extract_etpr(page)
    assert "See this too." in cepr.extract(page)
    assert cepr.extract(page).split("\n")[-1] == texts[2]


def test_the_threshold_may_just_be_reached() -> None:
    found = read_leaves(page_of("<p>a</p><div>b</div>").steps)
    values = np.array([3.0, 1.0])
    assert cepr.content(found, values, 3.0) == "a"
    assert cepr.content(found, values, 3.01) == ""


def test_punctuation_is_ascii_and_full_width() -> None:
    assert punctuation("“你好”,他说。(yes!)…、——") == len("“”,。(!)…、——")
    assert punctuation("plain words 123 和汉字") == 0


def test_a_path_is_at_no_distance_from_itself_and_one_edit_from_its_parent() -> None:
    paths = TagPaths("body")
    p = paths.step(0, "p")
    assert paths.tags(p) == ["body", "p"]
    assert (paths.distance(p, p), paths.distance(p, 0), paths.step(0, "p")) == (0, 1, p)


@given(st.lists(st.lists(st.sampled_from("pbi"), max_size=12), min_size=2, max_size=2))
def test_distances_of_paths_are_edit_distances_over_tags(tags: list[list[str]]) -> None:
    paths = TagPaths("body")
    ends = []
    for steps in tags:
        end = 0
        for tag in steps:
            end = paths.step(end, tag)
        ends.append(end)
    assert paths.distance(*ends) == _plain_distance(*tags) == edit_distance(*tags)


def _plain_distance(first: list[str], second: list[str]) -> int:
    """The textbook table."""
    row = list(range(len(second) + 1))
    for number, ours in enumerate(first, 1):
        diagonal, row[0] = row[0], number
        for place, theirs in enumerate(second, 1):
            diagonal, row[place] = (
                row[place],
                min(row[place] + 1, row[place - 1] + 1, diagonal + (ours != theirs)),
            )
    return row[-1]
