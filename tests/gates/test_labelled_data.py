"""The production extractor on labelled pages of the web, where these are at hand
(LABELLED_DATA).
"""

from pathlib import Path

import pytest

from evaluation.summary import failures
from tests.gates import floors
from tests.gates.scores import LABELLED, MIN_PAGES, evaluate, labelled_pages, scores

FILE = Path(__file__).parent / "labelled_data.json"


@pytest.mark.slow
@pytest.mark.timeout(900)  # A minute of CPU time; more where the machine is shared.
@pytest.mark.skipif(not LABELLED.is_dir(), reason="no labelled pages; set LABELLED_DATA")
def test_scores_stay_above_their_floors() -> None:
    pinned = floors.read(FILE)
    assert pinned.pinned
    evaluation = evaluate(labelled_pages())
    assert [(case.page.id, case.result.failure) for case in failures(evaluation)] == []
    broken = pinned.broken(scores(evaluation, fewest=MIN_PAGES))
    assert broken == [], "\n".join(broken)
