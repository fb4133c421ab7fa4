"""Telling terms: what tells documents from others, what rises, and what chance never names."""

import random
from datetime import UTC, datetime
from fractions import Fraction
from math import comb, exp
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakeweb.events import Report, reports
from newsroom.telling_terms import (
    MAX_CHANCE,
    TermFrequencies,
    count_terms,
    has_risen,
    log_chance,
    of_each_kind,
    perhaps_rising,
    telling_terms,
)
from storage.documents.port import Document
from storage.documents.segmentation import default_segmenter

_MOMENT = datetime(2026, 11, 20, tzinfo=UTC)
_TAG = default_segmenter().tag


def document(title: str, content: str = "", lang: str = "en", **fields: Any) -> Document:
    return Document(
        id=title,
        url="",
        canonical_url="",
        source="",
        source_id=0,
        site="",
        channel="feed",
        kind="article",
        lang=lang,
        title=title,
        content=content,
        author="",
        published=_MOMENT,
        collected=_MOMENT,
        **fields,
    )


def told(found: list[Document], others: list[Document]) -> list[str]:
    return [
        each.form for each in telling_terms(count_terms(found, _TAG), count_terms(others, _TAG))
    ]


_SPORTS = {
    "striker keeper penalty midfield offside corner header tackle winger goalpost dribble crossbar "
    "sideline captaincy": 40,
    "racket serve volley baseline deuce umpire": 12,
    "freestyle butterfly lane backstroke medley relay": 12,
}


