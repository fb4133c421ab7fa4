"""Sources: list, form, commands, import and export."""

import csv
import io
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from storage.counters.events import Event
from storage.findings.signs import FailedAttempt
from storage.outcomes import Outcome
from tests.html_trees import html_tree
from tests.unit.webui.samples import compact, draft

if TYPE_CHECKING:
    from django.test import Client

    from storage.database.models import Source
    from watch.stores import Stores

Browse = Callable[..., "Client"]
FORM = {
    "name": "Example",
    "channel": "list",
    "address": "https://example.org/news/",
    "patterns": r"/news/\w+/story\d+-\d+",
    "interval_seconds": "15 min",
    "priority": "5",
    "pace_seconds": "1.0",
    "max_pages": "2",
    "enabled": "on",
}


def add(name: str, **fields: Any) -> "Source":
    from storage.database.sources.sources import add_source

    return add_source(draft(name, **fields), "test")


def postpone(source: "Source") -> None:
    """Make the source due tomorrow."""
    from django.utils import timezone

    from storage.database.models import Source

    Source.objects.filter(pk=source.pk).update(next_visit=timezone.now() + timedelta(days=1))


def is_due(source: "Source") -> bool:
    from django.utils import timezone

    from storage.database.models import Source

    return Source.objects.filter(pk=source.pk, next_visit__lte=timezone.now()).exists()


def fields_of(answer: Any) -> dict[str, list[str]]:
    """Return what a browser would send if the last form of the page were submitted as it is."""
    fields: dict[str, list[str]] = {}
    for name, value in html_tree(answer.content.decode()).forms[-1].form_values():
        fields.setdefault(name, []).append(value)
    return fields


def only_source() -> "Source":
    from storage.database.models import Source

    return Source.objects.get()


def test_no_sources_yet(browse: Browse) -> None:
    assert "What should Newsloom collect?" in browse("operator").get("/sources/").content.decode()
    assert "No sources yet" in browse("ops").get("/sources/").content.decode()


def test_what_can_be_done_next_is_said_after_a_save(browse: Browse) -> None:
    client = browse("operator")
    steps = {
        "watch": "Watch its first documents",
        "try": "Try it out, without storing",
        "read": "Read its newest documents",
        "visit": "Visit it now",
    }

    def offered(address: str) -> set[str]:
        page = html_tree(client.get(address).content)
        links = [each.get("href") for each in page.cssselect(".next-steps a[href^='#']")]
        forms = [each.get("form") for each in page.cssselect(".next-steps button")]
        # Each leads to something on the page.
        for target in [*(link[1:] for link in links), *forms]:
            assert len(page.cssselect(f"#{target}")) == 1
        said = [" ".join(each.text_content().split()) for each in page.cssselect(".next-steps > *")]
        return {name for name, text in steps.items() if text in said}

    added = client.post("/sources/add/", FORM)["Location"]
    source = only_source()
    assert offered(added) == {"watch", "try"}
    assert offered(f"/sources/{source.pk}/") == set()
    type(source).objects.update(created=datetime.now(UTC) - timedelta(days=1))
    edit = f"/sources/{source.pk}/edit/"
    assert offered(client.post(edit, FORM)["Location"]) == {"read", "try", "visit"}
    paused = {name: value for name, value in FORM.items() if name != "enabled"}
    assert offered(client.post(edit, paused)["Location"]) == {"read", "try"}
    client.post("/sources/add/", paused | {"name": "Another", "address": "https://b.example/f.xml"})
    page = client.get("/sources/").content.decode()
    assert "“Another” was added. It is paused, so nothing visits it until you resume it." in page


def test_a_source_is_added_and_listed(browse: Browse) -> None:
    client = browse("operator")
    answer = client.post(
        "/sources/add/", FORM | {"headers": "Accept-Language: zh\nX-A: b:c", "tags": "economy\n\n"}
    )
    assert answer.status_code == 302
    source = only_source()
    assert source.patterns == [r"/news/\w+/story\d+-\d+"]
    assert source.interval_seconds == 900
    assert source.headers == {"Accept-Language": "zh", "X-A": "b:c"}
    assert source.tags == ["economy"]
    assert source.obey_robots is False
    page = client.get("/sources/").content.decode()
    assert "“Example” was added." in page
    assert "Not visited yet" in page


