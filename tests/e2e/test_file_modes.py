"""Only the user that runs Newsloom can read what it writes: stores, logs, caches and keys."""

import os
import stat
import urllib.request
from pathlib import Path

from fakeweb.web import FakeWeb
from testbed.servers.process import free_port
from testbed.stack import Stack, records, wait_until, ways_in
from tests.e2e.browser import answering

_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def open_to_others(folder: Path) -> list[str]:
    """Return the files and folders that the group or others may use, with their modes."""
    found = [folder, *folder.rglob("*")]
    return [f"{path} {path.lstat().st_mode:o}" for path in found if path.lstat().st_mode & _OTHERS]


def test_nothing_below_the_home_is_open_to_others(tmp_path: Path) -> None:
    earlier = os.umask(0o022)
    try:
        with (
            FakeWeb.start(seed=11, stock=4) as web,
            Stack(tmp_path / "test", HOME=tmp_path / "home", WEB_PORT=free_port()) as stack,
        ):
            stack.run("migrate")
            stack.add_sources(
                records(ways_in(web.sources())[:4], interval_seconds=10, pace_seconds=0.01)
            )
            stack.start("run")
            with urllib.request.urlopen(f"{answering(stack)}/login/") as page:
                assert page.status == 200
            wait_until(lambda: stack.count() > 3, 90, "pages are stored", stack.logs)
            assert open_to_others(tmp_path / "home") == []
            written = {path.name for path in (tmp_path / "home").rglob("*")}
    finally:
        os.umask(earlier)
    assert {
        "newsloom.db",
        "queue.db",
        "documents.db",
        "stats.db",
        "workers.db",
        "secret_key",
        "web.log",
        "worker-1.log",
    } <= written
