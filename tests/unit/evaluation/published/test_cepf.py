"""CEPF: the six features, their grouping by normalised cut, the medoid and Otsu's threshold, by
hand.
"""

import numpy as np
import pytest

from evaluation.published import cepf, cepr
from evaluation.published.leaves import read_leaves
from tests.unit.evaluation.published.pages import page_of, paragraphs
from tests.unit.extractor.samples import ENGLISH, article_page


def test_six_features_by_hand() -> None:
    """Path body.p (depth 2) has leaves of 4 and 2 characters and 2 marks; body.div.b (depth 3) one
    of 3 and none.
    """
    found = read_leaves(page_of("<body><p>ab,c</p><p>d.</p><div><b>efg</b></div></body>").steps)
    table = cepr.path_table(found)
    assert cepf.features(table).T.tolist() == [[6, 3, 3, 2, 1, 1], [3, 3, 1, 0, 0, 0]]


def test_likeness_falls_with_the_distance_of_scaled_features() -> None:
    """Rows 0 and 1 are equal once scaled; the mean square distance of all pairs is the
    bandwidth.
    """
    measures = np.array([[2.0, 4.0], [1.0, 2.0], [4.0, 0.0]])
    squares = (0.5 - 1) ** 2 + 1
    found = cepf.similarities(measures)
    assert found[0, 1] == 1
    assert found[0, 2] == pytest.approx(np.exp(-squares / (2 * (4 * squares / 9))))


def test_grouping_of_the_paper() -> None:
    """TPL and TPR are groups of their own, the other four are alike."""
    likeness = np.full((6, 6), 0.05)
    likeness[2:, 2:] = 0.9
    np.fill_diagonal(likeness, 1)
    assert cepf.groups(likeness) == [[0], [1], [2, 3, 4, 5]]


def test_grouping_of_three_pairs() -> None:
    likeness = np.full((6, 6), 0.1)
    for one, other in ((0, 3), (1, 4), (2, 5)):
        likeness[one, other] = likeness[other, one] = 0.8
    np.fill_diagonal(likeness, 1)
    assert cepf.groups(likeness) == [[0, 3], [1, 4], [2, 5]]


def test_a_group_is_stood_for_by_its_medoid_and_among_equals_by_the_first() -> None:
    likeness = np.eye(6)
    likeness[2, 5] = likeness[5, 2] = likeness[5, 4] = likeness[4, 5] = 0.5
    assert cepf.medoid([2, 4, 5], likeness) == 5
    assert cepf.medoid([0, 1], likeness) == 0


def test_otsu_divides_two_heaps_by_the_smallest_good_threshold() -> None:
    values = np.array([0.0, 1.0, 0.0, 10.0, 11.0])
    factor = cepf.otsu(values)
    assert factor == pytest.approx(np.ceil(100 * 1 / values.std()) / 100)
    assert (values >= factor * values.std()).tolist() == [False, False, False, True, True]


def test_otsu_of_equal_values_takes_all() -> None:
    assert cepf.otsu(np.array([2.0, 2.0])) == 0


def test_fusion_is_the_product_of_three_features() -> None:
    table = cepr.path_table(read_leaves(page_of(article_page()).steps))
    measures = cepf.features(table)
    chosen = [
        cepf.medoid(group, likeness)
        for likeness in [cepf.similarities(measures)]
        for group in cepf.groups(likeness)
    ]
    assert len(chosen) == 3
    assert cepf.fuse(table).tolist() == measures[chosen].prod(axis=0).tolist()


def test_smoothing_takes_a_single_leaf_from_its_neighbours() -> None:
    """A path with one leaf has no deviation, so that E leaves its text out and ES does not."""
    rest = paragraphs(*ENGLISH[1:], "Is it far? No, not at all, really.")
    page = page_of(f"<div>{rest}<h2>{ENGLISH[0]}</h2>{rest}</div><ul><li><a>menu</a></ul>")
    assert ENGLISH[1] in cepf.extract_e(page)
    assert ENGLISH[0] not in cepf.extract_e(page)
    assert ENGLISH[0] in cepf.extract(page)
    assert "menu" not in cepf.extract(page)


def test_without_deviations_a_single_paragraph_is_found() -> None:
    menu = "<ul><li>Part one</li><li>Part two</li><li>Part three</li></ul>"
    page = page_of(f"<body>{menu}{paragraphs(ENGLISH[0])}{menu}</body>")
    assert cepf.extract_s(page) == ENGLISH[0]


def test_an_empty_page_has_no_content() -> None:
    assert cepf.extract(page_of("<body><div></div></body>")) == ""
