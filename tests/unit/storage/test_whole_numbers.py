"""Whole numbers from outside."""

import pytest

from storage.whole_numbers import MAX_WHOLE, whole_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("007", 7),
        (f"{'0' * 5_000}7", 7),
        ("9223372036854775807", MAX_WHOLE),
        ("9223372036854775808", MAX_WHOLE),
        ("9" * 5_000, MAX_WHOLE),
    ],
)
def test_a_number_is_read_up_to_the_largest_that_databases_hold(text: str, number: int) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize("text", ["", "-1", "+1", "1.0", "1e3", " 1", "1_000", "²", "١", "a"])
def test_anything_else_is_no_number(text: str) -> None:
    assert whole_number(text) is None
