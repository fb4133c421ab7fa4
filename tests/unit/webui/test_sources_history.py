"""The history of a source and the way back; deleted sources; what keywords bring."""

import re
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from storage.counters.events import Event
from storage.errors import Unavailable
from storage.outcomes import Outcome
from tests.unit.webui.samples import compact
from tests.unit.webui.test_sources_pages import add, only_source

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]


def test_differences_are_shown_and_one_click_goes_back(browse: Browse) -> None:
    from storage.database.models import Mute
    from storage.database.sources.sources import change_source
    from storage.database.verdicts.mutes import mute

    source = add("Example", tags=("a",), headers={"Cookie": "s3cret"})
    change_source(
        source.pk,
        replace(source.config(), tags=("b",), priority=1, headers={"Cookie": "s3cret-2"}),
        "omar",
    )
    muted = {"kind": "source", "subject": source.pk, "name": "Example", "reason": "on strike"}
    now = datetime.now(UTC)
    mute(Mute(**muted, who="otto", at=now, until=now + timedelta(days=1)))
    client = browse("operator")
    page = compact(client.get(f"/sources/{source.pk}/history/").content.decode())
    for said in (
        "omar",
        "</span>on strike</ins>",
        "Changed",
        "</span>a</del>",
        "</span>b</ins>",
        "</span>5</del>",
        "Cookie: (hidden, changed)",
    ):
        assert said in page
    assert "s3cret" not in page
    *_present, back = re.findall(r'action="(/sources/\d+/history/\d+/return/)"', page)
    answer = client.post(back, follow=True)
    assert "“Example” is back at the earlier version." in answer.content.decode()
    assert (only_source().tags, only_source().priority) == (["a"], 5)
    # Secrets stay as they are now.
    assert only_source().headers == {"Cookie": "s3cret-2"}
    page = client.get(f"/sources/{source.pk}/history/").content.decode()
    assert "operator-0" in page
    assert "Restored an earlier version" in page
    assert client.post(f"/sources/{source.pk}/history/99999/return/").status_code == 404
    assert client.get("/sources/99999/history/").status_code == 404


def test_times_have_their_units_and_a_new_source_replaces_nothing(browse: Browse) -> None:
    from storage.database.sources.sources import change_source

    source = add("Example", interval_seconds=60)
    added = compact(browse("operator").get(f"/sources/{source.pk}/history/").content.decode())
    assert "</span>1 min</ins>" in added
    assert "<del>" not in added
    change_source(source.pk, replace(source.config(), interval_seconds=5400), "omar")
    for page in (f"/sources/{source.pk}/history/", "/users/audit/"):
        shown = compact(browse("admin").get(page).content.decode())
        assert "</span>1 min</del>" in shown
        assert "</span>90 min</ins>" in shown
        assert "seconds" not in shown


def test_why_a_version_cannot_come_back_is_said(browse: Browse) -> None:
    from storage.database.models import AuditEntry
    from storage.database.sources.sources import change_source

    source = add("Example")
    change_source(source.pk, replace(source.config(), name="Renamed"), "omar")
    add("Example")
    entry = AuditEntry.objects.get(action="add", subject_id=str(source.pk))
    answer = browse("operator").post(
        f"/sources/{source.pk}/history/{entry.pk}/return/", follow=True
    )
    assert (
        "Nothing was changed: “Example” is already in use. Choose another name."
        in answer.content.decode()
    )


def test_a_long_history_comes_in_pages(browse: Browse) -> None:
    from storage.database.sources.sources import visit_now

    source = add("Example")
    for _ in range(60):
        visit_now(source.pk, "omar")
    client = browse("ops")
    first, last = (
        client.get(f"/sources/{source.pk}/history/?page={page}").content.decode()
        for page in ("1", "99")
    )
    assert (first.count("Visit requested"), last.count("Visit requested")) == (50, 10)
    assert "51–61 of 61" in last
    unreadable = client.get(f"/sources/{source.pk}/history/?page=x")
    assert unreadable.status_code == 400
    assert "Page number: “x” is not a number." in unreadable.content.decode()
    assert "Visit requested" not in unreadable.content.decode()


