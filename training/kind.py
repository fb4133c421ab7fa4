"""Train the forest of ``extractor.kind`` on labelled pages.

``python -m training.kind --data DIR`` writes ``extractor/kind.npz``, bit for bit the same. It
prints the accuracy in three ways: on the pages it was trained on, in folds by site, and on each set
with a forest trained only on the others.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit

import click
import lightgbm
import numpy as np
from numpy.typing import NDArray

from evaluation.datasets import COLLECTED, LabelledPage, load
from extractor import kind
from extractor.extraction import read_article_draft
from extractor.kind_facts import features
from extractor.results import Hints, Rejection
from extractor.validity import LISTING_CERTAIN
from training.export import save
from training.folds import folds_of
from training.list_pages import drawn_pages

SETS = {
    "wcxb-dev": 1.0,
    "zh-articles": 1.0,
    "zh-netease": 1.0,
    "news-world": 1.0,
    "fields": 1.0,
    "blogs-2012": 0.3,
    "dates": 0.4,
}
"""The weight of a page. Only the first set has pages other than articles; large sets of one kind
weigh less.
"""
LABELS = {
    "article": 0,
    "listing": 1,
    "collection": 1,
    "product": 2,
    "service": 2,
    "documentation": 2,
    "": 0,
}
"""Indices into ``extractor.kind.KINDS``. The set without kinds (dates) contains articles."""
RARE = np.array([1.0, 2.2, 1.3])
"""By label, how much more a page of a rare kind weighs. In folds this finds a tenth more of the
lists.
"""
UNADDRESSED = 0.35
"""Weight of a second copy of each page without its address's facts, so that no address decides
alone.
"""
# Pages of ``training.list_pages``, and the weight of each. The labelled lists are hardly ever
# plain. A form of list that is left out of the drawn pages is then found as well: of 100 lists, 95
# to 99 are rejected, except for front pages of blogs with whole texts.
DRAWN = 1600
DRAWN_WEIGHT = 0.2
DRAWN_SEED = 1
MIN_TEXT = math.log(500)
"""Logarithm of the bytes of text (the first fact) below which a page is not used: scripts write all
it has.
"""
ROUNDS = 250
PARAMETERS: dict[str, object] = {
    "objective": "multiclass", "num_class": len(kind.KINDS), "num_leaves": 6, "learning_rate": 0.06,
    "min_data_in_leaf": 12, "feature_fraction": 0.3, "bagging_fraction": 0.8, "bagging_freq": 1,
    "lambda_l2": 10, "seed": 7, "deterministic": True, "force_row_wise": True, "num_threads": 2,
    "verbose": -1,
}  # fmt: skip
"""Among the best of some twenty settings in folds by site, which differ little. Larger trees gain
nothing.
"""
FOLDS = 10

Matrix = NDArray[np.float32]


@dataclass(frozen=True, kw_only=True)
class KindSamples:
    """Labelled pages as rows, with and without their address's facts; ``labels`` index
    ``extractor.kind.KINDS``.

    ``drawn`` are the rows of drawn pages, in both forms, and ``drawn_labels`` theirs.
    """

    pages: Sequence[LabelledPage]
    addressed: Matrix
    unaddressed: Matrix
    labels: NDArray[np.intp]
    weights: NDArray[np.float64]
    drawn: Matrix
    drawn_labels: NDArray[np.intp]


@click.command(help=__doc__)
@click.option(
    "--data", type=click.Path(exists=True, file_okay=False, path_type=Path), required=True
)
def main(data: Path) -> None:
    """Train the forest and print its figures."""
    samples = read_samples(data)
    everything = np.ones(len(samples.pages), bool)
    model = learn(samples, everything)
    for line in (*figures(samples, model), *figures_of_drawn(model)):
        click.echo(line)
    save(model, kind.MODEL)


def read_samples(data: Path) -> KindSamples:
    """Return the pages of all sets, without front pages if a set does not say what its pages
    are.
    """
    pages, addressed, unaddressed = [], [], []
    for name in SETS:
        for page in load(data / name):
            if page.kind in LABELS and (page.kind or urlsplit(page.url).path not in ("", "/")):
                nowhere = f"http://{page.set}.invalid/{page.id}"
                rows = _rows(page.read(), page.url, page.collected, nowhere)
                if rows:
                    pages.append(page)
                    addressed.append(rows[0])
                    unaddressed.append(rows[1])
    drawn, drawn_labels = _drawn(DRAWN, DRAWN_SEED)
    return KindSamples(
        pages=pages,
        addressed=np.array(addressed, np.float32),
        unaddressed=np.array(unaddressed, np.float32),
        labels=np.array([LABELS[page.kind] for page in pages]),
        weights=np.array([SETS[page.set] * RARE[LABELS[page.kind]] for page in pages])
        * (np.array(addressed)[:, 0] >= MIN_TEXT),
        drawn=drawn,
        drawn_labels=drawn_labels,
    )


def _drawn(count: int, seed: int) -> tuple[Matrix, NDArray[np.intp]]:
    """Return the facts of drawn pages, each with its address and without it, and their labels."""
    rows: list[list[float]] = []
    labels: list[int] = []
    for page in drawn_pages(count, seed):
        rows += _rows(page.html, page.url, COLLECTED, "http://drawn.invalid/1")
        labels += 2 * [kind.KINDS.index(page.kind)]
    return np.array(rows, np.float32), np.array(labels)


def _rows(html: bytes, url: str, collected: datetime, nowhere: str) -> Sequence[list[float]]:
    """Return the facts of a page with its address and with one that says nothing, or nothing if
    the bytes are no page.
    """
    draft = read_article_draft(html, url, {}, Hints(collected=collected))
    if isinstance(draft, Rejection):
        return ()
    pages = (draft.page, replace(draft.page, url=nowhere))
    return [features(page, draft.body, draft.date_evidence) for page in pages]


def learn(samples: KindSamples, chosen: NDArray[np.bool_]) -> lightgbm.Booster:
    """Train a forest on the chosen pages and the drawn ones."""
    rows = np.vstack([samples.addressed[chosen], samples.unaddressed[chosen], samples.drawn])
    labels = np.concatenate([np.tile(samples.labels[chosen], 2), samples.drawn_labels])
    given = samples.weights[chosen]
    weights = np.concatenate(
        [given, UNADDRESSED * given, np.full(len(samples.drawn), DRAWN_WEIGHT)]
    )
    return lightgbm.train(PARAMETERS, lightgbm.Dataset(rows, labels, weight=weights), ROUNDS)


def figures(samples: KindSamples, model: lightgbm.Booster) -> Iterator[str]:
    """Yield the lines of three tables, and how reliable the probabilities are."""
    sets = np.array([page.set for page in samples.pages])
    yield _HEAD.format("trained on")
    yield from _table(sets, samples.labels, _predict(model, samples.addressed))
    folds = folds_of([page.site for page in samples.pages], FOLDS)
    unseen = np.zeros((len(sets), len(kind.KINDS)))
    for fold in range(FOLDS):
        unseen[folds == fold] = _predict(
            learn(samples, folds != fold), samples.addressed[folds == fold]
        )
    yield _HEAD.format("folds by site")
    yield from _table(sets, samples.labels, unseen)
    yield _HEAD.format("set left out")
    for name in SETS:
        left = sets == name
        if left.any() and len(set(samples.labels[~left])) == len(kind.KINDS):
            yield _line(
                name, samples.labels[left], _predict(learn(samples, ~left), samples.addressed[left])
            )
    yield "confidence in folds, wcxb-dev: stated, true, pages"
    yield from _calibration(samples.labels[sets == "wcxb-dev"], unseen[sets == "wcxb-dev"])


def figures_of_drawn(model: lightgbm.Booster) -> Iterator[str]:
    """Yield the lines of a table about pages that are drawn with another seed, with their addresses
    and without.
    """
    rows, labels = _drawn(DRAWN, DRAWN_SEED + 1)
    yield _HEAD.format("drawn anew")
    yield _line("with address", labels[::2], _predict(model, rows[::2]))
    yield _line("without", labels[1::2], _predict(model, rows[1::2]))


_HEAD = (
    "{:14} pages  articles  taken for list / other  refused | lists  found  refused  as "
    "article | article or not"
)


def _predict(model: lightgbm.Booster, rows: Matrix) -> NDArray[np.float64]:
    return np.asarray(model.predict(rows))


def _table(
    sets: NDArray[np.str_], labels: NDArray[np.intp], chances: NDArray[np.float64]
) -> Iterator[str]:
    for name in SETS:
        if (sets == name).any():
            yield _line(name, labels[sets == name], chances[sets == name])


def _line(name: str, labels: NDArray[np.intp], chances: NDArray[np.float64]) -> str:
    """Format one set: what becomes of its articles and lists, and the accuracy of "article" on both
    together.
    """
    found, refused = chances.argmax(axis=1), chances[:, 1] >= LISTING_CERTAIN
    articles, lists = labels == 0, labels == 1
    either = articles | lists
    as_list, as_other = (int((found[articles] == other).sum()) for other in (1, 2))
    return (
        f"{name:14} {len(labels):5}  {articles.sum():8}  {as_list:14} / {as_other:5}  "
        f"{refused[articles].sum():7} | {lists.sum():5}  {(found[lists] == 1).sum():5}  "
        f"{refused[lists].sum():7}  {(found[lists] == 0).sum():10} | "
        f"{((found == 0) == articles)[either].mean():.3f}"
    )


def _calibration(labels: NDArray[np.intp], chances: NDArray[np.float64]) -> Iterator[str]:
    stated, right = chances.max(axis=1), chances.argmax(axis=1) == labels
    edges = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.01)
    for low, high in pairwise(edges):
        inside = (stated >= low) & (stated < high)
        if inside.any():
            yield f"  {stated[inside].mean():.2f}  {right[inside].mean():.2f}  {inside.sum()}"


if __name__ == "__main__":
    main()