def test_the_form_shows_what_is_stored_and_changes_nothing_by_itself(browse: Browse) -> None:
    from storage.database.sources.keyword_lists import save_keyword_list

    save_keyword_list("Banks", ["bank"], "test")
    stored = draft(
        "搜索",
        channel="search",
        address="https://news.example/ns?q={keyword}",
        keywords=("央行", "利率"),
        keyword_lists=("Banks",),
        result_parser="generic",
        selectors={"result": "div.r", "link": "h3 a"},
        headers={"X-A": "b"},
        interval_seconds=7200,
        pace_seconds=0.5,
        tags=("a", "b"),
        charset="gb18030",
    )
    from storage.database.sources.sources import add_source

    source = add_source(stored, "test")
    client = browse("operator")
    assert (
        client.post(
            f"/sources/{source.pk}/edit/", fields_of(client.get(f"/sources/{source.pk}/edit/"))
        ).status_code
        == 302
    )
    assert only_source().config() == source.config()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": ""}, "This field is required."),
        ({"address": "ftp://example.org"}, "is not a valid web address"),
        ({"patterns": "a(b"}, "cannot be used as a pattern"),
        ({"interval_seconds": "15"}, "Enter a number and a unit"),
        ({"interval_seconds": "0 s"}, "must be from"),
        ({"headers": "nonsense"}, "“nonsense” is not in the form “Name: value”."),
        ({"headers": "A: 1\nA: 2"}, "“A” appears twice."),
        ({"charset": "klingon"}, "is not a known character set"),
        ({"channel": "search"}, "lacks the placeholder {keyword}"),
        ({"channel": "smoke"}, "Select a valid choice."),
        ({"name": "Taken"}, "is already in use. Choose another name."),
        ({"priority": "11"}, "less than or equal to 9"),
    ],
)
def test_what_is_wrong_is_said_at_the_field(
    browse: Browse, change: dict[str, str], said: str
) -> None:
    add("Taken")
    client = browse("operator")
    for button in ({}, {"test": "1"}):
        answer = client.post("/sources/add/", FORM | change | button)
        page = answer.content.decode()
        assert answer.status_code == 422
        assert said in page
        assert "Nothing was saved. Correct these fields:" in page
    assert only_source().name == "Taken"


def test_a_search_source_starts_from_a_preset(browse: Browse) -> None:
    client = browse("operator")
    tree = html_tree(client.get("/sources/add/").content.decode())
    links = {each.text_content(): each.get("href") for each in tree.cssselect(".for-search a")}
    assert {"Bing News", "Baidu News"} <= set(links)
    answer = client.get(f"/sources/add/{links['Bing News']}")
    filled = {name: value[0] for name, value in fields_of(answer).items() if value}
    assert (filled["channel"], filled["result_parser"]) == ("search", "feed")
    assert "{keyword}" in filled["address"]
    saved = client.post("/sources/add/", filled | {"keywords": "flood", "save": ""})
    assert saved.status_code == 302
    assert only_source().result_parser == "feed"
    # An existing source is not replaced by a preset.
    edited = client.get(f"/sources/{only_source().pk}/edit/").content.decode()
    assert "GDELT" not in edited


def test_a_broken_pattern_is_said_once_as_it_was_typed(browse: Browse) -> None:
    answer = browse("operator").post("/sources/add/", FORM | {"patterns": r"/a\d+(b"})
    (field,) = html_tree(answer.content.decode()).cssselect(".field.wrong .errorlist")
    told = " ".join(field.text_content().split())
    assert told.startswith(r"“/a\d+(b” cannot be used as a pattern: it is not a valid regular")
    assert told.count("(b") == 1


