"""CETR: ratios of source lines, smoothing, the two-dimensional model and k-means, on hand-written
histograms.
"""

import math
from collections.abc import Callable

import numpy as np
import pytest

from evaluation.published import cetr
from extractor.page.page import Page
from tests.unit.evaluation.published.pages import page_of
from tests.unit.extractor.samples import ENGLISH, article_page

SIDE = math.exp(-0.5) / (1 + 2 * math.exp(-0.5))
MIDDLE = 1 / (1 + 2 * math.exp(-0.5))


def test_ratios_of_lines() -> None:
    """Tags: body, div, b and its end; br, which has no end; none; p and three end tags."""
    page = page_of(
        "<body><div>twelve chars<b>bold</b><br>more\nalone here\n<p>four</p></div></body>"
    )
    _, ratios = cetr.source_lines(page.steps).ratios()
    assert ratios.tolist() == [(12 + 4) / 4, 4 / 1, 10, 4 / 4]


def test_a_block_tag_after_text_begins_a_line_and_empty_lines_count_nothing() -> None:
    page = page_of("<body>\n\n\n<p>abcd</p><p>abcdefgh</p>\n\n</body>")
    _, ratios = cetr.source_lines(page.steps).ratios()
    assert ratios.tolist() == [0, 2, 4, 0]


def test_smoothing_by_hand() -> None:
    assert cetr.smooth(np.array([0.0, 4.0, 0.0])).tolist() == pytest.approx(
        [4 * SIDE, 4 * MIDDLE, 4 * SIDE]
    )


def test_a_flat_histogram_is_not_smoothed() -> None:
    assert cetr.smooth(np.array([2.0, 2.0])).tolist() == [2, 2]


def test_differences_by_hand() -> None:
    """Means of the next three are 1, 1, 1, 0, so the raw differences are 1, 1, 1, -3, then
    smoothed, without sign.
    """
    found = cetr.differences(np.array([0.0, 0.0, 0.0, 3.0])).tolist()
    one, last = SIDE + MIDDLE, SIDE - 3 * MIDDLE
    assert found == pytest.approx([one, one + SIDE, abs(one - 3 * SIDE), abs(last)])


def test_clusters_of_the_two_dimensional_model() -> None:
    """Noise at the origin; the steps into and out of the text have great differences, its middle
    great ratios.
    """
    points = np.array([[0, 0], [1, 0], [2, 40], [50, 3], [52, 2], [49, 1], [3, 42], [0, 1]], float)
    assert cetr.in_content(points).tolist() == [False, False, True, True, True, True, True, False]


def test_the_first_centroid_stays_at_the_origin() -> None:
    """Unpinned, it would move to 6 and take 7 and 8 along, leaving 12 for the others."""
    assert cetr.in_content(np.array([[4.0], [7.0], [8.0], [20.0], [40.0]])).tolist() == [
        False,
        False,
        False,
        True,
        True,
    ]


def test_lines_of_nothing_are_noise() -> None:
    assert not cetr.in_content(np.zeros((3, 2))).any()


@pytest.mark.parametrize("extract", [cetr.extract, cetr.extract_tm, cetr.extract_km])
def test_the_paragraphs_are_found_and_the_menu_is_not(extract: Callable[[Page], str]) -> None:
    text = extract(page_of(article_page(paragraphs=ENGLISH * 3)))
    assert set(ENGLISH) <= set(text.split("\n"))
    assert "Section 3" not in text
