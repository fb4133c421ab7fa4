"""Which hot words a list takes in and gives up: pure."""

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from features.hot_words.choice import (
    HotRules,
    HotTerm,
    WordChoice,
    WordTimes,
    choose,
    expiry,
    used_today,
    word_key,
)

NOW = datetime(2026, 11, 27, 9, 0, tzinfo=UTC)
ON = HotRules(enabled=True)


def term(word: str, **fields: Any) -> HotTerm:
    known: dict[str, Any] = {
        "lang": "en",
        "count": 9,
        "hours": 6,
        "usual": 1.0,
        "is_new": False,
        "score": 5.0,
        "is_name": True,
        "sites": 4,
        "example_id": "d",
    }
    return HotTerm(word=word, **{**known, **fields})


def taken(choice: WordChoice, rules: HotRules, now: datetime) -> list[WordTimes]:
    """Return the words of a list after a choice."""
    added = [
        WordTimes(
            word=each.word, lang=each.lang, added=now, last_hot=now, expires=expiry(now, rules)
        )
        for each in choice.added
    ]
    return [*choice.kept, *added]


def added(*terms: HotTerm, typed: tuple[str, ...] = (), **rules: Any) -> list[str]:
    """Return the words that an empty list takes in."""
    choice = choose(terms, (), HotRules(**{"enabled": True, **rules}), typed, NOW)
    return [each.word for each in choice.added]


def test_names_come_before_common_words_and_then_what_is_hottest() -> None:
    terms = (
        term("flood", is_name=False, score=20.0),
        term("Mill Bridge", score=4.0),
        term("Fenton", score=9.0),
    )
    assert added(*terms) == ["Fenton", "Mill Bridge", "flood"]
    assert added(*terms, words_a_day=2) == ["Fenton", "Mill Bridge"]


def test_what_is_typed_or_stopped_or_in_another_language_or_on_few_sites_is_left_out() -> None:
    assert added(term("Fenton"), typed=("FENTON",)) == []
    assert added(term("Fenton"), stopped=("fenton",)) == []
    assert added(term("Fenton", sites=2)) == []
    assert added(term("Fenton", sites=2), min_sites=2) == ["Fenton"]
    assert added(term("央行", lang="zh-hans"), term("Bank"), langs=("zh",)) == ["央行"]
    assert added(term("x" * 201)) == []
    assert added(term("Fenton"), term("FENTON")) == ["Fenton"]


def test_a_word_stays_until_it_was_not_hot_for_so_long() -> None:
    words = taken(choose([term("Fenton")], (), ON, (), NOW), ON, NOW)
    later = NOW + timedelta(days=2)
    words = taken(choose([term("Fenton")], words, ON, (), later), ON, later)
    assert [(each.added, each.last_hot) for each in words] == [(NOW, later)]
    almost = later + timedelta(days=3, seconds=-1)
    assert choose((), words, ON, (), almost).kept == words
    assert choose((), words, ON, (), almost + timedelta(seconds=1)).dropped == words
    shorter = HotRules(enabled=True, stay_days=1)
    assert choose((), words, shorter, (), later + timedelta(days=1)).dropped == words


def test_a_word_goes_at_once_if_it_is_typed_stopped_or_off() -> None:
    words = taken(choose([term("Fenton")], (), ON, (), NOW), ON, NOW)
    for rules, typed in (
        (HotRules(), ()),
        (HotRules(enabled=True, stopped=("Fenton",)), ()),
        (HotRules(enabled=True, langs=("de",)), ()),
        (ON, ("fenton",)),
    ):
        choice = choose([term("Fenton")], words, rules, typed, NOW)
        assert (choice.added, choice.kept, choice.dropped) == ([], [], words) or (
            not rules.enabled and choice.dropped == words
        )


def test_the_budget_comes_back_a_day_after_a_word_was_added() -> None:
    one = HotRules(enabled=True, words_a_day=1)
    both = [term("Fenton", score=9.0), term("Kestrel Bay")]
    words = taken(choose(both, (), one, (), NOW), one, NOW)
    assert [each.word for each in words] == ["Fenton"]
    for hours, expected in ((23, 1), (24, 2)):
        at = NOW + timedelta(hours=hours)
        assert len(taken(choose(both, words, one, (), at), one, at)) == expected


_TERMS = st.lists(
    st.builds(
        term,
        st.sampled_from(["Fenton", "fenton", "Kestrel Bay", "flood", "央行", "storm", "Mill"]),
        score=st.floats(3, 30),
        is_name=st.booleans(),
        sites=st.integers(1, 6),
        lang=st.sampled_from(["en", "zh-hans"]),
    ),
    max_size=8,
)
_RULES = st.builds(
    HotRules,
    enabled=st.booleans(),
    words_a_day=st.integers(1, 4),
    stay_days=st.integers(1, 4),
    min_sites=st.integers(2, 5),
    langs=st.sampled_from([(), ("en",), ("zh",)]),
    stopped=st.lists(st.sampled_from(["flood", "FENTON"]), unique=True).map(tuple),
)


@given(_RULES, st.lists(st.tuples(st.integers(1, 40), _TERMS), max_size=12))
def test_whatever_is_hot_the_budget_and_the_expiry_hold(
    rules: HotRules, steps: list[tuple[int, list[HotTerm]]]
) -> None:
    words: list[WordTimes] = []
    now = NOW
    for hours, terms in steps:
        now += timedelta(hours=hours)
        hot = {word_key(each.word) for each in terms}
        words = taken(choose(terms, words, rules, ("storm",), now), rules, now)
        keys = [word_key(each.word) for each in words]
        assert used_today((each.added for each in words), now) <= rules.words_a_day
        assert len(keys) == len(set(keys))
        assert not set(keys) & {"storm", *map(word_key, rules.stopped)}
        assert all(now < each.expires <= now + timedelta(days=rules.stay_days) for each in words)
        assert all(each.added <= each.last_hot for each in words)
        assert {word_key(each.word) for each in words if each.added == now} <= hot
        assert rules.enabled or not words
