"""How a Beanstalkd is set up: whether it keeps jobs over a restart."""

from collections.abc import Mapping
from contextlib import closing
from typing import Any

from scheduler.queue.connection import BeanstalkdConnection
from storage.setup_finding import SetupFinding


def beanstalkd_findings(url: str) -> list[SetupFinding]:
    """Return what is wrong with the server. Raises QueueUnavailable."""
    with closing(BeanstalkdConnection(url)) as connection, connection.session() as session:
        return judge(session.client.stats())


def judge(stats: Mapping[str, Any]) -> list[SetupFinding]:
    """Return what is wrong, from its answer to ``stats``."""
    found = []
    if not stats.get("binlog-current-index"):
        found.append(
            SetupFinding(
                text="it keeps jobs in memory only, and a restart loses those that wait: start it "
                "with a binlog (-b FOLDER)"
            )
        )
    if str(stats.get("draining", "false")) == "true":
        found.append(
            SetupFinding(text="it drains, and takes no jobs: restart it", is_bad=True),
        )
    return found
