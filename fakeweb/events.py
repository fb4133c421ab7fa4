"""Make events that several sites report in different words, to measure how well reports are grouped
into stories.

Hard negatives come in pairs: the same town with another event of the same kind, a festival of
another year, the same two teams in another match, the same firm in another case. The same seed
always gives the same reports.
"""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fakeweb.words.events import (
    CHINESE_EVENTS,
    CHINESE_FACTS,
    ENGLISH_EVENTS,
    ENGLISH_FACTS,
    EventKind,
)
from fakeweb.words.locale import Locale
from fakeweb.words.registry import LOCALES

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
    rng = random.Random(seed)
    made: list[Report] = []
    last: dict[tuple[str, str], dict[str, str]] = {}
    for number in range(events):
        lang, kinds = ("en", ENGLISH_EVENTS) if rng.random() < 0.5 else ("zh-Hans", CHINESE_EVENTS)
        locale = LOCALES[lang]
        name = rng.choice(list(kinds))
        facts = facts_of(rng, locale)
        former = last.get((locale.lang, name))
        if former and rng.random() < _HARD:
            facts |= _kept(rng, name, former)
        last[locale.lang, name] = facts
        start = rng.uniform(0, days * 24)
        made += _reports(rng, locale, kinds[name], facts, f"{locale.lang}-{name}-{number}", start)
    return sorted(made, key=lambda report: (report.hours, report.id))


def _kept(rng: random.Random, name: str, former: Mapping[str, str]) -> dict[str, str]:
    """Return what a hard negative has in common with an event before it."""
    same = {
        "match": ("team", "other", "town"),
        "festival": ("town", "square"),
        "trial": ("firm", "town"),
        "merger": ("firm",),
    }.get(name, ("town",))
    kept = {key: former[key] for key in same}
    if name == "festival":
        kept["year"] = rng.choice([year for year in _YEARS if year != former["year"]])
    if name == "match":
        facts = ENGLISH_FACTS if former["round"] in ENGLISH_FACTS["round"] else CHINESE_FACTS
        kept["round"] = rng.choice([each for each in facts["round"] if each != former["round"]])
    return kept


def facts_of(rng: random.Random, locale: Locale) -> dict[str, str]:
    """Return the facts of an event, for the slots of ``fakeweb.words.events``."""
    english = locale.lang == "en"
    facts = {
        key: rng.choice(values)
        for key, values in (ENGLISH_FACTS if english else CHINESE_FACTS).items()
    }
    facts |= {
        "town": rng.choice(locale.towns),
        "n": str(rng.randint(12, 980)),
        "year": rng.choice(_YEARS),
    }
    facts["score"] = (
        f"{rng.randint(2, 5)}-{rng.randint(0, 1)}"
        if english
        else f"{rng.randint(2, 5)}比{rng.randint(0, 1)}"
    )
    for key in ("firm", "rival_firm"):
        facts[key] = _english_name(rng) if english else "".join(rng.sample(_CHARACTERS, 2)) + "集团"
    for key in ("team", "other"):
        facts[key] = (
            f"{_english_name(rng)} Rovers"
            if english
            else "".join(rng.sample(_CHARACTERS, 2)) + "队"
        )
    for key in ("person", "rival"):
        facts[key] = (
            f"{rng.choice(locale.given_names)} {_english_name(rng)}"
            if english
            else rng.choice(_SURNAMES) + "".join(rng.sample(_GIVEN, 2))
        )
    return facts


def _english_name(rng: random.Random) -> str:
    return (
        rng.choice(_SYLLABLES) + rng.choice((*_SYLLABLES, "")) + rng.choice(_ENDINGS)
    ).capitalize()


def _reports(
    rng: random.Random,
    locale: Locale,
    kind: EventKind,
    facts: Mapping[str, str],
    event: str,
    start: float,
) -> Iterator[Report]:
    for number in range(min(1 + int(rng.expovariate(0.18)), _SITES)):
        title = rng.choice(kind.titles).format_map(facts)
        leads = rng.sample(kind.leads, rng.randint(1, 2))
        text = locale.joiner.join(lead.format_map(facts) for lead in leads)
        filler = [filled(rng, locale, facts["town"]) for _ in range(rng.randint(2, 5))]
        yield Report(
            id=f"{event}-{number}",
            event=event,
            site=f"site{rng.randrange(_SITES)}.example",
            lang=locale.lang,
            title=title,
            content="\n".join((text, locale.joiner.join(filler))),
            hours=start + min(rng.expovariate(1 / 6), _HOURS) * (number > 0),
        )


def filled(rng: random.Random, locale: Locale, town: str) -> str:
    """Return a sentence that has nothing to do with the event but its town."""
    topic = rng.choice(locale.topics)
    slots = {name: rng.choice(values) for name, values in locale.slots.items()}
    slots |= {
        "town": town,
        "keyword": topic.keyword,
        "keyword_cap": topic.keyword.capitalize(),
        "thing": rng.choice(topic.things),
        "person": locale.person.format(
            given=rng.choice(locale.given_names), family=rng.choice(locale.family_names)
        ),
        "n": str(rng.randint(12, 900)),
        "year": str(rng.randint(1952, 2018)),
    }
    return rng.choice(locale.sentences).format_map(slots)
