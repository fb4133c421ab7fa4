"""Training the weights of threads on labelled pages of our own: the choice of posts, and the whole
command.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from evaluation.datasets import load
from extractor.extraction import open_page
from extractor.forum.gate import MODEL
from extractor.forum.judge import NAMES as NAMES_OF_FORESTS
from extractor.forum.judge import judge
from extractor.forum.marked import MarkedPage
from extractor.forum.newsloom import find_posts
from extractor.forum.posts import read_posts
from extractor.forum.thread import evidence_of
from extractor.forum.weights import BIAS, weights
from extractor.results import Hints
from extractor.trees import load as load_forest
from tests.unit.evaluation.samples import write_set
from tests.unit.extractor.forum.engines import ENGINES, ENTRIES, Entry
from tests.unit.extractor.samples import COLLECTED, article_page
from training import thread_gate, thread_judge, thread_pages, threads
from training.thread_parts import Options

NAMES = sorted(ENGINES)
MADE = 17
"""Made-up threads in these tests, one of each family."""


def _gold(entries: Sequence[Entry], **more: Any) -> dict[str, Any]:
    posts = [
        {
            "kind": "reply",
            "author": entry.author,
            "time_iso": entry.when.isoformat(),
            "body": entry.body,
        }
        for entry in entries
    ]
    return {"kind": "forum", "posts": posts, **more}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All sets: threads of many engines on sites of their own, and articles with dated comments.

    The gold of some threads has a post that is not on the page, because the confidence learns from
    errors.
    """
    folder = tmp_path_factory.mktemp("data")
    pages = [
        (
            _gold(ENTRIES, id=name, url=f"http://forum.{name}.org/thread/1"),
            ENGINES[name](ENTRIES[index % 2 :]),
        )
        for index, name in enumerate(NAMES)
    ]
    half = len(pages) // 2
    dated = "".join(
        f"<li><time>{entry.when:%Y-%m-%d %H:%M}</time> <p>{entry.body}</p></li>"
        for entry in ENTRIES * 2
    )
    remarks = article_page().replace('<div class="foot">', f'<ol>{dated}</ol><div class="foot">')
    articles = [
        (
            {"id": f"{name}-news", "url": f"http://{name}-news.org/talk/1", "kind": "article"},
            remarks,
        )
        for name in NAMES[:8]
    ]
    write_set(folder / "wcxb-dev", [*pages[:half], *articles])
    write_set(folder / "web-forum-52", pages[half : half + 4])
    write_set(folder / "mixed-forums", pages[half + 4 : -3])
    write_set(folder / "forum-threads", pages[-3:])
    write_set(folder / "mixed-articles", articles[:2])
    write_set(folder / "blogs-2012", articles[2:4])
    for name in thread_gate.CHECKED:
        write_set(folder / name, articles[:1])
    return folder


@pytest.fixture(scope="module")
def run(data: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, list[bytes]]:
    """What the command prints and writes."""
    return _train(data, tmp_path_factory.mktemp("run"))


