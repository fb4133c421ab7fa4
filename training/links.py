"""Train the forest of ``extractor.lists.judge`` on labelled lists.

``python -m training.links --data DIR`` writes ``extractor/lists/links.npz``, bit for bit the same.
It prints precision, recall and F1 in folds by site: whole sites are left out of training.
"""

import gzip
import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

import click
import lightgbm
import numpy as np
from numpy.typing import NDArray

from evaluation.datasets import load
from extractor.lists import judge
from extractor.lists.anchors import ListPage, open_page
from extractor.lists.link_facts import NAMES, Floats, facts_of
from extractor.lists.shapes import weight
from training.export import save
from training.folds import folds_of
from training.link_pages import drawn_lists

LABELS = Path(__file__).with_name("link_labels.toml")
DRAWN = 600
DRAWN_WEIGHT = 0.2
"""The weight of a drawn list among labelled ones."""
DRAWN_SEED = 1
MIN_WEIGHT = 5
"""Least weight of a text that a pattern of the labels may call an article's: links in running text
lead to articles too.
"""
ROUNDS = 250
PARAMETERS: dict[str, object] = {
    "objective": "binary",
    "num_leaves": 15,
    "learning_rate": 0.05,
    "min_data_in_leaf": 15,
    "feature_fraction": 0.5,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 3,
    "seed": 1,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 2,
    "verbose": -1,
}
FOLDS = 7
_ARTICLE, _OTHER, _EITHER = 1, 0, -1
_SESSION = re.compile(r"(?:utm_\w+|s=[0-9a-f]{20,}|PHPSESSID|sid=[0-9a-f]{20,}|srsltid)")


@dataclass(frozen=True, kw_only=True)
class LabelledList:
    """The links of a labelled list.

    Attributes:
        kind: "front", "section", "blog", "tag" or "board"; "" for pages that only train.
        facts: [n, len(NAMES)]
        labels: [n] 1 for an article, 0 for another page, -1 for what counts for nothing.
        weight: The weight of the page.
        missing: Articles of the page that are no candidates, or have no link.
    """

    site: str
    kind: str
    facts: Floats
    labels: NDArray[np.intp]
    weight: float
    missing: int = 0


@click.command(help=__doc__)
@click.option(
    "--data", type=click.Path(exists=True, file_okay=False, path_type=Path), required=True
)
def main(data: Path) -> None:
    """Train the forest and print its figures."""
    labelled = [*lists(data / "lists"), *_pages_of_other_sets(data)]
    drawn = list(_drawn())
    for line in figures(labelled, drawn):
        click.echo(line)
    save(learn([*labelled, *drawn]), judge.MODEL)


def learn(lists: Sequence[LabelledList]) -> lightgbm.Booster:
    """Train a forest. A list with four times as many links has twice the weight."""
    rows = np.concatenate([each.facts[each.labels != _EITHER] for each in lists])
    labels = np.concatenate([each.labels[each.labels != _EITHER] for each in lists])
    weights = np.concatenate([_weights(each) for each in lists])
    dataset = lightgbm.Dataset(rows, labels, weight=weights / weights.mean())
    return lightgbm.train(PARAMETERS, dataset, ROUNDS)


def figures(labelled: Sequence[LabelledList], drawn: Sequence[LabelledList]) -> Iterator[str]:
    """Yield the lines of a table by kind of list, in folds by site."""
    scores: dict[str, list[tuple[float, float, float]]] = defaultdict(list)
    fold = folds_of([each.site for each in labelled], FOLDS)
    for number in range(FOLDS):
        seen = [each for each, its in zip(labelled, fold, strict=True) if its != number]
        unseen = [each for each, its in zip(labelled, fold, strict=True) if its == number]
        model = learn([*seen, *drawn])
        for each in unseen:
            if each.kind:
                score = _score(each, np.asarray(model.predict(each.facts)))
                scores[each.kind].append(score)
                scores["all but boards" if each.kind != "board" else "boards"].append(score)
    yield "in folds by site     lists  precision  recall  F1"
    for kind, of_kind in sorted(scores.items()):
        means = "  ".join(f"{100 * value:6.1f}" for value in np.mean(of_kind, axis=0))
        yield f"{kind:20} {len(of_kind):5}  {means}"


def _weights(each: LabelledList) -> NDArray[np.float64]:
    count = int((each.labels != _EITHER).sum())
    return np.full(count, each.weight / np.sqrt(max(1, count)))