def sports_reports(number: int, seed: int) -> dict[str, list[Document]]:
    """Return reports of three sports, each with half of the words of its sport, by the sport."""
    rng = random.Random(seed)
    found = {}
    for words, share in _SPORTS.items():
        known = words.split()
        found[words] = [
            document(f"{seed}-{at} " + " ".join(rng.sample(known, len(known) // 2)))
            for at in range(max(number * share // 64, 5))
        ]
    return found


def test_documents_of_several_kinds_are_told_by_terms_of_each() -> None:
    rng = random.Random(4)
    town = ["mayor", "budget", "bridge", "school", "council", "ferry", "harvest", "tunnel"]
    others = [document(f"{at} " + " ".join(rng.sample(town, 4))) for at in range(200)]
    examples = [each for some in sports_reports(64, 1).values() for each in some]
    every = telling_terms(count_terms(examples, _TAG), count_terms(others, _TAG))
    terms_of = [frozenset(count_terms([each], _TAG).terms) for each in examples]
    chosen = {each.key for each in of_each_kind(every, terms_of, 12)}
    assert len(chosen) == 12

    def share(documents: list[Document]) -> float:
        having = [bool(chosen & set(count_terms([each], _TAG).terms)) for each in documents]
        return sum(having) / len(having)

    assert min(map(share, sports_reports(640, 2).values())) > 0.7
    assert share(others) == 0


@given(
    st.integers(0, 25).flatmap(
        lambda documents: st.tuples(
            st.integers(0, documents), st.just(documents), st.integers(0, 25)
        ).flatmap(lambda each: st.tuples(*map(st.just, each), st.integers(0, each[2])))
    )
)
def test_the_chance_is_that_of_fisher(drawn: tuple[int, int, int, int]) -> None:
    count, documents, other_documents, other = drawn
    having, both = count + other, documents + other_documents
    ways = sum(
        comb(having, number) * comb(both - having, documents - number)
        for number in range(count, min(having, documents) + 1)
    )
    expected = float(Fraction(ways, comb(both, documents)))
    assert exp(log_chance(count, documents, other, other_documents)) == pytest.approx(expected)


def _events(seed: int) -> dict[str, list[Report]]:
    found: dict[str, list[Report]] = {}
    for each in reports(60, seed):
        found.setdefault(each.event, []).append(each)
    return found


def test_the_terms_of_an_event_are_of_it() -> None:
    events = _events(5)
    everything = [
        document(each.title, each.content, each.lang, copy_id=each.id)
        for event in events.values()
        for each in event
    ]
    others = count_terms(everything, _TAG)
    numbers: list[int] = []
    for event in events.values():
        texts = [f"{each.title}\n{each.content}".lower() for each in event]
        if len(event) < 6:
            continue
        mine = [document(each.title, each.content, each.lang, copy_id=each.id) for each in event]
        terms = telling_terms(count_terms(mine, _TAG), others)
        assert len(terms) >= 2, event[0].event
        numbers.append(len(terms))
        for term in terms:
            having = sum(term.form.lower() in text for text in texts)
            share = having / len(texts)
            of_all = sum(
                term.form.lower() in f"{each.title}\n{each.content}".lower()
                for other in events.values()
                for each in other
                if each.lang == event[0].lang
            ) / sum(each.lang == event[0].lang for other in events.values() for each in other)
            assert share > 2 * of_all, (event[0].event, term.form)
    assert len(numbers) > 20
    assert sum(number >= 3 for number in numbers) > 0.9 * len(numbers)


def test_what_everybody_writes_tells_nothing() -> None:
    rng = random.Random(1)
    words = [f"word{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(400)]
    everyday = [document(" ".join(rng.choices(words, k=30)), copy_id=str(n)) for n in range(900)]
    assert told(everyday[:300], everyday) == []


@pytest.mark.slow
@pytest.mark.parametrize("size", [20, 60])
def test_documents_drawn_by_chance_have_no_terms_of_their_own(size: int) -> None:
    """The chance that one of a hundred searches names any term is at most one hundredth each."""
    words = [f"{chr(97 + n % 26)}{chr(97 + n // 26)}word" for n in range(600)]
    weights = [1 / (n + 1) for n in range(600)]
    rng = random.Random(size)

    def sample(number: int) -> TermFrequencies:
        titles = (" ".join(rng.choices(words, weights, k=12)) for _ in range(number))
        return count_terms([document(title) for title in titles], _TAG)

    others = sample(900)
    named = sum(bool(telling_terms(sample(size), others)) for _ in range(100))
    assert named <= 100 * MAX_CHANCE * 4


@pytest.mark.slow
def test_a_flat_stream_does_not_rise() -> None:
    """The chance that one of a hundred streams claims a rise is at most one hundredth each."""
    claimed = 0
    for seed in range(100):
        rng = random.Random(seed)
        words = [f"{chr(97 + n % 26)}{chr(97 + n // 26)}word" for n in range(300)]
        weights = [1 / (n + 1) for n in range(300)]
        days = [
            [
                document(" ".join(rng.choices(words, weights, k=12)), copy_id=f"{day}{n}")
                for n in range(120)
            ]
            for day in range(2)
        ]
        before, now = (count_terms(each, _TAG) for each in days)
        maybe, of = perhaps_rising(now, before)
        claimed += any(
            has_risen(now.terms[each.key], now.size, before.terms[each.key], before.size, of)
            for each in maybe
        )
    assert claimed <= 100 * MAX_CHANCE * 4


def test_a_planted_rise_is_found_and_twice_the_documents_are_none() -> None:
    rng = random.Random(2)
    words = [f"{chr(97 + n % 26)}{chr(97 + n // 26)}word" for n in range(200)]

    def day(name: str, number: int, planted: int) -> list[Document]:
        return [
            document(
                " ".join([*rng.choices(words, k=8), *(["Strike"] * (n < planted))]),
                copy_id=f"{name}{n}",
            )
            for n in range(number)
        ]

    before, now = count_terms(day("a", 100, 3), _TAG), count_terms(day("b", 200, 45), _TAG)
    maybe, of = perhaps_rising(now, before)
    risen = [
        each.form
        for each in maybe
        if has_risen(now.terms[each.key], 200, before.terms[each.key], 100, of)
    ]
    assert risen == ["Strike"]


def test_names_stay_whole_and_phrases_stand_for_their_words() -> None:
    filler = [
        document(f"Report {n} on farming", "Wheat and barley grew.", copy_id=f"f{n}")
        for n in range(200)
    ]
    found = [
        document(
            f"Anna Keller visits the container terminal {word}",
            "The container terminal was loud. Anna Keller said so.",
            copy_id=word,
            people=("Anna Keller",),
        )
        for word in ("today", "twice", "quickly", "alone", "gladly", "anyway", "again", "often")
    ]
    terms = told(found, [*filler, *found])
    assert "Anna Keller" in terms
    assert "container terminal" in terms
    assert not {"Anna", "Keller", "container", "terminal"} & set(terms)


def test_chinese_words_are_cut_by_the_dictionary() -> None:
    filler = [
        document(f"农业报告第{n}期", "小麦和大麦长势良好。", "zh", copy_id=f"f{n}")
        for n in range(200)
    ]
    found = [
        document(
            f"核电站反应堆检修{n}天", "反应堆停止运行，当地居民感到担忧。", "zh", copy_id=str(n)
        )
        for n in range(8)
    ]
    terms = told(found, [*filler, *found])
    assert any("反应堆" in term for term in terms)
    assert not any(term.isdigit() for term in terms)


@pytest.mark.parametrize(
    ("lead", "lang"),
    [
        ("中新社北京11月27日电 (记者 张三)" + "核电站反应堆停止运行，当地居民感到担忧。" * 8, "zh"),
        ("東京 " + "原子炉の運転が停止し、住民の不安が広がっている。" * 12, "ja"),
    ],
)
def test_a_text_without_blanks_is_not_cut_at_its_only_one(lead: str, lang: str) -> None:
    terms = count_terms([document("2024", lead, lang, copy_id="one")], _TAG).terms
    assert any("反应堆" in term or "原子" in term for _lang, term in terms)


def test_a_language_is_no_reason() -> None:
    english = [document(f"Report {n} on farming and wheat", copy_id=f"e{n}") for n in range(300)]
    chinese = [document(f"关于农业的第{n}期报告", lang="zh", copy_id=f"c{n}") for n in range(60)]
    assert told(chinese, [*english, *chinese]) == []


def test_copies_are_read_once() -> None:
    counts = count_terms([document("Harbour opens", copy_id="one") for _ in range(9)], _TAG)
    assert counts.size == 1
    assert counts.terms["en", "harbour"] == 1
