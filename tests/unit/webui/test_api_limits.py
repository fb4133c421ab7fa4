"""The API's rate limit, and that it keeps no one from reading while the database is busy."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.unit.webui.access import OK
from tests.unit.webui.test_api import send, token_for, user_in

if TYPE_CHECKING:
    from django.test import Client

OTHER_PROCESS = """
import sys
from types import SimpleNamespace
import django
django.setup()
from storage.database.models import ApiToken
from webui.api import throttle
throttle.time = lambda: 1_000_000_000.0
request = SimpleNamespace(auth=ApiToken.objects.get(pk=int(sys.argv[1])))
print(*(throttle.CallerThrottle().allow_request(request) for _ in range(3)))
"""


def test_who_asks_too_often_is_told_to_wait(
    browse: Callable[..., "Client"], monkeypatch: pytest.MonkeyPatch
) -> None:
    from webui.api import throttle

    monkeypatch.setattr(throttle, "CALLS_A_MINUTE", 3)
    monkeypatch.setattr(throttle, "time", lambda: 1_000_000_000.0)
    headers = token_for(user_in("analyst"), "SEARCH")
    statuses = [send(browse(""), "GET /documents", headers=headers) for _ in range(4)]
    assert [answer.status_code for answer in statuses] == [OK, OK, OK, 429]
    assert 1 <= int(statuses[-1]["Retry-After"]) <= 61
    assert json.loads(statuses[-1].content)["status"] == 429
    other = token_for(user_in("analyst"), "SEARCH")
    assert send(browse(""), "GET /documents", headers=other).status_code == OK


@pytest.mark.slow
def test_web_processes_share_the_limit(
    browse: Callable[..., "Client"], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.db import connection

    from storage.database.models import ApiToken
    from webui.api import throttle

    headers = token_for(user_in("analyst"), "SEARCH")
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "webui.settings",
        "NEWSLOOM_HOME": str(tmp_path / "other-home"),
        "NEWSLOOM_DATABASE_URL": f"sqlite://{connection.settings_dict['NAME']}",
    }
    command = [sys.executable, "-c", OTHER_PROCESS, str(ApiToken.objects.get().pk)]
    other = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert other.stdout.split() == ["True", "True", "True"]
    monkeypatch.setattr(throttle, "CALLS_A_MINUTE", 4)
    monkeypatch.setattr(throttle, "time", lambda: 1_000_000_000.0)
    statuses = [send(browse(""), "GET /documents", headers=headers).status_code for _ in range(2)]
    assert statuses == [OK, 429]


def test_readers_do_not_wait_for_another_writer(browse: Callable[..., "Client"]) -> None:
    from django.db import connection

    headers = token_for(user_in("ops"), "VIEW_SOURCES")
    client = browse("ops")
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        answers = [send(client, "GET /sources"), send(client, "GET /sources", headers=headers)]
        writer.execute("ROLLBACK")
    assert [answer.status_code for answer in answers] == [OK, OK]


def test_calls_pass_without_the_table_that_counts_them(browse: Callable[..., "Client"]) -> None:
    from django.db import connection

    client = browse("ops")
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as rows:
        rows.execute("ALTER TABLE shared_cache RENAME TO away")
        answer = send(client, "GET /sources")
        rows.execute("ALTER TABLE away RENAME TO shared_cache")
    assert answer.status_code == OK
