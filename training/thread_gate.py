"""Train what tells threads from other pages: the weights at a glance, and the forest of
``extractor.forum.gate``.

``python -m training.thread_gate --data DIR`` writes ``extractor/forum/gate.npz`` and the glance in
``extractor/forum/weights.json``, bit for bit the same. Posts are found with the shipped weights. It
prints how many threads are kept and how many other pages are taken for threads, in folds by site
and with each set of threads left out of training.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path

import click
import lightgbm
import numpy as np

from evaluation.datasets import LabelledPage
from evaluation.perturb import perturbed
from extractor.forum.gate import MODEL
from extractor.forum.glance import MIN_GLANCE
from extractor.forum.judge import judge
from extractor.forum.weights import FILE, Facts, logistic, weights
from training.export import save
from training.regression import matrix, regression
from training.thread_pages import (
    FOLDS,
    NO_ADDRESS,
    OTHERS,
    SETS,
    Finding,
    ThreadFeatures,
    at_once,
    fold,
    is_made,
    is_nameless,
    others,
    print_table,
    reading,
    set_of,
    threads,
)

FIGURES = Path(__file__).with_name("thread_gate_figures.json")
CHECKED = ("zh-articles", "zh-netease", "news-world", "zh-pages")
"""Sets of articles that are not trained on. The figures show how many are taken for threads."""
GLANCE_WEIGHT = 2.0
"""Weight of each version of a thread at a glance, at which a thread that is lost costs most."""
THREADS_WEIGHT = 4.0
"""Weight of a thread with all its versions, and of a made-up one. Of other pages there are twelve
times as many as of labelled threads.
"""
NO_ADDRESS_WEIGHT = 0.5
"""Factor for the weight of a page whose address is hidden: most addresses are known."""
ROUNDS = 400
PARAMETERS: dict[str, object] = {
    "objective": "binary",
    # Trees of four leaves with random thresholds: 200 threads allow no finer ones.
    "num_leaves": 4,
    "extra_trees": True,
    "learning_rate": 0.05,
    "min_data_in_leaf": 10,
    "feature_fraction": 0.5,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 3,
    "seed": 1,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 1,
    "verbose": -1,
}
RISING = frozenset(
    {
        *("address", "forum_links", "marked", "declared", "engine", "members", "members_again"),
        *("labels_again", "score", "agreement", "complete", "texted", "authors", "answering"),
        *("rising", "inside", "author_again"),
    }
)
"""Facts of which more never makes a thread less likely, whatever few pages seem to say."""
FALLING = frozenset({"article", "published", "comments", "entries"})
"""Facts of which more never makes one more likely."""


@dataclass(frozen=True)
class Gate:
    """What decides whether a page is a thread."""

    glance: Facts
    forest: lightgbm.Booster

    def is_looked_at(self, seen: ThreadFeatures) -> bool:
        """Return whether posts are looked for."""
        return seen.glance is not None and logistic(self.glance, seen.glance) >= MIN_GLANCE

    def kept(self, pages: Sequence[ThreadFeatures]) -> list[bool]:
        """Return for each page whether it is taken for a thread."""
        rows = [seen.gate for seen in pages if seen.gate]
        chances = iter(np.asarray(self.forest.predict(matrix(rows, tuple(rows[0])))))
        return [
            bool(seen.gate) and next(chances) >= seen.needed and self.is_looked_at(seen)
            for seen in pages
        ]


def learn(pages: Sequence[ThreadFeatures]) -> Gate:
    """Train on pages.

    A glance learns nothing from made-up threads: they are small, and we draw no other small pages,
    so it would look for posts on each of these.
    """
    known = [seen for seen in pages if seen.glance]
    real = [seen for seen in known if not is_made(seen.page)]
    return Gate(_learn_glance(real), _learn_forest([seen for seen in known if seen.gate]))


def _learn_glance(pages: Sequence[ThreadFeatures]) -> Facts:
    return regression(
        [seen.glance or {} for seen in pages],
        [seen.is_thread for seen in pages],
        [GLANCE_WEIGHT if seen.is_thread else 1.0 for seen in pages],
    )


def _learn_forest(pages: Sequence[ThreadFeatures]) -> lightgbm.Booster:
    rows = [seen.gate or {} for seen in pages]
    names = tuple(rows[0])
    versions = Counter((seen.page.site, seen.page.id) for seen in pages)
    weights = np.array(
        [
            (THREADS_WEIGHT / versions[seen.page.site, seen.page.id] if seen.is_thread else 1.0)
            * (NO_ADDRESS_WEIGHT if is_nameless(seen.page) else 1.0)
            for seen in pages
        ]
    )
    signs = [int(name in RISING) - int(name in FALLING) for name in names]
    dataset = lightgbm.Dataset(
        matrix(rows, names), [seen.is_thread for seen in pages], weight=weights / weights.mean()
    )
    return lightgbm.train(PARAMETERS | {"monotone_constraints": signs}, dataset, ROUNDS)


def in_folds(pages: Sequence[ThreadFeatures]) -> Iterator[tuple[ThreadFeatures, bool]]:
    """Yield all pages with whether a gate that saw no page of their fold keeps them."""
    for part in range(FOLDS):
        gate = learn([seen for seen in pages if fold(seen.page.site) != part])
        judged = [seen for seen in pages if fold(seen.page.site) == part]
        yield from zip(judged, gate.kept(judged), strict=True)


def left_out(pages: Sequence[ThreadFeatures]) -> Iterator[tuple[ThreadFeatures, bool]]:
    """Yield the threads of each set with whether a gate keeps them that saw none of them."""
    for name in SETS:
        own = [seen for seen in pages if seen.is_thread and set_of(seen.page) == name]
        gate = learn([seen for seen in pages if not seen.is_thread or set_of(seen.page) != name])
        yield from zip(own, gate.kept(own), strict=True)


def figures(judged: Iterable[tuple[ThreadFeatures, bool]]) -> dict[str, float]:
    """Return by set, in percent: threads kept, mean F1 of their posts if lost ones have none, and
    other pages taken for threads.
    """
    table: defaultdict[str, list[float]] = defaultdict(list)
    for seen, is_kept in judged:
        name = set_of(seen.page) if is_made(seen.page) else seen.page.set
        if seen.f1 is None:
            table[f"{name}, false threads"].append(is_kept)
            continue
        table[f"{name}, threads kept"].append(is_kept)
        table[f"{name}, F1 of posts told nothing"].append(seen.f1 if is_kept else 0.0)
    return {name: round(100 * float(np.mean(values)), 2) for name, values in sorted(table.items())}


@click.command(help=__doc__)
@click.option(
    "--data", type=click.Path(exists=True, file_okay=False, path_type=Path), required=True
)
def main(data: Path) -> None:
    """Train glance and gate and print their figures."""
    pages = _read([*threads(data), *others(data, OTHERS)])
    gate = learn(pages)
    save(gate.forest, MODEL)
    shipped = replace(weights(), glance=gate.glance)
    FILE.write_text(json.dumps(asdict(shipped), indent=2) + "\n", "utf-8")
    unseen = _read(others(data, CHECKED))
    table = {
        "folds by site": figures(in_folds(pages)),
        "set left out": figures(left_out(pages))
        | figures(zip(unseen, gate.kept(unseen), strict=True)),
    }
    FIGURES.write_text(json.dumps(table, indent=2) + "\n", "utf-8")
    print_table(table, 56)


def _read(pages: Sequence[LabelledPage]) -> list[ThreadFeatures]:
    """Read all pages with the shipped judge and weights, each also without its address."""
    find = partial(reading, finding=Finding(judge(), weights()), is_told=False)
    real = [page for page in pages if not is_made(page)]
    return at_once(find, [*pages, *perturbed(real, NO_ADDRESS)])


if __name__ == "__main__":
    main()
