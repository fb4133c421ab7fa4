"""The overview: what it counts, and how it looks without documents or without their store."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import pytest

from storage.errors import Unavailable
from tests.unit.webui.samples import article, compact
from tests.unit.webui.test_sources_pages import add

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

TODAY = date(2026, 11, 21)


def test_others_hold_all_that_has_no_layer_of_its_own(django: None) -> None:
    from webui.overview.volume import OTHERS, compare_volume, volume

    daily = {TODAY - timedelta(days=back): {f"s{n}": n + 1 for n in range(9)} for back in (0, 3)}
    chart = volume(daily, TODAY)
    assert [layer.name for layer in chart.layers] == ["s8", "s7", "s6", "s5", "s4", OTHERS]
    assert [layer.total for layer in chart.layers] == [18, 16, 14, 12, 10, 20]
    assert chart.totals == [0] * 10 + [45, 0, 0, 45]
    assert compare_volume(chart.totals).share is None
    assert compare_volume([1] * 7 + [2] * 7).share == 1.0


def fill(ports: "Stores", now: datetime) -> None:
    earlier = [
        article(
            f"https://old.example/{n}",
            "Budget talks",
            published=now - timedelta(days=1 + n % 7),
            channel="list",
        )
        for n in range(28)
    ]
    today = [
        article(
            f"https://new.example/{n}", f"Volcano erupts {n}", "Ash over the island.", published=now
        )
        for n in range(6)
    ]
    ports.documents().write(earlier + today)


def overview_of_one_day(client: "Client", ports: "Stores") -> tuple[Any, date]:
    """Fill the store and return its page with the UTC day; once more if a new day begins in
    between.
    """
    while True:
        now = datetime.now(UTC)
        fill(ports, now)
        answer = client.get("/")
        if datetime.now(UTC).date() == now.date():
            return answer, now.date()


def test_analysts_see_volume_and_the_newest(
    browse: Callable[..., "Client"], ports: "Stores"
) -> None:
    client = browse("analyst")
    answer, today = overview_of_one_day(client, ports)
    text = compact(answer.content.decode())
    assert answer.status_code == 200
    assert "<b>6</b><span>Published today</span>" in text
    assert "No topics yet. Check that the stories role is running." in text
    assert (
        f'href="/search/?after={today}&amp;before={today}&amp;zone=UTC" aria-label="{today}: 6"'
        in text
    )
    assert "Volcano erupts 5" in text
    assert "new.example</th>" in text
    assert len(answer.content) < 200_000
    assert browse("analyst").get("/live/").content.decode().count("<html") == 0


def test_today_is_the_readers(browse: Callable[..., "Client"], ports: "Stores") -> None:
    """What was published this day by the clocks of the footer, as a search of the day counts."""
    client = browse("analyst")
    client.cookies["newsloom_zone"] = "Pacific/Kiritimati"
    zone = ZoneInfo("Pacific/Kiritimati")
    midnight = datetime.combine(datetime.now(zone).date(), datetime.min.time(), zone)
    hours = {"yesterday": -1, "early": 0, "morning": 0}
    ports.documents().write(
        [
            article(
                f"https://a.example/{name}",
                f"Printed {name}",
                published=midnight + timedelta(hours=hour),
            )
            for name, hour in hours.items()
        ]
    )
    ports.documents().refresh()
    text = compact(client.get("/").content.decode())
    assert "<b>2</b><span>Published today</span>" in text
    today = midnight.date().isoformat()
    assert f"after={today}&amp;before={today}&amp;zone=Pacific%2FKiritimati" in text
    search = {"after": today, "before": today}
    found = client.get("/search/", search).content.decode()
    assert "Printed early" in found
    assert "Printed yesterday" not in found


def test_an_empty_store_says_what_comes_next(browse: Callable[..., "Client"]) -> None:
    add("Example")
    text = browse("operator").get("/").content.decode()
    assert "No documents yet" in text
    assert "/sources/find/" in text
    assert "/sources/find/" not in browse("analyst").get("/").content.decode()


def test_a_store_that_is_away_is_named(
    browse: Callable[..., "Client"], ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise Unavailable("Elasticsearch", "connection refused")

    monkeypatch.setattr(type(ports.documents()), "aggregate", away)
    answer = browse("admin").get("/")
    assert answer.status_code == 503
    assert "connection refused" in answer.content.decode()
    # Who cannot mend it is not told where it is.
    for_analysts = browse("analyst").get("/").content.decode()
    assert "connection refused" not in for_analysts
