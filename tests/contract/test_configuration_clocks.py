"""Whose clock decides in the configuration: who leads, and which source is due."""

import time
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from storage.database.sources.source_config import SourceConfig
from tests.contract.configuration_processes import RACER, WRONG_CLOCK, answer, ask, end, start
from tests.contract.configuration_sources import NOW, add

if TYPE_CHECKING:
    from storage.database.store import DjangoConfiguration


def move_clock(seconds: float) -> None:
    """Change the lock as if the database's clock went forward by so much since it was taken, or
    back.
    """
    from storage.database.models import LeaderLock

    lock = LeaderLock.objects.get()
    LeaderLock.objects.update(expires=lock.expires - timedelta(seconds=seconds))


class TestLead:
    def test_first_comes_first(self, configuration: "DjangoConfiguration") -> None:
        assert configuration.acquire_lease("a", 600)
        assert not configuration.acquire_lease("b", 600)
        assert not configuration.acquire_lease("A", 600)

    def test_the_holder_prolongs(self, configuration: "DjangoConfiguration") -> None:
        assert configuration.acquire_lease("a", 600)
        move_clock(500)
        assert configuration.acquire_lease("a", 600)
        move_clock(500)
        assert not configuration.acquire_lease("b", 600)

    def test_it_expires(self, configuration: "DjangoConfiguration") -> None:
        assert configuration.acquire_lease("a", 600)
        move_clock(500)
        assert not configuration.acquire_lease("b", 600)
        move_clock(100)
        assert configuration.acquire_lease("b", 600)
        assert not configuration.acquire_lease("a", 600)

    def test_released_it_is_free_at_once(self, configuration: "DjangoConfiguration") -> None:
        assert configuration.acquire_lease("a", 600)
        configuration.release_lease("a")
        configuration.release_lease("a")
        assert configuration.acquire_lease("b", 600)

    def test_only_its_holder_releases_it(self, configuration: "DjangoConfiguration") -> None:
        assert configuration.acquire_lease("a", 600)
        configuration.release_lease("b")
        assert not configuration.acquire_lease("b", 600)

    @pytest.mark.parametrize("hours", [1, -1, 30 * 24, -30 * 24])
    def test_the_clocks_of_schedulers_do_not_matter(
        self, configuration_url: str, configuration: "DjangoConfiguration", hours: int
    ) -> None:
        ahead = start(WRONG_CLOCK, configuration_url, str(hours))
        try:
            before = configuration.now()
            assert answer(ahead) == "True"
            (told,) = ask([ahead], "now\n")
            assert before <= datetime.fromisoformat(told) <= configuration.now()
        finally:
            end([ahead])
        # It leads, though its lock was written by a clock that is wrong, and dead it is replaced in
        # time.
        assert not configuration.acquire_lease("b", 600)
        move_clock(600)
        assert configuration.acquire_lease("b", 600)

    def test_a_clock_of_the_database_that_is_set_back_keeps_no_one_waiting(
        self, configuration: "DjangoConfiguration"
    ) -> None:
        assert configuration.acquire_lease("a", 600)
        move_clock(-86_400)
        assert configuration.acquire_lease("b", 600)
        assert not configuration.acquire_lease("a", 600)

    @pytest.mark.slow
    def test_of_processes_that_race_one_wins_each_round(
        self, configuration_url: str, configuration: "DjangoConfiguration"
    ) -> None:
        racers = [start(RACER, configuration_url, name) for name in "ab"]
        try:
            assert [answer(each) for each in racers] == ["ready", "ready"]
            for round_number in range(60):
                # Every third round begins without a row, the others with one that has expired.
                ask(racers, "release\n" if round_number % 3 == 0 else "expire\n")
                answers = ask(racers, f"{time.time() + 0.01}\n")
                assert sorted(answers) == ["False", "True"], f"round {round_number}"
        finally:
            end(racers)


class TestVisitsThatAreTooFarAway:
    def test_are_due_now(self, configuration: "DjangoConfiguration") -> None:
        moment = timedelta(milliseconds=1)
        far = add("far", interval_seconds=1000, next_visit=NOW + timedelta(seconds=1050) + moment)
        december = add("december", interval_seconds=86_400, next_visit=NOW + timedelta(days=30))
        kept = [
            add("near", interval_seconds=1000, next_visit=NOW + timedelta(seconds=1050) - moment),
            add("daily", interval_seconds=86_400, next_visit=NOW + timedelta(days=1)),
            add("paused", enabled=False, next_visit=NOW + timedelta(days=30)),
        ]
        assert configuration.bring_forward(NOW, 0.05) == 2
        assert configuration.bring_forward(NOW, 0.05) == 0
        assert {each.name for each in configuration.due_sources(NOW, 9)} == {"far", "december"}
        for source in (far, december):
            source.refresh_from_db()
            assert source.next_visit == NOW
        for source in kept:
            source.refresh_from_db()
            assert source.next_visit > NOW

    def test_a_source_is_due_by_the_clock_of_the_database(
        self, configuration: "DjangoConfiguration", monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from django.utils import timezone

        from storage.database.sources.sources import add_source, visit_now

        before = configuration.now()
        monkeypatch.setattr(timezone, "now", lambda: before + timedelta(days=30))
        source = add_source(
            SourceConfig(name="a", channel="feed", address="https://example.org/a.xml"), "anna"
        )
        for _ in range(2):
            due = configuration.next_due()
            assert due is not None
            assert before <= due <= configuration.now()
            visit_now(source.pk, "anna")