def test_pause_resume_and_visit(browse: Browse) -> None:
    source = add("Example")
    client = browse("ops")
    answer = client.post(f"/sources/{source.pk}/pause/", {"next": "/sources/?q=ex"})
    assert answer["Location"] == "/sources/?q=ex"
    assert only_source().enabled is False
    assert "“Example” is paused." in client.get("/sources/").content.decode()
    client.post(f"/sources/{source.pk}/enable/", {"next": "https://evil.example/"}, follow=False)
    assert only_source().enabled is True
    assert client.post(f"/sources/{source.pk}/pause/", {"next": "https://evil.example/"})[
        "Location"
    ].startswith("/")
    assert browse("admin").post("/sources/999999999999999999999/pause/").status_code == 404


def test_every_change_has_a_name_on_it(browse: Browse) -> None:
    source = add("Example")
    client = browse("admin")
    client.post(f"/sources/{source.pk}/pause/")
    assert "admin-0 · Paused" in client.get(f"/sources/{source.pk}/").content.decode()


def test_a_source_is_deleted_after_a_question(browse: Browse) -> None:
    from storage.database.models import Source

    source = add("Example")
    client = browse("operator")
    assert "Delete “Example”?" in client.get(f"/sources/{source.pk}/delete/").content.decode()
    assert Source.objects.count() == 1
    client.post(f"/sources/{source.pk}/delete/")
    assert Source.objects.count() == 0


def test_filters_and_pages(browse: Browse) -> None:
    for number in range(60):
        add(f"Source {number:02}", enabled=number % 2 == 0)
    client = browse("ops")
    page = client.get("/sources/").content.decode()
    assert page.count('scope="row"') == 50
    assert "1–50 of 60" in page
    assert (
        client.get("/sources/?state=paused&q=Source+1").content.decode().count('scope="row"') == 5
    )
    assert "Nothing matches the filter" in client.get("/sources/?channel=board").content.decode()
    wrong = client.get("/sources/?page=nonsense&channel=x&state=y&sort=%3Cz%3E")
    said = wrong.content.decode()
    assert wrong.status_code == 400
    assert "Page number: “nonsense” is not a number." in said
    for field, text in (("Channel", "x"), ("State", "y"), ("Sort by", "&lt;z&gt;")):
        assert f"{field}: “{text}” is not one of the choices." in said
    assert 'scope="row"' not in said
    assert "No sources match" not in said


def test_one_source_with_its_runs_outcomes_and_samples(browse: Browse, ports: "Stores") -> None:
    from django.utils import timezone

    from storage.database.models import Run

    source = add("Example")
    started = timezone.now() - timedelta(minutes=5)
    Run.objects.create(
        id="a", source=source, started=started, jobs=1, found=30, new=4, lists={"http_5xx": 1}
    )
    ports.counters().record(
        [
            Event(
                source_id=source.pk,
                run_id="a",
                channel="feed",
                site="example.org",
                outcome=outcome,
                url="https://example.org/<b>",
                at=started.timestamp(),
                detail="12 characters",
            )
            for outcome in (Outcome.STORED, Outcome.STORED, Outcome.TOO_SHORT)
        ]
    )
    page = browse("ops").get(f"/sources/{source.pk}/").content.decode()
    assert "Failing" in page
    assert "Server error (5xx) 1" in page
    assert "<span>Stored</span><b>2</b>" in page
    assert "12 characters" in page
    assert "https://example.org/&lt;b&gt;" in page
    assert f'href="/sources/{source.pk}/failures.csv"' in page
    file = browse("ops").get(f"/sources/{source.pk}/failures.csv")
    assert file["Content-Disposition"].startswith("attachment; ")
    [row] = csv.DictReader(io.StringIO(file.content.decode("utf-8-sig")))
    assert row == {
        "source": "Example",
        "time": started.isoformat(timespec="seconds"),
        "outcome": "too_short",
        "reason": "12 characters",
        "url": "https://example.org/<b>",
    }


