"""The production extractor on pages of our own must not fall under the scores pinned in
own_pages.json.
"""

from pathlib import Path

import pytest

from evaluation.datasets import find_sets, load
from evaluation.run import Evaluation
from evaluation.summary import failures
from tests.gates import floors
from tests.gates.own_pages import CASES, write_sets
from tests.gates.scores import evaluate, scores

FILE = Path(__file__).parent / "own_pages.json"


@pytest.fixture(scope="module")
def evaluation(tmp_path_factory: pytest.TempPathFactory) -> Evaluation:
    folder = tmp_path_factory.mktemp("own")
    write_sets(folder)
    return evaluate(page for name in find_sets(folder) for page in load(name))


def test_scores_stay_above_their_floors(evaluation: Evaluation) -> None:
    pinned = floors.read(FILE)
    assert pinned.pinned
    broken = pinned.broken(scores(evaluation))
    assert broken == [], "\n".join(broken)


def test_no_page_makes_the_extractor_fail(evaluation: Evaluation) -> None:
    assert [(case.page.id, case.result.failure) for case in failures(evaluation)] == []
    assert [guess.page.id for guess in evaluation.guesses if not guess.kind] == []


def test_every_case_has_page_and_gold() -> None:
    pages = {file.stem for file in CASES.glob("*.html")}
    assert len(pages) >= 40
    assert pages == {file.stem for file in CASES.glob("*.json")}
