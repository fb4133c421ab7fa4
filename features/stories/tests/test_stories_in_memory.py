"""Terms, their weights, and stories in memory: joining, merging, splitting and forgetting."""

import subprocess
import sys

import pytest

from fakeweb.events import reports
from features.stories.grouping.clusters import Cluster, Clusters, cosine
from features.stories.grouping.vocabulary import Vocabulary
from newsroom.terms import terms_of
from storage.documents.segmentation import default_segmenter

_TAG = default_segmenter().tag


def vector(*words: str) -> dict[str, float]:
    return dict.fromkeys(words, len(words) ** -0.5)


def test_terms_are_stems_names_places_and_numbers_without_stop_words() -> None:
    found = terms_of(
        "Mayors of Dunstead praise 42 farmers", "He said that they were there.", "en", _TAG
    )
    assert {key: term.kind for key, term in found.items()} == {
        "mayor": "word",
        "dunstead": "word",
        "prais": "word",
        "42": "number",
        "farmer": "word",
    }
    assert found["dunstead"].capital is True
    assert found["farmer"].capital is False
    chinese = terms_of("王建国在北京会见记者", "", "zh", _TAG)
    assert chinese["北京"].kind == "place"
    assert "记者" not in chinese


def test_a_word_is_a_name_if_it_is_hardly_ever_small_though_titles_capitalise_all() -> None:
    vocabulary = Vocabulary()
    for _ in range(5):
        vocabulary.add(terms_of("a train went through Quarrydale near the river", "", "en", _TAG))
    title = terms_of("Train Stops At Quarrydale", "", "en", _TAG)
    assert vocabulary.is_name("quarrydal", title["quarrydal"])
    assert not vocabulary.is_name("train", title["train"])
    weights = vocabulary.weights(title)
    assert weights["quarrydal"] > 2 * weights["train"]
    assert sum(weight**2 for weight in weights.values()) == pytest.approx(1)


def test_a_vocabulary_comes_back_as_it_was_stored() -> None:
    vocabulary = Vocabulary()
    for _ in range(3):
        vocabulary.add(terms_of("the Harbour of Dunstead and its boats", "", "en", _TAG))
    again = Vocabulary.of_state(vocabulary.state())
    terms = terms_of("Boats leave Dunstead harbour", "", "en", _TAG)
    assert again.weights(terms) == pytest.approx(vocabulary.weights(terms))


def test_a_document_joins_the_nearest_story_and_an_old_one_no_more() -> None:
    clusters = Clusters((0.4, 0.4), (0.9, 0.9))
    assert clusters.place("a", vector("fire", "depot", "quay"), 0).story == "a"
    assert clusters.place("b", vector("vote", "mayor", "count"), 0).story == "b"
    assert clusters.place("c", vector("fire", "depot", "smoke"), 1).story == "a"
    assert clusters.place("d", vector("fire", "depot", "quay"), 400).story == "d"
    clusters.forget(200)
    assert set(clusters.stories) == {"d"}
    assert clusters.place("e", vector("vote", "mayor", "count"), 400).story == "e"


def test_a_document_from_long_before_a_story_does_not_join_it() -> None:
    clusters = Clusters((0.4, 0.4), (0.9, 0.9))
    year = 365 * 24
    assert clusters.place("today", vector("marathon", "harbour", "runner"), year).story == "today"
    assert clusters.place("old", vector("marathon", "harbour", "runner"), 0).story == "old"
    # What comes between its documents, or a little before, belongs to it.
    for name, hours in (("later", year + 40), ("between", year + 20), ("before", year - 2)):
        assert clusters.place(name, vector("marathon", "harbour", "runner"), hours).story == "today"
    again = Clusters((0.4, 0.4), (0.9, 0.9))
    again.restore(clusters.stories["today"])
    assert again.place("old", vector("marathon", "harbour", "runner"), 0).story == "old"


def test_events_of_one_town_are_several_stories() -> None:
    events = {
        "fire": (
            (
                "Warehouse burns in Quarrydale",
                "Firefighters in Quarrydale fought flames all night.",
            ),
            ("Quarrydale: blaze destroys warehouse", "Flames destroyed a warehouse in Quarrydale."),
        ),
        "match": (
            ("Quarrydale win the cup match", "A late goal took Quarrydale into the final."),
            ("Late goal sends Quarrydale into final", "The cup final is next for Quarrydale."),
        ),
        "train": (
            ("Train derails at Quarrydale", "Passengers were hurt as a train left its tracks."),
            ("Passengers hurt as train derails", "The train left its tracks near Quarrydale."),
        ),
    }
    clusters, vocabulary = Clusters(), Vocabulary()
    # The words of other news, by which the rarity of these is judged.
    for each in reports(60, 3):
        vocabulary.add(terms_of(each.title, each.content, each.lang, _TAG))
    found: dict[str, set[str]] = {}
    for turn in range(2):
        for event, texts in events.items():
            terms = terms_of(*texts[turn], "en", _TAG)
            vocabulary.add(terms)
            placed = clusters.place(f"{event}{turn}", vocabulary.weights(terms), turn)
            found.setdefault(event, set()).add(placed.story)
    assert found == {event: {f"{event}0"} for event in events}


