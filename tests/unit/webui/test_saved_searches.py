"""Saved searches: kept by their owner alone, read as feeds by whoever has the address."""

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from typing import TYPE_CHECKING

import pytest

from tests.html_trees import html_tree
from tests.unit.webui.samples import MOMENT, article, compact

if TYPE_CHECKING:
    from django.test import Client

    from storage.database.models import SavedSearch
    from watch.stores import Stores

ATOM = "{http://www.w3.org/2005/Atom}"
NEW = {"name": "Banks", "query": "q=bank&site=example.org", "alert": "none", "every_minutes": "60"}
HOOK = NEW | {"alert": "webhook", "target": "https://hooks.example/T0/secret"}


def keep(client: "Client", **fields: str) -> "SavedSearch":
    from storage.database.models import SavedSearch

    answer = client.post("/saved/add/", NEW | fields)
    assert answer.status_code == 302, answer.content.decode()
    return SavedSearch.objects.latest("pk")


def feed_of(client: "Client", search: "SavedSearch", form: str = "rss") -> str:
    from storage.database.secret_keys import feed_token

    client.post(f"/saved/{search.pk}/feed/", {"renew": ""})
    search.refresh_from_db()
    return f"/feeds/{feed_token(search)}.{form}"


def test_a_search_is_saved_from_its_page_and_leads_back_to_it(
    browse: Callable[..., "Client"], ports: "Stores"
) -> None:
    ports.documents().write([article("https://example.org/1", "Bank")])
    client = browse("analyst")
    assert (
        "/saved/add/?q=bank&amp;site=example.org"
        in client.get("/search/?q=bank&site=example.org&cursor=").content.decode()
    )
    page = client.get("/saved/add/?q=bank&site=example.org&sort=time&cursor=x").content.decode()
    assert 'value="q=bank&amp;site=example.org"' in page
    search = keep(client)
    assert search.criteria == {"text": "bank", "filters": {"site": ["example.org"]}}
    assert (
        f'href="/search/?q=bank&amp;sort=collected&amp;site=example.org&amp;saved={search.pk}"'
        in client.get("/saved/").content.decode()
    )
    unreadable = client.get("/saved/?page=%3Cx%3E")
    assert unreadable.status_code == 400
    assert "Page number: “&lt;x&gt;” is not a number." in unreadable.content.decode()
    assert "Banks" not in unreadable.content.decode()


def test_a_search_that_is_called_like_its_query_is_listed_with_that_once(
    browse: Callable[..., "Client"],
) -> None:
    client = browse("analyst")
    keep(client, name="flood", query="q=flood")
    keep(client, name="Floods", query="q=inundation")
    shown = html_tree(client.get("/saved/").content)
    told = {
        each.find("a").text_content(): each.text_content()
        for each in shown.cssselect("th[scope=row]")
    }
    assert told["flood"].count("flood") == 1
    assert "inundation" in told["Floods"]


@pytest.mark.parametrize("path", ["", "delete/", "feed/"])
@pytest.mark.parametrize("group", ["analyst", "admin"])
def test_no_one_sees_or_touches_the_searches_of_others(
    browse: Callable[..., "Client"], group: str, path: str
) -> None:
    search = keep(browse("analyst"))
    other = browse(group)
    assert other.post(f"/saved/{search.pk}/{path}", NEW).status_code == 404
    assert "Banks" not in other.get("/saved/").content.decode()


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": " "}, "This field is required"),
        ({"alert": "mail", "target": "jane@example.org"}, "NEWSLOOM_SMTP_URL"),
        ({"alert": "mail", "target": "jane"}, "Enter an email address"),
        ({"alert": "webhook", "target": "ftp://example.org/"}, "begins with https://"),
        (
            {"alert": "webhook", "target": "https://user:secret@example.org/"},
            "contains a user name or password before an @",
        ),
        ({"alert": "webhook", "target": "https://example.org/a b"}, "Write a space as %20"),
        ({"alert": "webhook", "target": "https://exa mple.org/"}, "Write a space as %20"),
        ({"alert": "webhook", "target": "https://example.org:x/"}, "no valid host and port"),
        ({"alert": "webhook", "target": "https:///path"}, "no valid host and port"),
        ({"folder": "News/ /"}, "has an empty part beside a slash"),
        ({"alert": "webhook", "target": ""}, "begins with https://"),
        ({"alert": "webhook", "target": "http://10.0.0.8/hook"}, "NEWSLOOM_WEBHOOK_ALLOW_NETWORKS"),
        (
            {"alert": "webhook", "target": "https://[::ffff:10.0.0.8]/hook"},
            "NEWSLOOM_WEBHOOK_ALLOW_NETWORKS",
        ),
        ({"every_minutes": "2"}, "Select a valid choice"),
        ({"query": "q=" + "x+" * 700}, "Shorten it to 1,000"),
        (
            {"query": "q=a&" + "&".join(f"site=site-number-{n}.example" for n in range(200))},
            "too long",
        ),
        ({"query": "q=%22never+closed"}, "not closed"),
    ],
)
def test_what_cannot_work_is_named(
    browse: Callable[..., "Client"], fields: dict[str, str], said: str
) -> None:
    answer = browse("analyst").post("/saved/add/", NEW | fields)
    assert answer.status_code == 422
    assert said in answer.content.decode()


