"""``newsloom source list`` in a process of its own, which has no web interface."""

import os
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from storage.backends import open_counters
from storage.counters.events import Event
from storage.database.sources.source_config import SourceConfig
from storage.outcomes import Outcome
from storage.settings import Settings
from testbed.databases import database, set_up_django

ROOT = Path(__file__).parents[3]


def test_a_silent_source_with_a_daily_limit_is_listed(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path)
    set_up_django()
    now = datetime.now(UTC)
    with database(settings.database_url):
        from storage.database.sources.sources import add_source
        from tests.unit.webui.test_sources_table import run

        source = add_source(
            SourceConfig(name="Quiet", channel="feed", address="https://a.example/", pages_a_day=9),
            "anna",
        )
        run(source, lists={"not_modified": 1})
    with closing(open_counters(settings)) as counters:
        counters.record(
            [
                Event(
                    source_id=source.pk,
                    run_id="r",
                    channel="feed",
                    site="a.example",
                    outcome=Outcome.STORED,
                    url="https://a.example/1",
                    at=(now - timedelta(days=days)).timestamp(),
                )
                for days in range(5, 25)
            ]
        )
    listed = subprocess.run(
        [sys.executable, "newsloom.py", "source", "list"],
        cwd=ROOT,
        env={"NEWSLOOM_HOME": str(tmp_path), "PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert listed.stdout.split("\t")[:3] == ["Quiet", "feed", "silent"], listed.stderr
