"""Training the article body on labelled pages of our own: the weights of a page, and the whole
command.
"""

import gzip
import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from extractor import trees
from extractor.body.features import FEATURES
from extractor.page.text import words
from tests.unit.extractor.samples import ENGLISH, article_page
from training import article, pages

TITLE = "Town library opens again"


def write_set(folder: Path, html: list[str], **gold: object) -> None:
    """Write a labelled set of these pages, or add them to it."""
    (folder / "html").mkdir(parents=True, exist_ok=True)
    file = folder / "gold.jsonl"
    lines = file.read_text().split("\n") if file.is_file() else []
    for number, page in enumerate(html, len(lines)):
        name = f"{folder.name}-{number}"
        (folder / "html" / f"{name}.html.gz").write_bytes(gzip.compress(page.encode()))
        lines.append(
            json.dumps({"id": name, "kind": "article", "text": "\n".join(ENGLISH), **gold})
        )
    file.write_text("\n".join(lines))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return a folder with small versions of all sets."""
    for name in pages.SETS:
        html = [article_page(site=f"Site {number} of {name}") for number in range(12)]
        write_set(tmp_path / "data" / name, html)
    return tmp_path / "data"


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Redirect the command's output from the packages."""
    for name in ("FIRST", "SECOND", "CONFIDENCE", "FIGURES"):
        monkeypatch.setattr(article, name, tmp_path / name)
    monkeypatch.setattr(article, "PARAMETERS", {**article.PARAMETERS, "min_data_in_leaf": 2})
    monkeypatch.setattr(
        article, "CONFIDENCE_PARAMETERS", {**article.CONFIDENCE_PARAMETERS, "min_data_in_leaf": 2}
    )
    return tmp_path


def _only(folder: Path, html: str, **gold: object) -> pages.LabelledBlocks:
    for name in pages.SETS:
        write_set(folder / name, [html] if name == "wcxb-dev" else [], **gold)
    return next(pages.samples(folder))


@pytest.mark.slow
def test_the_gold_is_learned_and_reported_three_ways(data: Path, files: Path) -> None:
    result = CliRunner().invoke(article.main, ["--data", str(data)], catch_exceptions=False)
    table = json.loads((files / "FIGURES").read_text())
    assert list(table) == ["trained on", "folds by site", "set left out"]
    rows = {
        *pages.SETS,
        *(f"{name}, {version}" for name in pages.SETS for version in (pages.SHORT, pages.CARDS)),
    }
    assert all(set(found) == rows for found in table.values())
    assert all(score == 100 for found in table.values() for score in found.values())
    assert "set left out" in result.output


@pytest.mark.heavy
def test_the_same_pages_give_the_same_files(data: Path, files: Path) -> None:
    written = []
    for _ in range(2):
        CliRunner().invoke(article.main, ["--data", str(data)], catch_exceptions=False)
        written.append([(files / name).read_bytes() for name in ("FIRST", "SECOND", "CONFIDENCE")])
    assert written[0] == written[1]
    assert trees.load(files / "FIRST").features.max() < len(FEATURES)


def test_a_headline_in_the_gold_has_no_weight(tmp_path: Path) -> None:
    sample = _only(tmp_path, article_page(TITLE), text="\n".join([TITLE, *ENGLISH]))
    by_text = {
        sample.texts[row]: weight for row, weight in zip(sample.rows, sample.weights, strict=True)
    }
    assert by_text[TITLE] == 0
    assert all(by_text[text] > 0 for text in ENGLISH)


def test_a_headline_that_is_not_in_the_gold_is_learned(tmp_path: Path) -> None:
    sample = _only(tmp_path, article_page(TITLE))
    place = sample.rows.tolist().index(sample.texts.index(TITLE))
    assert sample.labels[place] == 0
    assert sample.weights[place] > 0


def test_the_lead_set_apart_belongs_to_the_text(tmp_path: Path) -> None:
    sample = _only(tmp_path, article_page(), text="\n".join(ENGLISH[1:]), summary=ENGLISH[0])
    assert sample.labels[sample.rows.tolist().index(sample.texts.index(ENGLISH[0]))] == 1
    assert sample.gold.total() < sample.fuller.total()


def test_pages_weigh_the_same_whatever_their_length(tmp_path: Path) -> None:
    short = _only(
        tmp_path / "short", article_page(paragraphs=ENGLISH[:2]), text="\n".join(ENGLISH[:2])
    )
    long = _only(tmp_path / "long", article_page())
    assert long.weights.sum() == pytest.approx(short.weights.sum(), rel=1e-6)


def test_a_copy_that_the_gold_does_not_hold_is_not_a_lesson(tmp_path: Path) -> None:
    html = article_page().replace(
        '<div class="foot">', f'<div class="print"><p>{ENGLISH[0]}</p></div><div class="foot">'
    )
    sample = _only(tmp_path, html)
    copies = [index for index, row in enumerate(sample.rows) if sample.texts[row] == ENGLISH[0]]
    assert sorted(sample.weights[copies] > 0) == [False, True]
    assert sorted(sample.labels[copies]) == [0, 1]


def test_drawing_keeps_the_weight_of_the_whole() -> None:
    weights = np.random.default_rng(3).random(20_000) ** 4
    drawn = article._draw(weights, 3_000)
    assert 2_700 < np.count_nonzero(drawn) < 3_300
    heavy = weights > 0.5
    assert drawn[heavy].sum() / drawn.sum() == pytest.approx(
        weights[heavy].sum() / weights.sum(), rel=0.1
    )


def test_a_shortened_article_has_the_beginning_of_the_text(tmp_path: Path) -> None:
    paragraphs = [f"{text} {number}" for number in range(20) for text in ENGLISH]
    _only(tmp_path, article_page(TITLE, paragraphs=paragraphs), text="\n".join(paragraphs))
    whole, short = pages.samples(tmp_path)
    assert (whole.version, short.version) == (pages.SERVED, pages.SHORT)
    kept = [text for text in short.texts if text in paragraphs]
    assert kept == paragraphs[: len(kept)]
    assert short.gold == Counter(words(" ".join(kept)))
    assert [text for text in short.texts if text not in paragraphs] == [
        t for t in whole.texts if t not in paragraphs
    ]
    assert short.weights.sum() == pytest.approx(
        pages.FACTORS[pages.SHORT] * whole.weights.sum(), rel=1e-6
    )
