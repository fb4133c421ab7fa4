"""Sources that break in nine ways while forty healthy ones run beside them: each shows its state
within two visits.
"""

import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from fakeweb.web import FakeWeb
from storage.backends import open_counters
from storage.counters.events import Event
from storage.outcomes import Outcome
from testbed.stack import Stack, wait_until
from tests.e2e.conftest import stores  # noqa: F401 both profiles
from tests.faults.broken_sites import (
    MOVED,
    NAMED,
    REDESIGNED,
    REFUSED,
    SITES,
    break_sites,
    source,
    sources,
)

ATTEMPTS, INTERVAL = 2, 6
HEALTHY = tuple(f"plain-{number:02}" for number in range(1, 15))
BROKEN = {**NAMED, "dns": "failing (dns)", "silence": "silent"}


def publish_in_the_past(stack: Stack, source_id: int) -> None:
    """Let the counters know a source that published every day until nine days ago."""
    at = time.time()
    with closing(open_counters(stack.settings)) as counters:
        counters.record(
            [
                Event(
                    source_id=source_id,
                    run_id="past",
                    channel="list",
                    site="a",
                    outcome=Outcome.STORED,
                    url="http://a/",
                    at=at - days * 86_400,
                )
                for days in range(9, 20)
            ]
        )


@pytest.mark.slow
def test_each_broken_source_is_named_and_no_healthy_one(
    tmp_path: Path,
    stores: dict[str, str],  # noqa: F811
) -> None:
    settings = {"BACKOFF_SECONDS": 1, "MAX_ATTEMPTS": ATTEMPTS, "FETCH_TIMEOUT_SECONDS": 10}
    with (
        FakeWeb.start(seed=5, stock=4, rate=0, sites=(*HEALTHY, *SITES)) as web,
        FakeWeb.start(seed=6, stock=4, rate=0, sites=(REFUSED,)) as doomed,
        Stack(tmp_path / "home", stores, **settings) as stack,
    ):
        stack.migrate()
        web.publish(REDESIGNED, 26)
        good = [
            source(
                f"good {host} {number}", f"{web.address(host)}?edition={number}", seconds=INTERVAL
            )
            for host in HEALTHY[:10]
            for number in range(4)
        ]
        broken = sources(web, doomed, INTERVAL)
        stack.add_sources([*broken, *good])
        for role in ("scheduler", "worker", "alerts"):
            stack.start(role)
        names = {each.name for each in (*broken, *good)}

        def settled(wanted: Callable[[], dict[str, str]]) -> Callable[[], bool]:
            return lambda: wanted().items() <= stack.states().items()

        healthy = dict.fromkeys(names, "healthy")
        wait_until(settled(lambda: healthy), 120, "all are healthy", lambda: str(stack.states()))
        wait_until(stack.idle, 120, "all pages are stored", stack.logs)
        stored = stack.count()
        moved_before = len(web.requests(f"new.{MOVED}"))

        break_sites(web, doomed)
        # All pages of the silent one are known: another source has found them.
        silent = source("silence", f"{web.address(HEALTHY[0])}?edition=9", seconds=INTERVAL)
        stack.add_sources([silent, source("dns", "http://gone.invalid/", seconds=INTERVAL)])
        publish_in_the_past(stack, len(broken) + len(good) + 1)

        seen: dict[str, set[str]] = {}

        def all_named() -> bool:
            found = stack.states()
            for name, state in found.items():
                seen.setdefault(name, set()).add(state)
            return {
                name: state.partition(" ")[0] for name, state in found.items() if name in BROKEN
            } == {name: state.partition(" ")[0] for name, state in BROKEN.items()}

        wait_until(
            all_named,
            100,
            "each broken source has its state",
            lambda: str(
                {name: states for name, states in seen.items() if not name.startswith("good ")}
            ),
        )
        reasons = {name: seen[name] for name in BROKEN}
        assert all(BROKEN[name] in reasons[name] for name in BROKEN if "(" in BROKEN[name]), reasons
        alarms = {
            name: states - {"healthy"} for name, states in seen.items() if name.startswith("good ")
        }
        assert not any(alarms.values()), alarms

        # A site that has moved keeps its identity: nothing is fetched or stored under the new host
        # again.
        paths = {request["path"] for request in web.requests(f"new.{MOVED}")}
        assert len(web.requests(f"new.{MOVED}")) > moved_before
        assert paths == {"/"}, paths
        assert stack.count() == stored + 18

        def timeline() -> str:
            return stack.run("events", "--kind", "source", "--count", "500").stdout

        def all_told() -> bool:
            told = timeline()
            # Newsloom looks for silent sources only every five minutes.
            return all(f"\t{name}: " in told for name in BROKEN.keys() - {"silence"})

        wait_until(all_told, 60, "events", stack.logs)
        assert "good " not in timeline()
