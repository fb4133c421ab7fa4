"""A worker works with the secrets that Kubernetes and systemd give it: without the database."""

from pathlib import Path

from fakeweb.web import FakeWeb
from tests.servers.process import free_port
from tests.stack import Stack, records, wait_until, ways_in


def test_a_worker_needs_no_database(tmp_path: Path) -> None:
    with FakeWeb.start(seed=3, stock=4) as web, Stack(tmp_path / "home") as stack:
        stack.migrate()
        stack.add_sources(
            records(ways_in(web.sources())[:4], interval_seconds=600, pace_seconds=0.01)
        )
        stack.start("scheduler")
        stack.environment["NEWSLOOM_DATABASE_URL"] = (
            f"mysql://nobody:wrong@127.0.0.1:{free_port()}/none"
        )
        stack.start("worker", "--processes", "2")
        wait_until(lambda: stack.count() > 3, 120, "pages are stored", stack.logs)
        assert stack.stop() == [0, 0]
        assert (
            "refused"
            not in "".join(path.read_text() for path in stack.home.glob("worker-*.log")).lower()
        )
