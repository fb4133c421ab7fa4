"""How well stories are joined to storylines, and what that costs.

    python -m benchmarks.storylines matters       the matters of ``matters.toml``, those on which
        the limits were chosen and those kept apart from that
    python -m benchmarks.storylines grouped       the same from single reports: grouped into stories
        first, as the role *stories* does
    python -m benchmarks.storylines texts TEXTS   real texts of pairs of events that look alike:
        gzipped JSON lines with ``id``, ``title``, ``text`` and ``story``, a topic and a letter. The
        texts of an event are divided into chapters some days apart; every second topic is kept
        apart
    python -m benchmarks.storylines headlines HEADLINES   real headlines of stories, JSON lines with
        ``id``, ``title`` and ``story``, divided in the same way
    python -m benchmarks.storylines news          what the later chapters of the matters add, in
        languages in which reports are compared
    python -m benchmarks.storylines cost [STORIES]   time and memory by the number of stories

A pair is two chapters. Precision is the share of the joined pairs that are of one matter, recall
the share of the pairs of one matter that are joined.
"""

import gzip
import json
import random
import resource
import sys
import time
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from evaluation.measures.clusters import bcubed, pairs
from features.stories.grouping.engine import StoryEngine
from features.stories.statements.statement import LANGUAGES
from features.stories.store.records import StoryRecord
from features.storylines.joining import Storylines
from features.storylines.traits import traits_of
from newsroom.recognition.recogniser import default_recogniser
from newsroom.terms import terms_of
from storage.documents.port import Document
from storage.documents.segmentation import default_segmenter
from storage.keys import url_key
from testbed.databases import set_up_django

MATTERS = Path(__file__).with_name("matters.toml")
_START = datetime(2026, 3, 2, 8, tzinfo=UTC)
_REPORTS = 3
_DAYS_APART = 3
_CHAPTERS = 2
_STORIES = 10_000
_FEWEST = 4
"""A story with fewer texts cannot be divided into chapters of two."""


class Chapter(NamedTuple):
    """A chapter: the gold matter, and its reports."""

    matter: str
    reports: Sequence[Document]


def planted(part: str, path: Path = MATTERS) -> list[Chapter]:
    """Return the chapters of a part of the matters, the oldest first: each is told by three sites,
    in other orders of its sentences.
    """
    matters = tomllib.loads(path.read_text(encoding="utf-8"))[part]
    chapters = [
        Chapter(name, list(_told(name, number, matter["lang"], chapter)))
        for name, matter in matters.items()
        for number, chapter in enumerate(matter["chapters"])
    ]
    return sorted(chapters, key=lambda each: _moment(each.reports[0]))


def _told(name: str, number: int, lang: str, chapter: Mapping[str, Any]) -> Iterator[Document]:
    say = chapter["say"]
    for place in range(_REPORTS):
        yield report(
            f"https://site{place}.example/{name}/{number}",
            chapter["titles"][place % len(chapter["titles"])],
            # A report begins with what matters to its site, and leaves something out.
            " ".join([*say[place:], *say[:place]][: max(3, len(say) - 1)]),
            _START + timedelta(days=chapter["day"], hours=place),
            lang,
        )


def report(url: str, title: str, text: str, moment: datetime, lang: str = "en") -> Document:
    """Return an article that was found when it was published."""
    return Document(
        id=url_key(url),
        url=url,
        canonical_url="",
        site=url.split("/")[2],
        source="storylines",
        source_id=1,
        channel="feed",
        kind="article",
        author="",
        title=title,
        content=text,
        lang=lang,
        published=moment,
        collected=moment,
    )


def _moment(document: Document) -> datetime:
    assert document.published is not None
    return document.published


def divided(stories: Mapping[str, Sequence[tuple[str, str]]], part: int) -> list[Chapter]:
    """Return the titles and texts of every second topic as chapters some days apart, those of the
    two events of a topic in turns.
    """
    topics = sorted({name[:-1] for name in stories}, key=lambda name: (len(name), name))
    chosen = {topic for place, topic in enumerate(topics) if place % 2 == part}
    chapters = []
    for name, texts in sorted(stories.items()):
        if name[:-1] not in chosen or len(texts) < _FEWEST:
            continue
        for number in range(_CHAPTERS):
            days = number * _DAYS_APART + (_DAYS_APART / 2 if name.endswith("b") else 0)
            moment = _START + timedelta(days=days)
            chapters.append(
                Chapter(
                    name,
                    [
                        report(f"https://site{at}.example/{name}", *text, moment)
                        for at, text in list(enumerate(texts))[number::_CHAPTERS]
                    ],
                )
            )
    return sorted(chapters, key=lambda each: _moment(each.reports[0]))


def told(chapters: Sequence[Chapter]) -> list[StoryRecord]:
    """Return each chapter as one story, as the role *stories* stores it."""
    tagger = default_segmenter().tag
    engine = StoryEngine(tagger, recogniser=default_recogniser())
    for each in (each for chapter in chapters for each in chapter.reports):
        engine.vocabulary.add(terms_of(each.title, each.content, each.lang, tagger))
    return [
        engine.gathered(f"{place}-{chapter.matter}", chapter.reports)
        for place, chapter in enumerate(chapters)
    ]


def joined(stories: Iterable[StoryRecord]) -> list[str]:
    """Return the storyline of each story, made one after the other."""
    known = Storylines()
    found = []
    for each in stories:
        traits = traits_of([each])
        storyline = known.continued_by(traits) or each.id
        known.put(traits, storyline)
        found.append(storyline)
    return found


