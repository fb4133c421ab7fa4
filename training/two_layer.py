"""Train the two decision trees of ``evaluation.published.two_layer`` on labelled articles.

``python -m training.two_layer --data DIR`` writes ``evaluation/published/two_layer.json``, bit for
bit the same. With ``--figures`` it prints instead the results on pages of sites, and of whole sets,
that the trees were not trained on. DIR is a folder of labelled sets.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np
from sklearn.model_selection import GroupKFold
from sklearn.tree import DecisionTreeClassifier

import evaluation.published
from evaluation.datasets import LabelledPage, load
from evaluation.measures.text import bag
from evaluation.published import two_layer
from evaluation.published.two_layer_features import (
    Matrix,
    TwoLayerOutline,
    node_features,
    outline,
    paragraph_features,
)
from extractor.extraction import open_page
from extractor.results import Hints
from training.labels import matched_shares

SETS = ("wcxb-dev", "zh-articles", "zh-netease")
"""The sets that the shipped trees are trained on."""
OUT = Path(evaluation.published.__path__[0]) / two_layer.DATA
FOLDS = 5
# Fewest samples in a leaf of either tree, the best of 5 to 100 in folds by site.
NODE_LEAF = 20
PARAGRAPH_LEAF = 100
CONTENT_SHARE = 0.95
"""Share of the content in a node that governs. It is below 1 because labels from text miss a line
at times.
"""
LABEL_SHARE = 0.5
"""Share of a paragraph's words in the gold text from which it is content. Nearly all have all or
none.
"""
_SEED = 0


@dataclass(frozen=True)
class TwoLayerSample:
    """A labelled page as the trees see it.

    ``content`` marks the paragraphs, ``governing`` is a node's index.
    """

    page: LabelledPage
    seen: TwoLayerOutline
    content: list[bool]
    governing: int

    @property
    def group(self) -> str:
        """The site, or the set if addresses are unknown."""
        return self.page.set if self.page.site == self.page.id else self.page.site


@click.command(help=__doc__)
@click.option(
    "--data", type=click.Path(exists=True, file_okay=False, path_type=Path), required=True
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    default=OUT,
    help="Write the trees to this file.",
)
@click.option("--figures", is_flag=True, help="Print figures on unseen pages; write nothing.")
def main(data: Path, out: Path, figures: bool) -> None:
    """Train the trees, or print figures."""
    samples = [sample for name in SETS for page in load(data / name) if (sample := _sample(page))]
    if figures:
        for line in _figures(samples):
            click.echo(line)
    else:
        out.write_text(_as_json(_learn(samples)), "utf-8")


def _sample(page: LabelledPage) -> TwoLayerSample | None:
    """Return the sample of a page, or None for pages that are not articles or do not contain their
    gold.
    """
    if page.kind != "article" or not page.gold.text:
        return None
    seen = outline(open_page(page.read(), page.url, {}, Hints(collected=page.collected)).steps)
    shares = matched_shares([paragraph.text for paragraph in seen.paragraphs], page.gold.text)
    content = [share >= LABEL_SHARE for share in shares.tolist()]
    if not any(content):
        return None
    return TwoLayerSample(page, seen, content, governing_node(seen, content))


def governing_node(seen: TwoLayerOutline, content: Sequence[bool]) -> int:
    """Return the index of the smallest candidate that contains the content, the lowest of
    equals.
    """
    weights = [
        paragraph.plain + paragraph.linked if taken else 0
        for paragraph, taken in zip(seen.paragraphs, content, strict=True)
    ]
    sums = np.concatenate(([0], np.cumsum(weights)))
    spans = {
        place: (seen.nodes[place].first or 0, seen.nodes[place].end) for place in seen.candidates()
    }
    holding = [
        place for place, (a, b) in spans.items() if sums[b] - sums[a] >= CONTENT_SHARE * sums[-1]
    ]
    return min(
        holding, key=lambda place: (seen.nodes[place].plain + seen.nodes[place].linked, -place)
    )


def _learn(samples: Iterable[TwoLayerSample]) -> dict[str, DecisionTreeClassifier]:
    nodes: list[Matrix] = []
    governs: list[bool] = []
    paragraphs: list[Matrix] = []
    content: list[bool] = []
    for sample in samples:
        candidates = sample.seen.candidates()
        nodes.append(node_features(sample.seen, candidates))
        governs += [place == sample.governing for place in candidates]
        scope = sample.seen.nodes[sample.governing]
        paragraphs.append(paragraph_features(sample.seen.paragraphs[scope.first : scope.end]))
        content += sample.content[scope.first : scope.end]
    return {
        "node": _tree(NODE_LEAF).fit(np.concatenate(nodes), governs),
        "paragraph": _tree(PARAGRAPH_LEAF).fit(np.concatenate(paragraphs), content),
    }


def _tree(leaf: int) -> DecisionTreeClassifier:
    return DecisionTreeClassifier(criterion="entropy", min_samples_leaf=leaf, random_state=_SEED)


def _columns(classifier: DecisionTreeClassifier) -> dict[str, list[float]]:
    """Return the columns of ``DecisionTree``. A leaf points to itself and asks for feature 0."""
    tree = classifier.tree_
    places = np.arange(tree.node_count)
    leaf = tree.children_left < 0
    values = tree.value[:, 0, :]
    return {
        "feature": np.where(leaf, 0, tree.feature).tolist(),
        "threshold": np.where(leaf, 0.0, tree.threshold).tolist(),
        "left": np.where(leaf, places, tree.children_left).tolist(),
        "right": np.where(leaf, places, tree.children_right).tolist(),
        "probability": np.round(values[:, 1] / values.sum(axis=1), 6).tolist(),
    }


def _as_json(trees: dict[str, DecisionTreeClassifier]) -> str:
    return (
        json.dumps({layer: _columns(tree) for layer, tree in trees.items()}, separators=(",", ":"))
        + "\n"
    )


def _figures(samples: list[TwoLayerSample]) -> Iterable[str]:
    yield from _table("seen in training", [(samples, samples)])
    groups = [sample.group for sample in samples]
    parts = GroupKFold(FOLDS).split(groups, groups=groups)
    yield from _table(
        "folds by site", [([samples[i] for i in a], [samples[i] for i in b]) for a, b in parts]
    )
    for name in SETS:
        known = [sample for sample in samples if sample.page.set != name]
        unknown = [sample for sample in samples if sample.page.set == name]
        yield from _table("whole set left out", [(known, unknown)])


def _table(
    title: str, parts: list[tuple[list[TwoLayerSample], list[TwoLayerSample]]]
) -> Iterable[str]:
    scores = defaultdict(list)
    for known, unknown in parts:
        trees = two_layer.read_trees(json.loads(_as_json(_learn(known))))
        for sample in unknown:
            scores[sample.page.set].append(_judged(sample, trees))
    for name, rows in scores.items():
        errors, f1 = np.array(rows).T
        above = ", ".join(
            f"MHR_{limit:g} {(errors > limit).mean():.1%}" for limit in (0, 0.05, 0.1)
        )
        yield f"{title}: {name}, {len(rows)} pages: bag F1 {f1.mean():.1%}, {above}"


def _judged(sample: TwoLayerSample, trees: two_layer.TwoLayerTrees) -> tuple[float, float]:
    """Return the error rate by characters of labelled paragraphs, and the bag F1 of the text."""
    chosen = two_layer.choose(sample.seen, trees)
    wrong = labelled = 0
    for index, (paragraph, content) in enumerate(
        zip(sample.seen.paragraphs, sample.content, strict=True)
    ):
        length = paragraph.plain + paragraph.linked
        labelled += length if content else 0
        wrong += length if content != (index in chosen) else 0
    text = "\n".join(sample.seen.paragraphs[place].text for place in chosen)
    return wrong / labelled, bag(text, sample.page.gold.text or "").score.f1


if __name__ == "__main__":
    main()
