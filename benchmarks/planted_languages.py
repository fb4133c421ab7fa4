"""Write stories that English and Chinese reports tell by turns, to measure which lines are joined.

The two languages are not translations of each other: each kind has its own ways to tell the facts
that both have, facts of its own, and sentences that only look alike. A fact may be contradicted.
The same seed always gives the same stories.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from benchmarks.planted_statements import START, Fact, Kind, read_events, read_kinds, written
from features.stories.statements.reports import Report
from newsroom.recognition.recogniser import Recogniser, default_recogniser

Told = tuple[str | int, ...]
"""What a sentence tells: its kind, its number, and the value of a fact."""
_PLACES = (
    ("Aldermoor", "奥尔德莫尔"),
    ("Bramwick", "布拉姆威克"),
    ("Dunstead", "邓斯特德"),
    ("Netherby", "内瑟比"),
    ("Pingjiang", "平江县"),
    ("Linhai", "临海市"),
    ("Jinshan", "金山县"),
    ("Taihe", "泰和县"),
)
_PERSONS = (
    ("Anna Weller", "安娜·韦勒"),
    ("Carl Brandt", "卡尔·布兰特"),
    ("Maria Lopez", "玛丽亚·洛佩斯"),
    ("Li Jianguo", "李建国"),
    ("Zhang Zhiqiang", "张志强"),
    ("Chen Xiaoming", "陈晓明"),
)
_LANGUAGES = ("en", "zh")
# The months of the English dates.
_MONTHS = (3, 4, 6, 7, 9, 10)
# How often a report tells a fact, and something that only looks like one.
_TOLD, _TRAPPED = 0.7, 0.25
# How often a fact is contradicted, and how many of its reports then tell the other value.
_CONTRADICTED, _OTHER = 0.35, 0.4


@dataclass(frozen=True, kw_only=True)
class Twins:
    """A kind of event in both languages: which facts, agreed sentences and traps are the same, by
    the number of the English one.
    """

    english: Kind
    chinese: Kind
    facts: Mapping[int, int]
    agreed: Mapping[int, int]
    traps: Mapping[int, int]


@dataclass(kw_only=True)
class TwinStory:
    """A story in two languages; ``told`` says what each sentence tells."""

    name: str
    reports: list[Report] = field(default_factory=list)
    told: dict[str, Told] = field(default_factory=dict)


def twin_stories(kinds: Mapping[str, Twins], count: int, seed: int) -> Iterator[TwinStory]:
    """Yield so many stories of each of these kinds."""
    recogniser = default_recogniser()
    for name, twins in kinds.items():
        for number in range(count):
            rng = random.Random(f"{name}/{seed}/{number}")
            yield _Writer(f"{name}-{number}", twins, rng, recogniser).story()


class _Writer:
    def __init__(self, name: str, twins: Twins, rng: random.Random, recogniser: Recogniser) -> None:
        self._story = TwinStory(name=name)
        self._twins = twins
        self._rng = rng
        self._recogniser = recogniser
        self._place = rng.choice(_PLACES)
        self._people = rng.sample(_PERSONS, 4)
        english = [self._values(each) for each in twins.english.facts]
        same = {chinese: english[number] for number, chinese in twins.facts.items()}
        chinese = [
            same.get(number) or self._values(each)
            for number, each in enumerate(twins.chinese.facts)
        ]
        self._facts = english, chinese

    def story(self) -> TwinStory:
        """Return the story."""
        for number in range(self._rng.randint(6, 10)):
            self._report(number)
        return self._story

    def _values(self, fact: Fact) -> tuple[int, int, bool]:
        """Return the value of a fact, another one, and whether some tell that."""
        first = fact.first + self._rng.randint(0, 3)
        other = first + fact.step + self._rng.randint(0, 2)
        return first, other, self._rng.random() < _CONTRADICTED

    def _report(self, number: int) -> None:
        language = number % len(_LANGUAGES)
        kind = (self._twins.english, self._twins.chinese)[language]
        names = [each[language] for each in self._people]
        slots = {"town": self._place[language], "person": names[2], "witness": names[3]}
        told = [
            *self._told_facts(kind, language, slots, names),
            *self._told_alike(kind, language, slots),
        ]
        sentences = [text[0].upper() + text[1:] for text, _what in told]
        self._story.told |= dict(zip(sentences, (what for _text, what in told), strict=True))
        title = self._rng.choice(kind.titles).format_map(slots)
        body = "\n".join(sentences)
        named = self._recogniser.names(title, body, kind.lang)
        at = START + timedelta(hours=number)
        self._story.reports.append(
            Report(
                id=f"{self._story.name}-{number}",
                site=f"site{number}.example",
                lang=kind.lang,
                title=title,
                text=body,
                published=at,
                found=at,
                people=named.people,
                others=(*named.organisations, *named.places),
            )
        )

    def _told_facts(
        self, kind: Kind, language: int, slots: Mapping[str, str], names: Sequence[str]
    ) -> Iterator[tuple[str, Told]]:
        english_of = {chinese: number for number, chinese in self._twins.facts.items()}
        for number, fact in enumerate(kind.facts):
            if self._rng.random() >= _TOLD:
                continue
            first, other, is_contradicted = self._facts[language][number]
            is_other = is_contradicted and self._rng.random() < _OTHER
            value = other if is_other else first
            shown = _shown(fact, value, kind.lang, names, self._rng, is_other=is_other)
            text = self._rng.choice(fact.forms).format_map({**slots, "v": shown})
            known = number if language == 0 else english_of.get(number, f"zh {number}")
            yield text, ("fact", known, value)

    def _told_alike(
        self, kind: Kind, language: int, slots: Mapping[str, str]
    ) -> Iterator[tuple[str, Told]]:
        for number, forms in enumerate(kind.agreed):
            if self._rng.random() < _TOLD:
                what = number if language else self._twins.agreed[number]
                yield self._rng.choice(forms).format_map(slots), ("agreed", what)
        for number, trap in enumerate(kind.traps):
            if self._rng.random() < _TRAPPED:
                # What no Chinese report has gets a number of its own.
                what = number if language else self._twins.traps.get(number, -1 - number)
                yield trap.format_map(slots), ("trap", what)


def _shown(
    fact: Fact, value: int, lang: str, names: Sequence[str], rng: random.Random, *, is_other: bool
) -> str:
    if fact.value == "money" and lang == "zh":
        # As many dollars as the English reports have: 143 million are 14,300 times ten thousand.
        return f"{value * 13}00万美元"
    if fact.value == "date" and lang == "zh":
        month = _MONTHS[(value - is_other) % len(_MONTHS)]
        return f"{month}月{value + 8}日"
    return written(fact.value, value, is_other, lang, names, rng)


def read_twins(section: str) -> dict[str, Twins]:
    """Return the twins of a section of ``planted_events.toml``, by the name of the English kind."""
    english = read_kinds(section)
    chinese = english | read_kinds("abroad")
    return {
        name: Twins(
            english=english[name],
            chinese=chinese[same["chinese"]],
            facts=dict(same["facts"]),
            agreed=dict(same["agreed"]),
            traps=dict(same["traps"]),
        )
        for name, same in read_events()["twins"][section].items()
    }
