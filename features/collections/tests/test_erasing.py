"""What is erased leaves the collections, and people see before how much that is."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from storage.backends import open_document_writer
from storage.documents.port import Document
from storage.keys import url_key
from testbed.stack import Stack
from tests.command_line import CommandLine, command_line
from tests.contract.documents import document
from tests.html_trees import html_tree

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

PAGE = "/users/erase/"
BY_SITE = {"kind": "site", "value": "secret.example", "most": "100"}


def page(name: str) -> Document:
    made = document(name, "Ferry", site=f"{name}.example")
    return replace(made, id=url_key(made.canonical_url))


GONE, STAYS = page("secret"), page("kept")


@pytest.fixture
def commands(tmp_path: Path) -> Iterator[CommandLine]:
    with Stack(tmp_path / "home") as stack:
        stack.migrate()
        with closing(open_document_writer(stack.settings)) as writer:
            writer.write([GONE, STAYS])
        with command_line(stack) as commands:
            yield commands


def test_the_command_counts_places_and_notes_and_erases_them(commands: CommandLine) -> None:
    from django.contrib.auth.models import User

    from features.collections import store
    from features.collections.models import CollectedDocument

    jane = User.objects.create_user("jane")
    for name in ("Ferries", "Ships"):
        made = store.save_collection(name, "private", jane)
        for each in (GONE, STAYS):
            store.add_document(made.pk, store.KeptDocument.of(each), jane)
    store.annotate_document(made.pk, GONE.id, store.Annotation(tags=("sea",)), jane)
    site = ("erase", "--site", "secret.example")
    told = commands.run(*site).stdout
    assert "2 places in collections\n" in told
    assert "1 notes and tags there\n" in told
    told = commands.run(*site, "--reason", "A takedown", "--yes").stdout
    assert "2 places in collections" in told
    assert [each.document_id for each in CollectedDocument.objects.all()] == [STAYS.id, STAYS.id]


def test_the_page_says_how_many_places_and_notes_go(
    browse: Callable[..., "Client"], ports: "Stores"
) -> None:
    from features.collections.models import CollectedDocument
    from storage.database.models import AuditEntry

    ports.documents().write([GONE, STAYS])
    client = browse("admin")
    for each in (GONE, STAYS):
        client.post(f"/documents/{each.id}/star/")
        client.post(f"/documents/{each.id}/collect/", {"name": "Ferries"})
    CollectedDocument.objects.filter(collection__stars=True).update(note="Ask the port.")
    shown = " ".join(html_tree(client.post(PAGE, BY_SITE).content).text_content().split())
    assert "Places in collections2Notes and tags there1" in shown
    client.post(PAGE, {**BY_SITE, "confirm": "1", "reason": "A takedown", "count": "1"})
    planned = AuditEntry.objects.get(action="erase").after or {}
    assert (planned["collected"], planned["notes"]) == (2, 1)
    shown = " ".join(html_tree(client.get("/users/audit/").content).text_content().split())
    assert "Places in collections now: 2" in shown
