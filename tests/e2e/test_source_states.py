"""Sources that break in known ways: each shows its state soon, and the others stay healthy."""

from pathlib import Path
from typing import Any

from fakeweb.web import FakeWeb
from storage.database.port import SourceRecord
from testbed.servers.process import free_port
from testbed.stack import Stack, wait_until

GOOD, BROKEN = "harbour-times", "talbote"


def source(name: str, channel: str, address: str, **fields: Any) -> SourceRecord:
    common = {"pace_seconds": 0.0, "interval_seconds": 3, "obey_robots": False}
    return SourceRecord(id=0, name=name, channel=channel, address=address, **{**common, **fields})


def test_each_broken_source_shows_its_state_and_no_other_does(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"BACKOFF_SECONDS": 3, "MAX_ATTEMPTS": 3, "FETCH_TIMEOUT_SECONDS": 5}
    with (
        FakeWeb.start(seed=5, stock=6, sites=(GOOD, BROKEN)) as web,
        Stack(tmp_path / "home", **settings) as stack,
    ):
        web.misbehave(BROKEN, "500", path="/", amount=10_000)
        page = web.address(GOOD)
        stack.add_sources(
            [
                source("good list", "list", page),
                source("good feed", "feed", web.address(GOOD, "/rss.xml")),
                source("wrong pattern", "list", page, patterns=("/never/",)),
                source("page as feed", "feed", page),
                source("server error", "list", web.address(BROKEN)),
                source("refused", "list", f"http://127.0.0.1:{free_port()}/"),
            ]
        )
        for role in ("scheduler", "worker"):
            stack.start(role)
        seen: dict[str, set[str]] = {}

        def settled() -> bool:
            found = stack.states()
            for name, state in found.items():
                seen.setdefault(name, set()).add(state)
            return found == {
                "good list": "healthy",
                "good feed": "healthy",
                "wrong pattern": "failing (no_links)",
                "page as feed": "failing (bad_feed)",
                "server error": "failing (http_5xx)",
                "refused": "failing (connect)",
            }

        wait_until(settled, 120, "every source has its state", lambda: f"{seen}\n{stack.logs()}")
        assert "retrying (http_5xx)" in seen["server error"], seen
        assert "retrying (connect)" in seen["refused"], seen
        for name in ("good list", "good feed"):
            assert seen[name] <= {"new", "working", "healthy"}, seen
        # The server says that nothing has changed; that makes no broken source green.
        wait_until(
            lambda: stack.totals().lists.get("not_modified", 0) >= 4, 60, "more visits", stack.logs
        )
        assert settled(), stack.states()
        assert "server error\tlist\tfailing (http_5xx)" in stack.run("source", "list").stdout
