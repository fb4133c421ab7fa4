"""The measures of groupings, against figures computed by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.measures.clusters import bcubed, pairs

_GROUPS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=30)


def test_scores_by_hand() -> None:
    found, gold = "aabb", "xxxy"
    assert (pairs(found, gold).precision, pairs(found, gold).recall) == (1 / 2, 1 / 3)
    assert bcubed(found, gold).precision == pytest.approx((1 + 1 + 1 / 2 + 1 / 2) / 4)
    assert bcubed(found, gold).recall == pytest.approx((2 / 3 + 2 / 3 + 1 / 3 + 1) / 4)


def test_nothing_is_grouped_without_a_mistake() -> None:
    assert (pairs([], []).f1, bcubed([], []).f1) == (1.0, 1.0)
    assert pairs("abc", "xxx").f1 == 0.0


@given(_GROUPS)
def test_scores_are_shares_and_equal_groupings_are_perfect(labels: list[tuple[int, int]]) -> None:
    found, gold = [one for one, _ in labels], [other for _, other in labels]
    for measure in (pairs, bcubed):
        score = measure(found, gold)
        assert 0 <= score.precision <= 1
        assert 0 <= score.recall <= 1
        assert measure(gold, [f"group {each}" for each in gold]).f1 == 1.0
