"""Earlier versions of a source, rebuilt from the differences that the audit keeps."""

from dataclasses import replace
from typing import Any

import pytest

from storage.database.errors import Invalid, NotFound
from storage.database.sources.source_config import SourceConfig

FEED = SourceConfig(name="News", channel="feed", address="https://example.org/feed.xml")

pytestmark = pytest.mark.usefixtures("tables")


def _entries(source_id: int) -> list[Any]:
    """Return the entries of a source, oldest first."""
    from storage.database.people.audit import EntryFilter, entries

    return entries(100, wanted=EntryFilter(kind="source", subject_id=str(source_id)))[::-1]


def test_every_version_comes_back_whatever_happened_since() -> None:
    from storage.database.sources import sources
    from storage.database.sources.bulk import AddTags, SetNumber, edit_sources
    from storage.database.sources.history import earlier_version, return_to
    from storage.database.sources.keyword_lists import save_keyword_list

    save_keyword_list("Banks", ["bank"], "anna")
    source = sources.add_source(FEED, "anna")
    versions = [source.config()]
    for change in (
        {"tags": ("a", "b"), "selectors": {"title": "h1"}},
        {"name": "Nachrichten", "pace_seconds": 0.25, "patterns": (r"/a\d+", r"/b")},
        {"tags": ("b", "a"), "headers": {"Accept": "text/html"}, "obey_robots": False},
        {
            "channel": "search",
            "address": "https://e.org/?q={keyword}",
            "result_parser": "360",
            "keyword_lists": ("Banks",),
        },
    ):
        draft = replace(versions[-1], **change)
        versions.append(sources.change_source(source.pk, draft, "ben").config())
    sources.visit_now(source.pk, "ben")
    sources.set_enabled(source.pk, False, "ben", "redesign")
    edit_sources([source.pk], AddTags(("c",)), "ben")
    edit_sources([source.pk], SetNumber("priority", 2), "ben")
    changes = [entry for entry in _entries(source.pk) if entry.action in ("add", "change")]
    # The version before pausing was not paused; going back leaves it paused all the same.
    for entry, version in zip(changes[:5], versions, strict=True):
        assert earlier_version(source.pk, entry.pk).config == replace(version, enabled=False)
    for entry, version in zip(changes[:5], versions, strict=True):
        restored = return_to(source.pk, entry.pk, "cora")
        assert restored.source.config() == replace(version, enabled=False)
        assert (_entries(source.pk)[-1].who, _entries(source.pk)[-1].action) == ("cora", "return")


def test_secrets_stay_as_they_are_now() -> None:
    from storage.database.sources.history import return_to
    from storage.database.sources.sources import add_source, change_source

    source = add_source(
        replace(FEED, headers={"Cookie": "old", "X-Token": "t", "Accept": "a"}), "anna"
    )
    added = _entries(source.pk)[0]
    change_source(source.pk, replace(FEED, headers={"Cookie": "new", "Accept": "b"}), "anna")
    restored = return_to(source.pk, added.pk, "anna")
    assert restored.source.headers == {"Cookie": "new", "Accept": "a"}
    assert restored.lost_secrets == ("X-Token",)


@pytest.mark.parametrize(
    ("stored", "address", "kept"),
    [
        ("https://e.org/a", "https://e.org/b", True),
        ("https://e.org/a", "https://e.org:443/a", True),
        ("http://e.org/a", "https://e.org/a", True),
        ("https://e.org/a", "http://e.org/a", False),
        ("https://e.org/a", "https://e.org:8443/a", False),
        ("http://e.org:8080/a", "https://e.org/a", False),
        ("https://e.org/a", "https://[::1", False),
    ],
)
def test_a_hidden_value_stays_on_its_host_and_port_and_on_https(
    stored: str, address: str, kept: bool
) -> None:
    from storage.database.sources.versions import with_stored_secrets

    source = replace(FEED, address=stored, headers={"Cookie": "old"})
    draft = replace(FEED, address=address, headers={"cookie": "(hidden)"})
    assert with_stored_secrets(draft, source).headers == {"cookie": "old" if kept else "(hidden)"}


def test_secrets_do_not_return_to_another_host() -> None:
    from storage.database.sources.history import return_to
    from storage.database.sources.sources import add_source, change_source

    source = add_source(replace(FEED, headers={"Cookie": "old"}), "anna")
    [added] = _entries(source.pk)
    moved = replace(
        FEED, address="https://elsewhere.org/feed.xml", headers={"Cookie": "of elsewhere"}
    )
    change_source(source.pk, moved, "anna")
    restored = return_to(source.pk, added.pk, "anna")
    assert (restored.source.address, restored.source.headers) == (FEED.address, {})
    assert restored.lost_secrets == ("Cookie",)


