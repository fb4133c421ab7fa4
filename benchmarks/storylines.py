"""How well stories are joined to storylines: ``python -m benchmarks.storylines [-v]``.

The stories are the matters of ``matters.toml``: those on which the limits were chosen, and those
kept apart from that, whose errors ``-v`` shows too.

A pair is two chapters. Precision is the share of the joined pairs that are of one matter, recall
the share of the pairs of one matter that are joined.
"""

import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from evaluation.measures.clusters import bcubed, pairs
from features.stories.grouping.engine import StoryEngine
from features.stories.store.records import StoryRecord
from features.storylines.joining import Storylines
from features.storylines.traits import traits_of
from newsroom.recognition.recogniser import default_recogniser
from newsroom.terms import terms_of
from storage.documents.port import Document
from storage.documents.segmentation import default_segmenter
from storage.keys import url_key

MATTERS = Path(__file__).with_name("matters.toml")
_START = datetime(2026, 3, 2, 8, tzinfo=UTC)
_REPORTS = 3


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


def main() -> None:
    """Print the scores of both halves."""
    for half in ("tuned", "blind"):
        show(half, planted(half), with_errors=half == "tuned" or "-v" in sys.argv)


if __name__ == "__main__":
    main()
