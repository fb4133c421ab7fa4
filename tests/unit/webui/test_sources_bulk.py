"""Changing many sources at once, and pausing one with a reason."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.html_trees import html_tree
from tests.unit.webui.samples import compact
from tests.unit.webui.test_sources_pages import add, fields_of, only_source

if TYPE_CHECKING:
    from django.test import Client
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

Browse = Callable[..., "Client"]


def rows(*fields: str) -> list[tuple[object, ...]]:
    from storage.database.models import Source

    return list(Source.objects.order_by("name").values_list(*fields))


def choose(client: "Client", do: str, *ids: int, **more: str) -> "Answer":
    """Choose sources in the table and say what to do; return the page that asks once more."""
    answer = client.post("/sources/bulk/", {"do": do, "id": list(ids), "filter": "", **more})
    assert answer.status_code == 200
    return answer


def apply(client: "Client", page: "Answer", **values: str) -> "Answer":
    """Fill the last form of the page and send it."""
    return client.post("/sources/bulk/", fields_of(page) | values)


@pytest.mark.parametrize(
    ("do", "values", "field", "expected"),
    [
        ("pause", {"reason": "改版"}, "pause_reason", "改版"),
        ("interval", {"interval_seconds": "2 h"}, "interval_seconds", 7200),
        ("priority", {"priority": "0"}, "priority", 0),
        ("pace", {"pace_seconds": "0.25"}, "pace_seconds", 0.25),
        ("budget", {"pages_a_day": "500"}, "pages_a_day", 500),
        ("revisit", {"revisit": "auto"}, "revisit", "auto"),
        ("add_tags", {"tags": "a\nb"}, "tags", ["x", "a", "b"]),
        (
            "add_tags",
            {"tags": "economy, port  city，港口、a"},
            "tags",
            ["x", "economy", "port city", "港口", "a"],
        ),
        ("remove_tags", {"tags": "x"}, "tags", []),
    ],
)
def test_chosen_sources_are_changed_and_the_others_not(
    browse: Browse, do: str, values: dict[str, str], field: str, expected: object
) -> None:
    first, second, third = (add(name, tags=("x",)) for name in ("A", "B", "C"))
    untouched = getattr(third, field)
    client = browse("operator")
    page = choose(client, do, first.pk, second.pk)
    assert [each.text for each in html_tree(page.content.decode()).cssselect(".names li")] == [
        "A",
        "B",
    ]
    assert rows(field)[0] == (untouched,)
    answer = apply(client, page, **values)
    assert (answer.status_code, answer["Location"]) == (302, "/sources/?")
    assert rows(field) == [(expected,), (expected,), (untouched,)]
    said = "paused" if do == "pause" else "changed"
    assert f"2 sources were {said}." in client.get("/sources/").content.decode()


@pytest.mark.parametrize(
    ("do", "said"),
    [
        ("delete", "2 sources were deleted."),
        ("visit", "2 sources are due now."),
        ("pause", "2 sources were paused."),
        ("priority", "2 sources were changed."),
    ],
)
def test_what_was_done_is_said(browse: Browse, do: str, said: str) -> None:
    first, second = add("A"), add("B")
    client = browse("operator")
    page = choose(client, do, first.pk, second.pk)
    assert ": 2 sources" in compact(page.content.decode())
    apply(client, page, priority="1", reason="")
    assert said in client.get("/sources/").content.decode()


def test_all_that_fit_the_filter_and_the_way_back_to_it(browse: Browse) -> None:
    for number in range(70):
        add(f"S{number:02}", tags=("x",) if number < 60 else ())
    client = browse("operator")
    page = choose(client, "pause", every="1", filter="tag=x&page=2")
    assert "60 sources" in page.content.decode()
    answer = apply(client, page, reason="holidays")
    assert answer["Location"] == "/sources/?tag=x"
    assert sum(not enabled for (enabled,) in rows("enabled")) == 60


def test_delete_asks_once_and_names_them(browse: Browse) -> None:
    first, second = add("A"), add("B")
    client = browse("operator")
    page = choose(client, "delete", first.pk)
    assert "restore" in page.content.decode()
    assert len(rows("pk")) == 2
    apply(client, page)
    assert rows("pk") == [(second.pk,)]


def test_one_that_is_gone_is_named_and_nothing_is_done(browse: Browse) -> None:
    from storage.database.sources.sources import delete_source

    first, second = add("A"), add("B")
    client = browse("operator")
    page = choose(client, "priority", first.pk, second.pk)
    delete_source(second.pk, "x")
    answer = apply(client, page, priority="1")
    assert answer.status_code == 422
    assert "“B” no longer exists" in answer.content.decode()
    assert rows("priority") == [(5,)]
    assert apply(client, answer, priority="1").status_code == 302
    assert rows("priority") == [(1,)]


@pytest.mark.parametrize(
    ("do", "values", "said"),
    [
        ("interval", {"interval_seconds": "soon"}, "Enter a number and a unit"),
        ("interval", {"interval_seconds": "400 d"}, "must be from"),
        ("priority", {"priority": "10"}, "less than or equal to 9"),
        ("pace", {"pace_seconds": "-1"}, "greater than or equal to 0"),
        ("add_tags", {"tags": ""}, "Enter at least one tag."),
        ("pause", {"reason": "x" * 501}, "at most 500"),
    ],
)
def test_a_bad_value_is_said_at_its_field(
    browse: Browse, do: str, values: dict[str, str], said: str
) -> None:
    source = add("A")
    client = browse("operator")
    answer = apply(client, choose(client, do, source.pk), **values)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert only_source().config() == source.config()


def test_what_makes_no_sense_leads_back_with_a_reason(browse: Browse) -> None:
    source = add("A")
    client = browse("operator")
    for sent, said in (
        ({"do": "pause"}, "Select at least one source."),
        ({"do": "", "id": source.pk}, "Choose an action"),
        ({"do": "explode", "id": source.pk}, "This action does not exist."),
        ({"do": "pause", "id": "9" * 40, "ids": "x,-1,²"}, "Select at least one source."),
    ):
        answer = client.post("/sources/bulk/", sent, follow=True)
        assert answer.redirect_chain == [("/sources/?", 302)]
        assert said in answer.content.decode()
    assert (
        "The selected sources no longer exist." in choose(client, "pause", 99999).content.decode()
    )


@pytest.mark.parametrize(
    ("do", "status"), [("pause", 200), ("resume", 200), ("priority", 403), ("delete", 403)]
)
def test_ops_may_only_pause_and_resume(browse: Browse, do: str, status: int) -> None:
    source = add("A")
    client = browse("ops")
    assert client.post("/sources/bulk/", {"do": do, "id": source.pk}).status_code == status
    page = client.get("/sources/").content.decode()
    assert ('value="delete"' in page, 'value="pause"' in page) == (False, True)


def test_a_pause_tells_why_who_and_when(browse: Browse) -> None:
    source = add("A")
    client = browse("ops")
    assert "Pause “A”?" in client.get(f"/sources/{source.pk}/pause/").content.decode()
    client.post(f"/sources/{source.pk}/pause/", {"reason": "redesign <b>"})
    page = compact(client.get(f"/sources/{source.pk}/").content.decode())
    assert "redesign &lt;b&gt;" in page
    assert re.search(r"Paused\s+· ops-0 ·<time", page)
    assert "redesign &lt;b&gt;" in client.get("/sources/").content.decode()
    refused = client.post(f"/sources/{source.pk}/pause/", {"reason": "x" * 501})
    assert (refused.status_code, "at most 500" in refused.content.decode()) == (422, True)
    client.post(f"/sources/{source.pk}/enable/")
    assert "redesign" not in client.get("/sources/").content.decode()


def test_a_filter_that_cannot_be_read_changes_no_source(browse: Browse) -> None:
    add("A")
    client = browse("operator")
    asked = {"do": "pause", "every": "1", "filter": "state=smoke", "reason": "x", "apply": "1"}
    answer = client.post("/sources/bulk/", asked, follow=True)
    said = "Nothing was changed: State: “smoke” is not one of the choices."
    assert said in answer.content.decode()
    assert rows("enabled") == [(True,)]
    client.post("/sources/bulk/", asked | {"filter": "state=new"})
    assert rows("enabled") == [(False,)]
