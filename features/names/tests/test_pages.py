"""Pages of names, and names with several spellings."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from storage.documents.port import Document
from tests.html_trees import html_tree
from tests.unit.webui.samples import article, compact

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
NOW = datetime.now(UTC)


@pytest.fixture(autouse=True)
def _spelled(tables: None) -> None:
    from features.names.models import SpelledName

    SpelledName.objects.all().delete()


@pytest.fixture
def named(ports: "Stores") -> None:
    """Four documents, one of which spells a name in another way."""

    def about(number: int, orgs: tuple[str, ...], **fields: Any) -> Document:
        moment = NOW - timedelta(hours=number)
        return article(
            f"https://site{number}.example/{number}",
            f"Report {number}",
            organisations=orgs,
            names_by="test",
            published=moment,
            collected=moment,
            **fields,
        )

    ports.documents().write(
        [
            about(1, ("WHO", "Unicef"), people=("Ann <b>Lee",)),
            about(2, ("World Health Organization",), places=("Geneva",), lang="de"),
            about(3, ("世卫组织", "WHO"), people=("Ann <b>Lee",), lang="zh"),
            about(4, ("Unicef",)),
        ]
    )


def page_of(client: "Client", path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status, answer.content.decode()
    return compact(answer.content.decode())


def spell(client: "Client", name: str, *spellings: str, kind: str = "org") -> int:
    answer = client.post(f"/names/spell/?{kind}={name}", {"spellings": "\n".join(spellings)})
    return int(answer.status_code)


def test_a_page_tells_of_a_name_and_what_it_is_seen_with(browse: Browse, named: None) -> None:
    page = page_of(browse("analyst"), "/names/?org=WHO")
    assert "<h1>WHO</h1>" in page
    assert "2 documents</a>" in page
    assert '<a class="value" href="/names/?person=Ann%20%3Cb%3ELee">Ann &lt;b&gt;Lee</a>' in page
    assert '<a class="value" href="/names/?org=Unicef">Unicef</a>' in page
    assert "Report 1</a>" in page
    assert "Report 3</a>" in page
    assert "Report 2" not in page
    assert '<a href="/explore/terms/?org=WHO">Top terms</a>' in page
    assert '<a class="value" href="?org=WHO&amp;site=site1.example">' in page


def test_a_number_leads_to_the_documents_that_name_both(browse: Browse, named: None) -> None:
    client = browse("analyst")
    page = page_of(client, "/names/?org=WHO")
    both = "/search/?q=org%3A%22Unicef%22&amp;org=WHO"
    assert f'<a class="number" href="{both}">1' in page
    found = page_of(client, both.replace("&amp;", "&"))
    assert "Report 1</a>" in found
    assert "Report 4" not in found
    assert 'href="/search/?org=WHO&amp;person=Ann+%3Cb%3ELee">2' in page


def listed(client: "Client", path: str) -> list[str]:
    tree = html_tree(client.get(path).content)
    return [each.text_content() for each in tree.cssselect(".ranking .value")]


def test_names_beyond_the_first_are_listed_and_found(
    browse: Browse, ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    from features.names import services

    def about(number: int) -> Document:
        people = ("Ann Lee", f"Rare{chr(97 + number // 26)}{chr(97 + number % 26)} Örst")
        return article(
            f"https://a.example/{number}",
            f"What {people[1]} said",
            people=people,
            names_by="test",
            published=NOW,
            collected=NOW,
        )

    ports.documents().write([about(number) for number in range(120)])
    client = browse("analyst")
    front = page_of(client, "/names/?lang=en")
    assert 'href="/names/all/person/?lang=en"' in front
    assert "Raredd" not in front
    first = listed(client, "/names/all/person/?lang=en")
    assert (first[:3], len(first)) == (["Ann Lee", "Rareaa Örst", "Rareab Örst"], 100)
    page = page_of(client, "/names/all/person/?lang=en")
    assert 'rel="next" href="?lang=en&amp;page=2"' in page
    assert "1–100 of 121" in page
    assert len(listed(client, "/names/all/person/?lang=en&page=2")) == 21
    for wanted in ("raredd", "DD Ö", "edd"):
        assert listed(client, f"/names/all/person/?name={wanted}") == ["Raredd Örst"], wanted
    for wanted in ("raredd", "DD Ö"):
        assert listed(client, f"/names/?name={wanted}") == ["Raredd Örst"], wanted
    found = page_of(client, "/names/?lang=en&name=rare")
    assert 'href="/names/all/person/?lang=en&amp;name=rare"' in found
    assert 'href="?after=-30d&amp;lang=en&amp;name=rare"' in found
    assert "No name contains these letters" in page_of(client, "/names/?name=nobody")
    # Where there are more than a list holds, those in few documents are found by their words.
    monkeypatch.setattr(services, "MAX_LISTED", 5)
    assert len(listed(client, "/names/all/person/")) == 5
    assert listed(client, "/names/all/person/?name=raredd") == ["Raredd Örst"]
    nothing = page_of(client, "/names/all/person/?name=nobody")
    assert "No name of this kind contains these letters" in nothing
    assert client.get("/names/all/color/").status_code == 404
    assert page_of(client, "/names/all/person/?page=x", 400)


def test_a_wanted_name_is_found_at_any_time_unless_a_period_is_chosen(
    browse: Browse, ports: "Stores"
) -> None:
    then = NOW - timedelta(days=60)
    old = article(
        "https://a.example/old",
        "What Zebulon said",
        people=("Zebulon Örst",),
        names_by="test",
        published=then,
        collected=then,
    )
    ports.documents().write([old])
    client = browse("analyst")
    for path in ("/names/", "/names/all/person/"):
        assert listed(client, f"{path}?name=zebulon") == ["Zebulon Örst"], path
        assert "contains these letters in the documents of this period." in page_of(
            client, f"{path}?name=zebulon&after=-30d"
        )
        assert "contains these letters.<" in page_of(client, f"{path}?name=zzzzq")


def test_other_spellings_count_everywhere_at_once(browse: Browse, named: None) -> None:
    client = browse("analyst")
    assert spell(client, "WHO", "World Health Organization", "世卫组织", "", "WHO") == 302
    page = page_of(client, "/names/?org=WHO")
    assert "3 documents</a>" in page
    assert "World Health Organization · 世卫组织" in page
    assert "Report 2</a>" in page
    assert "Geneva" in page
    # No other spelling is seen with the name.
    assert 'href="/names/?org=%E4' not in page
    for query in ("q=org:who", "q=org:世卫组织", "org=WHO", "org=世卫组织"):
        assert "3 documents</h2>" in page_of(client, f"/search/?{query}"), query
    counts = page_of(client, "/search/counts/")
    assert '<span class="value">WHO</span><span class="number">3</span>' in counts
    assert "世卫组织" not in counts
    answer = client.get("/names/?org=世卫组织&lang=de")
    assert answer.status_code == 302
    assert answer["Location"] == "/names/?lang=de&org=WHO"
    assert spell(client, "WHO") == 302
    assert "2 documents</a>" in page_of(client, "/names/?org=WHO")


def test_changes_of_spellings_are_in_the_audit_log(browse: Browse, named: None) -> None:
    from storage.database.models import AuditEntry

    client = browse("analyst")
    for spellings in (("A",), ("A", "B"), ("A", "B"), ()):
        spell(client, "WHO", *spellings)
    entries = AuditEntry.objects.filter(kind="spelledname").order_by("pk")
    assert [(entry.action, entry.subject) for entry in entries] == [
        ("add", "WHO"),
        ("change", "WHO"),
        ("delete", "WHO"),
    ]
    assert entries[1].before == {"spellings": ["A"]}
    assert entries[1].after == {"spellings": ["A", "B"]}
    log = page_of(browse("admin"), "/users/audit/?kind=spelledname")
    assert "WHO" in log
    assert "spelledname<" not in log
    assert log.count('<span class="sub">Other spellings</span>') == 3


def test_a_spelling_means_one_name_only(browse: Browse, named: None) -> None:
    client = browse("analyst")
    spell(client, "WHO", "World Health Organization")
    answer = client.post("/names/spell/?org=Unicef", {"spellings": "world health organization"})
    assert answer.status_code == 422
    page = compact(answer.content.decode())
    assert "“world health organization” already means “WHO”. Remove it there first." in page
    # What was entered is there to be mended.
    assert "world health organization</textarea>" in page
    answer = client.post("/names/spell/?org=Unicef", {"spellings": "who"})
    assert "“who” has other spellings itself." in answer.content.decode()
    assert spell(client, "Unicef", "x" * 201) == 422
    assert spell(client, "Unicef", *map(str, range(31))) == 422
    # Of another kind it may mean something else.
    assert spell(client, "Who", "WHO", kind="person") == 302


def test_the_list_of_spellings_leads_to_the_names(browse: Browse, named: None) -> None:
    client = browse("analyst")
    assert "No other spellings yet" in page_of(client, "/names/spellings/")
    spell(client, "WHO", "世卫组织")
    page = page_of(client, "/names/spellings/")
    assert '<a href="/names/?org=WHO">WHO</a>' in page
    assert "世卫组织" in page
    assert page_of(client, "/names/spellings/?page=x", 400)


def test_following_a_name_asks_how_and_when_and_saves_its_search_once(
    browse: Browse, named: None
) -> None:
    from storage.database.models import SavedSearch

    client = browse("analyst")
    [follow] = [
        each
        for each in html_tree(client.get("/names/?org=WHO").content).cssselect(".actions a")
        if each.text_content() == "Follow"
    ]
    asked = html_tree(client.get(follow.get("href")).content)
    [form] = asked.cssselect("main form[method=post]")
    fields = dict(form.form_values())
    assert fields["name"] == "WHO"
    assert {"alert", "target", "mode", "at_least"} <= {
        each.get("name") for each in form.cssselect("[name]")
    }
    chosen = {"alert": "webhook", "target": "https://hooks.example/T0/secret", "mode": "spike"}
    for status in (302, 422):
        answer = client.post(follow.get("href"), {**fields, **chosen})
        assert answer.status_code == status
    assert "You already have “WHO”." in answer.content.decode()
    (search,) = SavedSearch.objects.all()
    assert (search.name, search.alert, search.mode) == ("WHO", "webhook", "spike")
    assert search.criteria == {"filters": {"org": ["WHO"]}}
    page = page_of(client, "/names/?org=WHO")
    assert f'<a class="button" href="/saved/{search.pk}/">You follow this: set an alert</a>' in page
    # Another user does not.
    assert "You follow this" not in page_of(browse("analyst"), "/names/?org=WHO")


@pytest.mark.parametrize("other", ["q=(", "after=yesterdays"])
def test_what_cannot_be_searched_cannot_be_followed(
    browse: Browse, named: None, other: str
) -> None:
    from storage.database.models import SavedSearch

    client = browse("analyst")
    assert ">Follow</a>" not in page_of(client, f"/names/?org=WHO&{other}", 400)
    fields = {"name": "WHO", "query": f"org=WHO&{other}", "alert": "none", "every_minutes": "60"}
    assert client.post(f"/saved/add/?org=WHO&{other}", fields).status_code in (200, 422)
    assert not SavedSearch.objects.exists()


def test_names_in_most_documents_come_first(browse: Browse, named: None) -> None:
    client = browse("analyst")
    page = page_of(client, "/names/")
    assert page.index(">Unicef</a>") < page.index(">世卫组织</a>")
    assert '<a href="?after=-7d" aria-current="true">7 days</a>' in page
    assert ">Geneva</a>" not in page_of(client, "/names/?lang=zh")
    assert "No document is of this period." in page_of(client, "/names/?before=2020")
    for narrowed in ("lang=fr", "q=unheard"):
        page = page_of(client, f"/names/?{narrowed}")
        assert "No document of this period matches." in page
        assert 'class="chip"' in page


def test_without_names_a_page_says_so(browse: Browse, ports: "Stores") -> None:
    client = browse("analyst")
    assert "No document names this" in page_of(client, "/names/?person=Nobody")
    ports.documents().write([article("https://a.example/1", "One", published=NOW)])
    assert "no name was found in it yet" in page_of(client, "/names/")
    assert "None that also has the other filters." in page_of(client, "/names/?person=X&lang=zh")


def test_a_wrong_query_is_explained(browse: Browse, named: None) -> None:
    assert "cannot run this query" in page_of(browse("analyst"), "/names/?org=WHO&q=(", 400)
    assert "cannot run this query" in page_of(browse("analyst"), "/names/?q=(", 400)


def test_documents_lead_to_the_pages_of_their_names(browse: Browse, named: None) -> None:
    client = browse("analyst")
    hit = page_of(client, "/search/?org=Unicef&q=report+1&open=x")
    assert 'href="/names/?org=Unicef"' in hit


def source_named(name: str, **fields: Any) -> int:
    from storage.database.sources.sources import add_source
    from tests.unit.webui.samples import draft

    return int(add_source(draft(name, **fields), "test").pk)


def of_source(name: str, number: int, minutes: int = 5, **fields: Any) -> Document:
    found = NOW - timedelta(hours=number)
    published = found - timedelta(minutes=minutes)
    values: dict[str, Any] = {"source": name, "collected": found, "published": published}
    return article(
        f"https://{name.lower()}.example/{number}", f"{name} {number}", **values | fields
    )


def test_an_analyst_reads_what_a_source_is_and_how_late_and_original(
    browse: Browse, ports: "Stores"
) -> None:
    source_named(
        "Wire", tags=["agency"], region="Berlin", language="de", headers={"X-Key": "s3cret"}
    )
    source_named("Paper", address="https://paper.example/feed.xml")
    wire = [of_source("Wire", each, minutes=each, copy_id=f"g{each % 8}") for each in range(1, 13)]
    paper = [of_source("Paper", each, copy_id=f"g{each}") for each in range(2)]
    ports.documents().write([*wire, *paper])
    client = browse("analyst")
    page = page_of(client, "/names/?source=Wire")
    assert "Not visited yet" in page
    assert '<a href="/names/?region=Berlin">Berlin</a>' in page
    assert '<a class="chip" href="/names/?tag=agency">agency</a>' in page
    assert "half within 7 min, nine in ten within 11 min (of the 12 dated" in page
    assert "25 % (2 of the 8 texts found last)" in page
    assert 'href="/names/?source=Paper">Paper 2</a>' in page
    assert '<a class="value" href="/names/?author=Jane%20Roe">Jane Roe</a>' in page
    # What operators set up is not theirs to see.
    assert "s3cret" not in page
    assert "Open in Sources" not in page
    assert "Other spellings" not in page
    assert "Open in Sources" in page_of(browse("operator"), "/names/?source=Wire")


def test_the_page_of_a_source_does_not_look_through_all_sources(
    browse: Browse, ports: "Stores"
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    source_named("Wire")
    ports.documents().write([of_source("Wire", each) for each in range(1, 13)])
    client = browse("analyst")
    with CaptureQueriesContext(connection) as queries:
        page_of(client, "/names/?source=Wire")
    selects = [each["sql"] for each in queries if each["sql"].startswith("SELECT")]
    with connection.cursor() as cursor:
        plans = [cursor.execute(f"EXPLAIN QUERY PLAN {sql}").fetchall() for sql in selects]
    assert "SEARCH configuration_source USING" in str(plans)
    assert "SCAN configuration_source'" not in str(plans)


def test_a_source_with_few_documents_claims_nothing_of_them(
    browse: Browse, ports: "Stores"
) -> None:
    client = browse("analyst")
    ports.documents().write([of_source("Wire", 1)])
    page = page_of(client, "/names/?source=Wire")
    assert "No longer a source, or under another name" in page
    assert "half within" not in page
    assert "texts found last" not in page
    source_named("Quiet")
    page = page_of(client, "/names/?source=Quiet")
    assert "Not visited yet" in page
    assert "No documents" in page


def test_bookmarks_of_the_list_of_sources_lead_to_the_directory(browse: Browse) -> None:
    answer = browse("analyst").get("/names/sources/?tag=agency")
    assert answer["Location"] == "/sources/directory/?tag=agency"


def test_authors_sites_and_groups_have_pages_too(browse: Browse, ports: "Stores") -> None:
    ports.documents().write(
        [
            of_source("Wire", 1, author="Jane Roe, John Poe", tags=("agency",)),
            of_source("Paper", 2, author="Jane Roe"),
        ]
    )
    client = browse("analyst")
    page = page_of(client, "/names/?author=Jane+Roe")
    assert "2 documents</a>" in page
    assert '<a class="value" href="/names/?author=John%20Poe">John Poe</a>' in page
    both = "/search/?q=author%3A%22John+Poe%22&author=Jane+Roe"
    assert f'href="{both}">'.replace("&", "&amp;") in page
    assert "1 document</h2>" in page_of(client, both)
    assert "1 document</a>" in page_of(client, "/names/?site=wire.example")
    assert "1 document</a>" in page_of(client, "/names/?tag=agency")
    # A person at a site is a person.
    assert "<h1>Ann</h1>" in page_of(client, "/names/?site=wire.example&person=Ann")
    counts = page_of(client, "/search/counts/?author=Jane+Roe")
    assert '<a href="/names/?author=Jane%20Roe">' in counts


def test_programs_read_and_replace_spellings(browse: Browse, named: None) -> None:
    client = browse("analyst", enforce_csrf_checks=False)

    def put(*spellings: str, name: str = "WHO") -> Any:
        body = {"kind": "org", "name": name, "spellings": spellings}
        return client.put("/api/v1/names/spellings", body, content_type="application/json")

    saved = {"kind": "org", "name": "WHO", "spellings": ["世卫组织"]}
    assert put("世卫组织", "WHO").json() == saved
    assert client.get("/api/v1/names/spellings").json() == [saved]
    counts = client.get("/api/v1/documents?org=WHO&facets=true").json()["facets"]["org"]
    assert {"value": "WHO", "count": 2} in counts
    refused = put("who", name="Unicef")
    assert refused.status_code == 422
    assert "has other spellings itself" in refused.content.decode()
    assert put().json()["spellings"] == []
    assert client.get("/api/v1/names/spellings").json() == []


def test_each_number_leads_to_as_many_documents(browse: Browse, ports: "Stores") -> None:
    odd = ("Alt（Ost）", "A：B", "C－D", "x OR y", "“Belt” Office", 'The "Rock"', "A\\B")
    pairs = [("WHO", *odd), ("WHO", "Unicef"), ("Unicef", "FAO")]
    ports.documents().write(
        [
            article(f"https://a.example/{number}", "One", organisations=orgs, names_by="test")
            for number, orgs in enumerate(pairs)
        ]
    )
    client = browse("analyst")
    for address in ("/names/?org=WHO", "/names/?org=WHO&q=one+OR+two"):
        page = html_tree(client.get(address).content)
        rows = page.xpath("//section[@aria-labelledby='ranking-org']//li")
        counts = {row[0].text_content(): row[1].text_content().split()[0] for row in rows}
        assert counts == dict.fromkeys((*odd, "Unicef"), "1")
        links = [each.get("href") for row in rows for each in row[1:] if each.tag == "a"]
        assert len(links) == len(odd) + 1
        for link in links:
            found = html_tree(client.get(link).content).text_content()
            assert "1 document" in " ".join(found.split()), link


@pytest.mark.parametrize(
    "words", ["fire OR flood", "fire OR\u3000flood", "(fire)OR flood", "fire OR(flood)"]
)
def test_words_with_alternatives_stay_together_when_a_name_is_added(words: str) -> None:
    from django.http import QueryDict

    from webui.search.params import SearchParams

    query = QueryDict(mutable=True)
    query.update({"q": words, "person": "Ann"})
    assert SearchParams.read(query).having("person", "Bob").text == f'person:"Bob" ({words})'
    query.update({"q": "ORDER fire"})
    assert SearchParams.read(query).having("person", "Bob").text == 'person:"Bob" ORDER fire'
