"""Training the judge of records: what it learns from values, and that it does so the same way."""

from typing import Any

import numpy as np
import pytest

from extractor.forum.judge import as_judge
from training import thread_judge
from training.thread_judge import learn_judge
from training.thread_pages import Choice

_FACTS = 4


class _Page:
    """A labelled page, as far as training asks."""

    def __init__(self, number: int) -> None:
        self.set, self.site = "own", f"site{number}.example"


def _choices(count: int, seed: int) -> list[Choice]:
    """Return pages with eight sets of several records and four single ones; the first fact of a set
    is what it is worth, the second one is larger for single ones by turns of the pages.
    """
    rng = np.random.default_rng(seed)
    found = []
    for number in range(count):
        facts = rng.random((12, _FACTS)).astype(np.float32)
        counts = np.where(np.arange(12) >= 8, 1, 2)
        lone = counts == 1
        worth = facts[:, 0].astype(np.float64) * np.where(lone == (number % 2 == 0), 1.0, 0.3)
        facts[:, 1] = number % 2
        page: Any = _Page(number)
        found.append(Choice(page, facts, counts, worth))
    return found


@pytest.fixture(scope="module")
def learned() -> dict[str, dict[str, Any]]:
    return learn_judge(_choices(160, 1))


def test_the_sets_of_most_value_are_rated_best(learned: dict[str, dict[str, Any]]) -> None:
    judge = as_judge(learned)
    values, best = [], []
    for page in _choices(40, 2):
        sets = [((n, n + 1),) if lone else ((n, n + 1),) * 2 for n, lone in enumerate(page.lone)]
        chosen = judge.rated(sets, page.facts)[0][1]
        values.append(page.values[chosen[0][0]])
        best.append(page.values.max())
    assert np.mean(values) > 0.9 * np.mean(best)


def test_the_same_pages_give_the_same_forests(learned: dict[str, dict[str, Any]]) -> None:
    again = learn_judge(_choices(160, 1))
    for name, forest in learned.items():
        for key, array in forest.items():
            np.testing.assert_array_equal(array, again[name][key])


def test_what_is_written_is_what_was_learned(
    learned: dict[str, dict[str, Any]], tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thread_judge, "file_of", tmp_path.joinpath)
    thread_judge.save_judge(learned)
    with np.load(tmp_path / "several") as file:
        np.testing.assert_array_equal(file["values"], learned["several"]["values"])
