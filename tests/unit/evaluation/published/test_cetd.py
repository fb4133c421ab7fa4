"""CETD: densities of a small tree by hand, DensitySum, threshold and what is marked."""

import math

import numpy as np
import pytest

from evaluation.published import cetd
from tests.unit.evaluation.published.pages import page_of, paragraphs
from tests.unit.extractor.samples import ENGLISH, article_page

SMALL = f"<body><div><p>{'t' * 40}</p></div><ul><li><a>{'l' * 10}</a></li></ul></body>"
"""Elements in document order: body, div, p, ul, li, a; 50 characters, 10 of them in a link."""


def test_counts_below_each_element() -> None:
    counts = cetd.count(page_of(SMALL).steps)
    assert counts.parents == [0, 0, 1, 0, 3, 4]
    assert counts.characters.tolist() == [50, 40, 40, 10, 10, 10]
    assert counts.tags.tolist() == [5, 1, 0, 2, 1, 0]
    assert counts.link_characters.tolist() == [10, 0, 0, 10, 10, 10]
    assert counts.link_tags.tolist() == [1, 0, 0, 1, 1, 0]


def test_densities_by_hand() -> None:
    """C/T log_b(C/LC T/LT) with b = ln(C/notLC LC + LC_body/C_body C + e)."""
    body = (
        50
        / 5
        * math.log(50 / 10 * 5 / 1)
        / math.log(math.log(50 / 40 * 10 + 10 / 50 * 50 + math.e))
    )
    p = 40 / 1 * math.log(40 / 1 * 1 / 1) / math.log(math.log(40 / 40 * 0 + 10 / 50 * 40 + math.e))
    ul = (
        10 / 2 * math.log(10 / 10 * 2 / 1) / math.log(math.log(10 / 1 * 10 + 10 / 50 * 10 + math.e))
    )
    assert cetd.densities(cetd.count(page_of(SMALL).steps)).tolist() == pytest.approx(
        [body, p, p, ul, 0, 0]
    )


def test_a_page_without_links_has_densities() -> None:
    """ln(b) would be 0; it is replaced by 1."""
    density = cetd.densities(cetd.count(page_of("<body><p>four</p></body>").steps))
    assert density.tolist() == pytest.approx([4 * math.log(4), 4 * math.log(4)])


def test_density_sum_is_that_of_the_children() -> None:
    assert cetd.density_sums([0, 0, 0, 2], np.array([9.0, 2.0, 3.0, 4.0])).tolist() == [5, 0, 4, 0]


def test_threshold_and_marks_by_hand() -> None:
    """Sums: body 5, node 1 6, node 4 5. The path from node 1 up to below the body has density 2.

    Node 4 does not reach it, so that its child is not visited though it is dense. Node 6 has no
    child and marks itself.
    """
    parents = [0, 0, 1, 1, 0, 4, 0]
    density = np.array([1.0, 2.0, 3.0, 3.0, 1.0, 5.0, 2.0])
    assert cetd.content_nodes(parents, density) == {1, 2, 3, 6}


def test_the_threshold_is_the_smallest_density_on_the_way_up() -> None:
    """Node 3 has the greatest sum, 16.

    The path up from it has 4 and 2, so that nodes 2 (3) and 6 (2) pass.
    """
    parents = [0, 0, 1, 1, 3, 3, 0, 0]
    density = np.array([1.0, 2.0, 3.0, 4.0, 8.0, 8.0, 2.0, 1.5])
    assert cetd.content_nodes(parents, density) == {2, 3, 4, 5, 6}


def test_the_article_is_marked_and_the_menu_is_not() -> None:
    menu = "".join(f'<li><a href="/{n}">Part {n}</a></li>' for n in range(30))
    text = cetd.extract(page_of(f"<body><ul>{menu}</ul><div>{paragraphs(*ENGLISH)}</div></body>"))
    assert text == "\n".join(ENGLISH)


def test_links_inside_the_article_stay() -> None:
    page = article_page(
        paragraphs=(*ENGLISH, 'The hours are <a href="/h">on this page</a> of the town.')
    )
    assert "The hours are on this page of the town." in cetd.extract(page_of(page))


def test_text_fields_do_not_count() -> None:
    assert "typed" not in cetd.extract(
        page_of(f"<div>{paragraphs(*ENGLISH)}<textarea>{'typed ' * 900}</textarea></div>")
    )
