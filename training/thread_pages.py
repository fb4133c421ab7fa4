"""Turn labelled pages into training data for threads: sets of records with their F1, and pages with their facts."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from zlib import crc32

from evaluation.datasets import LabelledPage, load
from evaluation.perturb import PERTURBATIONS, perturbed
from evaluation.scoring import measure_posts
from extractor.extraction import open_page
from extractor.forum.gate import ThreadEvidence, may_be_thread
from extractor.forum.marked import MarkedPage
from extractor.forum.newsloom import candidates, completed
from extractor.forum.posts import read_posts
from extractor.forum.ranking import judge_of
from extractor.forum.weights import Facts, weighed
from extractor.page.text import words
from extractor.results import Hints

SETS = ("wcxb-dev", "web-forum-52")
"""The sets that the shipped weights are trained on. The first has pages other than threads, too."""
FOLDS = 8
_FORUM = "forum"
_COVERED = 0.7
"""Share of a labelled post's words in its record."""
_TIMES, _MORE = 4, 150
"""A record with this many times the words of a post, and this many more, contains more than the post."""


@dataclass(frozen=True, eq=False)
class Choice:
    """A page with a thread and its candidates.

    For each candidate: the facts that rank it, and the F1 of its records against the labelled
    posts.
    """

    page: LabelledPage
    facts: Sequence[Facts]
    values: Sequence[float]


@dataclass(frozen=True, eq=False)
class ThreadFeatures:
    """What the gate and the confidence see of a page; empty if no posts are found or looked for.

    ``f1`` is that of its posts, None if none are labelled.
    """

    page: LabelledPage
    gate: Facts | None = None
    confidence: Facts | None = None
    f1: float | None = None

    @property
    def is_thread(self) -> bool:
        """Whether the page has labelled posts."""
        return self.f1 is not None


def threads(data: Path) -> list[LabelledPage]:
    """Return all pages with labelled posts: as served, with names hashed, and cut short."""
    served = [page for name in SETS for page in load(data / name) if page.gold.posts]
    return [*served, *(page for name in PERTURBATIONS for page in perturbed(served, name))]


def others(data: Path, sets: Sequence[str]) -> list[LabelledPage]:
    """Return the pages of sets that are not threads, without those of forums, some of whose posts need a script."""
    return [page for name in sets for page in load(data / name) if page.kind != _FORUM]


def set_of(page: LabelledPage) -> str:
    """Return the set that a page, changed or not, comes from."""
    return page.set.partition(":")[0]


def fold(page: LabelledPage) -> int:
    """Return the number of the fold, which all pages of a site share."""
    return crc32(page.site.encode()) % FOLDS


def choice(page: LabelledPage) -> Choice | None:
    """Return the page's candidates, or None if there is nothing to choose from."""
    marked = MarkedPage(open_page(page.read(), page.url, {}, Hints(collected=page.collected)))
    gold = [Counter(words(post.body)) for post in page.gold.posts or () if post.body and not post.is_optional]
    found = candidates(marked)
    if not found or not gold:
        return None
    judge = judge_of(marked.outline, marked.marks)
    bag = cache(lambda record: Counter(words(marked.outline.text(*record))))
    return Choice(
        page,
        [judge.features(records) for records in found],
        [_f1([bag(record) for record in completed(marked, records)], gold) for records in found],
    )


def _f1(records: Sequence[Counter[str]], gold: Sequence[Counter[str]]) -> float:
    """Return the F1 of records. Each labelled post is found in the smallest record with it and not much else.

    Two posts are never found in one record.
    """
    left = set(range(len(records)))
    for wanted in gold:
        holding = [
            (records[place].total(), place)
            for place in left
            if (records[place] & wanted).total() >= _COVERED * wanted.total()
        ]
        size, place = min(holding, default=(0, -1))
        if holding and size < _TIMES * wanted.total() + _MORE:
            left.remove(place)
    return 2 * (len(records) - len(left)) / (len(records) + len(gold))


def reading(page: LabelledPage, ranking: Facts) -> ThreadFeatures:
    """Return what is found on the page with these weights."""
    html = page.read()
    seen = open_page(html, page.url, {}, Hints(collected=page.collected))
    is_likely = may_be_thread(seen)
    if not is_likely and not page.gold.posts:
        return ThreadFeatures(page)
    marked = MarkedPage(seen)
    judge = judge_of(marked.outline, marked.marks)
    best = max(candidates(marked), key=lambda records: weighed(ranking, judge.features(records)), default=())
    records = completed(marked, best) if best else ()
    posts = read_posts(marked, records)
    f1 = measure_posts(posts, page, html).found.score.f1 if page.gold.posts else None
    if not posts:
        return ThreadFeatures(page, f1=f1)
    evidence = ThreadEvidence(seen, marked.outline, records, weighed(ranking, judge.features(records)))
    return ThreadFeatures(page, evidence.facts(posts) if is_likely else None, evidence.facts_of_confidence(posts), f1)
