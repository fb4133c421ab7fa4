"""Reciprocal rank fusion."""

from storage.documents.fusion import fused


def test_what_several_rankings_name_comes_before_what_one_does() -> None:
    assert fused(("a", "b", "c"), ("x", "c", "y"))[0] == "c"


def test_one_ranking_stays_as_it_is_and_nothing_gives_nothing() -> None:
    assert fused(("a", "b", "a", "c")) == ("a", "b", "c")
    assert fused((), ("a",)) == ("a",)
    assert fused() == fused((), ()) == ()


def test_of_equals_the_first_ranking_decides() -> None:
    assert fused(("a", "b"), ("x", "y")) == ("a", "x", "b", "y")


def test_two_good_places_outweigh_one_excellent() -> None:
    first = ("top", *(f"a{n}" for n in range(8)), "both")
    second = ("other", *(f"b{n}" for n in range(8)), "both")
    assert fused(first, second)[0] == "both"
