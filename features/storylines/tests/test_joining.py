"""Which storyline a story goes on with: what must hold for all stories, and what looks alike."""

import string
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.storylines import errors, joined, planted, told
from evaluation.measures.clusters import pairs
from features.storylines.editions import are_apart, editions_of, is_regular
from features.storylines.joining import MAX_GAP, Storylines, StoryTraits, heaviest

START = datetime(2026, 3, 2, tzinfo=UTC)
TERMS = heaviest({"corvane": 1.0, "hellin": 0.8, "marta": 0.8, "quake": 0.6, "hotel": 0.4})
CAST = frozenset({"marta hellin", "civil guard"})


def traits(name: str, days: float = 0.0, **fields: Any) -> StoryTraits:
    first = START + timedelta(days=days)
    values: dict[str, Any] = {
        "id": name,
        "first": first,
        "last": first + timedelta(hours=5),
        "title": f"Headline {name}",
        "terms": TERMS,
        "cast": CAST,
        "places": frozenset(),
        "editions": {},
        "is_regular": False,
    }
    return StoryTraits(**(values | fields))


def known(*stories: StoryTraits) -> Storylines:
    """Return stories that are each in a storyline called as they are."""
    lines = Storylines()
    for each in stories:
        lines.put(each, each.id)
    return lines


def test_a_story_goes_on_with_the_most_alike_storyline() -> None:
    near = heaviest({"corvane": 1.0, "hellin": 0.8, "marta": 0.8, "tent": 0.9, "stadium": 0.8})
    lines = known(traits("near", terms=near), traits("nearest"))
    assert lines.continued_by(traits("new", 7)) == "nearest"
    lines.drop("nearest")
    assert lines.continued_by(traits("new", 7)) == "near"
    lines.drop("near")
    assert lines.continued_by(traits("new", 7)) is None


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"terms": heaviest({"tarnholm": 1.0, "quake": 0.6})}, id="another town"),
        pytest.param({"terms": heaviest({"corvane": 1.0, "bus": 0.7})}, id="the town alone"),
        pytest.param({"editions": {"year": frozenset({"2025"})}}, id="another year"),
        pytest.param(
            {"title": "Headline old", "is_regular": True}, id="the same words a week later"
        ),
        pytest.param({"first": START + MAX_GAP + timedelta(days=2)}, id="after a long silence"),
    ],
)
def test_what_looks_alike_is_apart(fields: dict[str, Any]) -> None:
    old = traits("old", editions={"year": frozenset({"2026"})}, is_regular=True)
    assert known(old).continued_by(traits("new", 7, **fields)) is None
    assert known(old).continued_by(traits("new", 7)) == "old", "the rest is alike"


def test_one_name_of_two_words_is_one_sign() -> None:
    """Two events have the singer in common, and nothing else."""
    cast = frozenset({"miley cyrus"})
    concert = heaviest({"miley": 1.0, "cyrus": 1.0, "stage": 0.3})
    thief = heaviest({"miley": 1.0, "cyrus": 1.0, "thief": 0.3})
    lines = known(traits("concert", terms=concert, cast=cast))
    assert lines.continued_by(traits("new", 2, terms=thief, cast=cast)) is None
    thief = heaviest({"miley": 1.0, "cyrus": 1.0, "stage": 0.9, "thief": 0.3})
    assert lines.continued_by(traits("new", 2, terms=thief, cast=cast)) == "concert"


def test_names_that_many_storylines_have_are_no_sign() -> None:
    other: dict[str, Any] = {"cast": frozenset({"president"}), "places": frozenset({"corvane"})}
    terms = heaviest({"corvane": 1.0, "hellin": 0.5, "tent": 0.9, "stadium": 0.3})
    lines = known(traits("old", terms=terms, **other))
    new = traits("new", 7, **other)
    assert lines.continued_by(new) == "old"
    for number in range(5):
        words = heaviest({f"word{number}": 1.0})
        lines.put(traits(f"n{number}", terms=words, cast=other["cast"]), f"n{number}")
    assert lines.continued_by(new) is None


def test_other_people_and_other_places_need_more() -> None:
    terms = heaviest({"corvane": 1.0, "hellin": 0.8, "marta": 0.8, "tent": 0.9, "stadium": 0.8})
    for field in ("cast", "places"):
        one, other = {field: frozenset({"a b"})}, {field: frozenset({"c d"})}
        nobody: dict[str, Any] = {"cast": frozenset(), "places": frozenset()}
        lines = known(traits("old", terms=terms, **(nobody | one)))
        assert lines.continued_by(traits("new", 7, **(nobody | other))) is None
        assert lines.continued_by(traits("new", 7, **nobody)) == "old"


def test_stories_at_one_time_need_more() -> None:
    terms = heaviest({"corvane": 1.0, "hellin": 0.3, "tent": 0.9, "stadium": 0.3})
    lines = known(traits("old", terms=terms, last=START + timedelta(days=3)))
    assert lines.continued_by(traits("new", 2)) is None
    assert lines.continued_by(traits("new", 4)) == "old"


def test_another_edition_of_any_chapter_is_apart() -> None:
    lines = Storylines()
    lines.put(traits("first", editions={"year": frozenset({"2026"})}), "line")
    lines.put(traits("second", 9), "line")
    last_year = traits("new", 12, editions={"year": frozenset({"2025"})})
    assert lines.continued_by(last_year) is None


