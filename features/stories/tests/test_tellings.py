"""Stories of different languages that tell of one event: by meaning, names and time."""

from importlib.util import find_spec

import numpy as np
import pytest

from features.stories.grouping.names import StoryNames, likeness_of_names, names_of, sound_of
from features.stories.grouping.tellings import Direction, Telling, Tellings
from features.stories.grouping.vocabulary import Vocabulary
from newsroom.terms import tokens_of
from storage.documents.segmentation import default_segmenter

_TAG = default_segmenter().tag
needs_scripts = pytest.mark.skipif(
    find_spec("anyascii") is None, reason="the extra newsloom[meaning] is not installed"
)


def direction(*numbers: float) -> Direction:
    return np.array(numbers, np.float32)


def tellings(**found: tuple[str, float, Direction]) -> Tellings:
    made = Tellings(0.35)
    for name, (lang, hours, towards) in found.items():
        made.put(Telling(name, lang, hours, hours + 1, towards))
    return made


def decided(made: Tellings, *changed: str) -> dict[str, str]:
    found = made.compare(changed).decide({}, lambda story_id: story_id)
    made.keep(found)
    return found


_FIRE, _VOTE = direction(1, 0.1, 0), direction(0, 1, 0.1)


def test_the_nearest_of_each_other_are_one_and_an_address_stays_when_others_come() -> None:
    made = tellings(fire=("en", 0, _FIRE), feuer=("zh", 2, _FIRE), vote=("en", 0, _VOTE))
    assert decided(made, "fire", "feuer", "vote") == {"fire": "feuer"}
    assert made.heads == {"feuer": "feuer", "fire": "feuer"}
    made.put(Telling("aaa", "de", 1, 2, _FIRE))
    assert decided(made, "aaa") == {"aaa": "feuer"}
    assert decided(made, "aaa", "fire", "vote") == {}


@pytest.mark.parametrize(
    ("names", "are_one"),
    [
        ({"#12", "ls", "bnk"}, True),  # a number in common
        ({"ls", "bnk"}, True),  # no numbers, so they cannot differ
        ({"#46", "ls", "bnk"}, True),  # other numbers, but two names in common
        ({"#46", "ls"}, False),  # other numbers, and the town alone
    ],
)
def test_two_stories_of_a_town_whose_numbers_all_differ_must_be_nearer(
    names: set[str], are_one: bool
) -> None:
    made = tellings(one=("en", 0, _FIRE), other=("zh", 0, direction(1, 1.8, 0)))
    of_stories = {"one": {"#12": 0.1, "ls": 0.1, "bnk": 0.1}, "other": dict.fromkeys(names, 0.1)}
    found = made.compare(["one"]).decide(of_stories, lambda story_id: story_id)
    assert bool(found) is are_one


def test_stories_of_one_language_or_of_other_days_are_not_one() -> None:
    made = tellings(one=("en", 0, _FIRE), other=("en", 0, _FIRE), late=("zh", 60, _FIRE))
    assert decided(made, "one", "other", "late") == {}


def test_of_two_that_are_as_near_neither_is_taken() -> None:
    made = tellings(one=("en", 0, _FIRE), zh=("zh", 0, _FIRE), too=("zh", 0, _FIRE))
    assert decided(made, "one", "zh", "too") == {}


def test_a_story_that_turns_to_something_else_leaves_and_the_address_stays_with_the_others() -> (
    None
):
    made = tellings(a=("en", 0, _FIRE), b=("zh", 0, _FIRE), c=("de", 0, _FIRE))
    decided(made, "a", "b", "c")
    assert set(made.heads.values()) == {"a"}
    made.put(Telling("b", "zh", 0, 3, _VOTE))
    assert decided(made, "b") == {"b": "b"}
    assert made.heads == {"a": "a", "c": "a"}


def test_a_story_that_becomes_part_of_another_hands_its_languages_over() -> None:
    made = tellings(a=("en", 0, _FIRE), b=("zh", 0, _FIRE))
    decided(made, "a", "b")
    assert made.replace("a", "larger") == {"b": "larger", "larger": "larger"}
    assert "a" not in made
    assert made.heads == {"b": "larger", "larger": "larger"}
    assert made.replace("b", "larger-zh") == {"larger-zh": "larger"}
    assert made.replace("unknown", "larger") == {}


def test_what_grows_no_more_is_forgotten_and_its_place_used_again() -> None:
    made = tellings(a=("en", 0, _FIRE), b=("zh", 0, _FIRE), c=("zh", 0, _VOTE), d=("en", 0, _VOTE))
    made.forget_others({"a", "c", "d"})
    assert "b" not in made
    assert decided(made, "a", "c", "d") == {"d": "c"}


@pytest.mark.parametrize(
    ("latin", "other"),
    [
        ("Seville", "Sevilla"),
        pytest.param("Seville", "塞维利亚", marks=needs_scripts),
        pytest.param("Lisbon", "リスボン", marks=needs_scripts),
        pytest.param("Normond", "诺尔蒙德", marks=needs_scripts),
        pytest.param("Warren", "沃伦", marks=needs_scripts),
    ],
)
def test_a_name_sounds_alike_in_all_scripts(latin: str, other: str) -> None:
    assert sound_of(latin) == sound_of(other)


@needs_scripts
def test_names_and_numbers_tell_two_events_of_a_kind_apart() -> None:
    reports = {
        "seville": ("en", "A train derails near Seville and hurts 47 people"),
        "sai": ("zh", "塞维利亚列车脱轨 47人受伤"),
        "lisbon": ("en", "A train derails near Lisbon and hurts 212 people"),
    }
    vocabulary = Vocabulary()
    vectors = {}
    for name, (lang, title) in reports.items():
        names = StoryNames()
        names.add(names_of(tokens_of(title, lang, _TAG), (), vocabulary))
        vectors[name] = names.vector()
    assert likeness_of_names(vectors["seville"], vectors["sai"]) > 0.5
    assert likeness_of_names(vectors["lisbon"], vectors["sai"]) < 0.2


def test_a_story_keeps_its_heaviest_names() -> None:
    names = StoryNames()
    for _report in range(3):
        names.add({"often": 1.0, "#47": 0.5})
    names.add({f"once{number}": 0.9 for number in range(20)})
    kept = names.weights()
    assert len(kept) == 16
    assert kept["often"] == 3
    assert kept["#47"] == 1.5
    assert sum(weight**2 for weight in names.vector().values()) == pytest.approx(1)
