"""A feed that offers a hub: Newsloom subscribes, and a push brings an article long before the next
visit.
"""

import subprocess
import sys
from pathlib import Path
from typing import Any

from fakeweb.web import FakeWeb
from storage.database.port import SourceRecord
from testbed.servers.process import free_port
from testbed.stack import ROOT, Stack, wait_until

SITE = "harbour-times"
_DELETE = """
import os
from storage.database.setup import set_up_django
from storage.settings import Settings
set_up_django(Settings.from_mapping(os.environ))
from storage.database.models import Source
from storage.database.sources.sources import delete_source
delete_source(Source.objects.get().pk, "test")
"""


def test_a_push_brings_an_article_at_once(tmp_path: Path) -> None:
    port = free_port()
    settings: dict[str, Any] = {"WEB_PORT": port, "WEB_ORIGIN": f"http://127.0.0.1:{port}"}
    with (
        FakeWeb.start(seed=5, stock=4, rate=0, sites=(SITE,), websub=True) as web,
        Stack(tmp_path / "home", **settings) as stack,
    ):
        stack.migrate()
        feed = SourceRecord(
            id=0,
            name="pushed",
            channel="feed",
            address=web.address(SITE, "/atom.xml"),
            interval_seconds=86_400,
            pace_seconds=0.0,
        )
        stack.add_sources([feed])
        for role in ("web", "scheduler", "worker", "alerts"):
            stack.start(role)
        wait_until(
            lambda: stack.count() == 4, 60, "the first visit stores four articles", stack.logs
        )
        wait_until(
            lambda: bool(web.subscribers()), 60, "the hub has verified the subscription", stack.logs
        )
        [subscriber] = web.subscribers()
        assert subscriber["topic"] == web.address(SITE, "/atom.xml")

        # Visits that a hub brings forward are 15 s apart.
        web.publish(SITE)
        wait_until(lambda: stack.count() == 5, 90, "the pushed article is stored", stack.logs)

        delete = [sys.executable, "-c", _DELETE]
        subprocess.run(delete, env=stack.environment, cwd=ROOT, check=True, timeout=60)
        wait_until(
            lambda: not web.subscribers(), 60, "a removed source is unsubscribed", stack.logs
        )
