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

    def __init__(self, rng: random.Random, lang: str) -> None:
        self.rng, self.lang, self.locale = rng, lang, LOCALES[lang]
        self._topic = rng.choice(self.locale.topics)
        self._town = rng.choice(self.locale.towns)

    def __getitem__(self, slot: str) -> str:
        rng, locale = self.rng, self.locale
        fixed = {
            "town": self._town,
            "keyword": self._topic.keyword,
            "keyword_cap": self._topic.keyword.capitalize(),
        }
        if slot in fixed:
            return fixed[slot]
        if slot in locale.slots:
            return rng.choice(locale.slots[slot])
        if slot == "thing":
            return rng.choice(self._topic.things)
        if slot == "person":
            return person(rng, locale)
        return str(rng.randint(1950, 2020) if slot == "year" else rng.randint(12, 900))

    def say(self, patterns: Sequence[str]) -> str:
        """Return a pattern at random with its slots filled."""
        return self.rng.choice(patterns).format_map(self)

    def sentences(self, count: int) -> str:
        """Return running text of so many sentences."""
        both = (*self.locale.remarks, *self.locale.sentences)
        return self.locale.joiner.join(self.say(both) for _ in range(count))

    def title(self) -> str:
        """Return a question or statement that may head a thread."""
        return self.say(self.locale.questions if self.rng.random() < 0.7 else self.locale.titles)

    def handle(self) -> str:
        """Return a name as people choose it in forums."""
        rng = self.rng
        if rng.random() < 0.3:
            return person(rng, self.locale)
        words = (
            *self.locale.given_names,
            *self.locale.family_names,
            *self._topic.things,
            *self.locale.towns,
        )
        one, two = ("".join(rng.choice(words).split()) for _ in range(2))
        return rng.choice(_HANDLES).format(
            one=one.lower(),
            two=two.lower(),
            One=one,
            Two=two,
            n=rng.randint(2, 1999),
            N=one.upper(),
        )[:28]


def person(rng: random.Random, locale: Locale) -> str:
    """Return a full name."""
    return locale.person.format(
        given=rng.choice(locale.given_names), family=rng.choice(locale.family_names)
    )


def weighted(rng: random.Random, options: Sequence[tuple[object, float]]) -> object:
    """Return one of the options by their weights."""
    return rng.choices([option for option, _ in options], [weight for _, weight in options])[0]


def talk(rng: random.Random, lang: str, count: int | None = None) -> Talk:
    """Return a thread of ``count`` posts, or of a number at random, most of them few."""
    speaker = Speaker(rng, lang)
    if count is None:
        usual = int(str(weighted(rng, _COUNTS)))
        count = usual if usual < 4 else rng.randint(usual - 1, usual + 4)
    people = tuple(
        {speaker.handle(): None for _ in range(max(1, round(count * rng.uniform(0.3, 1))))}
    )
    at = _started(rng, lang)
    chained, nested = rng.random() < _CHAINED, rng.random() < 0.6
    sayings: list[Saying] = []
    for number in range(count):
        answers = _answered(rng, number, chained)
        level = (
            0
            if answers is None or not answers or not nested
            else min(sayings[answers].level + 1, 6)
        )
        remarks = tuple(
            Remark(
                rng.choice(people), at + timedelta(minutes=5 * (place + 1)), speaker.sentences(1)
            )
            for place in range(rng.choice((0, 0, 0, 1, 2, 4)))
        )
        sayings.append(
            Saying(
                rng.choice(people),
                at,
                _paragraphs(speaker, number == 0),
                answers,
                level,
                remarks,
            )
        )
        at = min(at + _pause(rng), COLLECTED - timedelta(minutes=count - number))
    signatures = {name: speaker.sentences(1) for name in people if rng.random() < 0.4}
    return Talk(lang, speaker.title(), tuple(sayings), people, signatures)


def _started(rng: random.Random, lang: str) -> datetime:
    days = rng.uniform(0.2, 20) if rng.random() < 0.3 else rng.uniform(20, _OLDEST_DAYS)
    at = COLLECTED - timedelta(days=days)
    return at.replace(microsecond=0, tzinfo=UTC).astimezone(ZoneInfo(LOCALES[lang].zone))


def _pause(rng: random.Random) -> timedelta:
    return timedelta(minutes=rng.choice((1, 3, 20, 90, 400, 1_500, 9_000)) * rng.uniform(0.5, 2))


def _answered(rng: random.Random, number: int, chained: bool) -> int | None:
    if not number or (not chained and rng.random() < 0.55):
        return None
    return number - 1 if chained else rng.randrange(number)


def _paragraphs(speaker: Speaker, is_first: bool) -> tuple[tuple[str, ...], ...]:
    rng = speaker.rng
    length = str(weighted(rng, _LENGTHS[is_first:]))
    if length == "tiny":
        return ((rng.choice(LABELS[speaker.lang]["short"].split(";")),),)
    left = rng.randint(*_SENTENCES[length])
    paragraphs: list[tuple[str, ...]] = []
    while left > 0:
        lines = 1 if rng.random() < 0.8 else rng.randint(2, 4)
        size = [min(left, rng.randint(1, 4)) for _ in range(lines)]
        paragraphs.append(tuple(speaker.sentences(max(1, many)) for many in size))
        left -= sum(size)
    return tuple(paragraphs)
