"""How well tags learn, and whether the precision that they show holds.

The fake web writes articles with known topics. For each topic, some articles are tagged; the tag
learns from them and from articles drawn at random; then it meets articles that it has not seen. The
topic's own name is left out of all texts, so that one word cannot tell all, and some examples are
tagged wrongly. Topics that are rare beside those drawn are among them unseen, as in a collection,
and half of the other articles are in other languages.

    .venv/bin/python -m benchmarks.tags
"""

import random
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

import click

from fakeweb.model import Site
from fakeweb.prose import Prose
from fakeweb.words.registry import LOCALES
from notify.tagging.cross_validation import Example, Learned, Origin, learn
from notify.tagging.words import Words, words_of
from storage.database.spot_checks.verdicts import Rate, rate

LANGUAGES = ("en", "zh-Hans")
TAGGED = (20, 50, 200)
SHARES = (1 / 6, 1 / 30, 1 / 100)
"""How many documents are about the topic. In the fake web each is one of six."""
WRONG = 0.05
"""How many of the examples with the tag are about something else."""
ROUNDS, ASKED = 3, 20
"""How often somebody answers about the drawn documents that the tag asks about, and how many."""
OTHER_LANGUAGES = 8_000
"""Articles in other languages; about as many of the language are on other topics."""
DRAWN = 2_000
NEW = 2_000


@dataclass(frozen=True)
class _Article:
    topic: str
    words: Words


@click.command()
@click.option("--seed", default=1)
def main(seed: int) -> None:
    """Print a line for each share, number of examples and language."""
    print(
        "share  tagged lang | asked first | precision shown | true, of tags that propose themselves"
    )
    for lang in LANGUAGES:
        stock = list(islice(_articles(lang, seed), 16_000))
        # Both ways to write Chinese tell of the same topics in the same words.
        foreign = [each for each in LOCALES if each[:2] != lang[:2]]
        for other in foreign:
            count = OTHER_LANGUAGES // len(foreign)
            stock += [replace(each, topic="") for each in islice(_articles(other, seed), count)]
        for share in SHARES:
            for tagged in TAGGED:
                print(_line(stock, lang, share, tagged))


def _line(stock: list[_Article], lang: str, share: float, tagged: int) -> str:
    shown_right = shown_answered = 0
    right = found = about = inside = topics = precise = 0
    lows, seconds = [], 0.0
    asked_right = asked = 0
    for topic in LOCALES[lang].topics:
        rng = random.Random(f"{topic.keyword} {share} {tagged}")
        of_topic = [each for each in stock if each.topic == topic.keyword]
        others = [each for each in stock if each.topic != topic.keyword]
        rng.shuffle(of_topic)
        rng.shuffle(others)
        wrong = round(tagged * WRONG)
        examples = [*_take(of_topic, tagged - wrong), *_take(others, wrong)]
        drawn = _mixed(of_topic, others, share, DRAWN)
        rng.shuffle(drawn)
        begun = time.perf_counter()
        first, learned = _answered([*examples, *drawn], tagged, topic.keyword)
        asked_right, asked = asked_right + first.right, asked + first.known
        seconds += time.perf_counter() - begun
        new = _mixed(of_topic, others, share, NEW)
        sure = [each for each in new if learned.model.score(each.words) >= learned.sure_from]
        is_right = sum(each.topic == topic.keyword for each in sure)
        shown = learned.precision
        if learned.is_precise:
            lows.append(shown.low)
        topics += 1
        precise += learned.is_precise
        inside += not sure or shown.low <= is_right / len(sure) <= shown.high
        if learned.is_precise:
            right, found = right + is_right, found + len(sure)
            shown_right += shown.right
            shown_answered += shown.known
        about += learned.is_precise * sum(each.topic == topic.keyword for each in new)
    return (
        f"{share:5.3f}  {tagged:6} {lang:4} | {_share(asked_right, asked)} |"
        f" {_share(shown_right, shown_answered)}"
        f" (from {min(lows, default=0):.0%}) |"
        f" {_share(right, found)}  {_share(right, about)} |"
        f" {seconds / topics:.2f}, {precise} propose themselves, {inside} of {topics} hold"
    )


def _answered(articles: list[_Article], tagged: int, topic: str) -> tuple[Rate, Learned]:
    """Return how many of the documents asked about first are on the topic, and what is learned
    after somebody has answered about all that the tag asks about.
    """
    examples = [
        Example(
            words=each.words,
            is_tagged=at < tagged,
            group=at,
            origin=Origin.GIVEN if at < tagged else Origin.DRAWN,
        )
        for at, each in enumerate(articles)
    ]
    learned = learn(examples)
    asked = learned.doubtful[:ASKED]
    first = rate(sum(articles[at].topic == topic for at in asked), len(asked))
    for _round in range(ROUNDS):
        for at in learned.doubtful[:ASKED]:
            is_about = articles[at].topic == topic
            examples[at] = replace(examples[at], is_tagged=is_about, origin=Origin.ANSWERED)
        learned = learn(examples)
    return first, learned


def _share(part: int, whole: int) -> str:
    return f"{part / whole:4.0%}" if whole else "   —"


def _take(some: list[_Article], count: int) -> list[_Article]:
    taken, some[:] = some[:count], some[count:]
    return taken


def _mixed(
    of_topic: list[_Article], others: list[_Article], share: float, count: int
) -> list[_Article]:
    about = round(count * share)
    return [*_take(of_topic, about), *_take(others, count - about)]


def _articles(lang: str, seed: int) -> Iterator[_Article]:
    prose, index = Prose(seed), 0
    site = Site(number=1, name="news", title="News", kind="news", lang=lang, layout="classic")
    while True:
        text = prose.article(site, index)
        hide = re.compile(re.escape(text.keyword), re.IGNORECASE)
        content = hide.sub("", "\n".join(text.paragraphs))
        yield _Article(text.keyword, words_of(hide.sub("", text.title), content))
        index += 1


if __name__ == "__main__":
    main()