def show(name: str, chapters: Sequence[Chapter], *, with_errors: bool = True) -> None:
    """Print the scores, and which matters are in one storyline that should not, or apart."""
    found, gold = joined(told(chapters)), [each.matter for each in chapters]
    score(name, found, gold)
    if with_errors:
        for line in errors(found, gold):
            print(f"  {line}")


def score(name: str, found: Sequence[str], gold: Sequence[str]) -> None:
    """Print the scores of pairs and of chapters."""
    both, cubed = pairs(found, gold), bcubed(found, gold)
    print(
        f"{name}: {len(gold)} chapters of {len(set(gold))} matters, {len(set(found))} storylines; "
        f"pairs P {100 * both.precision:.1f}, R {100 * both.recall:.1f}; BCubed F1 "
        f"{100 * cubed.f1:.1f} (P {100 * cubed.precision:.1f}, R {100 * cubed.recall:.1f})"
    )


def errors(found: Sequence[str], gold: Sequence[str]) -> Iterator[str]:
    """Yield what is joined and should not be, and what is apart."""
    matters, storylines = defaultdict(set), defaultdict(set)
    for storyline, matter in zip(found, gold, strict=True):
        matters[storyline].add(matter)
        storylines[matter].add(storyline)
    for some in matters.values():
        if len(some) > 1:
            yield f"joined: {', '.join(sorted(some))}"
    for matter, lines in storylines.items():
        if len(lines) > 1:
            yield f"apart: {matter} in {len(lines)}"


def grouped(chapters: Sequence[Chapter]) -> tuple[list[str], list[str]]:
    """Group single reports into stories, and these into storylines; return the storyline and the
    matter of each report.
    """
    engine = StoryEngine(default_segmenter().tag, recogniser=default_recogniser())
    gold = {each.id: chapter.matter for chapter in chapters for each in chapter.reports}
    reports = sorted((each for chapter in chapters for each in chapter.reports), key=_moment)
    changes = engine.add(reports, "")
    review = engine.review("")
    stories = {each.id: each for each in (*changes.stories, *review.stories)}
    story_of = {each.document: each.story for each in changes.members}
    story_of = {each: review.merged.get(story, story) for each, story in story_of.items()}
    left = sorted(set(story_of.values()), key=lambda each: (stories[each].first, each))
    line_of = dict(zip(left, joined(stories[each] for each in left), strict=True))
    return [line_of[story_of[each]] for each in gold], list(gold.values())


def news(part: str) -> None:
    """Print which figures changed from chapter to chapter, and how many chapters have news."""
    set_up_django()
    from features.stories.comparing import report_of
    from features.stories.statements.comparison import compare
    from features.stories.succession import added

    of_matter: defaultdict[str, list[Chapter]] = defaultdict(list)
    for each in planted(part):
        if each.reports[0].lang in LANGUAGES:
            of_matter[each.matter].append(each)
    later = new = 0
    for matter, chapters in of_matter.items():
        for one, other in pairwise(chapters):
            before, after = (list(map(report_of, each.reports)) for each in (one, other))
            found = added(before, after, compare)
            later, new = later + 1, new + bool(found.new or found.changes)
            for change in found.changes:
                print(f"  {matter}: {change.head}: {change.before.value} to {change.after.value}")
    print(f"{part}: {new} of {later} later chapters add something")


def cost(number: int) -> None:
    """Print the time a story takes and the memory of all, for made-up stories with 32 terms."""
    chance = random.Random(11)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    known = Storylines()
    begun = time.process_time()
    for place in range(number):
        traits = traits_of([_made_up(place, number, chance)])
        known.put(traits, known.continued_by(traits) or traits.id)
        if (place + 1) % (number // 4) == 0:
            seconds, begun = time.process_time() - begun, time.process_time()
            memory = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
            print(f"{place + 1} stories: {4000 * seconds / number:.2f} ms each, {memory:.0f} MB")


def _made_up(place: int, number: int, chance: random.Random) -> StoryRecord:
    """Return a story whose terms are as frequent as words are: the n-th in one of n stories."""
    terms = {f"word{int(20_000 ** chance.random())}": chance.random() for _ in range(28)}
    names = [[f"Name {int(number ** chance.random())}", "person"] for _ in range(6)]
    moment = _START + timedelta(minutes=8 * place)
    return StoryRecord(
        id=f"{place:032x}",
        title=f"Word {place}",
        lead="A lead of some words.",
        lang="en",
        documents=2,
        first=moment,
        last=moment + timedelta(hours=6),
        vector=terms | {f"rare{place}": 1.0},
        names=names,
    )


def texts_of(path: Path) -> dict[str, list[tuple[str, str]]]:
    """Return the titles and texts of a file by story."""
    found: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    packed = path.read_bytes()
    text = gzip.decompress(packed) if path.suffix == ".gz" else packed
    for each in map(json.loads, text.decode().splitlines()):
        found[each["story"]].append((each["title"], each.get("text", "")))
    return found


def main(mode: str, *arguments: str) -> None:
    """Run one of the measurements."""
    halves = ("tuned", "blind")
    if mode == "cost":
        cost(int(arguments[0]) if arguments else _STORIES)
    elif mode in ("texts", "headlines"):
        stories = texts_of(Path(arguments[0]))
        for part, half in enumerate(halves):
            show(half, divided(stories, part), with_errors=half == "tuned" or "-v" in arguments)
    else:
        for half in halves:
            chapters = planted(half)
            if mode == "news":
                news(half)
            elif mode == "grouped":
                score(half, *grouped(chapters))
            else:
                show(half, chapters, with_errors=half == "tuned" or "-v" in arguments)


if __name__ == "__main__":
    main(*sys.argv[1:])
