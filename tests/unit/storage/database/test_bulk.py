"""One change of many sources: all of them or none, each with its audit entry."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from storage.database.errors import Invalid
from storage.database.sources.source_config import SourceConfig

FEED = SourceConfig(name="News", channel="feed", address="https://example.org/feed.xml")

pytestmark = pytest.mark.usefixtures("tables")


def _add(name: str, **fields: Any) -> int:
    from storage.database.models import Source
    from storage.database.sources.sources import add_source

    pk = add_source(replace(FEED, name=name, **fields), "anna").pk
    Source.objects.filter(pk=pk).update(next_visit=timezone.now() + timedelta(hours=1))
    return pk


def _rows(*fields: str) -> list[Any]:
    from storage.database.models import Source

    return list(Source.objects.order_by("pk").values_list(*fields, flat=len(fields) == 1))


def _due() -> list[str]:
    from storage.database.models import Source

    return list(
        Source.objects.filter(next_visit__lte=timezone.now())
        .order_by("pk")
        .values_list("name", flat=True)
    )


def _changes() -> list[tuple[str, str, Any, Any]]:
    """Return the audit of what ben did, oldest first."""
    from storage.database.people.audit import EntryFilter, entries

    found = entries(100, wanted=EntryFilter(who="ben"))
    return [(entry.action, entry.subject, entry.before, entry.after) for entry in reversed(found)]


def test_pause_and_resume() -> None:
    from storage.database.sources.bulk import Pause, Resume, edit_sources

    ids = [_add("a"), _add("b"), _add("c", enabled=False)]
    assert edit_sources(ids[:2], Pause(" holidays "), "ben").sources == 2
    assert _rows("enabled", "pause_reason") == [
        (False, "holidays"),
        (False, "holidays"),
        (False, ""),
    ]
    assert edit_sources(ids, Resume(), "ben").sources == 3
    assert _rows("enabled", "pause_reason") == [(True, "")] * 3
    assert _due() == ["a", "b", "c"]
    assert edit_sources(ids, Resume(), "ben").sources == 0
    assert _changes()[0] == (
        "pause",
        "a",
        {"enabled": True, "pause_reason": ""},
        {"enabled": False, "pause_reason": "holidays"},
    )
    assert [entry[0] for entry in _changes()] == ["pause"] * 2 + ["resume"] * 3


def test_numbers() -> None:
    from storage.database.sources.bulk import SetNumber, edit_sources

    ids = [_add("a"), _add("b", priority=2)]
    assert edit_sources(ids, SetNumber("priority", 2), "ben").sources == 1
    assert _rows("priority") == [2, 2]
    assert _changes() == [("change", "a", {"priority": 5}, {"priority": 2})]
    edit_sources(ids, SetNumber("pace_seconds", 0.5), "ben")
    assert _rows("pace_seconds") == [0.5, 0.5]
    assert _due() == []
    for field, value in (("priority", 10), ("pace_seconds", -1), ("interval_seconds", 0)):
        with pytest.raises(Invalid, match=field):
            edit_sources(ids, SetNumber(field, value), "ben")


def test_choices() -> None:
    from storage.database.sources.bulk import SetChoice, edit_sources

    ids = [_add("a"), _add("b", revisit="auto")]
    assert edit_sources(ids, SetChoice("revisit", "auto"), "ben").sources == 1
    assert _rows("revisit") == ["auto", "auto"]
    assert _changes() == [("change", "a", {"revisit": "never"}, {"revisit": "auto"})]
    with pytest.raises(Invalid, match="revisit"):
        edit_sources(ids, SetChoice("revisit", "sometimes"), "ben")


def test_a_shorter_interval_begins_now_without_a_rush() -> None:
    from storage.database.sources.bulk import SetNumber, edit_sources

    edit_sources([_add("a")], SetNumber("interval_seconds", 60), "ben")
    (visit,) = _rows("next_visit")
    assert timezone.now() < visit <= timezone.now() + timedelta(seconds=60)
    edit_sources([_add("b")], SetNumber("interval_seconds", 86400), "ben")
    assert _rows("next_visit")[1] < timezone.now() + timedelta(hours=2)


def test_tags() -> None:
    from storage.database.sources.bulk import AddTags, RemoveTags, edit_sources

    ids = [_add("a", tags=("x", "y")), _add("b"), _add("c", tags=("z",))]
    assert edit_sources(ids, AddTags(("z", "x")), "ben").sources == 3
    assert _rows("tags") == [["x", "y", "z"], ["z", "x"], ["z", "x"]]
    assert edit_sources(ids, RemoveTags(("y",)), "ben").sources == 1
    assert edit_sources(ids, RemoveTags(("x", "z")), "ben").sources == 3
    assert _rows("tags") == [[], [], []]
    for bad in ((), ("a", "a"), ("",), ("a\x00",)):
        with pytest.raises(Invalid, match="tags"):
            edit_sources(ids, AddTags(bad), "ben")


def test_a_source_cannot_get_too_many_tags_step_by_step() -> None:
    from storage.database.sources.bulk import AddTags, edit_sources

    ids = [_add("a"), _add("b", tags=tuple(f"t{number}" for number in range(100)))]
    with pytest.raises(Invalid, match=r"too_many_entries \(count 101"):
        edit_sources(ids, AddTags(("z",)), "ben")
    assert _rows("tags")[0] == []


def test_visit_now_and_delete() -> None:
    from storage.database.sources.bulk import Delete, VisitNow, edit_sources
    from storage.database.sources.history import deleted_sources, restore

    ids = [_add("a"), _add("b"), _add("c")]
    edit_sources(ids[:2], VisitNow(), "ben")
    assert _due() == ["a", "b"]
    assert edit_sources(ids[1:], Delete(), "ben").sources == 2
    assert _rows("name") == ["a"]
    assert [entry[:2] for entry in _changes()] == [
        ("visit now", "a"),
        ("visit now", "b"),
        ("delete", "b"),
        ("delete", "c"),
    ]
    for entry in deleted_sources(9):
        restore(entry.pk, "ben")
    assert _rows("name", "pk") == [("a", ids[0]), ("b", ids[1]), ("c", ids[2])]


def test_nothing_is_half_done_when_one_is_gone() -> None:
    from storage.database.sources.bulk import Delete, Pause, edit_sources
    from storage.database.sources.sources import delete_source

    ids = [_add("a"), _add("b"), _add("c")]
    delete_source(ids[1], "anna")
    for edit in (Pause(), Delete()):
        with pytest.raises(Invalid) as caught:
            edit_sources([*ids, 99999], edit, "ben")
        assert [problem.value for problem in caught.value.problems] == ["b", "99999"]
    assert _rows("name", "enabled") == [("a", True), ("c", True)]
    assert _changes() == []


def test_a_thousand_take_as_many_statements_as_ten() -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from storage.database.models import Source
    from storage.database.sources.bulk import AddTags, edit_sources

    Source.objects.bulk_create(
        Source(
            name=f"s{number}", name_key=f"{number}", channel="feed", address="https://example.org/"
        )
        for number in range(400)
    )
    ids = _rows("pk")
    with CaptureQueriesContext(connection) as few:
        edit_sources(ids[:10], AddTags(("a",)), "ben")
    with CaptureQueriesContext(connection) as many:
        edit_sources(ids[10:], AddTags(("a",)), "ben")
    # Rows are inserted in batches.
    assert len(many) <= len(few) + 8
    assert _rows("tags") == [["a"]] * 400
