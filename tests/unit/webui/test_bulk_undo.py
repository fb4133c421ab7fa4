"""A bulk change is one entry, and is undone as one."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.html_trees import html_tree
from tests.unit.webui.samples import compact
from tests.unit.webui.test_sources_pages import add, fields_of

if TYPE_CHECKING:
    from django.test import Client

Browse = Callable[..., "Client"]


def bulk(client: "Client", do: str, *sources: Any, **values: str) -> None:
    """Change these sources at once."""
    page = client.post("/sources/bulk/", {"do": do, "id": [each.pk for each in sources]})
    assert client.post("/sources/bulk/", fields_of(page) | values).status_code == 302


def undo(client: "Client", row: int = 0) -> str:
    """Press *Undo* in a row of the list of bulk changes; return what the next page says."""
    tree = html_tree(client.get("/sources/changes/").content.decode())
    form = tree.cssselect("tbody tr")[row].cssselect("form")[0]
    answer = client.post(form.action, follow=True)
    return " ".join(
        html_tree(answer.content.decode()).cssselect(".notes")[0].text_content().split()
    )


def fields_now(*names: str) -> list[tuple[Any, ...]]:
    from storage.database.models import Source

    return list(Source.objects.order_by("name").values_list(*names))


def test_what_was_set_is_put_back_and_can_be_set_again(browse: Browse) -> None:
    sources = [add("A", priority=3, tags=("x",)), add("B", tags=("y",)), add("C")]
    client = browse("operator")
    bulk(client, "priority", *sources[:2], priority="1")
    bulk(client, "add_tags", *sources, tags="z")
    assert fields_now("priority", "tags") == [(1, ["x", "z"]), (1, ["y", "z"]), (5, ["z"])]
    assert undo(client, 1) == "2 sources are as they were before."
    assert fields_now("priority") == [(3,), (5,), (5,)]
    # Undoing is a bulk change too, and the tags are another one.
    assert undo(client, 0) == "2 sources are as they were before."
    assert fields_now("priority", "tags") == [(1, ["x", "z"]), (1, ["y", "z"]), (5, ["z"])]


def test_what_was_undone_and_done_again_can_be_undone(browse: Browse) -> None:
    source = add("A", priority=3)
    client = browse("operator")
    bulk(client, "priority", source, priority="1")
    for times, priority in enumerate((3, 1, 3)):
        undo(client)
        assert fields_now("priority") == [(priority,)]
        table = html_tree(client.get("/sources/changes/").content.decode())
        told = ["Undone" in row.text_content() for row in table.cssselect("tbody tr")]
        # The newest first; what it undid is undone, and what that had undone is not.
        assert told == [(row % 2 == 1) for row in range(times + 2)]


def test_what_was_undone_before_is_said_so_and_stays(browse: Browse) -> None:
    source = add("A", priority=3)
    client = browse("operator")
    bulk(client, "priority", source, priority="1")
    tree = html_tree(client.get("/sources/changes/").content.decode())
    # The button of a page that was opened before.
    (form,) = tree.cssselect("tbody form")
    assert undo(client) == "1 source is as it was before."
    entries = len(html_tree(client.get("/sources/changes/").content.decode()).cssselect("tbody tr"))
    answer = html_tree(client.post(form.action, follow=True).content.decode())
    (told,) = answer.cssselect(".notes > *")
    assert compact(told.text_content()).strip() == "This was undone before; nothing was changed."
    assert fields_now("priority") == [(3,)]
    assert len(answer.cssselect("tbody tr")) == entries


def test_the_message_after_a_bulk_change_leads_to_it(browse: Browse) -> None:
    client = browse("operator")
    bulk(client, "interval", add("A"), add("B"), interval_seconds="2 h")
    (link,) = html_tree(client.get("/sources/").content.decode()).cssselect(".notes a")
    page = client.get(link.get("href")).content.decode()
    assert "2 sources" in page
    for said in ("15 min", "2 h", "operator-0"):
        assert said in page
    assert client.get("/sources/changes/none/").status_code == 404
    assert client.post("/sources/changes/none/undo/").status_code == 404


def test_what_was_changed_since_stays_and_is_named(browse: Browse) -> None:
    from storage.database.sources.sources import change_source

    first, second, third = (add(name) for name in ("A", "B", "C"))
    client = browse("operator")
    bulk(client, "priority", first, second, third, priority="1")
    first.refresh_from_db()
    change_source(first.pk, replace(first.config(), priority=9), "anna")
    second.refresh_from_db()
    # Another field does not matter.
    change_source(second.pk, replace(second.config(), name="B2", pace_seconds=7), "anna")
    third.delete()
    told = undo(client)
    assert "1 source is as it was before." in told
    assert "These have changed since then and stay as they are: A, C." in told
    assert fields_now("name", "priority", "pace_seconds") == [("A", 9, 1.0), ("B2", 5, 7.0)]


def test_paused_and_deleted_sources_come_back(browse: Browse) -> None:
    sources = [add("A", headers={"Cookie": "s3cret"}), add("B")]
    client = browse("admin")
    bulk(client, "pause", *sources, reason="holidays")
    assert undo(client) == "2 sources are as they were before."
    assert fields_now("enabled", "pause_reason") == [(True, ""), (True, "")]
    bulk(client, "delete", *sources)
    add("B", address="https://other.example/feed")
    told = undo(client)
    assert "1 source is as it was before." in told
    assert "stay as they are: B." in told
    assert "Enter those of these sources again: A." in told
    assert [name for (name,) in fields_now("name")] == ["A", "B"]


def test_a_visit_changes_nothing_to_undo(browse: Browse) -> None:
    client = browse("operator")
    bulk(client, "visit", add("A"))
    page = client.get("/sources/changes/").content.decode()
    assert "Undo" not in html_tree(page).cssselect("tbody")[0].text_content()


@pytest.mark.parametrize(
    ("do", "values"),
    [
        ("pause", {"reason": "another"}),
        ("resume", {}),
        ("interval", {"interval_seconds": "2 h"}),
        ("priority", {"priority": "1"}),
        ("pace", {"pace_seconds": "7"}),
        ("budget", {"pages_a_day": "9"}),
        ("budget", {"pages_a_day": ""}),
        ("revisit", {"revisit": "auto"}),
        ("file", {"folder": "News"}),
        ("add_tags", {"tags": "x"}),
        ("remove_tags", {"tags": "y"}),
    ],
)
def test_what_changes_nothing_counts_nothing_and_leaves_the_last_change_to_undo(
    browse: Browse, do: str, values: dict[str, str]
) -> None:
    from storage.database.models import AuditEntry

    source = add("A")
    client = browse("operator")
    bulk(client, "add_tags", source, tags="before")
    if do == "pause":
        bulk(client, do, source, reason="holidays")
    bulk(client, do, source, **values)
    entries = AuditEntry.objects.count()
    changes = client.get("/sources/changes/").content
    page = client.post("/sources/bulk/", {"do": do, "id": [source.pk]})
    answer = client.post("/sources/bulk/", fields_of(page) | values, follow=True)
    told = html_tree(answer.content).cssselect(".notes")[0]
    assert told.text_content().split()[0] == "0"
    assert told.cssselect("a") == []
    assert AuditEntry.objects.count() == entries
    rows = [
        [
            cell.text_content()
            for cell in html_tree(each).cssselect("tbody th, tbody td[data-label]")
        ]
        for each in (changes, client.get("/sources/changes/").content)
    ]
    assert rows[0][:1] == rows[1][:1]
    if do == "pause":
        assert fields_now("pause_reason") == [("holidays",)]


def import_csv(client: "Client", data: str) -> str:
    """Import a file; return what the next page says."""
    shown = client.post("/sources/import/", {"file": SimpleUploadedFile("a.csv", data.encode())})
    answer = client.post(
        "/sources/import/", {"confirmed": fields_of(shown)["confirmed"]}, follow=True
    )
    return str(html_tree(answer.content).cssselect(".notes")[0].text_content())


CSV = """name,channel,address,priority,tags
Old,feed,https://old.example/feed,1,x
New,feed,https://new.example/feed,5,
Newer,feed,https://newer.example/feed,5,y
"""


def test_an_import_is_undone_and_can_be_done_again(browse: Browse) -> None:
    old = add("Old", address="https://old.example/feed", priority=3)
    client = browse("operator")
    assert "3 sources were imported. View or undo" in import_csv(client, CSV)
    assert fields_now("name", "priority", "tags") == [
        ("New", 5, []),
        ("Newer", 5, ["y"]),
        ("Old", 1, ["x"]),
    ]
    assert undo(client) == "3 sources are as they were before."
    old.refresh_from_db()
    assert fields_now("name", "priority", "tags") == [("Old", 3, [])]
    deleted = client.get("/sources/deleted/").content.decode()
    assert ">New<" in deleted
    assert ">Newer<" in deleted
    # The undoing is a bulk change, too.
    assert undo(client) == "3 sources are as they were before."
    assert fields_now("name", "priority", "tags") == [
        ("New", 5, []),
        ("Newer", 5, ["y"]),
        ("Old", 1, ["x"]),
    ]


def test_what_was_changed_since_an_import_stays_and_is_named(browse: Browse) -> None:
    from storage.database.models import Source
    from storage.database.sources.sources import change_source, set_enabled

    old = add("Old", address="https://old.example/feed", priority=3)
    client = browse("operator")
    import_csv(client, CSV)
    old.refresh_from_db()
    change_source(old.pk, replace(old.config(), priority=9), "anna")
    set_enabled(Source.objects.get(name="New").pk, False, "anna", "too many")
    told = undo(client)
    assert "1 source is as it was before." in told
    assert "These have changed since then and stay as they are: Old, New." in told
    assert fields_now("name", "priority", "enabled") == [("New", 5, False), ("Old", 9, True)]


def test_an_import_of_keyword_lists_and_secrets_is_undone_as_far_as_they_are_known(
    browse: Browse,
) -> None:
    from storage.database.models import Source
    from storage.database.sources.keyword_lists import save_keyword_list
    from storage.database.sources.transfer import apply_plan, read_csv, write_csv

    save_keyword_list("ports", ["Kiel"], "anna")
    address = "https://search.example/?q={keyword}"
    search = add("S", channel="search", address=address, result_parser="baidu", keywords=("a",))
    feed = add("F", headers={"Cookie": "old", "Accept": "text/html"})
    client = browse("admin")
    changed = [
        replace(search.config(), keywords=(), keyword_lists=("ports",)),
        replace(feed.config(), headers={"Cookie": "new", "Accept": "*/*"}),
    ]
    apply_plan(read_csv(write_csv(changed)), "anna")
    assert [each.name for each in Source.objects.get(pk=search.pk).keyword_lists.all()] == ["ports"]
    told = undo(client)
    assert "2 sources are as they were before." in told
    assert "Enter those of these sources again: F." in told
    assert Source.objects.get(pk=search.pk).config() == search.config()
    assert Source.objects.get(pk=feed.pk).headers == {"Cookie": "new", "Accept": "text/html"}


def test_an_import_is_one_line_of_the_audit_log(browse: Browse) -> None:
    from storage.database.models import Source

    client = browse("admin")
    import_csv(client, CSV)
    rows = html_tree(client.get("/users/audit/").content).cssselect("tbody tr")
    assert len([row for row in rows if "Imported" in row.text_content()]) == 1
    (link,) = html_tree(client.get("/users/audit/").content).cssselect(
        "tbody tr td a[href*=changes]"
    )
    assert link.text_content() == "3 sources"
    page = client.get(link.get("href")).content.decode()
    for name in ("Old", "New", "Newer"):
        assert name in page
    # The history of each source has its own entry.
    history = client.get(f"/sources/{Source.objects.get(name='New').pk}/history/")
    assert "Imported" in history.content.decode()


def test_who_may_not_delete_sources_cannot_undo_an_import(browse: Browse) -> None:
    from django.contrib.auth.models import Group, Permission

    client = browse("operator")
    import_csv(client, CSV)
    operators = Group.objects.get(name="operator")
    operators.permissions.remove(Permission.objects.get(codename="delete_source"))
    page = html_tree(client.get("/sources/changes/").content)
    assert page.cssselect("tbody form") == []
    (link,) = page.cssselect("tbody a[href*=changes]")
    assert client.post(f"{link.get('href')}undo/").status_code == 403
    assert len(fields_now("name")) == 3


@pytest.mark.slow
def test_a_large_import_is_undone_in_few_queries(browse: Browse) -> None:
    """The number of statements grows by batches, not by sources."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from storage.database.sources import bulk_history
    from storage.database.sources.transfer import apply_plan, read_csv

    head = "name,channel,address,priority"
    lines = [f"S{each},feed,https://s{each}.example/feed,4" for each in range(300)]
    apply_plan(read_csv("\n".join([head, *lines]).encode()), "anna")
    again = [line.removesuffix("4") + "2" for line in lines]
    more = [f"T{each},feed,https://t{each}.example/feed,4" for each in range(300)]
    apply_plan(read_csv("\n".join([head, *again, *more]).encode()), "anna")
    with CaptureQueriesContext(connection) as asked:
        undone = bulk_history.undo(bulk_history.bulk_changes(1)[0].batch, "anna")
    assert (undone.sources, undone.kept) == (600, [])
    assert set(fields_now("priority")) == {(4,)}
    assert len(fields_now("priority")) == 300
    assert len(asked) < 120
