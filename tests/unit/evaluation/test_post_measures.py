"""Matching of posts, and the counts of the pairs."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from evaluation.datasets import GoldPost
from evaluation.measures.names import comparable_name
from evaluation.measures.posts import Hits, PostCounts, count, match
from evaluation.measures.text import OverlapCounts
from extractor.results import Post

ONE = "Has anybody replaced the float in an old cistern without bending the arm of it?"
TWO = "Everybody bends the arm, and in thirty years somebody else will bend it back again."
NOON = datetime(2024, 2, 11, 12, tzinfo=UTC)


def counted(found: list[Post], gold: list[GoldPost]) -> PostCounts:
    names = [frozenset({comparable_name(post.author)}) for post in gold]
    return count(match(found, gold, names), found, gold)


def test_posts_that_are_all_found() -> None:
    gold = [
        GoldPost(body=ONE, author="marlow", time_text="2024-02-11 12:00", floor=1),
        GoldPost(body=TWO, author="Quince", time_iso="2024-02-11T12:00:00Z", floor=2),
    ]
    found = [
        Post(body=ONE, author="Marlow", published=NOON, floor=1),
        Post(body=TWO, author="quince", published=NOON, floor=2),
    ]
    counts = counted(found, gold)
    assert counts.found == counts.strict == counts.full == OverlapCounts(2, 2, 2)
    assert counts.author == counts.time == counts.floor == Hits(2, 2)


def test_a_pair_needs_half_of_the_words() -> None:
    half, less = " ".join(ONE.split()[:8]), " ".join(ONE.split()[:4])
    gold = [GoldPost(body=ONE)]
    assert counted([Post(body=half)], gold).found.common == 1
    assert counted([Post(body=half)], gold).strict.common == 0
    assert counted([Post(body=less)], gold).found.common == 0


def test_right_author_and_time_make_up_for_words_that_are_too_many() -> None:
    long = f"Nice. {TWO} {TWO} {TWO}"
    gold = [GoldPost(body="Nice.", author="fern", time_text="2024-02-11 12:00")]
    assert counted([Post(body=long, author="fern", published=NOON)], gold).found.common == 1
    assert counted([Post(body=long, author="oak", published=NOON)], gold).found.common == 0
    assert counted([Post(body=long, author="fern")], gold).found.common == 0


def test_a_gold_with_its_quote_may_match_body_and_quote_together() -> None:
    found = [Post(body="I would not.", quoted=TWO)]
    assert counted(found, [GoldPost(body=f"{TWO} I would not.")]).strict.common == 1
    assert counted(found, [GoldPost(body="I would not.")]).strict.common == 1


def test_the_best_pair_goes_first_and_each_post_is_used_once() -> None:
    gold = [GoldPost(body=ONE, author="a"), GoldPost(body=f"{ONE} Please.", author="b")]
    found = [
        Post(body=f"{ONE} Please.", author="b"),
        Post(body=ONE, author="a"),
        Post(body=ONE, author="c"),
    ]
    pairs = match(found, gold, [frozenset({"a"}), frozenset({"b"})])
    assert {(pair.gold, pair.extracted) for pair in pairs} == {(0, 1), (1, 0)}
    assert counted(found, gold).found == OverlapCounts(2, 3, 2)


def test_a_reply_needs_its_words_its_author_and_the_post_that_it_answers() -> None:
    gold = [GoldPost(body=ONE), GoldPost(body=TWO, author="fern", kind="comment")]
    first, reply = Post(body=ONE), Post(body=TWO, author="fern", parent=0)
    assert counted([first, reply], gold).replies == OverlapCounts(1, 1, 1)
    assert counted([first, replace(reply, author="oak")], gold).replies == OverlapCounts(0, 1, 1)
    assert counted([first, replace(reply, parent=None)], gold).replies == OverlapCounts(0, 0, 1)
    assert counted([first, replace(reply, body=f"{TWO} {TWO}")], gold).replies.common == 0
    assert counted([Post(body="No."), reply, first], gold).replies.common == 0


def test_comments_are_neither_missed_nor_wrong() -> None:
    gold = [GoldPost(body=ONE), GoldPost(body=TWO, kind="comment")]
    assert counted([Post(body=ONE)], gold).found == OverlapCounts(1, 1, 1)
    assert counted([Post(body=ONE), Post(body=TWO)], gold).found == OverlapCounts(1, 1, 1)
    assert counted(
        [Post(body=ONE), Post(body="Something else that stands on no page.")], gold
    ).found == OverlapCounts(1, 2, 1)


@pytest.mark.parametrize(
    ("iso", "text", "hits"),
    [
        ("", "2024-02-11 12:00", Hits(1, 1)),
        ("2024-02-11T11:00:00Z", "Feb 11, 2024 at 12:00", Hits(1, 1)),
        ("2024-02-11T11:00:00Z", "3 hours ago", Hits(0, 1)),
        ("", "3 hours ago", Hits(0, 0)),
        ("", "", Hits(0, 0)),
    ],
)
def test_a_time_is_right_if_either_label_agrees_and_unknown_if_none_can_be_read(
    iso: str, text: str, hits: Hits
) -> None:
    gold = [GoldPost(body=ONE, time_iso=iso, time_text=text)]
    assert counted([Post(body=ONE, published=NOON)], gold).time == hits


def test_fields_that_were_not_found_are_wrong_and_those_not_labelled_do_not_count() -> None:
    gold = [GoldPost(body=ONE, author="marlow", time_text="2024-02-11 12:00"), GoldPost(body=TWO)]
    counts = counted([Post(body=ONE), Post(body=TWO, author="x", published=NOON, floor=9)], gold)
    assert (counts.author, counts.time, counts.floor) == (Hits(0, 1), Hits(0, 1), Hits(0, 0))
    assert counts.full.common == 1


def test_counts_of_pages_add_up() -> None:
    gold = [GoldPost(body=ONE, author="marlow")]
    total = counted([Post(body=ONE, author="marlow")], gold) + counted([], gold)
    assert (total.found, total.author) == (OverlapCounts(1, 1, 2), Hits(1, 1))
    assert total.time.share is None
