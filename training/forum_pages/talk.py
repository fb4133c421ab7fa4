"""Compose what people say in a made-up thread: names, times, words, quotes and comments, without
any markup.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from evaluation.datasets import COLLECTED
from fakeweb.words.locale import Locale
from fakeweb.words.registry import LOCALES
from training.forum_pages.labels import LABELS

LANGS = tuple(LOCALES)
_LENGTHS = (("tiny", 0.14), ("short", 0.4), ("medium", 0.34), ("long", 0.1), ("huge", 0.02))
_SENTENCES = {"short": (1, 2), "medium": (2, 6), "long": (7, 18), "huge": (40, 90)}
_COUNTS = ((1, 0.22), (2, 0.17), (3, 0.13), (5, 0.17), (8, 0.14), (14, 0.1), (25, 0.07))
_OLDEST_DAYS = 5_000
_HANDLES = (
    "{one}{n}",
    "{one}_{two}",
    "{One}{Two}",
    "x{One}x",
    "{one}.{two}",
    "{One}",
    "{one}-{n}",
    "{Two} {n}",
    "{N}",
)
_CHAINED = 0.05
"""Share of the threads in which each reply quotes the one before."""


@dataclass(frozen=True)
class Remark:
    """A small comment below a post, which an extraction may leave out."""

    author: str
    at: datetime
    text: str


@dataclass(frozen=True)
class Saying:
    """What one post says, in paragraphs of lines.

    ``answers`` is the index of the post it quotes, and ``level`` how deep it is in a tree of
    replies.
    """

    author: str
    at: datetime
    paragraphs: tuple[tuple[str, ...], ...]
    answers: int | None = None
    level: int = 0
    remarks: tuple[Remark, ...] = ()

    @property
    def body(self) -> str:
        """The words of the post, one line a line."""
        return "\n".join(line for lines in self.paragraphs for line in lines)


@dataclass(frozen=True)
class Talk:
    """A thread; ``people`` are all its authors, ``signatures`` what some of them put below every
    post.
    """

    lang: str
    title: str
    sayings: tuple[Saying, ...]
    people: tuple[str, ...]
    signatures: dict[str, str] = field(default_factory=dict)

    @property
    def labels(self) -> dict[str, str]:
        """The labels of the forum's language."""
        return LABELS[self.lang]


class Speaker:
    """Fills the sentence patterns of a language at random and keeps to one topic."""

    def __init__(self, chance: random.Random, lang: str) -> None:
        self.chance, self.lang, self.locale = chance, lang, LOCALES[lang]
        self._topic = chance.choice(self.locale.topics)
        self._town = chance.choice(self.locale.towns)

    def __getitem__(self, slot: str) -> str:
        chance, locale = self.chance, self.locale
        fixed = {
            "town": self._town,
            "keyword": self._topic.keyword,
            "keyword_cap": self._topic.keyword.capitalize(),
        }
        if slot in fixed:
            return fixed[slot]
        if slot in locale.slots:
            return chance.choice(locale.slots[slot])
        if slot == "thing":
            return chance.choice(self._topic.things)
        if slot == "person":
            return person(chance, locale)
        return str(chance.randint(1950, 2020) if slot == "year" else chance.randint(12, 900))

    def say(self, patterns: Sequence[str]) -> str:
        """Return a pattern at random with its slots filled."""
        return self.chance.choice(patterns).format_map(self)

    def sentences(self, count: int) -> str:
        """Return running text of so many sentences."""
        both = (*self.locale.remarks, *self.locale.sentences)
        return self.locale.joiner.join(self.say(both) for _ in range(count))

    def title(self) -> str:
        """Return a question or statement that may head a thread."""
        return self.say(self.locale.questions if self.chance.random() < 0.7 else self.locale.titles)

    def handle(self) -> str:
        """Return a name as people choose it in forums."""
        chance = self.chance
        if chance.random() < 0.3:
            return person(chance, self.locale)
        words = (
            *self.locale.given_names,
            *self.locale.family_names,
            *self._topic.things,
            *self.locale.towns,
        )
        one, two = ("".join(chance.choice(words).split()) for _ in range(2))
        return chance.choice(_HANDLES).format(
            one=one.lower(),
            two=two.lower(),
            One=one,
            Two=two,
            n=chance.randint(2, 1999),
            N=one.upper(),
        )[:28]


