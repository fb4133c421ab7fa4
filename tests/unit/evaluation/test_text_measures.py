"""Measures of text, checked against their definitions."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.measures.text import OverlapCounts, bag, is_east_asian, lcs_length, subsequence

UNITS = st.lists(st.sampled_from("abcde"), max_size=60)


def table_lcs(left: list[str], right: list[str]) -> int:
    """Compute the table of the textbook."""
    row = [0] * (len(right) + 1)
    for unit in left:
        above = row
        row = [0]
        for index, other in enumerate(right):
            row.append(above[index] + 1 if unit == other else max(above[index + 1], row[-1]))
    return row[-1]


@given(UNITS, UNITS)
def test_the_longest_common_subsequence_is_the_textbooks(left: list[str], right: list[str]) -> None:
    assert lcs_length(left, right) == table_lcs(left, right)


def test_long_texts_without_a_common_beginning_or_end() -> None:
    left, right = [*"ab" * 9_000, "x"], ["y", *"ba" * 9_000]
    assert lcs_length(left, right) == 17_999


def test_a_bag_counts_words_as_often_as_they_stand() -> None:
    counts = bag("the cat and the dog", "The cat, the cat, the dog!")
    assert counts == OverlapCounts(common=4, found=5, wanted=6)
    score = counts.score
    assert (score.precision, score.recall) == (4 / 5, 4 / 6)
    assert score.f1 == pytest.approx(2 * 4 / 11)


def test_every_east_asian_character_is_a_word() -> None:
    assert bag("青石镇 news", "青石 NEWS") == OverlapCounts(common=3, found=4, wanted=3)


def test_subsequences_are_of_characters_for_chinese_and_of_words_for_others() -> None:
    assert subsequence("茶馆，开放", "茶馆 晚上，开放") == OverlapCounts(
        common=5, found=5, wanted=7
    )
    assert subsequence("one two four", "one two, three") == OverlapCounts(
        common=2, found=3, wanted=3
    )


def test_order_matters_to_the_subsequence_and_not_to_the_bag() -> None:
    assert bag("b a", "a b").score.f1 == 1
    assert subsequence("b a", "a b").common == 1


def test_most_words_decide_whether_a_text_is_east_asian() -> None:
    assert is_east_asian("版本 4.2 发布")
    assert not is_east_asian("The word 茶 means tea in most of the world")


def test_score_and_error_rate() -> None:
    counts = OverlapCounts(common=8, found=10, wanted=12)
    assert counts.overlap == 8 / 14
    assert counts.error_rate == (2 + 4) / 12
    assert OverlapCounts(common=1, found=9, wanted=1).error_rate == 8


def test_nothing_found_and_nothing_wanted() -> None:
    assert OverlapCounts().score.f1 == 1
    assert OverlapCounts(0, 0, 5).score == OverlapCounts(0, 5, 0).score
    assert OverlapCounts(0, 5, 0).score.f1 == 0
    assert OverlapCounts(0, 5, 0).error_rate == 1
    assert OverlapCounts().error_rate == 0


@given(st.lists(st.tuples(UNITS, UNITS), min_size=1, max_size=5))
def test_counts_add_up(pages: list[tuple[list[str], list[str]]]) -> None:
    every = [bag(" ".join(left), " ".join(right)) for left, right in pages]
    total = sum(every, OverlapCounts())
    assert total.found == sum(len(left) for left, _ in pages)
    assert total.common == sum((Counter(left) & Counter(right)).total() for left, right in pages)


@given(st.text(max_size=200), st.text(max_size=200))
def test_figures_stay_between_zero_and_one(left: str, right: str) -> None:
    for counts in (bag(left, right), subsequence(left, right)):
        score = counts.score
        assert min(score.precision, score.recall, score.f1, counts.overlap) >= 0
        assert max(score.precision, score.recall, score.f1, counts.overlap) <= 1
