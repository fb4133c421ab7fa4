"""The recall meter: what a site's feed and its list page miss of each other."""

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.watch.test_events import observer, texts
from tests.unit.webui.samples import compact
from tests.unit.webui.test_sources_pages import add
from tests.unit.webui.test_sources_table import run
from watch.sources.recall import Compared, LinkTimes, Recall, comparable, recalls

if TYPE_CHECKING:
    from django.test import Client

    from watch.events.observer import Observer
    from watch.stores import Stores

__all__ = ["observer"]
Browse = Callable[..., "Client"]
NOW, HOUR = 1_800_000_000.0, 3_600.0
FEED, LIST = (
    Compared(
        id=number, channel=channel, address=f"https://www.a.example/{channel}", interval_seconds=900
    )
    for number, channel in ((1, "feed"), (2, "list"))
)


def links(*numbers: int, first: float = NOW - 24 * HOUR) -> LinkTimes:
    """Return links that were found one in ten minutes from ``first`` on."""
    return {f"link-{number}": first + 600.0 * number for number in numbers}


def test_what_a_list_misses_of_its_feed_and_the_reverse() -> None:
    found = recalls([FEED, LIST], {1: links(*range(100)), 2: links(*range(0, 100, 4))}, NOW)
    assert found[2] == Recall(channel="feed", shown=99, missed=75)
    assert found[2].is_low
    assert found[1] == Recall(channel="list", shown=24, missed=0)
    assert found[1].share == 1.0


@pytest.mark.parametrize(
    ("feed", "page"),
    [
        pytest.param(links(*range(9)), links(0), id="few links"),
        pytest.param(links(*[0] * 1), links(*range(9)), id="only a first visit"),
        pytest.param(
            dict.fromkeys(map(str, range(50)), NOW - 9 * HOUR),
            links(0),
            id="all at the first visit",
        ),
        pytest.param(
            links(*range(50), first=NOW - HOUR), links(0, first=NOW - HOUR), id="too young"
        ),
        pytest.param(links(*range(50)), {}, id="a list that was never read"),
        pytest.param(
            links(*range(40)), links(*range(60, 90)), id="before the oldest link that is kept"
        ),
    ],
)
def test_too_little_is_known(feed: LinkTimes, page: LinkTimes) -> None:
    assert 2 not in recalls([FEED, LIST], {1: feed, 2: page}, NOW)


def test_several_feeds_are_one_measure() -> None:
    other = Compared(
        id=3, channel="feed", address="https://a.example/sport.xml", interval_seconds=900
    )
    found = recalls(
        [FEED, LIST, other],
        {1: links(*range(20)), 2: links(0, 5, 25), 3: links(0, *range(10, 30))},
        NOW,
    )
    assert found[2] == Recall(channel="feed", shown=29, missed=27)


def test_only_sites_with_both_are_compared() -> None:
    elsewhere = Compared(id=3, channel="list", address="https://b.example/", interval_seconds=900)
    board = Compared(id=4, channel="board", address="https://b.example/forum", interval_seconds=900)
    assert comparable([FEED, elsewhere, LIST, board]) == [[FEED, LIST]]


@given(
    st.dictionaries(st.integers(0, 200), st.floats(0, 2e9)),
    st.dictionaries(st.integers(0, 200), st.floats(0, 2e9)),
)
def test_a_recall_is_a_share_of_what_was_compared(
    feed: dict[int, float], page: dict[int, float]
) -> None:
    known = {
        1: {str(key): at for key, at in feed.items()},
        2: {str(key): at for key, at in page.items()},
    }
    for source_id, recall in recalls([FEED, LIST], known, NOW).items():
        assert 0 <= recall.missed <= recall.shown <= len(known[3 - source_id])
        assert 0.0 <= recall.share <= 1.0


def test_a_low_recall_is_evidence_with_a_next_step(
    observer: "Observer", ports: "Stores", browse: Browse
) -> None:
    feed, page = (
        add(channel, channel=channel, address=f"https://a.example/{channel}")
        for channel in ("feed", "list")
    )
    for source in (feed, page):
        run(source, lists={"listed": 1}, pages={"stored": 1})
    start = (timezone.now() - timedelta(hours=5)).timestamp()
    for step in range(48):
        ports.findings().record_links(feed.pk, [f"f{step}"], start + 60 * step)
        ports.findings().record_links(page.pk, [f"f{step // 4 * 4}"], start + 60 * step)
    observer.look()
    client = browse("operator")
    state = client.get(f"/api/v1/sources/{page.pk}").json()["state"]
    assert (state["name"], state["recall"]["channel"]) == ("healthy", "feed")
    assert (state["recall"]["shown"], state["recall"]["missed"]) == (47, 36)
    missed = "Of the last 47 links that the feeds of this site showed, this source missed 36."
    assert state["evidence"] == missed
    assert "If it should find all that they show, repair it." in state["what_to_do"]
    shown = compact(client.get(f"/sources/{page.pk}/").content.decode())
    assert "Misses much of its site" in shown
    assert missed in shown
    assert f'action="/sources/{page.pk}/repair/"' in shown
    good = compact(client.get(f"/sources/{feed.pk}/").content.decode())
    assert "100%" in good
    assert "Misses much of its site" not in good
    metrics = browse("").get("/metrics").content.decode()
    assert f'newsloom_source_recall{{source="{page.pk}"}} 0.23' in metrics
    assert texts("source") == []
    # A source that is gone is not compared any more.
    feed.delete()
    observer._comparison._last = None
    observer.look()
    assert client.get(f"/api/v1/sources/{page.pk}").json()["state"]["recall"] is None
