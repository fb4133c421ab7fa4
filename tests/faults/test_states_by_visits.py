"""Each way to break is named within two visits, counted by visits and not by seconds.

No source is due by itself here: the test starts each visit of all sources, and waits until the next
one with looking. Three states need more than visits, so they are shown elsewhere:

* *silent* needs time by its nature: the hours in which the source usually publishes
  (``tests/unit/scheduler/test_quiet.py``);
* *nothing usable* needs two visits with new pages for a source that stored pages before, and the
  three latest visits are judged: so it is named at the third (``tests/unit/watch/test_source_states.py``).
  Here, the source is new;
* *moved*, where only pages move, needs three moved pages, and *changed* a redesign of up to 20
  pages: here, one visit brings them.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from fakeweb.web import FakeWeb
from storage.backends import open_findings
from testbed.stack import Stack, wait_until
from tests.faults import broken_sites
from tests.faults.broken_sites import (
    NEW_PAGES,
    REDESIGNED,
    REFUSED,
    SITES,
    break_sites,
    source,
    sources,
)

PAGES, EMPTY = "plain-11", "plain-12"
HEALTHY = tuple(f"plain-{number:02}" for number in range(1, 9))
NAMED = {
    **broken_sites.NAMED,
    "dns": "failing (dns)",
    "fruitless": "nothing_usable (empty)",
    "pages moved": "moved",
}
STOCK, BEFORE_REDESIGN = 6, 26
"""Pages of each site, and of the redesigned one before the redesign."""
INTERVAL = 86_400


class Visits:
    """Starts visits of all sources, and counts them."""

    def __init__(self, stack: Stack) -> None:
        self._stack = stack
        self._database = stack.home / "newsloom.db"
        self.count = 0

    def start(self) -> None:
        """Make all sources due, and wait until all their runs are finished."""
        self.count += 1
        with closing(sqlite3.connect(self._database, timeout=30)) as rows, rows:
            rows.execute(
                "UPDATE configuration_source SET next_visit = strftime('%Y-%m-%d %H:%M:%f', 'now')"
            )
        wait_until(self._all_finished, 120, f"visit {self.count} ends", self._stack.logs)

    def _all_finished(self) -> bool:
        with closing(sqlite3.connect(self._database, timeout=30)) as rows:
            [sources, due, finished, open_runs] = rows.execute(
                "SELECT (SELECT count(*) FROM configuration_source), (SELECT count(*) FROM "
                "configuration_source WHERE next_visit <= strftime('%Y-%m-%d %H:%M:%f', 'now')), "
                "(SELECT count(*) FROM configuration_run WHERE finished IS NOT NULL), (SELECT "
                "count(*) FROM configuration_run WHERE finished IS NULL)"
            ).fetchone()
        return bool(sources) and not due and not open_runs and finished >= sources


def break_all(web: FakeWeb, doomed: FakeWeb) -> None:
    web.publish(PAGES, 4)
    articles = (
        entry for entry in web.ledger(bodies=False) if entry["host"] == f"{PAGES}.localhost"
    )
    for entry in articles:
        web.misbehave(PAGES, "moved", path="/" + entry["url"].split("/", 3)[3])
    break_sites(web, doomed)


def states(stack: Stack, names: Sequence[str]) -> dict[str, str]:
    found = stack.states()
    return {name: found[name] for name in names}


@pytest.mark.slow
def test_each_way_to_break_is_named_within_two_visits(tmp_path: Path) -> None:
    settings: dict[str, Any] = {
        "BACKOFF_SECONDS": 1,
        "MAX_ATTEMPTS": 2,
        "FETCH_TIMEOUT_SECONDS": 10,
    }
    hosts = (*HEALTHY, *SITES, PAGES, EMPTY)
    with (
        FakeWeb.start(seed=5, stock=STOCK, rate=0, sites=hosts) as web,
        FakeWeb.start(seed=6, stock=4, rate=0, sites=(REFUSED,)) as doomed,
        Stack(tmp_path / "home", **settings) as stack,
    ):
        stack.migrate()
        web.publish(REDESIGNED, BEFORE_REDESIGN)
        good = [source(f"good {host}", web.address(host), seconds=INTERVAL) for host in HEALTHY]
        pages = source("pages moved", web.address(PAGES, "/rss.xml"), "feed", seconds=INTERVAL)
        broken = [pages, *sources(web, doomed, INTERVAL)]
        stack.add_sources([*broken, *good])
        for role in ("scheduler", "worker", "alerts"):
            stack.start(role)
        visits = Visits(stack)
        wait_until(visits._all_finished, 120, "the first visits end", stack.logs)
        before = states(stack, [each.name for each in (*broken, *good)])
        assert set(before.values()) == {"healthy"}, before
        stored = stack.count()

        break_all(web, doomed)
        web.misbehave(EMPTY, "empty")
        # The list itself is sent as it is.
        web.misbehave(EMPTY, "slow", path="/", amount=0)
        late = [
            source("dns", "http://gone.invalid/", seconds=INTERVAL),
            source("fruitless", web.address(EMPTY), seconds=INTERVAL),
        ]
        stack.add_sources(late)
        named: dict[str, int] = {}

        def note() -> bool:
            """Note at which visit each source shows its state; the observer looks every three
            seconds.
            """
            for name, state in states(stack, list(NAMED)).items():
                # What changed first in a redesign depends on the chance of the pages.
                if state == NAMED[name] or state.partition(" ")[0] == NAMED[name]:
                    named.setdefault(name, visits.count)
            return named.keys() == NAMED.keys()

        for _ in range(2):
            visits.start()
            wait_until(
                lambda: note() or visits.count == 1,
                60,
                "named",
                lambda: f"{named} {stack.states()}",
            )
        assert named.keys() == NAMED.keys(), (named, stack.states())
        assert max(named.values()) <= 2, named
        assert set(states(stack, [each.name for each in good]).values()) == {"healthy"}
        with closing(open_findings(stack.settings)) as findings:
            counts = findings.shape_counts()
        redesign = len(broken)
        assert counts[redesign] - STOCK - BEFORE_REDESIGN == NEW_PAGES
        # What has moved is not stored under the new host again.
        assert stack.count() == stored + NEW_PAGES + 4
