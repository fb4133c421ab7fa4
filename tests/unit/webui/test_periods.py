"""The periods that pages offer: which of them is marked."""

from datetime import date

import pytest

from webui.periods import LAST_WEEK, THIS_WEEK, TODAY, YESTERDAY, offer

MONDAY, TUESDAY = date(2026, 11, 30), date(2026, 12, 1)


@pytest.mark.parametrize(
    ("today", "present", "marked"),
    [
        (MONDAY, ("2026-11-30", ""), ["Today"]),
        (TUESDAY, ("2026-11-30", ""), ["This week"]),
        (TUESDAY, ("2026-12-01", ""), ["Today"]),
        (TUESDAY, ("2026-11-30", "2026-11-30"), ["Yesterday"]),
        (MONDAY, ("2026-11-29", ""), []),
        (MONDAY, ("2026-11-23", "2026-11-29"), ["Last week"]),
        (TUESDAY, ("2026-11-23", "2026-11-29"), ["Last week"]),
        (MONDAY, ("", ""), []),
    ],
)
def test_of_two_periods_that_are_the_same_today_the_narrower_is_marked(
    today: date, present: tuple[str, str], marked: list[str]
) -> None:
    codes = (TODAY, YESTERDAY, THIS_WEEK, LAST_WEEK, "-7d")
    offered = offer(codes, today, present, lambda after, before: f"?{after}/{before}")
    assert [each.label for each in offered if each.chosen] == marked
    assert len(offered) == len(codes)
