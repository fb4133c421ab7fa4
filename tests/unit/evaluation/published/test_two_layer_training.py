"""The training of the two-layer trees: labels, reproducibility, and the shipped file."""

import gzip
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from evaluation.published import two_layer
from evaluation.published.two_layer_features import outline
from tests.gates.scores import LABELLED
from tests.unit.evaluation.published.pages import page_of, paragraphs
from tests.unit.extractor.samples import CHINESE, ENGLISH, RUSSIAN, article_page
from training import two_layer as training


def _folder(top: Path) -> Path:
    """Write sets of our own pages under the names that the trees are trained on."""
    for name in training.SETS:
        (top / name / "html").mkdir(parents=True)
        golds = []
        for number in range(40):
            texts = [ENGLISH, CHINESE, RUSSIAN][number % 3][number % 2 :]
            page = article_page(
                title=f"Town library opens again, part {number}", paragraphs=(*texts, "Share this")
            )
            (top / name / "html" / f"{number}.html.gz").write_bytes(gzip.compress(page.encode()))
            url = f"http://library-of-town-{number}.org/" if name == training.SETS[0] else ""
            golds.append(
                {"id": str(number), "url": url, "kind": "article", "text": "\n".join(texts)}
            )
        (top / name / "gold.jsonl").write_text("\n".join(map(json.dumps, golds)), "utf-8")
    return top


def _train(data: Path, out: Path, *options: str) -> str:
    done = CliRunner().invoke(training.main, ["--data", str(data), "--out", str(out), *options])
    assert done.exit_code == 0, done.output
    return done.output


def test_the_governing_node_is_the_smallest_that_holds_the_content() -> None:
    html = f"<body><p>menu</p><div><h1>Head</h1><div>{paragraphs('one two', 'three four')}</div></div></body>"
    seen = outline(page_of(html).steps)
    content = [paragraph.text in ("one two", "three four") for paragraph in seen.paragraphs]
    governing = seen.nodes[training.governing_node(seen, content)]
    assert (governing.tag, governing.first, governing.end) == ("div", 2, 4)


def test_the_same_pages_give_the_same_trees_and_these_know_them(tmp_path: Path) -> None:
    data = _folder(tmp_path / "data")
    _train(data, tmp_path / "one.json")
    _train(data, tmp_path / "two.json")
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()
    trees = two_layer.read_trees(json.loads((tmp_path / "one.json").read_text("utf-8")))
    seen = outline(
        page_of(article_page(title="Another headline", paragraphs=(*ENGLISH, "Share this"))).steps
    )
    assert [seen.paragraphs[place].text for place in two_layer.choose(seen, trees)] == list(ENGLISH)


def test_figures_are_printed_three_ways_and_nothing_is_written(tmp_path: Path) -> None:
    said = _train(_folder(tmp_path / "data"), tmp_path / "none.json", "--figures")
    assert (
        said.count("seen in training")
        == said.count("folds by site")
        == said.count("whole set left out")
        == 3
    )
    assert not (tmp_path / "none.json").exists()


@pytest.mark.heavy
@pytest.mark.skipif(not (LABELLED / "wcxb-dev").is_dir(), reason="the labelled pages are not here")
def test_the_shipped_trees_are_those_of_the_labelled_pages(tmp_path: Path) -> None:
    _train(LABELLED, tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == training.OUT.read_bytes()
