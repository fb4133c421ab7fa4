"""The lease of a service that leads, while its steps take long."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from newsroom.leading import LeadingService
from scheduler.log_events import LogEvent
from storage.database.port import STORIES_LOCK, Configuration
from storage.errors import LeaseLost
from testbed.databases import database, set_up_django, sqlite_url
from testbed.stack import wait_until


@pytest.fixture
def configuration(tmp_path: Path) -> Iterator[Configuration]:
    set_up_django()
    with database(sqlite_url(tmp_path)):
        from storage.database.store import DjangoConfiguration

        yield DjangoConfiguration(STORIES_LOCK)


class LongStep(LeadingService):
    """Works in one step until its lease was renewed meanwhile."""

    renewed = False

    def step(self) -> int:
        from storage.database.models import LeaderLock

        assert self.lead()
        lock = LeaderLock.objects.get(name=STORIES_LOCK)

        def is_renewed() -> bool:
            return LeaderLock.objects.get(name=STORIES_LOCK).expires > lock.expires

        wait_until(is_renewed, 20, "the lease is renewed within a step")
        self.renewed = True
        self.stop()
        return 1


def test_a_step_that_takes_longer_than_the_lease_does_not_lose_it(
    configuration: Configuration,
) -> None:
    service = LongStep(configuration, 1)
    service.run()
    assert service.renewed


class Loser(LeadingService):
    """Is told at the first write that another process leads."""

    def step(self) -> int:
        self.stop()
        raise LeaseLost(STORIES_LOCK)


def test_a_lost_lease_is_an_event_of_its_own(
    configuration: Configuration, caplog: pytest.LogCaptureFixture
) -> None:
    service = Loser(configuration, 10)
    with caplog.at_level(logging.INFO):
        service.run()
    (record,) = [each for each in caplog.records if each.msg == LogEvent.LEASE_LOST]
    assert vars(record)["lease"] == STORIES_LOCK
    assert vars(record)["holder"] == service.holder


def test_who_led_and_is_replaced_says_so(
    configuration: Configuration, caplog: pytest.LogCaptureFixture
) -> None:
    from storage.database.models import LeaderLock

    first = LongStep(configuration, 10)
    with caplog.at_level(logging.INFO):
        assert first.lead()
        LeaderLock.objects.filter(name=STORIES_LOCK).update(holder="another")
        assert not first.lead()
    said = [each.msg for each in caplog.records]
    assert said == [LogEvent.LEASE_ACQUIRED, LogEvent.LEASE_LOST]