def test_keyword_lists(browse: Browse) -> None:
    from storage.database.models import KeywordList

    client = browse("operator")
    assert "No keyword lists yet" in client.get("/keywords/").content.decode()
    assert (
        client.post("/keywords/add/", {"name": "Banks", "keywords": "央行\n利率\n"}).status_code
        == 302
    )
    words = KeywordList.objects.get()
    assert words.keywords == ["央行", "利率"]
    assert "not used by any source" in client.get("/keywords/").content.decode()
    assert (
        "is given twice"
        in client.post(f"/keywords/{words.pk}/", {"name": "B", "keywords": "a\na"}).content.decode()
    )
    add(
        "S",
        channel="search",
        address="https://n.example/?q={keyword}",
        result_parser="baidu",
        keyword_lists=("Banks",),
    )
    refused = client.post(f"/keywords/{words.pk}/delete/", follow=True).content.decode()
    assert "holds the only keywords of a source" in refused
    assert client.get("/keywords/12345/").status_code == 404


def test_a_host_that_asks_to_wait_is_named(browse: Browse, ports: "Stores") -> None:
    source = add("Busy", address="https://busy.example/feed.xml")
    client, text = browse("operator"), "Newsloom asks the host again"
    ports.pace().hold("busy.example", 30.0)
    assert text not in client.get(f"/sources/{source.pk}/").content.decode()
    ports.pace().hold("busy.example", 1_800.0)
    page = client.get(f"/sources/{source.pk}/").content.decode()
    assert text in page
    assert "(Retry-After)" in page


def test_a_list_that_is_throttled_says_until_when(browse: Browse, ports: "Stores") -> None:
    from storage.database.models import Source
    from tests.unit.webui.test_sources_table import run

    source, at = add("Throttled", address="https://busy.example/feed.xml"), time.time()
    run(source, lists={}, finished=None)
    Source.objects.filter(pk=source.pk).update(changed=source.created - timedelta(days=1))
    attempt = FailedAttempt(
        source_id=source.pk,
        run_id=f"{source.pk}-0",
        url=source.address,
        outcome="throttled",
        detail="HTTP 429, the site asks to wait until 2026-11-21 13:00 UTC",
        number=1,
        most=5,
        at=at,
        next_at=at + 1_800,
    )
    ports.findings().record_attempt(attempt)
    client = browse("operator")
    state = client.get(f"/api/v1/sources/{source.pk}").json()["state"]
    assert (state["name"], state["reason"]) == ("retrying", "throttled")
    assert "the site asks to wait until 2026-11-21 13:00 UTC" in state["evidence"]
    assert state["next_attempt"]
    page = compact(client.get(f"/sources/{source.pk}/").content.decode())
    assert "the site asks to wait until 2026-11-21 13:00 UTC" in page
    # The attempt has failed, and the next visit is the next attempt, wherever one looks.
    assert "None yet." not in page
    assert "Attempt 1 of 5" in page
    assert re.search(r"Next visit: retry\s*<time [^>]*>in (29|30)\sminutes", page)
    assert "already in the queue" not in page


def test_a_visit_in_the_queue_is_not_due_now(browse: Browse, ports: "Stores") -> None:
    from storage.database.models import Source
    from tests.unit.webui.test_sources_table import run

    source = add("Waiting")
    run(source, lists={}, finished=None)
    Source.objects.filter(pk=source.pk).update(changed=source.created - timedelta(days=1))
    page = browse("operator").post(f"/sources/{source.pk}/visit/", follow=True).content.decode()
    assert "A visit of “Waiting” is in the queue already." in page
    assert "is due now" not in page


def test_what_is_deleted_is_no_command_in_chinese(browse: Browse) -> None:
    """One English word for a list, a time and a deed is three words in Chinese."""
    client = browse("operator")
    client.post(f"/sources/{add('Gone').pk}/delete/")
    page = client.get("/sources/", headers={"accept-language": "zh-hans"}).content.decode()
    assert '<a href="/sources/deleted/">已删除的采集源</a>' in page
    page = client.get("/sources/deleted/", headers={"accept-language": "zh-hans"}).content.decode()
    assert '<th scope="col">删除时间</th>' in page
    users = browse("admin").get("/users/", headers={"accept-language": "zh-hans"}).content.decode()
    assert "管理员" in users
