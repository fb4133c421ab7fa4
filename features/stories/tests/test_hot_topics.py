"""Hot topics: what is counted, what is a burst, and what names a topic."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from features.stories.grouping.history import TermHistory
    from features.stories.store.stories import StoryRow

# A Monday, four weeks after the counts begin.
NOW = datetime(2026, 11, 16, 9, 30, tzinfo=UTC)
pytestmark = pytest.mark.usefixtures("django")


def forms(*terms: str) -> dict[str, str]:
    return {term: term.capitalize() for term in terms}


def add(history: "TermHistory", when: datetime, *terms: str, **fields: Any) -> None:
    known = {
        "lang": "en",
        "site": "a.example",
        "copy_id": "",
        "published": when,
        "found": when,
        **fields,
    }
    history.add(forms(*terms), **known)


def everyday(history: "TermHistory", until: datetime, days: int = 28) -> None:
    """Add two documents an hour; at nine o'clock each has the word "coffee", on Mondays at nine
    "roundup" too.
    """
    moment = until - timedelta(days=days)
    while moment < until:
        for site in ("a.example", "b.example"):
            words = ["town"]
            words += ["coffee"] * (moment.hour == 9)
            words += ["roundup"] * (moment.hour == 9 and moment.weekday() == 0)
            add(history, moment, *words, site=site)
        moment += timedelta(hours=1)
        if moment.hour == 0:
            history.pass_time(moment)


def many(history: "TermHistory", number: int, *terms: str, site: str = "") -> None:
    for each in range(number):
        add(history, NOW, *terms, site=site or f"s{each}.example")


def hour() -> int:
    from features.stories.grouping.history import hour_of

    return hour_of(NOW)


def bursts(history: "TermHistory") -> dict[str, tuple[int, bool]]:
    from features.stories.grouping.bursts import find_bursts

    return {each.term: (each.count, each.is_new) for each in find_bursts(history, hour())}


def row(
    story_id: str, *terms: str, documents: int = 6, sites: int = 5, names: Sequence[str] = ()
) -> "StoryRow":
    from features.stories.models import Story
    from features.stories.store.stories import StoryRow

    story = Story(id=story_id, title=story_id, lang="en", vector=dict.fromkeys(terms, 1.0))
    story.names = [each.split(":") for each in names]
    return StoryRow(
        story=story,
        tellings=[(story, documents)],
        documents=documents,
        sites=sites,
        recent=0,
        threads=0,
    )


def test_a_new_word_of_several_sites_is_a_burst_and_the_words_of_every_monday_are_not() -> None:
    from features.stories.grouping.history import TermHistory

    history = TermHistory()
    everyday(history, NOW)
    many(history, 8, "quake", "town", "coffee", "roundup")
    assert bursts(history) == {"quake": (8, True)}


def test_one_site_makes_no_burst_and_copies_count_once() -> None:
    from features.stories.grouping.history import TermHistory

    history = TermHistory()
    everyday(history, NOW)
    many(history, 30, "series", site="a.example")
    for each in range(9):
        add(history, NOW, "agency", site=f"s{each}.example", copy_id="same")
    assert bursts(history) == {}


def test_a_word_that_bursts_again_and_again_needs_more_than_a_new_one() -> None:
    from features.stories.grouping.bursts import find_bursts
    from features.stories.grouping.history import TermHistory

    scores = []
    for restless in (False, True):
        history = TermHistory()
        everyday(history, NOW - timedelta(days=14))
        for day in range(14, 0, -1):
            for each in range(20 * (day % 5 == 0 and restless)):
                add(history, NOW - timedelta(days=day), "match", site=f"s{each}.example")
            everyday(history, NOW - timedelta(days=day - 1), days=1)
        many(history, 12, "match")
        scores.append(
            max(
                (each.score for each in find_bursts(history, hour()) if each.term == "match"),
                default=0.0,
            )
        )
    assert scores[1] < scores[0] / 2


def test_twice_as_many_sources_are_not_a_burst() -> None:
    from features.stories.grouping.history import TermHistory

    history = TermHistory()
    everyday(history, NOW)
    many(history, 40, "town")
    assert bursts(history) == {}


def test_counts_come_back_as_they_were_stored_and_late_documents_do_not_count() -> None:
    from features.stories.grouping.history import TermHistory

    history = TermHistory()
    everyday(history, NOW, days=3)
    stored = {part.hour: part for part in history.pass_time(NOW)}
    many(history, 5, "quake")
    add(history, NOW - timedelta(hours=30), "late", found=NOW)
    again = TermHistory()
    again.restore([*stored.values(), *history.taken_parts()], NOW)
    assert again.counts("en", "quake") == {hour(): 5}
    assert again.counts("en", "late") == {}
    assert sum(again.documents("en").values()) >= 5 + 2 * 25


def test_folding_the_parts_of_an_hour_changes_no_count() -> None:
    from features.stories.grouping.counted_terms import term_key
    from features.stories.grouping.history import OpenHour, TermHistory

    history, quake = TermHistory(), term_key("en", "quake")
    parts = []
    for _batch in range(3):
        many(history, 2, "quake", "town")
        parts += history.taken_parts()
    (folded,) = history.pass_time(NOW)
    whole = OpenHour.unpacked(folded.counts)
    assert len(parts) == 3
    assert whole.terms.count(quake) == 6
    assert whole.terms.count(quake) == sum(
        OpenHour.unpacked(part.counts).terms.count(quake) for part in parts
    )
    assert whole.terms.sites.tolist() == history.open[hour()].terms.sites.tolist()


def test_an_hour_and_the_weeks_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    from features.stories.grouping import history as room

    monkeypatch.setattr(room, "MAX_TERMS", 50)
    history = room.TermHistory()
    for number in range(200):
        add(history, NOW, f"once{number}", "often")
    later = NOW + timedelta(days=2)
    add(history, later, "next")
    history.pass_time(later)
    assert history.counts("en", "often") == {hour(): 200}
    kept = sum(bool(history.counts("en", f"once{number}")) for number in range(200))
    assert kept == 49
    history.pass_time(later + timedelta(days=3))
    assert not any(history.counts("en", f"once{number}") for number in range(200))
    history.pass_time(later + timedelta(days=40))
    assert history.counts("en", "often") == {}


def test_a_phrase_stands_for_its_words_and_the_words_of_a_story_are_one_topic() -> None:
    from features.stories.grouping.history import TermHistory
    from features.stories.grouping.topics import find_topics

    history = TermHistory()
    everyday(history, NOW)
    many(history, 9, "kestrel", "bay", "kestrel bay", "flames")
    many(history, 7, "mayor")
    found = find_topics(
        history,
        hour(),
        [row("fire", "kestrel", "bay", "flames"), row("vote", "mayor", documents=7)],
    )
    assert [(each.label, each.others, [story.id for story in each.stories]) for each in found] == [
        ("Kestrel bay", ["Flames"], ["fire"]),
        ("Mayor", [], ["vote"]),
    ]
    assert found[0].course[-1] == 9
    assert found[0].usual < 1


def test_a_month_is_no_topic_and_a_bare_place_gives_way_to_what_tells_more() -> None:
    from features.stories.grouping.history import TermHistory
    from features.stories.grouping.topics import find_topics

    history = TermHistory()
    everyday(history, NOW)
    many(history, 12, "november")
    many(history, 11, "gorsehill")
    many(history, 6, "orvane", "spill", "orvane spill")
    many(history, 9, "stelbury")
    many(history, 8, "depot")
    fire = row("fire", "november", "gorsehill", "orvane", "spill", names=["Gorsehill:place"])
    vote = row(
        "vote", "november", "stelbury", "depot", names=["Ada Fenton:person", "Stelbury:place"]
    )
    found = find_topics(history, hour(), [fire, vote])
    assert [(each.label, each.count, each.others) for each in found] == [
        ("Orvane spill", 6, ["Gorsehill"]),
        ("Stelbury", 9, ["Depot"]),
    ]


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("长何鹏宏", "何鹏宏"),
        ("长何", "何鹏宏"),
        ("鹏宏说", "何鹏宏"),
        ("何鹏宏", "何鹏宏"),
        ("何鹏宏改革", "何鹏宏改革"),
        ("港口", "港口"),
    ],
)
def test_a_chinese_label_neither_cuts_a_name_nor_glues_a_character_to_it(
    label: str, expected: str
) -> None:
    from features.stories.grouping.history import TermHistory
    from features.stories.grouping.topics import find_topics

    history = TermHistory()
    everyday(history, NOW)
    many(history, 9, label)
    story = row("金沙市长何鹏宏说港口扩建", label, names=["何鹏宏:person"])
    assert [each.label for each in find_topics(history, hour(), [story])] == [expected]


def test_a_burst_without_a_story_on_several_sites_is_not_a_topic() -> None:
    from features.stories.grouping.history import TermHistory
    from features.stories.grouping.topics import find_topics

    history = TermHistory()
    everyday(history, NOW)
    many(history, 9, "flames")
    stories: Iterable[tuple[str, int]] = (("flames", 1), ("other", 5))
    assert (
        find_topics(history, hour(), [row(word, word, sites=sites) for word, sites in stories])
        == []
    )


def test_without_history_words_of_many_stories_are_not_a_topic() -> None:
    from features.stories.grouping.history import TermHistory
    from features.stories.grouping.topics import find_topics

    history = TermHistory()
    many(history, 6, "flames")
    many(history, 9, "said")
    rows = [
        row("fire", "flames", "said", documents=6),
        *(row(f"s{n}", "else", documents=3) for n in range(3)),
    ]
    rows[0] = row("fire", "flames")
    assert [each.label for each in find_topics(history, hour(), rows)] == ["Flames"]


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("The Bank of England waits", {"bank england": "Bank of England"}),
        ("A walk in Gorsehill", {}),
        (
            "Red Cross helps 300 in Kestrel Bay",
            {"red cross": "Red Cross", "kestrel bay": "Kestrel Bay"},
        ),
        ("A fire closes Sam's Club again", {"sam club": "Sam's Club"}),
        ("Two are hurt in a hit-and-run", {"hit run": "hit-and-run"}),
        ("金沙湾江华集团起火", {"金沙湾 江华": "金沙湾江华", "江华 集团": "江华集团"}),
    ],
)
def test_phrases_are_names_of_two_words(title: str, expected: dict[str, str]) -> None:
    from newsroom.phrases import topic_terms
    from newsroom.terms import tokens_of
    from storage.documents.segmentation import default_segmenter

    lang = "en" if title.isascii() else "zh"
    found = topic_terms(title, tokens_of(title, lang, default_segmenter().tag), "", [])
    assert {key: form for key, form in found.items() if " " in key and key in expected} == expected
    assert "walk gorsehil" not in found
