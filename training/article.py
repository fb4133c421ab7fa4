"""Train the trees of ``extractor.body.newsloom`` on labelled pages.

``python -m training.article --data DIR`` writes the model files of ``extractor/body``, bit for bit
the same on the same machine. It prints the bag F1 of the extraction in three ways: on the pages it
was trained on, in folds by site, and on each set with a model trained only on the others. Only the
last predicts the result on a new site.
"""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import click
import lightgbm
import numpy as np
from numpy.typing import NDArray

from evaluation.measures.text import bag_of
from extractor.body.confidence import confidence_features
from extractor.body.model import CONFIDENCE, FIRST, SECOND, decide
from extractor.body.outline import Values
from extractor.body.selection import select
from extractor.page.text import words
from extractor.trees import from_arrays
from training.export import arrays, save
from training.pages import CARDS, FACTORS, SERVED, LabelledBlocks, samples

FIGURES = Path(__file__).with_name("article_figures.json")
ROWS = 450_000
"""Blocks that are drawn for one forest, at random in proportion to their weight."""
PARAMETERS: dict[str, object] = {
    "objective": "cross_entropy", "num_iterations": 300, "learning_rate": 0.07, "num_leaves": 63,
    "max_depth": 8, "max_bin": 63, "feature_fraction": 0.4, "min_data_in_leaf": 60, "lambda_l2": 5,
    "seed": 1, "deterministic": True, "force_col_wise": True, "num_threads": 1, "verbose": -1,
}  # fmt: skip
"""Shallow trees and few bins for speed at run time.

The time of a tree is that of its depth. 31 leaves on two thirds of the blocks were as good on sets
left out, and 0.1 to 1.6 points worse on the pages trained on.
"""
CONFIDENCE_PARAMETERS: dict[str, object] = {
    "objective": "regression", "num_iterations": 120, "learning_rate": 0.05, "num_leaves": 6,
    "min_data_in_leaf": 25, "feature_fraction": 0.6, "seed": 1, "deterministic": True,
    "force_col_wise": True, "num_threads": 1, "verbose": -1,
}  # fmt: skip
FOR_CONFIDENCE = ("wcxb-dev", "zh-articles", "zh-netease", "news-world", "mixed-articles")
"""Sets whose gold leaves headline, byline and comments out, as the extractor does."""
FIRST_ROUNDS = 60
"""Trees of the first forest, which decides about all blocks."""
_SEED = 0
Chances = dict[str, Values]


def train(pages: Sequence[LabelledBlocks]) -> lightgbm.Booster:
    """Train a forest on ``ROWS`` blocks of these pages."""
    drawn = _draw(np.concatenate([page.weights for page in pages]), ROWS)
    taken = drawn > 0
    matrix = np.concatenate([page.matrix for page in pages])[taken]
    labels = np.concatenate([page.labels for page in pages])[taken]
    return lightgbm.train(
        PARAMETERS, lightgbm.Dataset(matrix, labels, weight=drawn[taken], params=PARAMETERS)
    )


def _draw(weights: Values, count: int) -> Values:
    """Return new weights, 0 for rows that were not drawn.

    Light rows are drawn rarely and then weigh more. Heavy ones stay.
    """
    bound = weights.sum() / count
    for _ in range(20):
        chance = np.minimum(1, weights / bound)
        bound *= chance.sum() / count
    drawn = np.random.default_rng(_SEED).random(len(weights)) < chance
    weighed = np.where(drawn, weights / np.maximum(chance, 1e-12), 0)
    return np.asarray(weighed / weighed[drawn].mean())


def held_out(pages: Sequence[LabelledBlocks], part: Callable[[LabelledBlocks], object]) -> Chances:
    """Return for each page the probabilities of its candidates, by a forest that saw no page of the
    same part.
    """
    chances: Chances = {}
    for name in sorted({str(part(page)) for page in pages if page.is_article}):
        click.echo(f"  without {name}", err=True)
        forest = train([page for page in pages if str(part(page)) != name])
        chances |= predict(
            forest, [page for page in pages if page.is_article and str(part(page)) == name]
        )
    return chances


