"""The words and filters of a saved search are edited on the search page, and nothing else of it."""

import html
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from tests.unit.webui.samples import article

if TYPE_CHECKING:
    from django.test import Client

    from storage.database.models import SavedSearch
    from storage.documents.port import Document
    from watch.stores import Stores

Browse = Callable[..., "Client"]
HOUR = timedelta(hours=1)
NEW = {"name": "Banks", "query": "q=bank&site=example.org", "alert": "none", "every_minutes": "60"}
HOOK = NEW | {"alert": "webhook", "target": "https://hooks.example/T0/secret", "mode": "weekly"}
SEARCH_FIELDS = {"criteria", "notified_since", "problem"}


def keep(client: "Client", **fields: str) -> "SavedSearch":
    from storage.database.models import SavedSearch

    answer = client.post("/saved/add/", HOOK | fields)
    assert answer.status_code == 302, answer.content.decode()
    return SavedSearch.objects.latest("pk")


def row_of(search: "SavedSearch") -> dict[str, Any]:
    return dict(type(search).objects.filter(pk=search.pk).values().get())


def badges(client: "Client") -> list[str]:
    page = client.get("/saved/").content.decode()
    return re.findall(r'<strong class="badge">(\d+)</strong>', page)


def found(count: int, title: str, collected: datetime) -> list["Document"]:
    return [
        article(f"https://example.org/{title}/{n}", f"{title} {n}", collected=collected)
        for n in range(count)
    ]


def test_it_is_edited_on_the_search_page_which_keeps_it_through_every_link(
    browse: Browse, ports: "Stores"
) -> None:
    ports.documents().write([article("https://example.org/1", "Bank")])
    client = browse("analyst")
    search = keep(client, query="q=bank&site=example.org&after=2026-01-02&zone=UTC&copies=each")
    for page in ("/saved/", f"/saved/{search.pk}/"):
        text = html.unescape(client.get(page).content.decode())
        (address,) = re.findall(r'href="(/search/\?[^"]*edit=[^"]*)"', text)
        assert address == (
            "/search/?q=bank&after=2026-01-02&zone=UTC&copies=each&site=example.org"
            f"&edit={search.pk}"
        )
    text = html.unescape(client.get(address).content.decode())
    assert "You are editing “Banks”." in text
    assert f'action="/saved/{search.pk}/search/"' in text
    assert f'<a class="button quiet" href="/saved/{search.pk}/">Cancel</a>' in text
    assert "Save this search" not in text
    links = re.findall(r'href="(\?(?!q=copy:)[^"]+)"', text)
    assert len(links) > 5
    assert [link for link in links if f"edit={search.pk}" not in link] == []
    built = client.get(f"/search/build/?all=river&edit={search.pk}")
    assert built["Location"] == f"/search/?q=river&edit={search.pk}"
    assert "You are editing" not in client.get("/search/?q=bank").content.decode()


def test_its_form_searches_before_it_saves(browse: Browse) -> None:
    """The Enter key presses the first button of a form."""
    client = browse("analyst")
    search = keep(client)
    text = client.get(f"/search/?q=bank&edit={search.pk}").content.decode()
    _before, _, form = text.partition('id="search"')
    assert form.index("<button>Search") < form.index('<button form="search"')
    answer = client.post(f"/saved/{search.pk}/search/", {"q": "river", "site": "example.org"})
    assert answer["Location"] == f"/search/?q=river&site=example.org&edit={search.pk}"
    assert row_of(search)["criteria"] == search.criteria


def test_only_the_search_is_replaced(browse: Browse) -> None:
    from storage.database.models import AuditEntry
    from storage.database.secret_keys import feed_token

    client = browse("analyst")
    search = keep(client)
    client.post(f"/saved/{search.pk}/feed/", {"renew": ""})
    now = datetime.now(UTC)
    type(search).objects.filter(pk=search.pk).update(
        notified_since=now - 9 * HOUR,
        read_until=now - 8 * HOUR,
        last_run=now - HOUR,
        language="zh-hans",
        time_zone="Asia/Shanghai",
        problem="The query is wrong.",
    )
    search.notified_matches.create(document_id="a", collected=now)
    search.deliveries.create(id="d", documents=["a"], total=1, created=now)
    before = row_of(search)
    search.refresh_from_db()
    token = feed_token(search)
    fields = {"q": "river", "lang": ["en", "de"], "copies": "each", "sort": "time", "save": "1"}
    answer = client.post(f"/saved/{search.pk}/search/", fields, follow=True)
    assert answer.redirect_chain == [(f"/saved/{search.pk}/", 302)]
    assert "“Banks” was saved." in answer.content.decode()
    after = row_of(search)
    assert after["criteria"] == {
        "text": "river",
        "copies": "each",
        "filters": {"lang": ["en", "de"]},
    }
    assert {name for name in before if before[name] != after[name]} == SEARCH_FIELDS
    assert (after["problem"], after["notified_since"] >= now) == ("", True)
    search.refresh_from_db()
    assert feed_token(search) == token
    assert search.notified_matches.count() == 1
    assert search.deliveries.count() == 1
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.before["query"], entry.after["query"]) == (  # type: ignore[index]
        "change",
        "q=bank&site=example.org",
        "q=river&copies=each&lang=en&lang=de",
    )


def test_a_search_that_is_saved_unchanged_stays_as_it_was(browse: Browse) -> None:
    from storage.database.models import AuditEntry

    client = browse("analyst")
    search = keep(client)
    before, entries = row_of(search), AuditEntry.objects.count()
    fields = {"q": "bank", "site": "example.org", "save": "1"}
    assert client.post(f"/saved/{search.pk}/search/", fields).status_code == 302
    assert (row_of(search), AuditEntry.objects.count()) == (before, entries)


