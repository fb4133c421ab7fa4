"""The way from 0.2 to this version: a backup that 0.2 wrote is restored, its database is refused.

``tests/fixtures/README.md`` says what is in the backup.
"""

import json
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from storage.backends import open_documents
from storage.documents.port import Document, DocumentVersion, SearchRequest
from storage.documents.query_tree import Query
from storage.documents.records import unpack, unpack_versions
from storage.keys import host_of
from storage.sealing import HeaderSeal
from testbed.databases import ready_database, set_up_django
from testbed.servers.namespaces import fresh_database
from testbed.stack import ROOT, Stack, wait_until

BACKUP = ROOT / "tests" / "fixtures" / "backup-0.2.0.zip"
KEY = "the key of a backup that tests restore, and no other"
ERASED = "https://gazette.example/2026/erased"
WITHOUT_COMMENTS = "https://daily.example/news/81"

NEW_COLUMNS: dict[str, dict[str, Any]] = {
    "collecteddocument": {"order_number": None, "tag_orders": {}},
    "savedsearch": {"at_least": 10},
    "storyvisit": {"documents": 0},
}
"""What rows have since 0.2, and what restored ones have in it."""

Row = tuple[str, str]
"""The name of a row's model, which may have moved to another app since, and its key."""


# test_backup.py restores to servers; what differs here is the backup and the tables.
@pytest.fixture(params=["sqlite", pytest.param("mysql", marks=pytest.mark.heavy)])
def stack(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stack]:
    """An installation without tables."""
    set_up_django()
    with ExitStack() as opened:
        stores = {}
        if request.param == "mysql":
            server = request.getfixturevalue("mariadb")
            stores["database"] = opened.enter_context(fresh_database(server))
        stack = opened.enter_context(Stack(tmp_path / "new", stores, SECRET_KEY=KEY))
        stack.settings.prepare()
        yield stack


def lines(member: str) -> list[str]:
    with zipfile.ZipFile(BACKUP) as archive:
        return archive.read(member).decode().removesuffix("\n").split("\n")


def rows_by_key(rows: Iterable[str]) -> dict[Row, dict[str, Any]]:
    found = map(json.loads, rows)
    return {(row["model"].partition(".")[2], str(row["pk"])): row["fields"] for row in found}


def with_what_a_restore_changes(
    old: dict[Row, dict[str, Any]], new: dict[Row, dict[str, Any]]
) -> dict[Row, dict[str, Any]]:
    """Return the rows of the backup with other times where a visit has ended or a source is due
    since.
    """
    changed = dict(old)
    for key, fields in old.items():
        if key[0] == "run" and fields["finished"] is None:
            assert new[key]["finished"] is not None
            changed[key] = {**fields, "finished": new[key]["finished"]}
        if key[0] == "source":
            changed[key] = {**fields, "next_visit": new[key]["next_visit"]}
    return changed


def test_every_row_and_document_of_0_2_is_restored(stack: Stack) -> None:
    said = stack.run("restore", str(BACKUP)).stdout
    assert said == "the configuration and 5 documents are restored; start the roles\n"
    from storage.database.dump import dumped
    from storage.database.dump_secrets import opened

    old = rows_by_key(opened(lines("configuration.jsonl"), HeaderSeal(lambda: KEY)))
    with ready_database(stack.settings.database_url):
        new = rows_by_key(dumped())
    assert len(old) == 127
    assert new == with_what_a_restore_changes(in_tables_of_today(old), new)
    secrets = [new["source", "1"][name] for name in ("headers", "proxy")]
    assert all("a-secret" in str(secret) for secret in secrets)
    check_documents(stack)


def in_tables_of_today(old: dict[Row, dict[str, Any]]) -> dict[Row, dict[str, Any]]:
    """Return the rows of the backup, with what was a column then and is a table now, with what were
    columns and is one now, with what is new, and without what is gone.
    """
    key = ("keywordlist", "1")
    rules = {"keyword_list": 1, "values": old[key]["hot_rules"]}
    rest = {name: value for name, value in old[key].items() if name != "hot_rules"}
    return {
        **{key: fields | NEW_COLUMNS.get(key[0], {}) for key, fields in old.items()},
        **{key: _with_wanted(fields) for key, fields in old.items() if key[0] == "searchrule"},
        **{
            key: _with_of_channel(_without_algorithm(fields))
            for key, fields in old.items()
            if key[0] == "source"
        },
        key: rest,
        ("listrules", "1"): rules,
    }


