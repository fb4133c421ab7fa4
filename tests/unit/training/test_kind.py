"""Training the forest of kinds: it is reproducible, and its figures are for sites it was not
trained on.
"""

import gzip
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from evaluation.datasets import load
from extractor.kind import KINDS, MODEL
from extractor.kind_facts import features
from extractor.results import Kind
from extractor.trees import load as load_forest
from tests.unit.extractor.samples import article_page, read_draft
from training import kind
from training.export import arrays
from training.list_pages import drawn_pages


@pytest.fixture(autouse=True)
def few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kind, "ROUNDS", 10)
    monkeypatch.setitem(kind.PARAMETERS, "num_threads", 1)


@pytest.fixture
def samples(tmp_path: Path) -> kind.KindSamples:
    """Twelve sites with a page of each kind, which differ in one fact each."""
    folder = tmp_path / "wcxb-dev"
    (folder / "html").mkdir(parents=True)
    gold = [
        {"id": f"{name}{site}", "url": f"http://s{site}.org/{name}", "kind": name}
        for site in range(12)
        for name in ("article", "listing", "product")
    ]
    for record in gold:
        (folder / "html" / f"{record['id']}.html.gz").write_bytes(
            gzip.compress(article_page().encode())
        )
    (folder / "gold.jsonl").write_text("\n".join(map(json.dumps, gold)), "utf-8")
    pages = load(folder)
    labels = np.array([kind.LABELS[page.kind] for page in pages])
    rows = np.random.default_rng(1).random((len(pages), 6), dtype=np.float32)
    rows[np.arange(len(pages)), labels] += 3
    return kind.KindSamples(
        pages=pages, addressed=rows, unaddressed=rows, labels=labels, weights=np.ones(len(pages)),
        drawn=rows[:0], drawn_labels=labels[:0],
    )  # fmt: skip


def test_the_same_pages_give_the_same_forest(samples: kind.KindSamples) -> None:
    everything = np.ones(len(samples.pages), bool)
    first, second = (arrays(kind.learn(samples, everything)) for _ in range(2))
    assert all(np.array_equal(first[name], second[name]) for name in first)


def test_figures_in_folds_are_not_those_of_the_pages_trained_on(samples: kind.KindSamples) -> None:
    """If the facts are noise, the forest knows only the pages it was trained on."""
    noise = np.random.default_rng(2).random(samples.addressed.shape, dtype=np.float32)
    blind = replace(samples, addressed=noise, unaddressed=noise)
    lines = list(kind.figures(blind, kind.learn(blind, np.ones(len(samples.pages), bool))))
    seen, unseen = (float(line.rpartition("|")[2]) for line in lines if line.startswith("wcxb-dev"))
    assert seen > unseen
    told = list(kind.figures(samples, kind.learn(samples, np.ones(len(samples.pages), bool))))
    assert [line.rpartition("|")[2].strip() for line in told if line.startswith("wcxb-dev")] == [
        "1.000",
        "1.000",
    ]


def test_the_shipped_forest_asks_for_facts_that_there_are() -> None:
    forest = load_forest(MODEL)
    draft = read_draft(article_page())
    facts = features(draft.page, draft.body, draft.date_evidence)
    assert forest.outputs == len(KINDS)
    assert forest.features.max() < len(facts)


def test_drawn_pages_are_the_same_for_the_same_seed_and_of_both_kinds() -> None:
    first, again, other = (list(drawn_pages(6, seed)) for seed in (1, 1, 2))
    assert first == again != other
    assert [page.kind for page in first] == [Kind.LISTING, Kind.ARTICLE] * 3


def test_the_shipped_forest_tells_drawn_lists_from_articles() -> None:
    """The pages are drawn with another seed than those of the training."""
    pages = list(drawn_pages(60, 77))
    found = [read_draft(page.html.decode(), page.url).verdict.kind is page.kind for page in pages]
    assert sum(found) >= 57
