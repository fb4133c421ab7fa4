"""The expected value of options drawn by the softmax of their scores, and its derivative."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from training.expected_value import ExpectedValue, best_weights

_NUMBERS = st.floats(-5, 5)
_PAGES = st.lists(
    st.lists(st.tuples(_NUMBERS, st.floats(0, 1)), min_size=1, max_size=6), min_size=1
)


@given(_PAGES)
def test_the_slope_is_that_of_the_expected_value(pages: list[list[tuple[float, float]]]) -> None:
    aim = ExpectedValue.of([[value for _, value in page] for page in pages], [1.0] * len(pages))
    scores = np.array([score for page in pages for score, _ in page])
    slope = aim.slope(aim.chances(scores))
    step = 1e-5
    for index in range(len(scores)):
        moved = scores.copy()
        moved[index] += step
        risen = aim.total(aim.chances(moved)) - aim.total(aim.chances(scores))
        assert abs(risen / step - slope[index]) < 1e-3


@given(_PAGES)
def test_the_chances_of_a_page_are_one(pages: list[list[tuple[float, float]]]) -> None:
    aim = ExpectedValue.of([[value for _, value in page] for page in pages], [1.0] * len(pages))
    chances = aim.chances(np.array([score for page in pages for score, _ in page]))
    np.testing.assert_allclose(np.add.reduceat(chances, aim.starts), 1)


def test_the_best_weights_draw_the_options_of_most_value() -> None:
    facts = np.array([[0.0, 1.0], [1.0, 1.0], [0.0, 0.5], [1.0, 0.5]])
    aim = ExpectedValue.of([[0.0, 1.0], [0.2, 0.9]], [1.0, 1.0])
    weights = best_weights(aim, facts, 0.001)
    assert weights[0] > 1 > abs(weights[1])