def _without_algorithm(source: dict[str, Any]) -> dict[str, Any]:
    assert source["algorithm"] == ""
    return {name: value for name, value in source.items() if name != "algorithm"}


def _with_wanted(rule: dict[str, Any]) -> dict[str, Any]:
    wanted = {name: rule[name] for name in ("collection", "tags") if rule[name]}
    rest = {name: value for name, value in rule.items() if name not in ("collection", "tags")}
    return {**rest, "wanted": wanted}


def _with_of_channel(source: dict[str, Any]) -> dict[str, Any]:
    """Return a source with its mailbox in one column, and with the password as it was."""
    names = ("mail_user", "mail_password", "mail_senders", "mail_links")
    own = {name: source[name] for name in names if source[name]}
    if "mail_password" in own:
        host = host_of(source["address"])
        seal = HeaderSeal(lambda: KEY)
        own["mail_password"] = seal.open_one("mailbox password", own["mail_password"], host)
        assert "a-secret" in own["mail_password"]
    rest = {name: value for name, value in source.items() if name not in names}
    return {**rest, "of_channel": own}


def check_documents(stack: Stack) -> None:
    """Check each document with its earlier texts; those that an order erases stay away."""
    records = [json.loads(line) for line in lines("documents.jsonl")]
    found = [(unpack(record), tuple(unpack_versions(record))) for record in records]
    old = {each.url: (each, versions) for each, versions in found}
    assert len(old) == 5
    assert Counter(len(versions) for _, versions in old.values()) == {0: 3, 1: 1, 2: 1}
    del old[ERASED]
    article, versions = old[WITHOUT_COMMENTS]
    assert article.comments
    old[WITHOUT_COMMENTS] = (replace(article, comments=(), comments_url=""), versions)
    assert stored(stack) == old


def stored(stack: Stack) -> dict[str, tuple[Document, tuple[DocumentVersion, ...]]]:
    with closing(open_documents(stack.settings)) as documents:
        found = documents.export(SearchRequest(query=Query()))
        return {each.url: (each, documents.versions(each)) for each in found}


COMMANDS = (
    ("migrate",),
    ("run",),
    ("web",),
    ("alerts",),
    ("restore", str(BACKUP)),
    ("backup", "backup.zip"),
    ("user", "add", "jane", "--group", "ops"),
)
WAY = "run `newsloom backup FILE` with the last 0.2, then `newsloom restore FILE` with this version"


def test_a_database_of_0_2_is_refused_and_stays_as_it_is(stack: Stack) -> None:
    with ready_database(stack.settings.database_url):
        from django.db import connection

        record_migrations_of_0_2()
        for command in COMMANDS:
            done = stack.run(*command, check=False)
            assert done.returncode == 1, command
            assert "Traceback" not in done.stdout + done.stderr, command
            said = done.stderr.splitlines()
            [sentence] = [line for line in said if line.startswith("newsloom: ")]
            assert WAY in sentence, command
        # These two wait, as for a database that is away or has no tables yet.
        roles = [stack.start("scheduler"), stack.start("stories")]
        logs = stack.home.glob
        wait_until(
            lambda: [WAY in log.read_text() for log in logs("*.log")] == [True, True],
            20,
            "the scheduler and the stories say what to do",
            stack.logs,
        )
        assert [role.poll() for role in roles] == [None, None]
        assert stack.stop() == [0, 0]
        assert "Traceback" not in stack.logs()
        assert connection.introspection.table_names() == ["django_migrations"]


def record_migrations_of_0_2() -> None:
    """Write some of the 64 rows by which the tables of 0.2 are known. Connections that are open
    already stay so.
    """
    from django.db import connection
    from django.db.migrations.recorder import MigrationRecorder

    recorder = MigrationRecorder(connection)
    for name in ("0001_initial", "0002_groups", "0063_pages_without_comments"):
        recorder.record_applied("configuration", name)
    recorder.record_applied("webui", "0001_queue_access")
