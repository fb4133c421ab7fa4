"""The scores of the production extractor on labelled sets, by the same measures as ``newsloom
evaluate``.
"""

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from evaluation import summary
from evaluation.columns import COLUMNS
from evaluation.datasets import LabelledPage, find_sets, load, sample
from evaluation.methods import find_methods
from evaluation.run import Evaluation, answer_task, gather, plan

PINNED = (
    "bag_f1",
    "post_f1",
    "post_strict",
    "post_author",
    "post_time",
    "post_floor",
    "post_replies",
    "title",
    "day",
    "author",
)
MIN_PAGES = 20
"""Pages of a set and kind under which a share moves too far with a single page to be pinned, of
real data.
"""
MAX_PAGES = 150
"""Pages of a set and kind that are read, spread evenly: the whole gate takes a minute and a half of
CPU time.
"""
DAILY_PAGES = 50
"""Of them, every third is read every day, with floors of its own: what is changed for pages of one
make shows in a third of these too, and a page counts three times as much.
"""

LABELLED = Path(os.environ.get("LABELLED_DATA", Path(__file__).parents[3] / "shared" / "data"))
"""Labelled pages of the web. They are not part of Newsloom, so the folder may be missing.

``LABELLED_DATA`` names the folder. Without it, tests look for ``shared/data`` beside the checkout.
"""
COMPARED = ("article", "forum", "", "mixed")
"""Kinds of pages whose text is pinned; of the others production keeps none."""


_GROWN = {"forum-threads": 28}
"""How many pages sets had that have grown since their floors were pinned."""


def labelled_pages(limit: int = MAX_PAGES) -> list[LabelledPage]:
    """The pages of the web that are scored, at most so many of a set and kind."""
    return sample([page for folder in find_sets(LABELLED) for page in _of_set(folder)], limit)


def _of_set(folder: Path) -> list[LabelledPage]:
    """The pages of a set. Those that were added later are a set of their own, so that a floor stays
    that of the pages it was pinned for.
    """
    pages = load(folder)
    pinned = _GROWN.get(folder.name, len(pages))
    return [*pages[:pinned], *(replace(page, set=f"{page.set}-added") for page in pages[pinned:])]


def evaluate(pages: Iterable[LabelledPage]) -> Evaluation:
    """All of them by the production extractor, in this process."""
    return gather(
        [(task, answer_task(task)) for task in plan(list(pages), find_methods((), ()), facts=False)]
    )


def only(pages: Iterable[LabelledPage], evaluation: Evaluation) -> Evaluation:
    """The part of an evaluation that is about these pages."""
    wanted = {(page.set, page.id) for page in pages}
    return replace(
        evaluation,
        cases=tuple(case for case in evaluation.cases if (case.page.set, case.page.id) in wanted),
        guesses=tuple(
            guess for guess in evaluation.guesses if (guess.page.set, guess.page.id) in wanted
        ),
    )


def scores(evaluation: Evaluation, *, fewest: int = 1) -> dict[str, float]:
    """In percent, by ``set/kind/figure`` and, for what pages are taken for, ``set/figure``."""
    found: dict[str, float | None] = {}
    for row in summary.rows(evaluation):
        if row.kind in COMPARED and row.pages >= fewest:
            figures = [column.key for column in COLUMNS if column.key in PINNED]
            found |= {f"{row.set}/{row.kind or 'page'}/{key}": row.figures[key] for key in figures}
    for kinds in summary.kinds(evaluation):
        found[f"{kinds.set}/article_or_not"] = kinds.article_or_not
        found[f"{kinds.set}/threads_kept"] = kinds.threads_kept
        others = kinds.false_threads
        found[f"{kinds.set}/others_no_thread"] = None if others is None else 1 - others
    return {name: round(100 * share, 2) for name, share in found.items() if share is not None}
