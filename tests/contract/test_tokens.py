"""What tokens promise, on SQLite and on a real MySQL server."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from testbed.databases import database, set_up_django, sqlite_url

if TYPE_CHECKING:
    from django.contrib.auth.models import User


NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.fixture(params=["sqlite", "mysql"])
def owner(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator["User"]:
    set_up_django()
    address = (
        request.getfixturevalue("mysql_url") if request.param == "mysql" else sqlite_url(tmp_path)
    )
    with database(address):
        from django.contrib.auth.models import User

        User.objects.all().delete()
        yield User.objects.create_user("jane")


def test_tokens_are_found_by_their_text_alone(owner: "User") -> None:
    from storage.database.models import ApiToken
    from storage.database.people.tokens import create_token, token_of

    token, text = create_token(owner, "script", ["SEARCH"], NOW + MINUTE)
    assert token_of(text, NOW) == token
    assert ApiToken.objects.get().last_used == NOW
    assert token_of(text.swapcase(), NOW) is None
    assert token_of(text, NOW + MINUTE) is None
    assert token_of("", NOW) is None
