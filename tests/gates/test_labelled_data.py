"""The production extractor on labelled pages of the web, where these are at hand
(LABELLED_DATA).
"""

from pathlib import Path

import pytest

from evaluation.summary import failures
from tests.gates import floors
from tests.gates.scores import (
    DAILY_PAGES,
    LABELLED,
    MAX_PAGES,
    MIN_PAGES,
    evaluate,
    labelled_pages,
    scores,
)

FILE = Path(__file__).parent / "labelled_data.json"
DAILY_FILE = Path(__file__).parent / "labelled_data_daily.json"


@pytest.mark.slow
@pytest.mark.timeout(900)  # Up to a minute and a half of CPU time; more on a shared machine.
@pytest.mark.skipif(not LABELLED.is_dir(), reason="no labelled pages; set LABELLED_DATA")
@pytest.mark.parametrize(
    ("file", "limit"),
    [
        pytest.param(DAILY_FILE, DAILY_PAGES, id="a third of the pages"),
        # The same on more pages; `make gate` reads them too.
        pytest.param(FILE, MAX_PAGES, id="all pages", marks=pytest.mark.heavy),
    ],
)
def test_scores_stay_above_their_floors(file: Path, limit: int) -> None:
    pinned = floors.read(file)
    assert pinned.pinned
    evaluation = evaluate(labelled_pages(limit))
    assert [(case.page.id, case.result.failure) for case in failures(evaluation)] == []
    broken = pinned.broken(scores(evaluation, fewest=MIN_PAGES))
    assert broken == [], "\n".join(broken)
