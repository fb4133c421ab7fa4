"""How pages find rows of tables that grow: by an index, and no more of them than they show."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from django.test import Client

    from hooks.features import Features
    from watch.stores import Stores

Browse = Callable[..., "Client"]
ENTRIES = 1_200


def fill_audit(count: int, *, batch: str = "", action: str = "change") -> None:
    from django.utils import timezone

    from storage.database.models import AuditEntry

    now = timezone.now()
    AuditEntry.objects.bulk_create(
        AuditEntry(
            at=now - timedelta(seconds=number),
            who="anna",
            action=action,
            kind="source",
            subject_id=str(number),
            subject=f"{'sS'[number % 2]}ource {number:04}",
            before={"priority": 5},
            after={"priority": 6},
            batch=batch,
        )
        for number in range(count)
    )


def plans(client: "Client", address: str, table: str) -> list[str]:
    """Return the steps in which SQLite reads a table for a page."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200, address
    asked = [each["sql"] for each in captured if table in each["sql"]]
    steps = []
    with connection.cursor() as cursor:
        for sql in asked:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}".replace("%", "%%"), ())
            steps += [row[3] for row in cursor.fetchall()]
    return steps


@pytest.mark.parametrize(
    ("address", "index"),
    [("/sources/changes/", "audit_of_batch"), ("/sources/deleted/", "audit_of_action")],
)
def test_lists_from_the_audit_read_an_index_not_all_entries(
    browse: Browse, address: str, index: str
) -> None:
    fill_audit(ENTRIES, batch="one")
    read = plans(browse("admin"), address, '"configuration_auditentry"')
    assert any(index in step for step in read), read
    whole = [step for step in read if step == "SCAN configuration_auditentry"]
    assert whole == []


def test_the_page_of_a_bulk_change_reads_no_more_entries_than_it_shows(
    browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    from storage.database.models import AuditEntry

    fill_audit(ENTRIES, batch="one")
    made: list[object] = []
    client, from_db = browse("admin"), AuditEntry.from_db

    def counted(db: str | None, names: Sequence[str], values: Sequence[object]) -> AuditEntry:
        made.append(values)
        return from_db(db, names, values)

    monkeypatch.setattr(AuditEntry, "from_db", counted)
    pages = [client.get(f"/sources/changes/one/?page={n}").content.decode() for n in (1, 24)]
    assert len(made) == 100
    # Small and capital letters are one order.
    assert pages[0].index("source 0000") < pages[0].index("Source 0001")
    assert "source 0050" not in pages[0]
    assert pages[1].index("source 1150") < pages[1].index("Source 1199")


def test_the_names_of_fields_are_asked_of_features_once_not_for_each_change(
    browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hooks.process import features

    fill_audit(ENTRIES, batch="one")
    asked: list[str] = []
    client, ask = browse("admin"), type(features()).ask

    def counted(found: "Features", hook: str, **arguments: object) -> list[object]:
        asked.append(hook)
        return ask(found, hook, **arguments)

    monkeypatch.setattr(type(features()), "ask", counted)
    assert client.get("/sources/changes/one/").status_code == 200
    # Some for the page around it.
    assert asked.count("audit_labels") < 10


def test_a_keyword_list_names_some_of_the_sources_that_use_it_and_counts_the_others(
    browse: Browse,
) -> None:
    from storage.database.models import KeywordList, Source

    words, unused = (
        KeywordList.objects.create(name=name, keywords=["bank"]) for name in ("Used", "Unused")
    )
    sources = Source.objects.bulk_create(
        Source(name=f"Source {n:02}", name_key=f"{n}", channel="search", address="https://e.org/")
        for n in range(30)
    )
    words.sources.add(*sources)
    page = browse("admin").get("/keywords/").content.decode()
    named = [each.name for each in sources if each.name in page]
    assert named == [f"Source {n:02}" for n in range(20)]
    assert "… and 10 more sources" in page
    assert page.count("not used by any source") == 1
    assert unused.name in page


@pytest.mark.parametrize("name", ["folder", "region", "owner"])
def test_the_names_of_the_sources_in_a_folder_are_read_from_an_index_alone(
    tables: None, name: str
) -> None:
    from storage.database.models import Source

    rows = Source.objects.filter(**{f"{name}__in": ["desk"]}).order_by()
    assert "USING COVERING INDEX source_" in rows.values_list("name", flat=True).explain()


@pytest.mark.parametrize("address", ["/sources/directory/", "/api/v1/keyword-lists"])
def test_lists_read_what_they_show_at_once_not_row_by_row(
    browse: Browse, ports: "Stores", address: str
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from storage.database.sources.keyword_lists import save_keyword_list
    from storage.database.sources.sources import add_source
    from tests.unit.webui.samples import draft
    from watch.events.upkeep import judge_due

    for number in range(20):
        add_source(draft(f"Source {number}", region="CN", language="zh"), "test")
        save_keyword_list(f"List {number}", ["bank"], "test")
    judge_due(ports, 100)
    client = browse("admin")
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    assert len(queries) < 30
