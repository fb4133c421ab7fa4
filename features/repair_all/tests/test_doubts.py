"""When a proposed repair may be accepted without a look at it."""

from typing import Any

import pytest

from features.repair_all.doubts import Doubt, doubts

SURE: dict[str, Any] = {
    "links": 12,
    "before": 0,
    "stored": 20,
    "covered": 10,
    "is_same_site": True,
    "is_watched": False,
}


def test_what_would_have_found_half_of_the_documents_is_sure() -> None:
    assert doubts(**SURE) == []
    assert doubts(**SURE | {"before": None}) == []
    assert doubts(**SURE | {"before": 11}) == []


@pytest.mark.parametrize(
    ("changed", "doubt"),
    [
        ({"is_same_site": False}, Doubt.OTHER_SITE),
        ({"links": 2}, Doubt.FEW_LINKS),
        ({"before": 12}, Doubt.NO_MORE_LINKS),
        ({"stored": 2, "covered": 2}, Doubt.FEW_DOCUMENTS),
        ({"covered": 9}, Doubt.OTHER_DOCUMENTS),
        ({"is_watched": True}, Doubt.WATCHED),
    ],
)
def test_each_doubt_is_named(changed: dict[str, Any], doubt: Doubt) -> None:
    assert doubts(**SURE | changed) == [doubt]
