"""Which blocks are in a labelled text: order, copies, parts, and words that occur in both by
chance.
"""

from hypothesis import given
from hypothesis import strategies as st

from training.labels import matched_shares

FIRST = "The town library opened its doors again yesterday after two years of work."
SECOND = "Readers can borrow thirty thousand books there, and stories are told at weekends."


def test_blocks_of_the_gold_match_and_menus_do_not() -> None:
    texts = ["Home the and of", FIRST, "Library", SECOND, "Of the town and its doors and so on"]
    assert matched_shares(texts, f"{FIRST}\n{SECOND}").tolist() == [0, 1, 0, 1, 0]


def test_of_two_copies_one_matches() -> None:
    assert sorted(matched_shares([FIRST, SECOND, FIRST], f"{FIRST} {SECOND}").tolist()) == [0, 1, 1]


def test_a_block_of_which_the_gold_holds_a_part_matches_in_part() -> None:
    share = matched_shares([f"{FIRST} {SECOND}"], FIRST)[0]
    assert 0.4 < share < 0.6


def test_short_blocks_match_where_their_words_stand_together() -> None:
    gold = f"{FIRST} Why now? {SECOND}"
    assert matched_shares([FIRST, "Why now?", SECOND, "now why"], gold).tolist() == [1, 1, 1, 0]


def test_chinese_is_compared_by_characters() -> None:
    assert matched_shares(
        ["市图书馆昨天重新开放", "图片"], "市图书馆昨天重新开放，经过两年。"
    ).tolist() == [1, 0]


def test_nothing_to_compare() -> None:
    assert matched_shares([], FIRST).tolist() == []
    assert matched_shares(["", "..."], "").tolist() == [0, 0]


_words = st.lists(st.sampled_from(["a", "b", "c", "d", "e"]), max_size=12).map(" ".join)


@given(st.lists(_words, max_size=6))
def test_blocks_that_make_the_gold_match_wholly(texts: list[str]) -> None:
    shares = matched_shares(texts, " ".join(texts))
    assert all(share == bool(text) for share, text in zip(shares, texts, strict=True))


@given(st.lists(_words, max_size=6), _words)
def test_no_more_words_match_than_the_gold_has(texts: list[str], gold: str) -> None:
    shares = matched_shares(texts, gold)
    matched = sum(share * len(text.split()) for share, text in zip(shares, texts, strict=True))
    assert round(matched, 6) <= len(gold.split())
