"""Turn labelled pages into training data for threads: sets of records with their F1, and pages with
their facts.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from math import inf
from pathlib import Path
from typing import TypeVar
from zlib import crc32

import click
import numpy as np
from numpy.typing import NDArray

from evaluation.datasets import GoldPost, LabelledPage, load
from evaluation.perturb import elements_at, perturbed
from evaluation.scoring import measure_posts
from extractor.extraction import open_page
from extractor.forum.candidates import candidates
from extractor.forum.gate import MIN_CONFIDENCE, SURE
from extractor.forum.glance import is_ruled_out
from extractor.forum.judge import RecordJudge
from extractor.forum.marked import MarkedPage
from extractor.forum.newsloom import completed, find_posts
from extractor.forum.outline import class_shape
from extractor.forum.record_facts import matrix
from extractor.forum.records import Record
from extractor.forum.reply_reading import posts_of_thread, read_with_replies
from extractor.forum.thread import evidence_of
from extractor.forum.weights import Facts, Weights
from extractor.page.text import words
from extractor.results import Hints
from extractor.trees import Floats
from training.forum_pages.pages import FAMILIES, forum_page
from training.forum_pages.pages import SET as MADE_SET
from training.thread_parts import Options, bodies, openings

SETS = ("wcxb-dev", "web-forum-52", "mixed-forums", "forum-threads")
"""The sets whose threads the shipped weights are trained on."""
OTHERS = ("wcxb-dev", "mixed-articles", "blogs-2012")
"""The sets whose other pages they are trained on. The last one has articles with many comments."""
CHANGES = ("hash-names", "bare", "cut-1", "cut-2", "cut-3")
"""How each thread is changed to be another one; see ``evaluation.perturb``."""
NO_ADDRESS = "no-address"
"""How each version of each page is changed to be judged by what it shows alone."""
MADE = 425
"""How many made-up threads are added, about as many as there are real ones with all their versions.
"""
FOLDS = 8
_FORUM = "forum"
_TOGETHER = 8
_Item = TypeVar("_Item")
_Result = TypeVar("_Result")
_COVERED = 0.85
"""Share of a labelled post's words in its record."""
# How many of a page's best candidates tell about openings, and their least F1.
_TRIED = 2
_TRIED_F1 = 0.3
_START = 12
_FIELDS = 0.15
"""Weight of the names and times in the records beside the F1 of their words."""


@dataclass(frozen=True, eq=False)
class Choice:
    """A page with a thread and its candidates.

    Attributes:
        facts: [candidates, facts] What the judge sees of each candidate.
        counts: [candidates] The number of its records.
        values: [candidates] The F1 of its records against the labelled posts.
        openings, bodies: What the best candidate tells about them.
    """

    page: LabelledPage
    facts: Floats
    counts: NDArray[np.intp]
    values: NDArray[np.float64]
    openings: Sequence[tuple[Facts, bool]] = ()
    bodies: Options | None = None

    @property
    def lone(self) -> NDArray[np.bool_]:
        """[candidates] Whether it has a single record."""
        return np.asarray(self.counts == 1)


@dataclass(frozen=True, eq=False)
class Finding:
    """What finds and reads the posts of a page."""

    judge: RecordJudge
    weights: Weights


@dataclass(frozen=True, eq=False)
class ThreadFeatures:
    """What is seen of a page at a glance, and by the gate and the confidence.

    There is no glance if the software of the site says that the page is no thread, and nothing else
    if no posts are found. ``needed`` is the probability that the gate asks for, infinite if it
    takes the page for none at any. ``f1`` is that of the posts, None if none are labelled.
    """

    page: LabelledPage
    glance: Facts | None = None
    gate: Facts | None = None
    confidence: Facts | None = None
    f1: float | None = None
    needed: float = inf

    @property
    def is_thread(self) -> bool:
        """Return whether the page has labelled posts."""
        return self.f1 is not None


def threads(data: Path) -> list[LabelledPage]:
    """Return all pages with labelled posts: as served, with names hashed, and cut short; and
    made-up ones.
    """
    served = [page for name in SETS for page in load(data / name) if page.gold.posts]
    families = tuple(FAMILIES)
    made = [forum_page(number, families[number % len(families)]) for number in range(MADE)]
    return [*served, *(page for name in CHANGES for page in perturbed(served, name)), *made]


def is_made(page: LabelledPage) -> bool:
    """Return whether a page is made up."""
    return page.set.startswith(MADE_SET)


def is_nameless(page: LabelledPage) -> bool:
    """Return whether the address of a page is hidden."""
    return page.set.endswith(f":{NO_ADDRESS}")


def engines(pages: Sequence[LabelledPage]) -> dict[str, str]:
    """Return by page id the engine: pages of one site, or whose posts are elements of one tag and
    class, share it.
    """
    leaders: dict[str, str] = {}

    def leader(key: str) -> str:
        while leaders.setdefault(key, key) != key:
            key = leaders[key]
        return key

    served = {page.id: page for page in pages if ":" not in page.set}
    for page in served.values():
        for key in _structure(page):
            leaders[leader(key)] = leader(page.site)
    return {page.id: leader(page.site) for page in pages}


