"""Training the judge of links: lists are drawn and labelled reproducibly."""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from extractor.lists.anchors import open_page
from extractor.lists.judge import Judgement, judged
from training import links
from training.export import arrays
from training.link_pages import drawn_lists


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "ROUNDS", 10)
    monkeypatch.setattr(links, "DRAWN", 12)
    monkeypatch.setitem(links.PARAMETERS, "num_threads", 1)


def folder_of_lists(folder: Path) -> Path:
    """Write labelled lists of fourteen sites."""
    (folder / "lists" / "html").mkdir(parents=True)
    gold = []
    for number, drawn in enumerate(drawn_lists(14, 5)):
        site = f"s{number}.example"
        gold.append(
            {
                "id": str(number), "site": site, "url": drawn.url, "kind": "front", "key": "",
                "must": [url for url, is_article in drawn.articles.items() if is_article], "may": [],
            }
        )  # fmt: skip
        file = folder / "lists" / "html" / f"{number}.html.gz"
        file.write_bytes(gzip.compress(drawn.html))
    (folder / "lists" / "gold.jsonl").write_text("\n".join(map(json.dumps, gold)), "utf-8")
    return folder


def test_the_same_seed_draws_the_same_lists() -> None:
    assert list(drawn_lists(5, 3)) == list(drawn_lists(5, 3))
    assert list(drawn_lists(5, 3)) != list(drawn_lists(5, 4))


def test_the_same_lists_give_the_same_forest(tmp_path: Path) -> None:
    labelled = list(links.lists(folder_of_lists(tmp_path) / "lists"))
    first, second = (arrays(links.learn(labelled)) for _ in range(2))
    assert all(np.array_equal(first[name], second[name]) for name in first)


def test_a_labelled_list_says_which_links_are_articles(tmp_path: Path) -> None:
    labelled = list(links.lists(folder_of_lists(tmp_path) / "lists"))
    assert [each.site for each in labelled] == [f"s{number}.example" for number in range(14)]
    for each, drawn in zip(labelled, drawn_lists(14, 5), strict=True):
        assert (each.labels == 1).sum() + each.missing == sum(drawn.articles.values())


def test_figures_are_of_sites_left_out(tmp_path: Path) -> None:
    labelled = list(links.lists(folder_of_lists(tmp_path) / "lists"))
    lines = list(links.figures(labelled, []))
    assert lines[0].startswith("in folds by site")
    assert [line.split()[0] for line in lines[1:]] == ["all", "front"]


def test_labels_by_pattern_name_pages_once() -> None:
    labels = links.labels_by_pattern()
    assert len(labels) > 30
    assert all(set(each) <= {"set", "id", "articles", "either"} for each in labels.values())


def test_the_shipped_judge_reads_lists_drawn_anew() -> None:
    right = wrong = missed = 0
    for drawn in drawn_lists(60, 99):
        found = judged(open_page(drawn.html, {}, drawn.url)).items()
        taken = {anchor.url for anchor, judgement in found if judgement is Judgement.ARTICLE}
        articles = {url for url, is_article in drawn.articles.items() if is_article}
        right += len(taken & articles)
        wrong += len(taken - articles)
        missed += len(articles - taken)
    assert right / (right + wrong) > 0.95
    assert right / (right + missed) > 0.95
