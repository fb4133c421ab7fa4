"""Write stories whose reports differ in some facts, to measure which conflicts are found.

Each story has facts on which all reports agree, facts that change over time, facts that are
contradicted, and sentences that only look like conflicts: parts of a total, other years, bounds.
The kinds of events are in ``planted_events.toml``. The same seed
always gives the same stories.
"""

import random
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal, TypeAlias

from features.stories.statements.reports import Report
from newsroom.recognition.recogniser import Recogniser, default_recogniser

ValueKind: TypeAlias = Literal["count", "decimal", "date", "name", "score", "money"]
START = datetime(2026, 11, 2, 6, tzinfo=UTC)
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_HAN = "零一二三四五六七八九十"
_MONTHS = ("March", "April", "June", "July", "September", "October")
_TOWNS = {
    "en": ("Aldermoor", "Bramwick", "Carrowby", "Dunstead", "Hatherlow", "Netherby", "Pellworth"),
    "zh": ("安宁市", "永泰县", "平江县", "临海市", "金山县", "泰和县", "长青市"),
}
_PEOPLE = {
    "en": (
        "Anna Weller",
        "Carl Brandt",
        "Maria Lopez",
        "James Porter",
        "Helen Fisher",
        "Paul Dunn",
    ),
    "zh": ("李建国", "王秀英", "张志强", "陈晓明", "刘海燕", "赵文博"),
}


@dataclass(frozen=True)
class Fact:
    """A fact with ways to tell it; ``{v}`` is its value. ``first`` and ``step`` say which values a
    number has; ``grows``: it may change over time.
    """

    forms: Sequence[str]
    value: ValueKind = "count"
    first: int = 3
    step: int = 2
    grows: bool = False


@dataclass(frozen=True)
class Kind:
    """A kind of event: facts that may be in conflict, ways to tell what all agree on, and
    sentences that only look like conflicts.
    """

    lang: str
    titles: Sequence[str]
    facts: Sequence[Fact]
    agreed: Sequence[Sequence[str]]
    traps: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class Planted:
    """A conflict: the sentences that tell its values, and whether it is an update."""

    sentences: frozenset[str]
    is_update: bool


@dataclass(kw_only=True)
class PlantedStory:
    """A story with what is in conflict in it."""

    name: str
    reports: list[Report] = field(default_factory=list)
    conflicts: list[Planted] = field(default_factory=list)


def planted_stories(kinds: Mapping[str, Kind], count: int, seed: int) -> Iterator[PlantedStory]:
    """Yield so many stories of these kinds by turns."""
    recogniser = default_recogniser()
    for number in range(count):
        name = list(kinds)[number % len(kinds)]
        rng = random.Random(f"{seed}/{number}")
        yield _story(f"{name}-{number}", kinds[name], rng, recogniser)


def _story(name: str, kind: Kind, rng: random.Random, recogniser: Recogniser) -> PlantedStory:
    story = PlantedStory(name=name)
    hours = sorted(rng.uniform(0, 20) for _ in range(rng.randint(5, 9)))
    slots = {"town": rng.choice(_TOWNS[kind.lang])}
    people = rng.sample(_PEOPLE[kind.lang], 4)
    slots |= {"person": people[2], "witness": people[3]}
    modes = ["agree"] * len(kind.facts)
    planted = rng.sample(range(len(kind.facts)), rng.randint(1, min(2, len(kind.facts))))
    for at in planted:
        modes[at] = "update" if kind.facts[at].grows and rng.random() < 0.5 else "contradict"
    told: list[list[str]] = [[] for _ in hours]
    for at, fact in enumerate(kind.facts):
        sentences = list(_told(fact, modes[at], kind.lang, slots, people, hours, rng))
        for number, sentence in sentences:
            told[number].append(sentence)
        if modes[at] != "agree":
            story.conflicts.append(
                Planted(
                    sentences=frozenset(sentence for _number, sentence in sentences),
                    is_update=modes[at] == "update",
                )
            )
    for number, hour in enumerate(hours):
        some = [rng.choice(forms).format_map(slots) for forms in kind.agreed if rng.random() < 0.7]
        more = [each.format_map(slots) for each in kind.traps if rng.random() < 0.25]
        joiner = "" if kind.lang == "zh" else " "
        body = "\n".join(
            part
            for part in (joiner.join(told[number]), joiner.join(some), joiner.join(more))
            if part
        )
        title = rng.choice(kind.titles).format_map(slots)
        named = recogniser.names(title, body, kind.lang)
        at_time = START + timedelta(hours=hour)
        story.reports.append(
            Report(
                id=f"{name}-{number}",
                site=f"site{number}.example",
                lang=kind.lang,
                title=title,
                text=body,
                published=at_time,
                found=at_time,
                people=named.people,
                others=(*named.organisations, *named.places),
            )
        )
    return story


def _told(
    fact: Fact,
    mode: str,
    lang: str,
    slots: Mapping[str, str],
    people: Sequence[str],
    hours: Sequence[float],
    rng: random.Random,
) -> Iterator[tuple[int, str]]:
    """Yield the number of each report that tells the fact, and its sentence."""
    tellers = sorted(rng.sample(range(len(hours)), max(3, len(hours) - 2)))
    first = fact.first + rng.randint(0, 3)
    values = [first, first + fact.step + rng.randint(0, 2)]
    cut = rng.randint(1, len(tellers) - 1)
    others = set(rng.sample(tellers, rng.randint(1, len(tellers) // 2)))
    for place, number in enumerate(tellers):
        later = place >= cut if mode == "update" else number in others
        value = values[mode != "agree" and later]
        shown = written(fact.value, value, mode != "agree" and later, lang, people, rng)
        sentence = rng.choice(fact.forms).format_map({**slots, "v": shown})
        yield number, sentence[0].upper() + sentence[1:]


def written(
    kind: ValueKind,
    value: int,
    is_other: bool,
    lang: str,
    people: Sequence[str],
    rng: random.Random,
) -> str:
    """Return a value of a fact as a report writes it; ``is_other``: the contradicting one."""
    if kind == "name":
        return people[is_other]
    if kind == "decimal":
        return f"{5 + value / 10:.1f}"
    if kind == "date":
        month = value % len(_MONTHS) if not is_other else (value - 1) % len(_MONTHS)
        if lang == "zh":
            return f"{month + 3}月{value + 8}日"
        name = _MONTHS[month]
        return rng.choice((f"{value + 8} {name}", f"{name} {value + 8}"))
    if kind == "score":
        return f"{value}比1" if lang == "zh" else f"{value}-1"
    if kind == "money":
        return f"{value * 13}亿元" if lang == "zh" else f"${value * 13} million"
    if value < len(_WORDS) and rng.random() < 0.5:
        return _HAN[value] if lang == "zh" else _WORDS[value]
    return str(value)


def read_kinds(section: str) -> dict[str, Kind]:
    """Return the kinds of a section of ``planted_events.toml`` by name."""
    return {
        name: Kind(facts=[Fact(**fact) for fact in each.pop("facts")], **each)
        for name, each in read_events()[section].items()
    }


def read_events() -> dict[str, Any]:
    """Return what ``planted_events.toml`` holds."""
    return tomllib.loads(Path(__file__).with_name("planted_events.toml").read_text("utf-8"))