def _train(data: Path, folder: Path) -> tuple[str, list[bytes]]:
    """Run the command; it writes into the folder instead of into the packages."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("FILE", "FIGURES"):
            patch.setattr(threads, name, folder / name)
        patch.setattr(thread_judge, "file_of", folder.joinpath)
        # With so few pages, no fact would be worth a question.
        patch.setitem(thread_judge.PARAMETERS, "feature_pre_filter", False)
        patch.setattr(thread_pages, "MADE", MADE)
        result = CliRunner().invoke(threads.main, ["--data", str(data)], catch_exceptions=False)
    written = [(folder / name).read_bytes() for name in ("FILE", "FIGURES", *NAMES_OF_FORESTS)]
    return result.output, written


@pytest.mark.slow
def test_weights_are_learned_and_reported_four_ways(run: tuple[str, list[bytes]]) -> None:
    output, (written, figures, *_forests) = run
    parts = {"opening", "bodies", "glance", "confidence"}
    assert set(json.loads(written)) == parts
    assert "set left out" in output
    table = json.loads(figures)
    assert list(table) == ["trained on", "folds by site", "engines left out", "set left out"]
    for name in thread_pages.SETS:
        assert table["trained on"][f"{name}, F1 of posts"] > 90
        assert f"{name}:hash-names, F1 of posts" in table["folds by site"]


@pytest.mark.heavy
def test_the_same_pages_give_the_same_weights(
    run: tuple[str, list[bytes]], data: Path, tmp_path: Path
) -> None:
    assert _train(data, tmp_path) == run


@pytest.mark.slow
def test_a_gate_is_learned_and_reported_in_folds_and_left_out(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("FILE", "FIGURES", "MODEL"):
        monkeypatch.setattr(thread_gate, name, tmp_path / name)
    monkeypatch.setattr(thread_pages, "MADE", MADE)
    result = CliRunner().invoke(thread_gate.main, ["--data", str(data)], catch_exceptions=False)
    assert "set left out" in result.output
    assert set(json.loads((tmp_path / "FILE").read_bytes())["glance"]) == set(weights().glance)
    assert load_forest(tmp_path / "MODEL").outputs == 1
    table = json.loads((tmp_path / "FIGURES").read_bytes())
    assert list(table) == ["folds by site", "set left out"]
    for name in thread_pages.SETS:
        assert f"{name}:hash-names:no-address, threads kept" in table["folds by site"]
        assert table["folds by site"][f"{name}, threads kept"] > 90
    assert table["folds by site"]["wcxb-dev, false threads"] == 0
    assert "news-world, false threads" in table["set left out"]


def _choice(folder: Path, html: str, posts: Sequence[Entry]) -> thread_pages.Choice:
    write_set(folder / "own", [(_gold(posts, id="page", url="http://forum.example.org/1"), html)])
    found = thread_pages.choice(load(folder / "own")[0])
    assert found
    return found


def test_some_set_is_worth_all_posts_and_others_less(tmp_path: Path) -> None:
    values = _choice(tmp_path, ENGINES["xenforo"](ENTRIES), ENTRIES).values
    assert max(values) == 1
    assert min(values) < 1


def test_a_record_around_everything_holds_no_post(tmp_path: Path) -> None:
    many = [entry for _ in range(6) for entry in ENTRIES]
    found = _choice(tmp_path, ENGINES["xenforo"](many), many)
    assert found.lone.any()
    assert found.values[found.lone].max() < 1


def test_what_holds_for_the_better_boxes_weighs_more() -> None:
    good, bad = (
        {"time": 1.0, "linked": 0.0, "share": 1.0},
        {"time": 0.0, "linked": 1.0, "share": 1.0},
    )
    learned = threads.learn_choice([Options([bad, good, bad], [0.0, 1.0, 0.2])] * 5)
    assert learned["time"] > 0 > learned["linked"]
    assert learned["share"] == 0


def test_thread_pages_are_read_in_all_versions(data: Path) -> None:
    pages = thread_pages.threads(data)
    names = {page.set for page in pages if not thread_pages.is_made(page)}
    assert names == {
        *thread_pages.SETS,
        *(f"{name}:{change}" for name in thread_pages.SETS for change in ("hash-names", "bare")),
    }
    assert sum(map(thread_pages.is_made, pages)) == thread_pages.MADE
    assert {page.kind for page in thread_pages.others(data, thread_pages.OTHERS)} == {"article"}


def test_versions_of_a_page_are_in_the_fold_of_their_site(data: Path) -> None:
    pages = thread_pages.threads(data)
    assert len({thread_pages.fold(page.site) for page in pages}) > 1


def test_engines_are_told_by_the_elements_of_their_posts(tmp_path: Path) -> None:
    def page(name: str, classes: str) -> tuple[dict[str, Any], str]:
        posts = "".join(f'<div class="{classes}">{entry.body}</div>' for entry in ENTRIES)
        gold = _gold(ENTRIES, id=name, url=f"http://www.{name}.org/1")
        for place, post in enumerate(gold["posts"], 1):
            post["xpath"] = f"/html/body/div[{place}]"
        return gold, f"<html><body>{posts}</body></html>"

    write_set(
        tmp_path / "own", [page("one", "post a1"), page("two", "post b2"), page("three", "message")]
    )
    found = thread_pages.engines(load(tmp_path / "own"))
    assert found["one"] == found["two"] != found["three"]


def test_the_shipped_weights_are_those_of_the_facts_that_there_are() -> None:
    page = open_page(
        ENGINES["phpbb"](ENTRIES).encode(),
        "http://forum.example.org/1",
        {},
        Hints(collected=COLLECTED),
    )
    marked = MarkedPage(page)
    records = find_posts(marked)
    posts = read_posts(marked, records)
    evidence = evidence_of(marked, records)
    facts = marked.record_facts.features(records)
    for rater in (judge().several, judge().lone):
        assert len(rater.weights) == len(facts) > rater.forest.features.max()
    clarity = 4  # facts of each of the two choices
    assert judge().is_lone.features.max() < 3 * len(facts) + 2 * clarity
    assert set(weights().glance) == {BIAS, *marked.glance}
    names = list(evidence.facts(posts))
    assert load_forest(MODEL).features.max() < len(names)
    assert set(names) > thread_gate.RISING | thread_gate.FALLING
    assert set(weights().confidence) == {BIAS, *evidence.facts_of_confidence(posts)}