_NAMES = st.sampled_from(["ann lee", "bo ray", "guard", 'o\'neill "x"', "玛尔塔", ""])
_TERMS = st.dictionaries(
    st.sampled_from([*string.ascii_lowercase[:8], "地震", '"', ""]),
    st.floats(0.01, 5.0),
    max_size=8,
)
_STORIES = st.lists(
    st.builds(
        lambda terms, days, cast, title: traits(
            "?", days, terms=heaviest(terms), cast=frozenset(cast), title=title
        ),
        _TERMS,
        st.integers(0, 60),
        st.sets(_NAMES, max_size=3),
        st.text(max_size=12),
    ),
    max_size=12,
)


@given(_STORIES)
def test_any_stories_are_joined_in_the_same_way_whatever_was_known_between(
    stories: list[StoryTraits],
) -> None:
    """A story that was put and dropped leaves nothing, and putting one twice changes nothing."""
    stories = [replace(each, id=f"s{place}") for place, each in enumerate(stories)]
    plain, busy = Storylines(), Storylines()
    for each in stories:
        stranger = replace(each, id="stranger", cast=each.cast | {"stranger"})
        busy.put(stranger, "strangers")
        busy.drop("stranger")
        found = plain.continued_by(each)
        assert busy.continued_by(each) == found
        assert found is None or found in {other.id for other in stories}
        for lines in (plain, busy):
            lines.put(each, found or each.id)
        busy.put(each, found or each.id)
    assert set(plain.stories) == {each.id for each in stories}
    for each in stories:
        plain.drop(each.id)
    assert len(plain) == 0
    assert not any(vars(plain).values()), "nothing is left in memory"


@given(_STORIES)
def test_a_story_without_anything_in_common_begins_a_storyline(stories: list[StoryTraits]) -> None:
    lines = known(*(replace(each, id=f"s{place}") for place, each in enumerate(stories)))
    assert lines.continued_by(traits("new", terms=heaviest({"unheard": 1.0}))) is None
    assert lines.continued_by(traits("new", terms={})) is None


@pytest.mark.parametrize(
    ("one", "other", "lang"),
    [
        ("Harrow Lights Festival 2025", "Harrow Lights Festival 2026", "en"),
        ("Northern League round 12: Town lead", "Town lead in round 13", "en"),
        ("12th Dorling Marathon", "13th Dorling Marathon", "en"),
        ("Inflation rises in March", "Inflation rises in April", "en"),
        ("Town beat Rovers 2-1", "Town beat Rovers 3-0", "en"),
        ("Preise steigen im März", "Preise steigen im April", "de"),
        ("12. Spieltag: Altheim siegt", "13. Spieltag: Altheim siegt", "de"),
        ("双色球第2026045期开奖", "双色球第2026046期开奖", "zh"),
        ("第12届电影节开幕", "第13届电影节开幕", "zh"),
        ("3月CPI上涨0.7%", "4月CPI上涨0.9%", "zh"),
        ("国安2比1取胜", "国安3比0取胜", "zh"),
    ],
)
def test_editions_are_told_apart(one: str, other: str, lang: str) -> None:
    first, second = editions_of(one, "", lang), editions_of(other, "", lang)
    assert are_apart(first, second)
    assert not are_apart(first, first)
    assert not are_apart(first, {})


@pytest.mark.parametrize(
    ("one", "other", "lang"),
    [
        ("Earthquake kills 12", "Earthquake: 35 dead", "en"),
        ("Trial opened on May 3", "Ms May resigns over 2 reports", "en"),
        ("Maro gets 9 years", "Maro hid 90 million euros", "en"),
        ("4月3日工厂爆炸", "5月公布调查报告，13人死亡", "zh"),
        ("9号线工地坍塌", "地铁坍塌致4人死亡", "zh"),
    ],
)
def test_other_numbers_are_no_editions(one: str, other: str, lang: str) -> None:
    assert not are_apart(editions_of(one, "", lang), editions_of(other, "", lang))


def test_a_numbered_name_is_an_edition_where_the_text_has_it_too() -> None:
    second = editions_of("Launch of Asteria 2 put off", "The probe Asteria 2 stays.", "en")
    first = editions_of("Asteria 1 burns up", "The old probe Asteria 1 fell.", "en")
    assert are_apart(first, second)
    assert not editions_of("Storm Kills 12", "The storm killed 12 people.", "en")


@given(st.text(), st.text(), st.sampled_from(["en", "de", "zh", "zh-Hant", "ar", "xx", ""]))
def test_any_text_has_editions_of_its_own(title: str, lead: str, lang: str) -> None:
    found = editions_of(title, lead, lang)
    assert not are_apart(found, found)
    is_regular(title, lead, lang)


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        ("The market is open every Saturday.", "en", True),
        ("The annual fair", "en", True),
        ("A semiannual fair", "en", False),
        ("每周集市", "zh", True),
        ("集市", "zh", False),
        ("كل أسبوع", "ar", False),
    ],
)
def test_who_says_that_an_event_is_regular(text: str, lang: str, expected: bool) -> None:
    assert is_regular("Title", text, lang) is expected


@pytest.mark.parametrize(("part", "recall"), [("tuned", 0.9), ("blind", 0.83)])
def test_matters_of_eight_weeks_are_joined_and_look_alikes_are_not(
    part: str, recall: float
) -> None:
    """Of the invented matters none is joined with another one; docs/measurements.md has more."""
    chapters = planted(part)
    found, gold = joined(told(chapters)), [each.matter for each in chapters]
    score = pairs(found, gold)
    assert score.precision == 1.0, list(errors(found, gold))
    assert score.recall >= recall, list(errors(found, gold))
