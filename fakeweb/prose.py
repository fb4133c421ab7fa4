"""Write articles, comments and forum posts: the same seed, host and index always give the same
text.
"""

import random
from collections.abc import Sequence
from typing import TypeVar

from fakeweb.agenda import Agenda, Event
from fakeweb.markers import marker_of, serial_of
from fakeweb.model import Site, Text, ThreadPost
from fakeweb.parts import part_count
from fakeweb.words.locale import Locale, Topic
from fakeweb.words.registry import LOCALES

T = TypeVar("T")

_MIN_BODY_LENGTH = 340
_MAX_BODY_LENGTH = 2400
_MIN_IN_PARTS_LENGTH = 1900
_AGREEING, _AGREEMENT = (2, 3, 5), "+1"
_RARE = "会场里的老地图上写着“𣲗水”和“㛃山”两个今天少见的地名，不少人是第一次看到。"


class Prose:
    """The writer of one fake web; its only state is the seed.

    With an agenda, some texts are about shared events.
    """

    def __init__(self, seed: int, agenda: Agenda | None = None) -> None:
        self._seed = seed
        self._agenda = agenda

    def article(self, site: Site, index: int) -> Text:
        """Return the text of a host's article; its number makes the title unique, its marker the
        body.
        """
        words = self._about(site, index, "article")
        locale = words.locale
        event = self._agenda.event_of(site, index) if self._agenda else None
        title = words.report(event) if event else words.say(locale.titles)
        shortest = _MIN_IN_PARTS_LENGTH if part_count(site) > 1 else _MIN_BODY_LENGTH
        paragraphs = self._paragraphs(words, words.rng.randint(shortest, _MAX_BODY_LENGTH))
        if event:
            paragraphs[:1] = words.leads(event)
        if site.codec == "gb18030":
            paragraphs.append(_RARE)
        return Text(title, tuple(paragraphs), words["person"], words["marker"], words.topic.keyword)

    def comments(self, site: Site, index: int) -> list[tuple[str, str]]:
        """Return author and text of the readers' comments under an article."""
        words = self._words(site, index, "comments")
        return [
            (words["person"], words.say(words.locale.remarks))
            for _ in range(words.rng.randint(1, 4))
        ]

    def question(self, site: Site, index: int) -> str:
        """Return the title of a thread."""
        words = self._about(site, index, "thread")
        event = self._agenda.event_of(site, index) if self._agenda else None
        return words.report(event) if event else words.say(words.locale.questions)

    def keyword(self, site: Site, index: int) -> str:
        """Return the topic of a thread."""
        return self._words(site, index, "thread").topic.keyword

    def marker(self, site: Site, index: int) -> str:
        """Return the marker word of an article or thread."""
        return marker_of(site.lang, site.number, index)

    def post_count(self, site: Site, index: int) -> int:
        """Return how many posts a thread of the initial stock has."""
        return self._words(site, index, "count").rng.choice((3, 5, 8, 12, 21, 38))

    def post(self, site: Site, index: int, floor: int, published: int) -> ThreadPost:
        """Return one post of a thread; the first one has the thread's marker."""
        words = self._about(site, index, f"post {floor}")
        if floor == 1:
            words.topic = self._words(site, index, "thread").topic
            event = self._agenda.event_of(site, index) if self._agenda else None
            text = self._first_post(words)
            body = words.locale.joiner.join((*words.leads(event), text)) if event else text
            return ThreadPost(1, words["person"], published, body, None)
        if "equal-replies" in site.features and floor in _AGREEING:
            return ThreadPost(floor, words["person"], published, _AGREEMENT, None)
        quoted = words.rng.randrange(1, floor) if words.rng.random() < 0.3 else None
        return ThreadPost(floor, words["person"], published, self._reply(words, floor), quoted)

    def _about(self, site: Site, index: int, purpose: str) -> "_Words":
        """Return the words of a text; if sites report shared events, everything else is about a
        place of its own.
        """
        words = self._words(site, index, purpose)
        if self._agenda:
            words.move_to(self._agenda.place_of(site, index))
        return words

    def _words(self, site: Site, index: int, purpose: str) -> "_Words":
        rng = random.Random(f"{self._seed}/{site.name}/{index}/{purpose}")
        return _Words(rng, LOCALES[site.lang], site.number, index)

    @staticmethod
    def _paragraphs(words: "_Words", length: int) -> list[str]:
        locale, rng = words.locale, words.rng
        length = length if locale.joiner else max(_MIN_BODY_LENGTH, length // 2)
        patterns = rng.sample(locale.sentences, len(locale.sentences))
        paragraphs = [words.say(locale.openings), words.say(locale.marked)]
        written, at = sum(map(len, paragraphs)), 0
        while written < length:
            few = [
                patterns[(at + step) % len(patterns)].format_map(words)
                for step in range(rng.randint(2, 4))
            ]
            at += len(few)
            paragraphs.append(locale.joiner.join(few))
            written += len(paragraphs[-1])
        marked = paragraphs.pop(1)
        where = rng.randrange(len(paragraphs))
        paragraphs[where] = locale.joiner.join((paragraphs[where], marked))
        return paragraphs

    @staticmethod
    def _first_post(words: "_Words") -> str:
        locale = words.locale
        middle = [pattern.format_map(words) for pattern in words.rng.sample(locale.sentences, 3)]
        return locale.joiner.join((words.say(locale.openings), *middle, words.say(locale.marked)))

    @staticmethod
    def _reply(words: "_Words", floor: int) -> str:
        locale, rng = words.locale, words.rng
        remarks = rng.sample(locale.remarks, min(len(locale.remarks), rng.randint(1, 3)))
        more = rng.sample(locale.sentences, rng.randint(0, 2))
        return locale.joiner.join(pattern.format_map(words) for pattern in (*remarks, *more))


class _Words:
    """Fills the slots of sentence patterns at random; one instance per text keeps its town and
    topic.
    """

    def __init__(self, rng: random.Random, locale: Locale, site_number: int, index: int) -> None:
        self.rng = rng
        self.locale = locale
        self.topic: Topic = self._pick(locale.topics)
        self._fixed = {
            "town": self._pick(locale.towns),
            "marker": marker_of(locale.lang, site_number, index),
            "serial": str(serial_of(site_number, index)),
        }

    def say(self, patterns: Sequence[str]) -> str:
        return self._pick(patterns).format_map(self)

    def move_to(self, town: str) -> None:
        """Let the rest of the text be about another town."""
        self._fixed["town"] = town

    def report(self, event: Event) -> str:
        """Return a title of a report; the text is then about the event's town."""
        self.move_to(event.facts["town"])
        return self._pick(event.kind.titles).format_map(event.facts)

    def leads(self, event: Event) -> list[str]:
        """Return one or two paragraphs about the event."""
        self.move_to(event.facts["town"])
        chosen = self.rng.sample(event.kind.leads, self.rng.randint(1, 2))
        return [lead.format_map(event.facts) for lead in chosen]

    def __getitem__(self, slot: str) -> str:
        if slot in self._fixed:
            return self._fixed[slot]
        if slot in self.locale.slots:
            return self._pick(self.locale.slots[slot])
        return self._made(slot)

    def _made(self, slot: str) -> str:
        match slot:
            case "thing":
                return self._pick(self.topic.things)
            case "keyword":
                return self.topic.keyword
            case "keyword_cap":
                return self.topic.keyword.capitalize()
            case "n":
                return str(12 + int(self.rng.random() * 880))
            case "year":
                return str(1952 + int(self.rng.random() * 66))
            case "person":
                given, family = (
                    self._pick(self.locale.given_names),
                    self._pick(self.locale.family_names),
                )
                return self.locale.person.format(given=given, family=family)
        raise KeyError(slot)

    def _pick(self, several: Sequence[T]) -> T:
        return several[int(self.rng.random() * len(several))]
