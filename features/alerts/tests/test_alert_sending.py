"""Slow receivers of one user delay neither the alerts of others, nor each other for long."""

import socket
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from features.alerts.models import Delivery
    from storage.database.models import SavedSearch
    from watch.stores import Stores


@pytest.fixture
def deliveries(tables: None) -> Callable[..., "list[Delivery]"]:
    """Return a function that makes a user with so many deliveries that have been due for some
    minutes.
    """

    def make(name: str, count: int, target: str, minutes: int) -> "list[Delivery]":
        from django.contrib.auth.models import Group, User

        from features.alerts.models import Delivery
        from storage.database.models import SavedSearch

        user = User.objects.create_user(name)
        user.groups.add(Group.objects.get(name="analyst"))
        due = datetime.now(UTC) - timedelta(minutes=minutes)
        fields: dict[str, Any] = {
            "owner": user,
            "criteria": {"text": "bank"},
            "alert": "webhook",
            "created": due,
        }
        for number in range(count):
            search = SavedSearch.objects.create(
                name=f"{name} {number}", target=f"{target}{number}", notified_since=due, **fields
            )
            Delivery.objects.create(
                id=f"{name}-{number}",
                search=search,
                documents=[],
                total=1,
                next_attempt=due,
                created=due,
            )
        return list(Delivery.objects.filter(search__owner=user))

    return make


def test_two_hundred_tarpits_of_one_user_do_not_delay_another_user(
    ports: "Stores", deliveries: Callable[..., "list[Delivery]"]
) -> None:
    from features.alerts.runner import AlertRunner

    deliveries("mallory", 200, "http://tarpit.example/", minutes=9)
    deliveries("jane", 1, "http://honest.example/", minutes=1)
    over, waiting, arrived = threading.Event(), [], []

    def send(search: "SavedSearch", _: object) -> None:
        if "tarpit" in search.target:
            waiting.append(search.target)
            over.wait(60)
        else:
            arrived.append((search.target, over.is_set()))
            runner.stop()
            over.set()

    runner = AlertRunner(ports.settings, ports, send)
    runner.run()
    assert arrived == [("http://honest.example/0", False)]
    assert len(waiting) == 2


def test_a_host_that_does_not_answer_is_left_alone(
    ports: "Stores", deliveries: Callable[..., "list[Delivery]"]
) -> None:
    from features.alerts.models import Delivery
    from features.alerts.runner import AlertRunner
    from notify.errors import NoAnswer, shown_problem

    deliveries("mallory", 40, "http://tarpit.example/", minutes=9)
    deliveries("jane", 2, "http://tarpit.example/", minutes=1)
    asked: list[str] = []

    def send(search: "SavedSearch", _: object) -> None:
        asked.append(search.owner.username)
        raise NoAnswer("no answer")

    AlertRunner(ports.settings, ports, send).tick(datetime.now(UTC))
    assert asked.count("jane") == 2
    # Two attempts run at once, so one more may have begun when the third fails.
    assert 3 <= asked.count("mallory") <= 4
    errors = list(
        Delivery.objects.filter(search__owner__username="mallory").values_list("error", flat=True)
    )
    assert (
        len([each for each in map(shown_problem, errors) if each.startswith("The host has not")])
        >= 36
    )
    assert not Delivery.objects.filter(next_attempt=None).exists()


def test_a_name_that_changes_its_address_gains_nothing(
    ports: "Stores", deliveries: Callable[..., "list[Delivery]"], monkeypatch: pytest.MonkeyPatch
) -> None:
    """DNS rebinding: the connection goes to the address that was checked; the next delivery checks
    the next one.
    """
    from features.alerts.runner import AlertRunner

    answers, connected = ["93.184.216.34", "127.0.0.1"], []

    def resolve(*_: Any, **__: Any) -> list[tuple[Any, ...]]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (answers.pop(0), 80))]

    def connect(address: tuple[str, int], *_: Any) -> socket.socket:
        connected.append(address[0])
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(socket, "create_connection", connect)
    (delivery,) = deliveries("mallory", 1, "http://rebinding.example/", minutes=9)
    runner, now = AlertRunner(ports.settings, ports), datetime.now(UTC)
    runner.tick(now)
    runner.tick(now + timedelta(minutes=2))
    assert (connected, answers) == (["93.184.216.34"], [])
    delivery.refresh_from_db()
    assert "private address" in delivery.error
