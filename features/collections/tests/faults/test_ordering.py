"""A process that is killed while it carries out an order: nothing is lost or done twice."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from storage.settings import Settings
from testbed.databases import database, set_up_django, sqlite_url
from testbed.stack import ROOT
from tests.unit.webui.samples import article

if TYPE_CHECKING:
    from features.collections.models import CollectionOrder
    from watch.stores import Stores

DOCUMENTS = 1_200
ENTRIES = "collections_collecteddocument"
OUTCOMES = "collections_ordereddocument"


@pytest.fixture(params=["sqlite", "mariadb"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    set_up_django()
    is_server = request.param == "mariadb"
    url = request.getfixturevalue("mysql_url") if is_server else sqlite_url(tmp_path)
    with database(url):
        yield Settings(home=tmp_path, database_url=url)


def die(settings: Settings, table: str, writes: int) -> None:
    """Carry out orders in a process that dies before what it has written last is committed."""
    from django.db import connection

    connection.close()
    command = [
        sys.executable,
        "-m",
        "features.collections.tests.faults.ordering",
        settings.home,
        settings.database_url,
        table,
        writes,
    ]
    died = subprocess.run(
        [*map(str, command)], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert died.returncode == -signal.SIGKILL, died.stderr


def carry_out(order: "CollectionOrder", stores: "Stores") -> None:
    from features.collections import orders

    for _part in orders.carry_out(order, stores.documents()):
        pass


def test_a_killed_order_goes_on_and_does_nothing_twice(settings: Settings) -> None:
    from django.contrib.auth.models import User

    from features.collections import orders
    from features.collections.models import CollectedDocument, OrderedDocument, Outcome
    from features.collections.store import KeptDocument, add_document, save_collection
    from watch.stores import Stores

    owner = User.objects.create_superuser("jane")
    collection = save_collection("Money", "private", owner)
    documents = [article(f"https://news.example/{n}", "Bank closes") for n in range(DOCUMENTS)]
    ids = [each.id for each in documents]
    entries = CollectedDocument.objects.filter(collection=collection)

    def noted(*outcomes: Outcome) -> set[str]:
        rows = OrderedDocument.objects.filter(outcome__in=outcomes)
        return set(rows.values_list("document_id", flat=True))

    with closing(Stores(settings)) as stores:
        stores.documents().write(documents)
        add_document(collection.pk, KeptDocument.of(documents[0]), owner)
        order = orders.place(collection.pk, ids, len(ids), owner, tags=["money"])
        # At the entries of the first part, at its outcomes, and at those of the second part.
        for table, writes in ((ENTRIES, 1), (OUTCOMES, 1), (OUTCOMES, 2)):
            die(settings, table, writes)
            put = {each.document_id for each in entries.all() if each.tags}
            assert noted(Outcome.ADDED, Outcome.TAGGED) == put
        assert 0 < len(put) < DOCUMENTS
        carry_out(order, stores)
        assert [each.document_id for each in entries.all() if each.tags == ["money"]][:-1] == ids[
            1:
        ]
        assert entries.count() == len(ids)
        assert noted(Outcome.TAGGED) == {ids[0]}
        order = orders.begin_to_undo(order.pk, owner)
        for table, writes in ((ENTRIES, 1), (OUTCOMES, 1), (OUTCOMES, 2)):
            die(settings, table, writes)
            assert noted(Outcome.REMOVED).isdisjoint(entries.values_list("document_id", flat=True))
            assert noted(Outcome.ADDED) <= set(entries.values_list("document_id", flat=True))
        carry_out(order, stores)
    assert [(each.document_id, each.tags) for each in entries.all()] == [(ids[0], [])]