def test_stories_that_grow_towards_each_other_merge_into_the_larger_one() -> None:
    clusters = Clusters((0.35, 0.35), (0.4, 0.4))
    for name, words in {
        "a1": "fire depot quay",
        "a2": "fire depot smoke",
        "b1": "blaze brigade hose",
    }.items():
        clusters.place(name, vector(*words.split()), 0)
    assert set(clusters.stories) == {"a1", "b1"}
    merged: list[str] = []
    for number in range(6):
        words = "fire depot blaze brigade" if number % 2 else "blaze brigade fire depot"
        merged += clusters.place(f"c{number}", vector(*words.split()), 0).merged
    assert len(merged) == 1
    assert len(clusters.stories) == 1
    [story] = clusters.stories.values()
    assert story.size == 9
    assert {story.id, *merged} == {"a1", "b1"}


def _words(first: int, last: int) -> list[str]:
    return [f"w{number}" for number in range(first, last)]


def test_a_review_joins_what_the_order_of_arrival_has_split() -> None:
    clusters = Clusters()
    texts = {
        # Four of ten words are those of the first: too few to join one document.
        "a": _words(0, 30),
        "b": [*_words(0, 12), *_words(40, 58)],
        # It is near the first alone, but not near both on average.
        "c": [*_words(20, 30), *_words(60, 80)],
        # Two words in common, though heavy ones, prove nothing.
        "town": [*_words(0, 2), *_words(80, 108)],
    }
    for name, words in texts.items():
        clusters.place(name, vector(*words), 0)
    assert set(clusters.stories) == set(texts)
    assert dict(clusters.review(["b"])) == {"b": "a"}
    assert clusters.stories["a"].size == 2
    assert clusters.review(["c", "town", "unknown"]) == []
    assert dict(clusters.review(["a"])) == {}


def test_a_review_leaves_what_lies_days_apart_and_what_several_held_apart() -> None:
    clusters = Clusters()
    clusters.place("old", vector(*_words(0, 30)), 0)
    clusters.place("new", vector(*_words(0, 12), *_words(40, 58)), 60)
    assert clusters.review(["old", "new"]) == []
    for number in range(6):
        # Three reports each of two events that look alike: 10 of 30 words are the same.
        one_of_two = _words(200, 220) if number % 2 else _words(300, 320)
        clusters.place(f"d{number}", vector(*_words(100, 110), *one_of_two), 0)
    assert clusters.stories["d0"].size == clusters.stories["d1"].size == 3
    assert clusters.review(["d0", "d1"]) == []


def test_a_story_whose_documents_fall_apart_is_split() -> None:
    clusters = Clusters((0.2, 0.2), (0.6, 0.6))
    fires, votes = ("fire", "depot", "smoke", "hose"), ("vote", "mayor", "count", "poll")
    story = Cluster("mixed", 0, 0.0)
    story.set_vector(dict.fromkeys((*fires, *votes), 5.0))
    clusters.restore(story)
    split: tuple[str, ...] = ()
    for number in range(13):
        placed = clusters.place(f"d{number}", vector(*(fires if number % 2 else votes)), 0)
        split = split or placed.split
    assert split
    assert len({number % 2 for number in (int(name[1:]) for name in split)}) == 1
    assert split[0] in clusters.stories
    assert cosine(clusters.stories[split[0]].vector(), clusters.stories["mixed"].vector()) < 0.5


def test_reports_are_the_same_for_the_same_seed_and_come_in_order() -> None:
    found = reports(20, 4)
    assert found == reports(20, 4) != reports(20, 5)
    assert [each.hours for each in found] == sorted(each.hours for each in found)
    assert len({each.id for each in found}) == len(found)


def test_grouping_needs_no_database() -> None:
    asked = "import sys, features.stories.grouping.engine; print('django' in sys.modules)"
    answer = subprocess.run(
        [sys.executable, "-c", asked], check=True, capture_output=True, text=True
    )
    assert answer.stdout == "False\n"