def predict(booster: lightgbm.Booster, pages: Sequence[LabelledBlocks]) -> Chances:
    """Return by page (set and id) the probabilities of all its blocks, as the extractor computes
    them.
    """
    first = from_arrays(arrays(booster, 0, FIRST_ROUNDS))
    second = from_arrays(arrays(booster, FIRST_ROUNDS))
    chances: Chances = {}
    for page in pages:
        chances[_key(page)] = np.zeros(len(page.texts))
        chances[_key(page)][page.rows] = decide(first, second, page.matrix, page.widths[page.rows])
    return chances


def figures(pages: Sequence[LabelledBlocks], chances: Chances) -> dict[str, float]:
    """Return the mean bag F1 of a set's articles in percent; "set + lead" if the set keeps the lead
    apart.

    Other versions of the articles have rows of their own, such as "set, short".
    """
    scores: dict[str, list[float]] = {}
    for page in pages:
        if not page.is_article:
            continue
        chosen, _ = select(page.texts, page.widths, chances[_key(page)])
        name = f"{page.set}, {page.version}" if page.version != SERVED else page.set
        scores.setdefault(name, []).append(_score(page, chosen, page.gold))
        scores.setdefault(f"{name} + lead", []).append(_score(page, chosen, page.fuller))
    return {
        name: round(100 * float(np.mean(found)), 2)
        for name, found in scores.items()
        if found != scores.get(name.removesuffix(" + lead")) or not name.endswith(" + lead")
    }


def train_confidence(pages: Sequence[LabelledBlocks], chances: Chances) -> lightgbm.Booster:
    """Train a forest that predicts a page's F1 from what the extractor knows; ``chances`` are those
    of sets left out.

    Only sets whose gold nearly follows the convention are used. With others it would learn which
    set a page is from. Pages with cards are left out: they are more difficult than most pages of a
    site.
    """
    known = [
        page
        for page in pages
        if page.is_article and page.set in FOR_CONFIDENCE and page.version != CARDS
    ]
    rows, scores = [], []
    for page in known:
        likely = chances[_key(page)]
        chosen, expected = select(page.texts, page.widths, likely)
        rows.append(confidence_features(page.widths, likely, chosen, expected))
        scores.append(_score(page, chosen, page.fuller))
    weights = [FACTORS[page.version] for page in known]
    data = lightgbm.Dataset(
        np.concatenate(rows), scores, weight=weights, params=CONFIDENCE_PARAMETERS
    )
    return lightgbm.train(CONFIDENCE_PARAMETERS, data)


def _score(page: LabelledBlocks, chosen: NDArray[np.intp], gold: Counter[str]) -> float:
    return bag_of(
        Counter(word for place in chosen for word in words(page.texts[place])), gold
    ).score.f1


def _key(page: LabelledBlocks) -> str:
    return f"{page.set}/{page.id}/{page.version}"


@click.command()
@click.option(
    "--data", type=click.Path(exists=True, file_okay=False, path_type=Path), required=True
)
def main(data: Path) -> None:
    """Train the article body on the sets below DATA and print how good it is."""
    pages = list(samples(data))
    click.echo(f"{len(pages)} pages, {sum(len(page.rows) for page in pages)} blocks", err=True)
    booster = train(pages)
    save(booster, FIRST, 0, FIRST_ROUNDS)
    save(booster, SECOND, FIRST_ROUNDS)
    left_out = held_out(pages, lambda page: page.group)
    save(train_confidence(pages, left_out), CONFIDENCE)
    table = {
        "trained on": figures(pages, predict(booster, [page for page in pages if page.is_article])),
        "folds by site": figures(pages, held_out(pages, lambda page: page.fold)),
        "set left out": figures(pages, left_out),
    }
    FIGURES.write_text(json.dumps(table, indent=2) + "\n")
    click.echo(f"{'bag F1, per cent':24}" + "".join(f"{way:>15}" for way in table))
    for name in table["trained on"]:
        click.echo(f"{name:24}" + "".join(f"{found[name]:15.2f}" for found in table.values()))


if __name__ == "__main__":
    main()