def test_the_number_of_unread_is_that_of_the_new_search_at_once(
    browse: Browse, ports: "Stores"
) -> None:
    now = datetime.now(UTC)
    ports.documents().write(
        [
            *found(1, "Bank", now - HOUR),
            *found(3, "River", now - HOUR),
            *found(2, "River old", now - 9 * HOUR),
        ]
    )
    client = browse("analyst")
    search = keep(client, query="q=bank")
    type(search).objects.filter(pk=search.pk).update(read_until=now - 2 * HOUR)
    assert badges(client) == ["1"]
    client.post(f"/saved/{search.pk}/search/", {"q": "river", "save": "1"})
    assert badges(client) == ["3"]
    client.post(f"/saved/{search.pk}/read/")
    assert badges(client) == []


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"q": '"never closed'}, "not closed"),
        ({"q": "x" * 1001}, "Shorten it to 1,000"),
        ({"q": "a", "site": [f"site-number-{n}.example" for n in range(200)]}, "too long"),
        ({"q": "银行" * 200, "tag": [f"{n} 号标签" for n in range(20)]}, "too long"),
        ({"q": "a", "after": "soon"}, "is not a date"),
        ({"q": "a", "after": "2026-02-02", "before": "2026-01-01"}, "Swap the two"),
    ],
)
def test_what_cannot_be_searched_is_refused_and_can_be_mended(
    browse: Browse, fields: dict[str, object], said: str
) -> None:
    client = browse("analyst")
    search = keep(client)
    before = row_of(search)
    answer = client.post(f"/saved/{search.pk}/search/", {**fields, "save": "1"}, follow=True)
    text = answer.content.decode()
    assert "Nothing was saved." in text
    assert said in text
    assert "You are editing “Banks”." in text
    assert row_of(search) == before


@pytest.mark.parametrize("group", ["analyst", "admin", "ops"])
def test_nobody_else_edits_it(browse: Browse, group: str) -> None:
    search = keep(browse("analyst"))
    before, other = row_of(search), browse(group)
    status = 403 if group == "ops" else 404
    fields = {"q": "river", "save": "1"}
    assert other.post(f"/saved/{search.pk}/search/", fields).status_code == status
    assert other.get(f"/search/?q=bank&edit={search.pk}").status_code == status
    assert row_of(search) == before


def test_a_page_of_elsewhere_cannot_change_it(browse: Browse) -> None:
    client = browse("analyst", enforce_csrf_checks=True)
    from django.contrib.auth.models import User

    from storage.database.searches.saved_searches import SearchDraft, save_search
    from storage.database.searches.search import Search

    search = save_search(SearchDraft(name="Banks", search=Search(text="bank")), User.objects.get())
    path, fields = f"/saved/{search.pk}/search/", {"q": "river", "save": "1"}
    assert client.post(path, fields).status_code == 403
    assert client.get(path)["Location"] == f"/saved/{search.pk}/"
    page = client.get(f"/search/?q=bank&edit={search.pk}").content.decode()
    (token,) = set(re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"[^>]*>\s*<label', page))
    assert client.post(path, fields | {"csrfmiddlewaretoken": token}).status_code == 302
    assert row_of(search)["criteria"] == {"text": "river"}


@pytest.mark.parametrize("edit", ["", "0", "x", "-1", "9" * 40])
def test_an_address_without_a_saved_search_only_searches(browse: Browse, edit: str) -> None:
    answer = browse("analyst").get(f"/search/?q=bank&edit={edit}")
    assert answer.status_code == 200
    assert "You are editing" not in answer.content.decode()


@pytest.mark.parametrize(
    "odd",
    [
        {"text": "bank", "sort": "time", "query": "q=bank&sort=time&colour=red"},
        {"text": '"never closed', "query": "q=%22never+closed&x=1"},
        {"after": "soon", "zone": "Mars/One", "filters": {"site": ["a.example"]}},
    ],
)
def test_a_search_of_an_earlier_version_can_be_mended(
    browse: Browse, odd: dict[str, object]
) -> None:
    client = browse("analyst")
    search = keep(client)
    type(search).objects.filter(pk=search.pk).update(criteria=odd)
    text = html.unescape(client.get("/saved/").content.decode())
    (address,) = re.findall(r'href="(/search/\?[^"]*edit=[^"]*)"', text)
    assert "You are editing “Banks”." in client.get(address).content.decode()
    client.post(f"/saved/{search.pk}/search/", {"q": "river", "save": "1"})
    assert row_of(search)["criteria"] == {"text": "river"}


def test_the_settings_do_not_put_back_a_search_that_was_edited_meanwhile(browse: Browse) -> None:
    client = browse("analyst")
    search = keep(client, **NEW)
    page = client.get(f"/saved/{search.pk}/").content.decode()
    assert 'name="query"' not in page
    client.post(f"/saved/{search.pk}/search/", {"q": "river", "save": "1"})
    client.post(f"/saved/{search.pk}/", NEW | {"name": "Rivers"})
    row = row_of(search)
    assert (row["name"], row["criteria"]) == ("Rivers", {"text": "river"})


def test_the_api_changes_a_query_and_leaves_unread_what_is_unread(browse: Browse) -> None:
    client = browse("analyst")
    search = keep(client)
    earlier = datetime.now(UTC) - HOUR
    type(search).objects.filter(pk=search.pk).update(read_until=earlier, notified_since=earlier)
    content = {"name": "Banks", "query": "q=river"}
    answer = client.put(f"/api/v1/saved-searches/{search.pk}", content, "application/json")
    assert answer.status_code == 200, answer.content.decode()
    row = row_of(search)
    assert (row["criteria"], row["read_until"]) == ({"text": "river"}, earlier)
    assert row["notified_since"] > earlier
