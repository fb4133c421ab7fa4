"""Clocks that jump by 30 days while a scheduler and a worker run: what a site publishes is still
collected at once.

With everything in files, the clock of the one machine jumps. With servers, it is the clock of the
only machine that has a scheduler and a worker. `newsloom doctor` says so.
"""

import re
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

from fakeweb.compare import compare
from fakeweb.web import FakeWeb
from testbed.stack import Stack, records, wait_until, ways_in
from tests.faults.surroundings import INSIDE, Clock

SITE = "harbour-times"
JUMP_DAYS = (30, 0, -30, 0)


def test_in_files(tmp_path: Path, clock: Clock) -> None:
    jump(tmp_path / "home", {}, clock)


def test_on_servers(
    tmp_path: Path,
    clock: Clock,
    mysql_url: str,
    redis_url: str,
    beanstalkd_url: str,
    elasticsearch_url: str,
) -> None:
    stores = {
        "database": mysql_url,
        "queue": beanstalkd_url,
        "state": redis_url,
        "documents": elasticsearch_url,
    }
    jump(tmp_path / "home", stores, clock)


def test_doctor_names_a_clock_that_is_an_hour_off(
    tmp_path: Path, clock: Clock, mysql_url: str, redis_url: str, elasticsearch_url: str
) -> None:
    stores = {"database": mysql_url, "state": redis_url, "documents": elasticsearch_url}
    with Stack(tmp_path / "home", stores) as stack:
        stack.migrate()
        clock.move(timedelta(hours=1))
        stack.environment |= clock.environment()
        done = stack.run("doctor", check=False)
    said = re.findall(r"BAD .*its clock is (\d+) s behind that of this machine", done.stdout)
    assert [round(int(each) / 60) for each in said] == [60, 60, 60], done.stdout
    assert "not ready: configuration, seen, documents. Do what is written after BAD" in done.stdout
    assert done.returncode == 1


def jump(home: Path, stores: Mapping[str, str], clock: Clock) -> None:
    with (
        FakeWeb.start(seed=5, stock=2, sites=(SITE,)) as web,
        Stack(home, stores, LEAD_SECONDS=2) as stack,
    ):
        stack.environment |= {**clock.environment(), "PYTHONPATH": str(INSIDE)}
        web.pause()
        stack.migrate()
        feeds = [source for source in ways_in(web.sources()) if source["channel"] == "feed"]
        stack.add_sources(records(feeds, interval_seconds=2, pace_seconds=0.0))
        roles = [stack.start("scheduler"), stack.start("worker")]
        everything_comes(web, stack, "before")
        for days in JUMP_DAYS:
            clock.move(timedelta(days=days))
            web.publish(SITE)
            everything_comes(web, stack, f"{days} days")
        assert [role.poll() for role in roles] == [None, None]
        assert compare(web.ledger(), stack.documents()).duplicates == []
        assert "Traceback" not in stack.logs()


def everything_comes(web: FakeWeb, stack: Stack, when: str) -> None:
    wait_until(lambda: not compare(web.ledger(), stack.documents()).missing, 60, when, stack.logs)