def test_deleted_sources_are_restored(browse: Browse) -> None:
    from storage.database.sources.sources import delete_source

    client = browse("operator")
    assert "No deleted sources" in client.get("/sources/deleted/").content.decode()
    source = add("Example", headers={"Cookie": "s", "Accept": "a"}, tags=("a",))
    number = source.pk
    delete_source(number, "omar")
    page = client.get("/sources/deleted/").content.decode()
    assert "omar" in page
    assert "Deleted" in client.get(f"/sources/{number}/history/").content.decode()
    (restore,) = re.findall(r'action="(/sources/deleted/\d+/restore/)"', page)
    shown = client.post(restore, follow=True).content.decode()
    assert "“Example” is restored." in shown
    assert "Enter these again: Cookie." in shown
    assert (only_source().pk, only_source().headers, only_source().tags) == (
        number,
        {"Accept": "a"},
        ["a"],
    )
    assert client.post(restore).status_code == 404
    assert "Restore Example" not in browse("ops").get("/sources/deleted/").content.decode()


def test_a_deleted_source_whose_name_is_taken(browse: Browse) -> None:
    from storage.database.sources.sources import delete_source

    delete_source(add("Example").pk, "omar")
    add("Example")
    client = browse("operator")
    page = client.get("/sources/deleted/").content.decode()
    (restore,) = re.findall(r'action="(/sources/deleted/\d+/restore/)"', page)
    assert "is already in use" in client.post(restore, follow=True).content.decode()


class TestKeywords:
    @pytest.fixture
    def source(self, tables: None, ports: "Stores") -> int:
        from storage.database.sources.keyword_lists import save_keyword_list

        save_keyword_list("Banks", ["央行", "dull <b>"], "test")
        source = add(
            "Search",
            channel="search",
            address="https://n.example/?q={keyword}",
            result_parser="baidu",
            keywords=("own",),
            keyword_lists=("Banks",),
        )
        ports.counters().record(
            [
                Event(
                    source_id=source.pk,
                    run_id="r",
                    channel="search",
                    site="n.example",
                    outcome=outcome,
                    url="https://n.example/",
                    at=time.time(),
                    keyword="央行",
                    is_list=outcome == Outcome.LISTED,
                    found=20 if outcome == Outcome.LISTED else 0,
                    new=7 if outcome == Outcome.LISTED else 0,
                )
                for outcome in (Outcome.LISTED, Outcome.STORED, Outcome.STORED, Outcome.TOO_SHORT)
            ]
        )
        return source.pk

    def rows(self, page: str) -> dict[str, list[str]]:
        """Return found, new and stored by keyword."""
        panel = compact(page[page.index('id="yields"') :])
        found = re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', panel, re.DOTALL)
        return {
            re.sub(r"<span.*", "*", name): re.findall(r">(\d+)<", cells)
            for name, cells in found[:3]
        }

    def test_what_each_brings_to_a_list(self, browse: Browse, source: int) -> None:
        from storage.database.models import KeywordList

        page = browse("operator").get(f"/keywords/{KeywordList.objects.get().pk}/").content.decode()
        assert self.rows(page) == {"央行": ["20", "7", "2"], "dull &lt;b&gt;*": ["0", "0", "0"]}

    def test_what_each_brings_to_a_source(self, browse: Browse, source: int) -> None:
        page = browse("operator").get(f"/sources/{source}/").content.decode()
        assert self.rows(page) == {
            "own*": ["0", "0", "0"],
            "央行": ["20", "7", "2"],
            "dull &lt;b&gt;*": ["0", "0", "0"],
        }

    def test_without_counters(
        self, browse: Browse, ports: "Stores", source: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from storage.database.models import KeywordList

        def away() -> None:
            raise Unavailable("redis", "no answer")

        client = browse("operator")
        monkeypatch.setattr(ports, "counters", away)
        page = client.get(f"/keywords/{KeywordList.objects.get().pk}/").content.decode()
        assert "The counters cannot be read." in page
        assert "dull &lt;b&gt;" in page
