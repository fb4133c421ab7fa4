"""How far other sets of records agree with the one that was chosen, for the confidence."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.forum.candidates import agreement
from extractor.forum.judge import Records
from extractor.forum.outline import outline_of
from extractor.page import dom

_SENTENCE = "Some words of a post that go on and on."
_PAGE = outline_of(dom.body_of(dom.parse(f"<body>{f'<div><p>{_SENTENCE}</p></div>' * 6}</body>")))
_BOXES = [node for node, tag in enumerate(_PAGE.tags) if tag == "div"]
_POSTS = tuple((node, _PAGE.ends[node]) for node in _BOXES)


def test_a_set_without_rivals_is_sure() -> None:
    assert agreement(_PAGE, _POSTS, [(3.0, _POSTS)]) > 4


def test_a_rival_with_the_same_score_brings_even_odds() -> None:
    one, other = _POSTS[:3], _POSTS[3:]
    assert agreement(_PAGE, one, [(1.0, one), (1.0, other)]) == pytest.approx(0)
    assert agreement(_PAGE, one, [(6.0, one), (1.0, other)]) > 3


def test_a_rival_that_holds_the_same_posts_takes_nothing_away() -> None:
    inside = tuple((start + 1, end) for start, end in _POSTS)
    assert agreement(_PAGE, _POSTS, [(1.0, _POSTS), (1.0, inside)]) > 4


def test_records_that_nothing_rates_highly_are_doubtful() -> None:
    assert agreement(_PAGE, _POSTS, []) < -4
    assert agreement(_PAGE, _POSTS[:2], [(9.0, _POSTS[3:])]) < -4


_SETS = st.lists(st.sampled_from(_POSTS), min_size=1, max_size=6, unique=True).map(
    lambda found: tuple(sorted(found))
)


@given(_SETS, st.lists(st.tuples(st.floats(-1e6, 1e6), _SETS), max_size=50))
def test_it_is_a_number_whatever_the_scores(
    records: Records, rated: list[tuple[float, Records]]
) -> None:
    best_first = sorted(rated, key=lambda one: -one[0])
    assert -inf < agreement(_PAGE, records, best_first) < inf