def test_a_query_that_is_none_any_more_is_said_once_on_its_page(
    browse: Callable[..., "Client"],
) -> None:
    from storage.database.models import SavedSearch

    client = browse("analyst")
    search = keep(client, **HOOK)
    SavedSearch.objects.update(criteria={"text": "*bank"}, problem="The last run failed so")
    page = compact(client.get(f"/saved/{search.pk}/").content.decode())
    assert page.count("A * stands only at the end of a word, such as harb*.") == 1
    assert "The last run failed" not in page
    assert f'href="/search/?q=%2Abank&amp;edit={search.pk}">Edit search</a>' in page


def test_the_audit_does_not_keep_the_secret_part_of_a_webhook(
    browse: Callable[..., "Client"],
) -> None:
    from storage.database.models import AuditEntry

    client = browse("analyst")
    search = keep(client, **HOOK)
    after = AuditEntry.objects.latest("pk").after
    assert after
    assert after["target"] == "https://hooks.example/"
    page = client.get(f"/saved/{search.pk}/").content.decode()
    assert "Newsloom-Signature" in page


def test_the_audit_log_says_in_words_what_was_saved(browse: Callable[..., "Client"]) -> None:
    keep(browse("analyst"), **HOOK | {"query": "q=bank+rates&site=one.example"})
    tree = html_tree(browse("admin").get("/users/audit/").content)
    told = {
        row.cssselect("dt")[0].text_content(): " ".join(
            row.cssselect("ins bdi")[0].text_content().split()
        )
        for row in tree.cssselect(".diff div")
        if row.cssselect("ins bdi")
    }
    assert told["Query"] == "bank rates site:one.example"
    assert told["Alert"] == "by webhook"
    assert told["Alert about"] == "new documents"
    assert told["Alert interval in minutes"] == "60"
    assert not {"alert", "mode", "target", "at_least", "every_minutes"} & told.keys()


def test_feeds_need_no_login_and_hold_what_matches(
    browse: Callable[..., "Client"], ports: "Stores"
) -> None:
    ports.documents().write(
        [
            article(
                "https://example.org/1", "Bank <b>one</b>\uffff", "Money & more.", tags=("economy",)
            ),
            article("https://other.example/1", "Bank two"),
        ]
    )
    owner = browse("analyst")
    path = feed_of(owner, keep(owner)).removesuffix("rss")
    stranger = browse("")
    rss = ElementTree.fromstring(stranger.get(f"{path}rss").content)
    (item,) = rss.findall("channel/item")
    assert item.findtext("title") == "Bank <b>one</b>\ufffd"
    assert item.findtext("link") == "https://example.org/1"
    assert "Money & more." in str(item.findtext("description"))
    atom = ElementTree.fromstring(stranger.get(f"{path}atom").content)
    assert [entry.findtext(f"{ATOM}title") for entry in atom.findall(f"{ATOM}entry")] == [
        "Bank <b>one</b>\ufffd"
    ]
    feed = json.loads(stranger.get(f"{path}json").content)
    assert feed["version"] == "https://jsonfeed.org/version/1.1"
    assert [entry["url"] for entry in feed["items"]] == ["https://example.org/1"]
    assert stranger.get(f"{path}exe").status_code == 404


@pytest.mark.parametrize("form", ["rss", "atom", "json"])
def test_an_unchanged_feed_is_not_sent_again(
    browse: Callable[..., "Client"], ports: "Stores", form: str
) -> None:
    ports.documents().write([article("https://example.org/1", "Bank one")])
    owner = browse("analyst")
    path = feed_of(owner, keep(owner), form)
    first = browse("").get(path)
    again = browse("").get(
        path, headers={"If-None-Match": first["ETag"], "If-Modified-Since": first["Last-Modified"]}
    )
    assert (again.status_code, again.content) == (304, b"")
    assert (
        browse("").get(path, headers={"If-Modified-Since": first["Last-Modified"]}).status_code
        == 304
    )
    ports.documents().write([article("https://example.org/2", "Bank two")])
    changed = browse("").get(
        path, headers={"If-None-Match": first["ETag"], "If-Modified-Since": first["Last-Modified"]}
    )
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]


def test_a_feed_holds_the_newest_fifty(browse: Callable[..., "Client"], ports: "Stores") -> None:
    ports.documents().write([article(f"https://example.org/{n}", f"Bank {n}") for n in range(60)])
    owner = browse("analyst")
    assert (
        len(json.loads(browse("").get(feed_of(owner, keep(owner), "json")).content)["items"]) == 50
    )


