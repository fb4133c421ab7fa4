"""Make events that several sites report in different words, to measure how well reports are grouped
into stories.

Hard negatives come in pairs: the same town with another event of the same kind, a festival of
another year, the same two teams in another match, the same firm in another case. The same seed
always gives the same reports.
"""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fakeweb.words.chinese import CHINESE
from fakeweb.words.english import ENGLISH
from fakeweb.words.events import (
    CHINESE_EVENTS,
    CHINESE_FACTS,
    ENGLISH_EVENTS,
    ENGLISH_FACTS,
    EventKind,
)
from fakeweb.words.locale import Locale

_SYLLABLES = (
    "bar",
    "cor",
    "del",
    "fen",
    "gal",
    "hol",
    "jas",
    "kem",
    "lor",
    "mun",
    "nor",
    "pel",
    "quin",
    "ras",
    "tav",
)
_ENDINGS = ("ton", "wick", "ley", "mond", "ex", "ano", "ers", "ova", "ide", "urst")
_CHARACTERS = "安博昌达恩丰光海恒宏华江金康利茂宁启瑞盛泰通伟祥新兴亚永裕远泽正中"
_SURNAMES = "曹崔丁范方冯傅高葛龚顾郭韩郝何贺侯胡江姜蒋金康孔赖雷黎梁林"
_GIVEN = (
    "斌冰波彩超辰达东恩帆芳飞刚桂浩恒宏慧佳健杰娟俊凯兰磊亮琳敏宁鹏琴锐珊涛婷薇翔欣雪妍怡莹宇志"
)
_HARD = 0.4
_YEARS = ("2023", "2024", "2025", "2026")
_HOURS = 36.0
_SITES = 40


@dataclass(frozen=True, kw_only=True)
class Report:
    """A report of an event. ``hours`` is its time since the first event began to happen."""

    id: str
    event: str
    site: str
    lang: str
    title: str
    content: str
    hours: float


def reports(events: int, seed: int, *, days: float = 5.0) -> list[Report]:
    """Return the reports of this many events in order of time."""
    chance = random.Random(seed)
    made: list[Report] = []
    last: dict[tuple[str, str], dict[str, str]] = {}
    for number in range(events):
        locale, kinds = (
            (ENGLISH, ENGLISH_EVENTS) if chance.random() < 0.5 else (CHINESE, CHINESE_EVENTS)
        )
        name = chance.choice(list(kinds))
        facts = facts_of(chance, locale)
        former = last.get((locale.lang, name))
        if former and chance.random() < _HARD:
            facts |= _kept(chance, name, former)
        last[locale.lang, name] = facts
        start = chance.uniform(0, days * 24)
        made += _reports(
            chance, locale, kinds[name], facts, f"{locale.lang}-{name}-{number}", start
        )
    return sorted(made, key=lambda report: (report.hours, report.id))


def _kept(chance: random.Random, name: str, former: Mapping[str, str]) -> dict[str, str]:
    """Return what a hard negative has in common with an event before it."""
    same = {
        "match": ("team", "other", "town"),
        "festival": ("town", "square"),
        "trial": ("firm", "town"),
        "merger": ("firm",),
    }.get(name, ("town",))
    kept = {key: former[key] for key in same}
    if name == "festival":
        kept["year"] = chance.choice([year for year in _YEARS if year != former["year"]])
    if name == "match":
        facts = ENGLISH_FACTS if former["round"] in ENGLISH_FACTS["round"] else CHINESE_FACTS
        kept["round"] = chance.choice([each for each in facts["round"] if each != former["round"]])
    return kept


def facts_of(chance: random.Random, locale: Locale) -> dict[str, str]:
    """Return the facts of an event, for the slots of ``fakeweb.words.events``."""
    english = locale.lang == "en"
    facts = {
        key: chance.choice(values)
        for key, values in (ENGLISH_FACTS if english else CHINESE_FACTS).items()
    }
    facts |= {
        "town": chance.choice(locale.towns),
        "n": str(chance.randint(12, 980)),
        "year": chance.choice(_YEARS),
    }
    facts["score"] = (
        f"{chance.randint(2, 5)}-{chance.randint(0, 1)}"
        if english
        else f"{chance.randint(2, 5)}比{chance.randint(0, 1)}"
    )
    for key in ("firm", "rival_firm"):
        facts[key] = (
            _english_name(chance) if english else "".join(chance.sample(_CHARACTERS, 2)) + "集团"
        )
    for key in ("team", "other"):
        facts[key] = (
            f"{_english_name(chance)} Rovers"
            if english
            else "".join(chance.sample(_CHARACTERS, 2)) + "队"
        )
    for key in ("person", "rival"):
        facts[key] = (
            f"{chance.choice(locale.given_names)} {_english_name(chance)}"
            if english
            else chance.choice(_SURNAMES) + "".join(chance.sample(_GIVEN, 2))
        )
    return facts


def _english_name(chance: random.Random) -> str:
    return (
        chance.choice(_SYLLABLES) + chance.choice((*_SYLLABLES, "")) + chance.choice(_ENDINGS)
    ).capitalize()


def _reports(
    chance: random.Random,
    locale: Locale,
    kind: EventKind,
    facts: Mapping[str, str],
    event: str,
    start: float,
) -> Iterator[Report]:
    for number in range(min(1 + int(chance.expovariate(0.18)), _SITES)):
        title = chance.choice(kind.titles).format_map(facts)
        leads = chance.sample(kind.leads, chance.randint(1, 2))
        text = locale.joiner.join(lead.format_map(facts) for lead in leads)
        filler = [_filled(chance, locale, facts["town"]) for _ in range(chance.randint(2, 5))]
        yield Report(
            id=f"{event}-{number}",
            event=event,
            site=f"site{chance.randrange(_SITES)}.example",
            lang=locale.lang,
            title=title,
            content="\n".join((text, locale.joiner.join(filler))),
            hours=start + min(chance.expovariate(1 / 6), _HOURS) * (number > 0),
        )


def _filled(chance: random.Random, locale: Locale, town: str) -> str:
    """Return a sentence that has nothing to do with the event but its town."""
    topic = chance.choice(locale.topics)
    slots = {name: chance.choice(values) for name, values in locale.slots.items()}
    slots |= {
        "town": town,
        "keyword": topic.keyword,
        "keyword_cap": topic.keyword.capitalize(),
        "thing": chance.choice(topic.things),
        "person": locale.person.format(
            given=chance.choice(locale.given_names), family=chance.choice(locale.family_names)
        ),
        "n": str(chance.randint(12, 900)),
        "year": str(chance.randint(1952, 2018)),
    }
    return chance.choice(locale.sentences).format_map(slots)