def _structure(page: LabelledPage) -> set[str]:
    """Return tag and first class of the elements of the first posts."""
    xpaths = [post.xpath for post in page.gold.posts or () if post.xpath][:3]
    if not xpaths:
        return set()
    found = elements_at(page.read(), xpaths)
    return {
        f"{element.tag} {name[0]}"
        for element in found
        if (name := class_shape(element.get("class") or "").split())
    }


def others(data: Path, sets: Sequence[str]) -> list[LabelledPage]:
    """Return the pages of sets that are not threads, without those of forums, some of whose posts
    need a script.
    """
    return [page for name in sets for page in load(data / name) if page.kind != _FORUM]


def set_of(page: LabelledPage) -> str:
    """Return the set that a page, changed or not, comes from."""
    return page.set.partition(":")[0]


def fold(name: str) -> int:
    """Return the number of the fold of a site, an engine, or a family of made-up pages."""
    return crc32(name.encode()) % FOLDS


def at_once(work: Callable[[_Item], _Result], items: Sequence[_Item]) -> list[_Result]:
    """Return the results for the items in their order.

    Each processor of the machine works on some of them.
    """
    with ProcessPoolExecutor() as pool:
        return list(pool.map(work, items, chunksize=_TOGETHER))


def choice(page: LabelledPage) -> Choice | None:
    """Return the page's candidates, or None if there is nothing to choose from."""
    marked = MarkedPage(open_page(page.read(), page.url, {}, Hints(collected=page.collected)))
    posts = [post for post in page.gold.posts or () if post.body and not post.is_optional]
    gold = [Counter(words(post.body)) for post in posts]
    found = candidates(marked.outline, marked.marks)
    if not found or not gold:
        return None
    bag = cache(lambda record: Counter(words(marked.outline.text(*record))))
    text = cache(lambda record: marked.outline.text(*record))
    values = [
        (1 - _FIELDS) * _f1([bag(record) for record in whole], gold)
        + _FIELDS * _fields([text(record) for record in whole], posts)
        for whole in (completed(marked, records) for records in found)
    ]
    best = found[int(np.argmax(values))]

    def score(records: Sequence[Record]) -> float:
        return _f1([bag(record) for record in records], gold)

    bare = sorted((records for records in found if len(records) > 1), key=score, reverse=True)[
        :_TRIED
    ]
    return Choice(
        page,
        matrix(marked.record_facts.columns(found)),
        np.array([len(records) for records in found]),
        np.array(values),
        [
            row
            for records in bare
            if score(records) >= _TRIED_F1
            for row in openings(marked, records, score)
        ],
        bodies(marked, completed(marked, best), page.gold.posts or ()),
    )


def _fields(records: Sequence[str], gold: Sequence[GoldPost]) -> float:
    """Return the share of the posts of which one record has the first words, the name and the
    visible time.
    """
    wanted = [
        [part for part in (_start(post), post.author, post.time_text) if part] for post in gold
    ]
    return sum(
        any(all(part in record for part in parts) for record in records) for parts in wanted
    ) / len(wanted)


def _start(post: GoldPost) -> str:
    """Return the first letters of a post."""
    return next((line for line in post.body.split("\n") if line.strip()), "").strip()[:_START]


def _f1(records: Sequence[Counter[str]], gold: Sequence[Counter[str]]) -> float:
    """Return the F1 of records.

    A record is right if it has nearly all words of exactly one post, in whichever way that is
    possible. Each labelled post is looked for in the smallest record with its words that no other
    post has taken.
    """
    found: Counter[int] = Counter()
    for wanted in gold:
        least = _COVERED * wanted.total()
        holding = [
            (place in found, record.total(), place)
            for place, record in enumerate(records)
            if record.total() >= least and (record & wanted).total() >= least
        ]
        if holding:
            found[min(holding)[-1]] += 1
    right = sum(count == 1 for count in found.values())
    return 2 * right / (len(records) + len(gold))


def reading(page: LabelledPage, finding: Finding, *, is_told: bool = True) -> ThreadFeatures:
    """Return what is found on the page with this judge and these weights, told that it is a thread
    or nothing.
    """
    html = page.read()
    seen = open_page(html, page.url, {}, Hints(collected=page.collected))
    if is_ruled_out(seen) and not page.gold.posts:
        return ThreadFeatures(page)
    marked = MarkedPage(seen, finding.weights, finding.judge, is_told)
    glance = None if is_ruled_out(seen) else marked.glance
    records = find_posts(marked)
    read = read_with_replies(marked, records)
    f1 = measure_posts(read, page, html).found.score.f1 if page.gold.posts else None
    posts = posts_of_thread(read)
    if not posts:
        return ThreadFeatures(page, glance, f1=f1)
    evidence = evidence_of(marked, records)
    return ThreadFeatures(
        page,
        glance,
        evidence.facts(posts),
        evidence.facts_of_confidence(posts),
        f1,
        next((bar for bar in (MIN_CONFIDENCE, SURE) if evidence.is_believed(bar, posts)), inf),
    )


def print_table(table: Mapping[str, Mapping[str, float]], width: int) -> None:
    """Print figures, a row for each, in columns by how they were measured."""
    click.echo(f"{'per cent':{width}}" + "".join(f"{way:>15}" for way in table))
    for name in dict.fromkeys(name for found in table.values() for name in found):
        cells = (
            f"{found[name]:15.2f}" if name in found else f"{'–':>15}" for found in table.values()
        )
        click.echo(f"{name:{width}}" + "".join(cells))