def test_what_the_rules_forbid_now_is_not_restored() -> None:
    from storage.database.sources.history import return_to
    from storage.database.sources.sources import add_source, change_source, get_source

    source = add_source(FEED, "anna")
    change_source(source.pk, replace(FEED, name="Renamed"), "anna")
    add_source(FEED, "anna")
    with pytest.raises(Invalid, match="name_taken"):
        return_to(source.pk, _entries(source.pk)[0].pk, "anna")
    assert get_source("Renamed").pk == source.pk


def test_entries_that_do_not_tell_enough() -> None:
    from storage.database.models import AuditEntry
    from storage.database.sources.history import return_to
    from storage.database.sources.sources import add_source

    source = add_source(FEED, "anna")
    AuditEntry.objects.create(
        who="x", action="change", kind="source", subject_id=str(source.pk), subject="News"
    )
    with pytest.raises(Invalid, match="history_incomplete"):
        return_to(source.pk, _entries(source.pk)[0].pk, "anna")
    other = add_source(replace(FEED, name="Other"), "anna")
    for source_id, entry_id in (
        (source.pk, _entries(other.pk)[0].pk),
        (99999, 1),
        (source.pk, 99999),
    ):
        with pytest.raises(NotFound):
            return_to(source_id, entry_id, "anna")


def test_a_deleted_source_comes_back_under_its_number() -> None:
    from storage.database.sources.history import count_deleted, deleted_sources, restore, return_to
    from storage.database.sources.sources import (
        add_source,
        change_source,
        delete_source,
        get_source,
        set_enabled,
    )

    source = add_source(replace(FEED, headers={"Cookie": "s"}), "anna")
    changed = change_source(source.pk, replace(FEED, tags=("a",), headers={"Cookie": "s"}), "anna")
    set_enabled(source.pk, False, "anna", "redesign")
    for _ in range(2):
        number = source.pk
        delete_source(number, "ben")
        (entry,) = deleted_sources(10)
        assert (entry.subject, entry.who, count_deleted()) == ("News", "ben", 1)
        restored = restore(entry.pk, "cora")
        assert deleted_sources(10) == []
        with pytest.raises(NotFound):
            restore(entry.pk, "cora")
    again = get_source("News")
    assert again.pk == number
    assert again.config() == replace(changed.config(), headers={}, enabled=False)
    assert again.pause_reason == "redesign"
    assert restored.lost_secrets == ()
    first = _entries(number)[0]
    assert return_to(number, first.pk, "anna").source.tags == []


def test_a_name_that_was_taken_meanwhile() -> None:
    from storage.database.sources.history import deleted_sources, restore
    from storage.database.sources.sources import add_source, delete_source

    delete_source(add_source(FEED, "anna").pk, "anna")
    add_source(replace(FEED, name="NEWS"), "anna")
    with pytest.raises(Invalid, match="name_taken"):
        restore(deleted_sources(1)[0].pk, "anna")
    assert len(deleted_sources(9)) == 1


def test_what_a_change_says() -> None:
    from storage.database.people.audit import EntryFilter, entries
    from storage.database.sources.sources import add_source, change_source, delete_source
    from storage.database.sources.versions import Difference, entry_differences

    source = add_source(
        replace(FEED, tags=("a", "b"), headers={"Cookie": "x", "Accept": "y"}), "anna"
    )
    change_source(
        source.pk, replace(FEED, tags=("c", "b"), priority=1, headers={"Cookie": "z"}), "anna"
    )
    change_source(
        source.pk, replace(FEED, tags=("b", "c"), priority=1, headers={"Cookie": "z"}), "anna"
    )
    delete_source(source.pk, "anna")
    deleted, moved, changed, added = map(
        entry_differences, entries(4, wanted=EntryFilter(kind="source"))
    )
    assert deleted == []
    assert moved == [Difference(field="tags", old="c, b", new="b, c")]
    assert changed == [
        Difference(field="priority", old="5", new="1"),
        Difference(field="tags", added=("c",), removed=("a",)),
        Difference(
            field="headers",
            added=("Cookie: (hidden, changed)",),
            removed=("Accept: y", "Cookie: (hidden)"),
        ),
    ]
    assert [each.field for each in added] == ["name", "channel", "address", "tags", "headers"]