def person(chance: random.Random, locale: Locale) -> str:
    """Return a full name."""
    return locale.person.format(
        given=chance.choice(locale.given_names), family=chance.choice(locale.family_names)
    )


def weighted(chance: random.Random, options: Sequence[tuple[object, float]]) -> object:
    """Return one of the options by their weights."""
    return chance.choices([option for option, _ in options], [weight for _, weight in options])[0]


def talk(chance: random.Random, lang: str, count: int | None = None) -> Talk:
    """Return a thread of ``count`` posts, or of a number at random, most of them few."""
    speaker = Speaker(chance, lang)
    if count is None:
        usual = int(str(weighted(chance, _COUNTS)))
        count = usual if usual < 4 else chance.randint(usual - 1, usual + 4)
    people = tuple(
        {speaker.handle(): None for _ in range(max(1, round(count * chance.uniform(0.3, 1))))}
    )
    at = _started(chance, lang)
    chained, nested = chance.random() < _CHAINED, chance.random() < 0.6
    sayings: list[Saying] = []
    for number in range(count):
        answers = _answered(chance, number, chained)
        level = (
            0
            if answers is None or not answers or not nested
            else min(sayings[answers].level + 1, 6)
        )
        remarks = tuple(
            Remark(
                chance.choice(people), at + timedelta(minutes=5 * (place + 1)), speaker.sentences(1)
            )
            for place in range(chance.choice((0, 0, 0, 1, 2, 4)))
        )
        sayings.append(
            Saying(
                chance.choice(people),
                at,
                _paragraphs(speaker, number == 0),
                answers,
                level,
                remarks,
            )
        )
        at = min(at + _pause(chance), COLLECTED - timedelta(minutes=count - number))
    signatures = {name: speaker.sentences(1) for name in people if chance.random() < 0.4}
    return Talk(lang, speaker.title(), tuple(sayings), people, signatures)


def _started(chance: random.Random, lang: str) -> datetime:
    days = chance.uniform(0.2, 20) if chance.random() < 0.3 else chance.uniform(20, _OLDEST_DAYS)
    at = COLLECTED - timedelta(days=days)
    return at.replace(microsecond=0, tzinfo=UTC).astimezone(ZoneInfo(LOCALES[lang].zone))


def _pause(chance: random.Random) -> timedelta:
    return timedelta(
        minutes=chance.choice((1, 3, 20, 90, 400, 1_500, 9_000)) * chance.uniform(0.5, 2)
    )


def _answered(chance: random.Random, number: int, chained: bool) -> int | None:
    if not number or (not chained and chance.random() < 0.55):
        return None
    return number - 1 if chained else chance.randrange(number)


def _paragraphs(speaker: Speaker, is_first: bool) -> tuple[tuple[str, ...], ...]:
    chance = speaker.chance
    length = str(weighted(chance, _LENGTHS[is_first:]))
    if length == "tiny":
        return ((chance.choice(LABELS[speaker.lang]["short"].split(";")),),)
    left = chance.randint(*_SENTENCES[length])
    paragraphs: list[tuple[str, ...]] = []
    while left > 0:
        lines = 1 if chance.random() < 0.8 else chance.randint(2, 4)
        size = [min(left, chance.randint(1, 4)) for _ in range(lines)]
        paragraphs.append(tuple(speaker.sentences(max(1, many)) for many in size))
        left -= sum(size)
    return tuple(paragraphs)