def _score(each: LabelledList, chances: NDArray[np.float64]) -> tuple[float, float, float]:
    taken = chances >= judge.LIKELY
    right = int((taken & (each.labels == _ARTICLE)).sum())
    wrong = int((taken & (each.labels == _OTHER)).sum())
    articles = int((each.labels == _ARTICLE).sum()) + each.missing
    precision = right / (right + wrong) if right + wrong else 0.0
    recall = right / articles if articles else 0.0
    both = precision + recall
    return precision, recall, 2 * precision * recall / both if both else 0.0


def lists(folder: Path) -> Iterator[LabelledList]:
    """Yield the lists whose articles are labelled one by one."""
    for line in (folder / "gold.jsonl").read_text("utf-8").splitlines():
        gold = json.loads(line)
        html = gzip.decompress((folder / "html" / f"{gold['id']}.html.gz").read_bytes())
        page = open_page(html, {}, gold["url"])
        key = _key(gold["key"])
        must = {key(url) for url in gold["must"]}
        may = {key(url) for url in gold["may"]}

        def label(url: str) -> int:
            if key(url) in must:  # noqa: B023  used in this round only
                return _ARTICLE
            return _EITHER if key(url) in may else _OTHER  # noqa: B023

        urls, facts = facts_of(page.url, judge.candidates(page))
        yield LabelledList(
            site=gold["site"],
            kind=gold["kind"],
            facts=facts,
            labels=np.array([label(url) for url in urls], np.intp),
            weight=1.0,
            missing=len(must - {key(url) for url in urls}),
        )


def _pages_of_other_sets(data: Path) -> Iterator[LabelledList]:
    """Yield the pages of other sets that are lists: patterns tell which links lead to articles."""
    patterns = labels_by_pattern()
    sets = dict.fromkeys(set_name for set_name, _ in patterns)  # each once, in order
    for set_name in sets:
        lists_of_set = (page for page in load(data / set_name) if (set_name, page.id) in patterns)
        for labelled in lists_of_set:
            page = open_page(labelled.read(), {}, labelled.url)
            yield _by_patterns(page, labelled.site, patterns[set_name, labelled.id])


def labels_by_pattern() -> dict[tuple[str, str], dict[str, str]]:
    """Return the patterns of each page of another set, by set and id."""
    pages = tomllib.loads(LABELS.read_text("utf-8"))["pages"]
    return {(each["set"], each["id"]): each for each in pages}


def _by_patterns(page: ListPage, site: str, patterns: dict[str, str]) -> LabelledList:
    either = re.compile(patterns.get("either", "(?!)"))
    articles = re.compile(patterns["articles"])
    anchors = judge.candidates(page)
    most: dict[str, int] = defaultdict(int)
    for anchor in anchors:
        most[anchor.url] = max(most[anchor.url], weight(anchor.text))

    def label(url: str) -> int:
        if either.search(url):
            return _EITHER
        if not articles.search(url):
            return _OTHER
        return _ARTICLE if most[url] >= MIN_WEIGHT else _EITHER

    urls, facts = facts_of(page.url, anchors)
    labels = np.array([label(url) for url in urls], np.intp)
    return LabelledList(site=site, kind="", facts=facts, labels=labels, weight=1.0)


def _drawn() -> Iterator[LabelledList]:
    for number, drawn in enumerate(drawn_lists(DRAWN, DRAWN_SEED)):
        page = open_page(drawn.html, {}, drawn.url)
        urls, facts = facts_of(page.url, judge.candidates(page))
        labels = np.array([drawn.articles.get(url, False) for url in urls], np.intp)
        yield LabelledList(
            site=f"drawn {number}",
            kind="",
            facts=facts.reshape(-1, len(NAMES)),
            labels=labels,
            weight=DRAWN_WEIGHT,
        )


def _key(pattern: str) -> Callable[[str], str]:
    """Return what makes two addresses one: what the pattern finds in both, or else all but scheme,
    www, sessions, escapes and the last slash.
    """
    search = re.compile(pattern).search if pattern else None

    def key(url: str) -> str:
        found = search(url) if search else None
        if found:
            return "#" + next(group for group in found.groups() if group)
        parts = urlsplit(url)
        host = parts.netloc.lower().removeprefix("www.").removesuffix(":80")
        query = unquote(parts.query.replace("+", " "), errors="replace").split("&")
        kept = "&".join(each for each in query if each and not _SESSION.match(each))
        path = unquote(parts.path, errors="replace").rstrip("/")
        return f"{host}{path}?{kept}" if kept else host + path

    return key


if __name__ == "__main__":
    main()
