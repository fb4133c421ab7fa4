"""A process that is killed while it carries out rules: each is done once, and nothing is left."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from storage.settings import Settings
from testbed.databases import database, set_up_django, sqlite_url
from testbed.stack import ROOT
from tests.other_features import module_of
from tests.unit.webui.samples import article

DOCUMENTS = 20
ACTS = "alerts_ruleact"
COLLECTED = "collections_collecteddocument"


# Both keep a transaction whole or not at all: tests/contract/test_configuration*.py.
@pytest.fixture(params=["sqlite", pytest.param("mariadb", marks=pytest.mark.heavy)])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    set_up_django()
    is_server = request.param == "mariadb"
    url = request.getfixturevalue("mysql_url") if is_server else sqlite_url(tmp_path)
    with database(url):
        yield Settings(home=tmp_path, database_url=url)


def rules(module: str = "rule_store") -> Any:
    """Return a module of the feature that carries out rules."""
    return module_of("alerts", module)


def die(settings: Settings, table: str, writes: int) -> None:
    """Carry out rules in a process that dies before a row of a table is committed."""
    from django.db import connection

    rules().SearchRule.objects.update(next_run=datetime(2026, 1, 1, tzinfo=UTC))
    connection.close()
    command = [
        sys.executable,
        "-m",
        "features.collections.tests.faults.ruling",
        settings.home,
        settings.database_url,
    ]
    died = subprocess.run(
        [*map(str, command), table, str(writes)],
        cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert died.returncode == -signal.SIGKILL, died.stderr


def test_killed_rules_are_carried_out_once(settings: Settings) -> None:
    from django.contrib.auth.models import User

    from features.collections.models import CollectedDocument
    from features.collections.store import save_collection
    from storage.database.clock import database_now
    from storage.database.searches.saved_searches import SearchDraft, save_search
    from storage.database.searches.search import Search
    from watch.stores import Stores

    owner = User.objects.create_superuser("jane")
    collection = save_collection("Money", "private", owner)
    search = save_search(SearchDraft(name="Banks", search=Search(text="bank")), owner)
    rules().save_rules(
        search.pk,
        owner,
        {"collection": collection.pk, "tags": ("money",)},
    )
    rules().SearchRule.objects.update(since=datetime(2026, 1, 1, tzinfo=UTC))
    documents = [article(f"https://news.example/{n}", "Bank closes") for n in range(DOCUMENTS)]
    with closing(Stores(settings)) as stores:
        stores.documents().write([replace(each) for each in documents])
        for table, writes in ((ACTS, 1), (COLLECTED, 3), (ACTS, 7)):
            die(settings, table, writes)
            # What was done is noted, and what is noted was done.
            collected = set(CollectedDocument.objects.values_list("document_id", flat=True))
            acts = rules().RuleAct.objects.filter(rule__action="collect").exclude(detail=None)
            assert set(acts.values_list("document_id", flat=True)) == collected
        rules().SearchRule.objects.update(next_run=datetime(2026, 1, 1, tzinfo=UTC))
        for _ in range(2):
            rules("rules").run_rules(stores, database_now(), lambda: False)
    rows = CollectedDocument.objects.filter(collection=collection)
    assert sorted(each.document_id for each in rows) == sorted(each.id for each in documents)
    assert all(each.tags == ["money"] for each in rows)