def test_a_document_without_a_date_comes_in_a_feed_without_a_false_one(
    browse: Callable[..., "Client"], ports: "Stores"
) -> None:
    ports.documents().write([article(f"https://example.org/{n}", f"Bank {n}") for n in range(50)])
    later = MOMENT + timedelta(days=1)
    ports.documents().write(
        [article("https://example.org/u", "Bank undated", published=None, collected=later)]
    )
    owner = browse("analyst")
    path = feed_of(owner, keep(owner)).removesuffix("rss")
    (entry,) = [
        each
        for each in json.loads(browse("").get(f"{path}json").content)["items"]
        if "/u" in each["url"]
    ]
    assert "date_published" not in entry
    items = ElementTree.fromstring(browse("").get(f"{path}rss").content).findall("channel/item")
    assert {each.findtext("title"): each.findtext("pubDate") is None for each in items}[
        "Bank undated"
    ]


def test_addresses_of_feeds_are_void_when_renewed_ended_or_when_the_owner_may_not_search(
    browse: Callable[..., "Client"],
) -> None:
    from django.contrib.auth.models import User

    owner, stranger = browse("analyst"), browse("")
    search = keep(owner)
    first = feed_of(owner, search)
    second = feed_of(owner, search)
    assert (stranger.get(first).status_code, stranger.get(second).status_code) == (404, 200)
    User.objects.filter(pk=search.owner_id).update(is_active=False)
    assert stranger.get(second).status_code == 404
    User.objects.filter(pk=search.owner_id).update(is_active=True)
    owner.post(f"/saved/{search.pk}/feed/", {"end": ""})
    assert stranger.get(second).status_code == 404


@pytest.mark.parametrize("token", ["1", "1-", "x-y", "9" * 40 + "-a", "-", "1-" + "A" * 43])
def test_guessed_addresses_give_nothing(browse: Callable[..., "Client"], token: str) -> None:
    keep(browse("analyst"))
    assert browse("").get(f"/feeds/{token}.rss").status_code == 404


def test_tokens_are_not_in_the_database(browse: Callable[..., "Client"]) -> None:
    from storage.database.models import SavedSearch

    owner = browse("analyst")
    search = keep(owner)
    token = feed_of(owner, search).rpartition("/")[2].removesuffix(".rss").partition("-")[2]
    assert len(token) == 43
    row = SavedSearch.objects.filter(pk=search.pk).values().get()
    assert not any(token in str(value) for value in row.values())


def test_an_allowed_private_address_can_be_a_webhook(
    browse: Callable[..., "Client"], ports: "Stores"
) -> None:
    from storage.database.models import SavedSearch

    ports.settings = replace(ports.settings, webhook_allow_networks=(ip_network("10.0.0.0/8"),))
    browse("analyst").post("/saved/add/", HOOK | {"target": "http://10.0.0.8/hook"})
    assert SavedSearch.objects.get().target == "http://10.0.0.8/hook"


def test_mail_is_offered_only_with_a_mail_server(
    browse: Callable[..., "Client"], ports: "Stores"
) -> None:
    client = browse("analyst")
    assert b'value="mail"' not in client.get("/saved/add/").content
    ports.settings = replace(ports.settings, smtp_url="smtp://mail.example:25")
    assert b'value="mail"' in client.get("/saved/add/").content


def test_the_list_says_what_a_search_without_words_finds(
    browse: Callable[..., "Client"], ports: "Stores"
) -> None:
    client = browse("analyst")
    search = keep(client, query="person=Ines+Adler&after=2026-11-01")
    for address in ("/saved/", f"/saved/{search.pk}/"):
        shown = " ".join(html_tree(client.get(address).content).text_content().split())
        assert "Person Ines Adler" in shown
        assert "Published 2026-11-01" in shown
        assert "all documents" not in shown
    keep(client, query="", name="All")
    assert "all documents" in client.get("/saved/").content.decode()


def test_a_search_whose_matches_were_all_read_is_grey(
    browse: Callable[..., "Client"], ports: "Stores"
) -> None:
    client = browse("analyst")
    for name in ("bank", "ferry"):
        keep(client, name=name, query=f"q={name}")
    later = datetime.now(UTC) + timedelta(seconds=5)
    ports.documents().write([article("https://one.example/1", "Bank", collected=later)])
    rows = html_tree(client.get("/saved/").content).cssselect("tbody th[scope=row]")
    grey = {row.cssselect("a")[0].text_content(): row.get("class") == "all-read" for row in rows}
    assert grey == {"bank": False, "ferry": True}


def test_a_saved_search_keeps_the_zone_of_its_dates(browse: Callable[..., "Client"]) -> None:
    from storage.database.models import SavedSearch

    client = browse("analyst")
    client.cookies["newsloom_zone"] = "Europe/Berlin"
    fields = {"alert": "none", "every_minutes": "60"}
    for query in ("q=bank&after=-3h", "q=bank+after:2026-11-21T08:00", "q=bank"):
        client.post("/saved/add/", {**fields, "name": query, "query": query})
    saved = [search.criteria for search in SavedSearch.objects.order_by("pk")]
    assert saved == [
        {"text": "bank", "after": "-3h", "zone": "Europe/Berlin"},
        {"text": "bank after:2026-11-21T08:00", "zone": "Europe/Berlin"},
        {"text": "bank"},
    ]
