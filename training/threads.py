"""Train the weights that find and read the posts of ``extractor.forum``, and their confidence.

``python -m training.threads --data DIR`` writes ``extractor/forum/weights.json``, the same on every
run; what tells threads from other pages comes from ``training.thread_gate``. It prints in three
ways how good the weights are: on the pages they were trained on, in folds by site, and on each set
with weights trained only on the others. Only the second and third predict the result on a new site.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path

import click
import numpy as np

from evaluation.datasets import LabelledPage
from extractor.forum.judge import as_judge
from extractor.forum.weights import FILE, Facts, Weights, logistic, weights
from training.expected_value import ExpectedValue, best_weights
from training.regression import matrix, regression, rounded
from training.thread_judge import learn_judge, save_judge
from training.thread_pages import (
    FOLDS,
    SETS,
    Choice,
    Finding,
    ThreadFeatures,
    at_once,
    choice,
    engines,
    fold,
    is_made,
    print_table,
    reading,
    set_of,
    threads,
)
from training.thread_parts import Options

FIGURES = Path(__file__).with_name("thread_figures.json")
SHRINKAGE = 0.0003
"""Factor of half the square of the weights of boxes: the best of 0.0001 to 0.003 in folds."""
MADE_WEIGHT = 0.3
"""Weight of a made-up thread for the confidence."""


def learn_finding(choices: Sequence[Choice]) -> Finding:
    """Train what finds and reads posts on these candidates."""
    return Finding(as_judge(learn_judge(choices)), learn_weights(choices))


def learn_weights(choices: Sequence[Choice]) -> Weights:
    """Train the weights of parts of posts; those of glance and confidence stay as they are
    shipped.
    """
    rows = [row for page in choices for row in page.openings]
    opening = regression(
        [facts for facts, _ in rows], [is_post for _, is_post in rows], [1.0] * len(rows)
    )
    bodies = learn_choice([page.bodies for page in choices if page.bodies])
    return replace(weights(), opening=opening, bodies=bodies)


def learn_choice(choices: Sequence[Options]) -> Facts:
    """Return the weights that maximise the expected value if options are drawn by the softmax of
    their scores.
    """
    names = tuple(choices[0].facts[0])
    rows = np.concatenate([matrix(page.facts, names) for page in choices])
    aim = ExpectedValue.of([page.values for page in choices], [1.0] * len(choices))
    return rounded(names, best_weights(aim, rows, SHRINKAGE))


def _learn_confidence(readings: Sequence[ThreadFeatures]) -> Facts:
    """Train the confidence. The F1 of each page counts as the share of times that it is correct."""
    known = [
        (seen.confidence, seen.f1, MADE_WEIGHT if is_made(seen.page) else 1.0)
        for seen in readings
        if seen.confidence and seen.f1 is not None
    ]
    facts = [confidence for confidence, _, _ in known]
    weights = [w * f1 for _, f1, w in known] + [w * (1 - f1) for _, f1, w in known]
    return regression(facts * 2, [True] * len(known) + [False] * len(known), weights)


@dataclass(frozen=True)
class Judged:
    """A page as some weights see it."""

    seen: ThreadFeatures
    weights: Weights

    @property
    def gap(self) -> float | None:
        """Distance of the confidence from the F1."""
        if not self.seen.confidence or self.seen.f1 is None:
            return None
        return abs(logistic(self.weights.confidence, self.seen.confidence) - self.seen.f1)


def figures(judged: Iterable[Judged]) -> dict[str, float]:
    """Return by set, in percent: mean F1 of the posts of threads, and how far the confidence is
    from it.
    """
    table: defaultdict[str, list[float]] = defaultdict(list)
    for case in judged:
        name = set_of(case.seen.page) if is_made(case.seen.page) else case.seen.page.set
        if case.seen.f1 is None:
            continue
        table[f"{name}, F1 of posts"].append(case.seen.f1)
        if case.gap is not None:
            table[f"{name}, confidence off by"].append(case.gap)
    return {name: round(100 * float(np.mean(values)), 2) for name, values in sorted(table.items())}


@click.command(help=__doc__)
@click.option(
    "--data", type=click.Path(exists=True, file_okay=False, path_type=Path), required=True
)
def main(data: Path) -> None:
    """Train the weights and print their figures."""
    pages = threads(data)
    choices = [found for found in at_once(choice, pages) if found]
    click.echo(
        f"{len(pages)} threads, {sum(len(found.values) for found in choices)} sets of records",
        err=True,
    )
    forests = learn_judge(choices)
    finding = Finding(as_judge(forests), learn_weights(choices))
    known = engines(pages)
    by_site = {page.id: fold(page.site) for page in pages}
    by_engine = {page.id: fold(known[page.id]) for page in pages}
    unseen = list(_read_in_folds(choices, pages, by_site))
    final = replace(finding.weights, confidence=_learn_confidence(unseen))
    save_judge(forests)
    FILE.write_text(json.dumps(asdict(final), indent=2) + "\n", "utf-8")
    seen = _readings(pages, finding)
    table = {
        "trained on": figures(Judged(page, final) for page in seen),
        "folds by site": figures(_judged_in_folds(unseen, by_site)),
        "engines left out": figures(
            _judged_in_folds(list(_read_in_folds(choices, pages, by_engine)), by_engine)
        ),
        "set left out": figures(_judged_left_out(choices, unseen)),
    }
    FIGURES.write_text(json.dumps(table, indent=2) + "\n", "utf-8")
    print_table(table, 48)


def _read_in_folds(
    choices: Sequence[Choice], pages: Sequence[LabelledPage], folds: Mapping[str, int]
) -> Iterator[ThreadFeatures]:
    """Yield what weights that saw no page of its fold find on each page."""
    for part in range(FOLDS):
        finding = learn_finding([found for found in choices if folds[found.page.id] != part])
        yield from _readings([page for page in pages if folds[page.id] == part], finding)


def _judged_in_folds(
    unseen: Sequence[ThreadFeatures], folds: Mapping[str, int]
) -> Iterator[Judged]:
    """Yield all pages with a confidence that saw no page of their fold."""
    for part in range(FOLDS):
        rest = [seen for seen in unseen if folds[seen.page.id] != part]
        weighing = replace(weights(), confidence=_learn_confidence(rest))
        yield from (Judged(seen, weighing) for seen in unseen if folds[seen.page.id] == part)


def _judged_left_out(
    choices: Sequence[Choice], unseen: Sequence[ThreadFeatures]
) -> Iterator[Judged]:
    """Yield the threads of each set by weights that saw none of them."""
    for name in SETS:
        finding = learn_finding([found for found in choices if set_of(found.page) != name])
        rest = [seen for seen in unseen if set_of(seen.page) != name]
        weighing = replace(finding.weights, confidence=_learn_confidence(rest))
        pages = [seen.page for seen in unseen if set_of(seen.page) == name]
        yield from (Judged(found, weighing) for found in _readings(pages, finding))


def _readings(pages: Iterable[LabelledPage], finding: Finding) -> list[ThreadFeatures]:
    return at_once(partial(reading, finding=finding), list(pages))


if __name__ == "__main__":
    main()
