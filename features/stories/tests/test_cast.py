"""Whom and what stories show that their reports name."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from features.stories.grouping.cast import MAX_SHOWN, Cast
from newsroom.recognition.recogniser import Recogniser
from storage.documents.port import Document, DocumentNames
from storage.documents.segmentation import default_segmenter
from tests.unit.webui.samples import article

pytestmark = pytest.mark.usefixtures("django")
MOMENT = datetime(2026, 5, 4, 9, tzinfo=UTC)
TITLE = "Depot in Quarrydale burns down"


def report(number: int, text: str) -> Document:
    found = article(f"https://a{number}.example/1", TITLE, id=str(number) * 32, lang="en")
    return replace(found, content=text, published=MOMENT, collected=MOMENT)


def told(*texts: str) -> list[list[str]]:
    """Return the names of the story of these reports."""
    from features.stories.grouping.engine import StoryEngine

    engine = StoryEngine(default_segmenter().tag, recogniser=Recogniser(default_segmenter().tag))
    stored: list[list[str]] = []
    for number, text in enumerate(texts):
        changes = engine.add([report(number, text)], str(number))
        assert [each.id for each in changes.stories] == ["0" * 32]
        stored = changes.stories[0].names
    return stored


def test_two_reports_show_what_either_names_and_one_alone_nothing() -> None:
    first = "The depot burned, said Angela Merkel of Acme Corp."
    assert told(first) == []
    assert told(first, "The depot burned in March, Mr. Fenton said on Tuesday.") == [
        ["Angela Merkel", "person"],
        ["Fenton", "person"],
        ["Acme Corp", "org"],
    ]


def test_of_several_reports_two_must_agree_on_a_name() -> None:
    assert told(
        "The depot burned, said Angela Merkel.",
        "The depot burned near Toulouse, said Mr. Fenton.",
        "A depot burned near Toulouse, said Angela Merkel.",
    ) == [["Angela Merkel", "person"], ["Toulouse", "place"]]


def test_a_stored_story_keeps_its_names_when_it_grows() -> None:
    cast = Cast([["Angela Merkel", "person"], ["Toulouse", "place"]])
    cast.add(DocumentNames(people=("Jim Fenton",)))
    assert cast.shown(9) == [["Angela Merkel", "person"], ["Toulouse", "place"]]


def test_stories_that_become_one_have_the_names_of_both() -> None:
    cast, other = Cast(), Cast()
    cast.add(DocumentNames(places=("Toulouse",)))
    other.add(DocumentNames(places=("Toulouse", "Lyon")))
    cast.include(other)
    assert cast.shown(3) == [["Toulouse", "place"]]
    assert cast.shown(2) == [["Toulouse", "place"], ["Lyon", "place"]]


def test_a_story_shows_a_bounded_number_of_names() -> None:
    cast = Cast()
    cast.add(DocumentNames(people=tuple(f"Person {number}" for number in range(100))))
    assert len(cast.shown(2)) == MAX_SHOWN
