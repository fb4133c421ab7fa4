"""One lock for all ways to write a user's name, on SQLite and on MySQL, which takes many of them
for the same user.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.databases import database, set_up_django, sqlite_url

if TYPE_CHECKING:
    from django.test import Client

PASSWORD = "correct horse"
LOCKED = 429
VARIANTS = (
    "Admin",
    "ADMIN",
    "admin ",
    " admin",
    "ádmin",
    "a\u0301dmin",
    "ad\u00admin",
    "ad\u200bmin",
    "\uff41dmin",
    "ADMİN",
)


@pytest.fixture(params=["sqlite", "mysql"])
def client(request: pytest.FixtureRequest, tmp_path: Path) -> "Iterator[Client]":
    set_up_django()
    address = (
        request.getfixturevalue("mysql_url") if request.param == "mysql" else sqlite_url(tmp_path)
    )
    with database(address):
        from axes.models import AccessAttempt
        from django.contrib.auth.models import User
        from django.test import Client

        User.objects.all().delete()
        AccessAttempt.objects.all().delete()
        User.objects.create_user("admin", password=PASSWORD)
        yield Client(SERVER_NAME="localhost")


def log_in(client: "Client", name: str, password: str) -> int:
    return int(client.post("/login/", {"username": name, "password": password}).status_code)


@pytest.mark.parametrize("start", range(0, len(VARIANTS), 5))
def test_failures_with_any_way_to_write_a_name_lock_it(client: "Client", start: int) -> None:
    statuses = [log_in(client, name, "wrong") for name in VARIANTS[start : start + 5]]
    assert statuses == [200] * 4 + [LOCKED]
    assert log_in(client, "admin", PASSWORD) == LOCKED


def test_no_way_to_write_a_locked_name_passes_the_lock(client: "Client") -> None:
    assert [log_in(client, "admin", "wrong") for _ in range(5)] == [200] * 4 + [LOCKED]
    assert {name: log_in(client, name, PASSWORD) for name in VARIANTS} == dict.fromkeys(
        VARIANTS, LOCKED
    )
    assert log_in(client, "other", "wrong") == 200


def test_a_login_ends_the_count(client: "Client") -> None:
    assert [log_in(client, name, "wrong") for name in VARIANTS[:4]] == [200] * 4
    assert log_in(client, "admin", PASSWORD) == 302
    client.logout()
    assert [log_in(client, name, "wrong") for name in VARIANTS[:5]] == [200] * 4 + [LOCKED]
