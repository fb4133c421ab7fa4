"""The budget of a source on its page, and that a source that waits for the next day is not called
silent.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from storage.budgets.days import budget_day
from storage.counters.events import Event
from storage.outcomes import Outcome
from tests.unit.webui.samples import compact
from tests.unit.webui.test_sources_pages import add

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]


def take(ports: "Stores", source_id: int, pages: int, most: int, zone: str = "") -> None:
    day = budget_day(datetime.now(UTC), zone).name
    for number in range(pages):
        ports.budgets().take(source_id, day, f"page {number}", most)


@pytest.mark.parametrize(
    ("pages", "used", "is_over"), [(480, "480 of 500", False), (502, "500 of 500", True)]
)
def test_its_page_says_how_much_is_used(
    browse: Browse, ports: "Stores", pages: int, used: str, is_over: bool
) -> None:
    source = add("Example", pages_a_day=500, time_zone="Asia/Shanghai")
    take(ports, source.pk, pages, 500, "Asia/Shanghai")
    page = compact(browse("operator").get(f"/sources/{source.pk}/").content.decode())
    assert f"{used} pages today" in page
    assert ("goes on at 00:00 (Asia/Shanghai)" in page) is is_over
    assert ("pages waiting: 2" in page) is is_over


def test_a_source_without_a_limit_has_no_budget(browse: Browse) -> None:
    assert (
        "pages today"
        not in browse("operator").get(f"/sources/{add('Example').pk}/").content.decode()
    )


def test_it_is_not_silent_while_its_pages_wait(browse: Browse, ports: "Stores") -> None:
    from watch.sources.states import judge_sources

    def silent() -> set[int]:
        judged = judge_sources([limited.pk, quiet.pk], ports, now).found
        return {pk for pk, one in judged.items() if one.silence}

    now = datetime.now(UTC)
    limited, quiet = add("Limited", pages_a_day=1), add("Quiet", pages_a_day=1)
    for source in (limited, quiet):
        ports.counters().record(
            [
                Event(
                    source_id=source.pk,
                    run_id="r",
                    channel="list",
                    site="a.example",
                    outcome=Outcome.STORED,
                    url="https://a.example/1",
                    at=(now - timedelta(days=days)).timestamp(),
                )
                for days in range(5, 25)
            ]
        )
    assert silent() == {limited.pk, quiet.pk}
    take(ports, limited.pk, 2, 1)
    assert silent() == {quiet.pk}
