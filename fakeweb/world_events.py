"""Make events that the press of several languages reports, to measure whether the stories of one
event are found to be one.

As in ``fakeweb.events``, hard negatives come in pairs: another event of the same kind in the same
town. The same seed always gives the same reports.
"""

import random
from collections.abc import Iterator, Mapping
from typing import Final

from fakeweb.events import Report, filled
from fakeweb.words.registry import LOCALES
from fakeweb.words.world_events import (
    ENDINGS,
    GIVEN_NAMES,
    SYLLABLES,
    TOWNS,
    WORLD_EVENTS,
    WORLD_FACTS,
    Name,
)

_HARD = 0.2
_ONE_LANGUAGE = 0.5
_HOURS = 36.0
_MAX_REPORTS = 10
_SITES = 40
_TEAMS: Final = {"en": "{} Rovers", "de": "{} Rovers", "es": "{} Rovers", "zh": "{}队", "ja": "{}"}
_FIRMS: Final = {"en": "{}", "de": "{}", "es": "{}", "zh": "{}集团", "ja": "{}社"}
_SCORES: Final = {"en": "{}-{}", "de": "{}:{}", "es": "{}-{}", "zh": "{}比{}", "ja": "{}対{}"}


def world_reports(events: int, seed: int, *, days: float = 5.0) -> list[Report]:
    """Return the reports of this many events in order of time: half of the events are told in one
    language, the others in two or more.
    """
    rng = random.Random(seed)
    made: list[Report] = []
    towns: dict[str, dict[str, str]] = {}
    for number in range(events):
        name = rng.choice(list(WORLD_EVENTS["en"]))
        town = rng.choice(TOWNS)
        if name in towns and rng.random() < _HARD:
            town = towns[name]
        towns[name] = town
        facts = facts_of(rng, town)
        langs = list(WORLD_EVENTS)
        rng.shuffle(langs)
        told = 1 if rng.random() < _ONE_LANGUAGE else rng.randint(2, len(langs))
        start = rng.uniform(0, days * 24)
        for lang in langs[:told]:
            made += _reports(rng, lang, name, facts[lang], f"{name}-{number}", start)
    return sorted(made, key=lambda report: (report.hours, report.id))


_BETWEEN_NAMES = {"zh": "·", "ja": "・"}
"""What is written between the parts of a foreign name; a blank in other languages."""


def facts_of(rng: random.Random, town: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Return the facts of an event, by language and slot of the texts of events."""
    chosen = {key: rng.randrange(len(values)) for key, values in WORLD_FACTS["en"].items()}
    numbers = {"n": str(rng.randint(12, 980)), "year": str(rng.randint(2023, 2026))}
    score = rng.randint(2, 5), rng.randint(0, 1)
    names = {key: _made_up(rng) for key in ("firm", "rival_firm", "team", "other")}
    people = {key: (rng.choice(GIVEN_NAMES), _made_up(rng)) for key in ("person", "rival")}
    found = {}
    for lang in WORLD_EVENTS:
        facts = {key: WORLD_FACTS[lang][key][at] for key, at in chosen.items()} | numbers
        facts |= {"town": town[lang], "score": _SCORES[lang].format(*score)}
        for key, name in names.items():
            pattern = _FIRMS[lang] if key.endswith("firm") else _TEAMS[lang]
            facts[key] = pattern.format(_written(name, lang))
        for key, (given, family) in people.items():
            between = _BETWEEN_NAMES.get(lang, " ")
            facts[key] = f"{_written(given, lang)}{between}{_written(family, lang)}"
        found[lang] = facts
    return found


def _made_up(rng: random.Random) -> Name:
    parts = [rng.choice(SYLLABLES), *rng.sample(SYLLABLES, rng.randint(0, 1)), rng.choice(ENDINGS)]
    latin, chinese, japanese = ("".join(written) for written in zip(*parts, strict=True))
    return Name(latin.capitalize(), chinese, japanese)


def _written(name: Name, lang: str) -> str:
    return {"zh": name.chinese, "ja": name.japanese}.get(lang, name.latin)


def _reports(
    rng: random.Random, lang: str, name: str, facts: Mapping[str, str], event: str, start: float
) -> Iterator[Report]:
    kind, locale = WORLD_EVENTS[lang][name], LOCALES["zh-Hans" if lang == "zh" else lang]
    for number in range(min(1 + int(rng.expovariate(0.4)), _MAX_REPORTS)):
        leads = rng.sample(kind.leads, rng.randint(1, 2))
        text = locale.joiner.join(lead.format_map(facts) for lead in leads)
        filler = [filled(rng, locale, facts["town"]) for _ in range(rng.randint(2, 5))]
        yield Report(
            id=f"{event}-{lang}-{number}",
            event=event,
            site=f"{lang}{rng.randrange(_SITES)}.example",
            lang=lang,
            title=rng.choice(kind.titles).format_map(facts),
            content="\n".join((text, locale.joiner.join(filler))),
            hours=start + min(rng.expovariate(1 / 6), _HOURS),
        )
