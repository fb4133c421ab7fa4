"""Dashboards: panels of searches, put together, ordered, shared and read by others."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from storage.errors import Unavailable
from tests.html_trees import html_tree
from tests.unit.webui.samples import article, compact

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.test import Client

    from features.dashboards.models import Dashboard
    from watch.stores import Stores

Browse = Callable[..., "Client"]
SCRIPTS = {"newsloom_zone": "UTC"}
NEW = {"shows": "chart", "width": "half", "dashboard": "", "name": "Harbours"}


@pytest.fixture(autouse=True)
def _documents(ports: "Stores") -> None:
    ports.documents().write(
        [
            article("https://a.example/1", "Harbour opens"),
            article("https://a.example/2", "Harbour shut"),
            article("https://b.example/3", "Harbour fire", lang="de"),
            article("https://b.example/4", "Elections"),
        ]
    )


@pytest.fixture
def owner(browse: Browse) -> "Client":
    return browse("analyst")


def user_of(client: "Client") -> "User":
    from django.contrib.auth.models import User

    return User.objects.get(pk=client.session["_auth_user_id"])


def put(client: "Client", query: str, **fields: str) -> "Dashboard":
    """Put a panel on a dashboard as the form does."""
    from features.dashboards.models import Dashboard

    answer = client.post("/dashboards/panels/add/", NEW | {"query": query} | fields)
    assert answer.status_code == 302, answer.content.decode()
    return Dashboard.objects.get(pk=answer["Location"].split("/")[2])


def three_panels(client: "Client") -> "Dashboard":
    found = put(client, "q=harbour", title="Over the days")
    put(client, "q=harbour", shows="values:site", dashboard=str(found.pk))
    return put(client, "q=harbour&lang=de", shows="documents", dashboard=str(found.pk))


def page_of(client: "Client", address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return compact(answer.content.decode())


def panel_ids(found: "Dashboard") -> list[str]:
    found.refresh_from_db()
    return [each["id"] for each in found.panels]


def headings(page: str) -> list[str]:
    return [each.text_content().strip() for each in html_tree(page).cssselect(".dashboard h2")]


def test_what_a_search_finds_is_put_on_a_dashboard_and_shown_there(owner: "Client") -> None:
    search = owner.get("/search/?q=harbour").content.decode()
    assert "/dashboards/panels/add/?q=harbour" in search
    offered = owner.get("/dashboards/panels/add/?q=harbour").content.decode()
    assert 'value="q=harbour"' in offered
    found = three_panels(owner)
    page = page_of(owner, f"/dashboards/{found.pk}/")
    assert headings(page) == ["Over the days", "Sites: harbour", "harbour"]
    tree = html_tree(page)
    (chart, values, documents) = tree.cssselect(".dashboard-panel")
    assert chart.cssselect("[data-chart]")
    rows = [
        [cell.text_content().strip() for cell in row.cssselect("th, .number")]
        for row in values.cssselect("tr")
    ]
    assert rows == [["a.example", "2"], ["b.example", "1"]]
    assert "Harbour fire" in documents.text_content()
    assert "Harbour opens" not in documents.text_content()
    assert 'href="/search/?q=harbour&amp;site=a.example"' in page


def test_panels_of_one_title_are_no_landmarks_of_one_name(owner: "Client") -> None:
    found = put(owner, "q=harbour", title="Harbour")
    put(owner, "q=harbour", title="Harbour", dashboard=str(found.pk))
    page = owner.get(f"/dashboards/{found.pk}/?whole=1").content
    panels = html_tree(page).cssselect(".dashboard-panel")
    assert [each.tag for each in panels] == ["article", "article"]


def test_a_value_leads_to_as_many_documents_as_it_counts(owner: "Client") -> None:
    query = "q=harbour&site=a.example&site=b.example"
    found = put(owner, query, shows="values:site")
    tree = html_tree(page_of(owner, f"/dashboards/{found.pk}/"))
    links = tree.cssselect(".dashboard-panel tr a")
    assert [each.text_content().strip() for each in links] == ["a.example", "b.example"]
    listed = html_tree(page_of(owner, links[0].get("href"))).text_content()
    assert "Harbour opens" in listed
    assert "Harbour shut" in listed
    assert "Harbour fire" not in listed
    alone = put(owner, "q=harbour&site=a.example", shows="values:site", name="Alone")
    (link,) = html_tree(page_of(owner, f"/dashboards/{alone.pk}/")).cssselect(
        ".dashboard-panel tr a"
    )
    assert link.get("href") == "/search/?q=harbour&site=a.example"


def test_a_browser_with_scripts_requests_each_panel_apart(owner: "Client") -> None:
    found = three_panels(owner)
    owner.cookies.load(SCRIPTS)
    page = page_of(owner, f"/dashboards/{found.pk}/")
    first = panel_ids(found)[0]
    part = f"/dashboards/{found.pk}/panels/{first}/"
    assert f'hx-get="{part}"' in page
    assert "data-chart" not in page
    assert "data-chart" in owner.get(part, headers={"HX-Request": "true"}).content.decode()
    whole = owner.get(part)
    assert whole["Location"] == f"/dashboards/{found.pk}/?whole=1#panel-{first}"
    assert "data-chart" in page_of(owner, f"/dashboards/{found.pk}/?whole=1")


def test_a_panel_that_is_broken_or_empty_leaves_the_others_alone(
    owner: "Client", ports: "Stores"
) -> None:
    from features.dashboards.models import Dashboard

    found = put(owner, "q=nothingatall", shows="documents")
    put(owner, "q=harbour", shows="documents", dashboard=str(found.pk))
    # A query that ran when it was saved, in an earlier version maybe.
    stored = [*Dashboard.objects.get(pk=found.pk).panels]
    stored.append(stored[1] | {"id": "broken", "query": "q=nosuchfield%3Ax"})
    Dashboard.objects.filter(pk=found.pk).update(panels=stored)
    page = page_of(owner, f"/dashboards/{found.pk}/")
    empty, full, broken = (
        each.text_content() for each in html_tree(page).cssselect(".dashboard-panel")
    )
    assert "No documents match." in empty
    assert "Harbour opens" in full
    assert "is not a field" in broken


def test_without_the_document_store_each_panel_says_so(
    owner: "Client", ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    found = three_panels(owner)

    def away() -> Any:
        raise Unavailable("elasticsearch", "no answer")

    monkeypatch.setattr(ports, "documents", away)
    page = page_of(owner, f"/dashboards/{found.pk}/")
    assert page.count("nothing was counted") == 3
    assert "No documents match" not in page


def test_panels_are_moved_changed_and_removed(owner: "Client") -> None:
    found = three_panels(owner)
    a, b, c = panel_ids(found)
    edit = f"/dashboards/{found.pk}/panels"
    owner.post(f"{edit}/{c}/edit/", {"move": "-1"})
    assert panel_ids(found) == [a, c, b]
    owner.post(f"{edit}/{a}/edit/", {"move": "-1"})
    assert panel_ids(found) == [a, c, b], "the first one is there already"
    owner.post(f"{edit}/{a}/edit/", {"move": "1"})
    assert panel_ids(found) == [c, a, b]
    owner.post(f"{edit}/{b}/edit/", {"title": "Sites", "width": "full"})
    page = page_of(owner, f"/dashboards/{found.pk}/")
    assert "Sites" in headings(page)
    assert f'class="panel dashboard-panel full" id="panel-{b}"' in page
    wrong = owner.post(f"{edit}/{b}/edit/", {"title": "Sites", "width": "wide"}, follow=True)
    assert "Select a valid choice" in wrong.content.decode()
    owner.post(f"{edit}/{c}/edit/", {"remove": "1"})
    assert panel_ids(found) == [a, b]
    for gone in ({"remove": "1"}, {"move": "1"}, {"title": "Sites", "width": "full"}):
        assert owner.post(f"{edit}/{c}/edit/", gone).status_code == 404
    assert panel_ids(found) == [a, b]


def test_a_panel_whose_feature_is_off_says_so_and_stays(owner: "Client") -> None:
    found = three_panels(owner)
    found.panels[0]["kind"] = "of another feature"
    found.save()
    page = page_of(owner, f"/dashboards/{found.pk}/")
    off, _values, documents = html_tree(page).cssselect(".dashboard-panel")
    assert "What this panel shows is switched off." in off.text_content()
    assert "Harbour fire" in documents.text_content()
    first, second, _third = panel_ids(found)
    answer = owner.post(f"/dashboards/{found.pk}/panels/{first}/edit/", {"move": "1"})
    assert answer.status_code == 302
    assert panel_ids(found)[:2] == [second, first]


def test_a_chart_keeps_the_queries_that_it_compares_and_the_zone_of_its_dates(
    owner: "Client",
) -> None:
    found = put(owner, "q=harbour&with=elections&by=site&show=share&after=2026-11-20")
    (panel,) = found.panels
    assert panel["query"] == (
        "q=harbour&after=2026-11-20&zone=UTC&with=elections&by=site&show=share"
    )
    page = page_of(owner, f"/dashboards/{found.pk}/")
    assert headings(page) == ["harbour · elections"]


def test_a_query_that_does_not_run_is_not_put_on_a_dashboard(owner: "Client") -> None:
    from features.dashboards.models import Dashboard

    answer = owner.post("/dashboards/panels/add/", NEW | {"query": "q=nosuchfield%3Ax"})
    assert answer.status_code == 422
    assert "is not a field" in answer.content.decode()
    unnamed = owner.post("/dashboards/panels/add/", NEW | {"query": "q=a", "name": " "})
    assert unnamed.status_code == 422
    assert "Enter a name for the new dashboard." in unnamed.content.decode()
    assert not Dashboard.objects.filter(owner=user_of(owner)).exists()


def test_a_dashboard_is_full_at_some_point(owner: "Client") -> None:
    from features.dashboards.panels import MAX_PANELS

    found = put(owner, "q=harbour")
    for _ in range(MAX_PANELS - 1):
        put(owner, "q=harbour", dashboard=str(found.pk))
    answer = owner.post(
        "/dashboards/panels/add/", NEW | {"query": "q=harbour", "dashboard": str(found.pk)}
    )
    assert answer.status_code == 422
    assert f"at most {MAX_PANELS} panels" in answer.content.decode()


def test_others_see_what_is_shared_with_them_and_change_nothing(
    owner: "Client", browse: Browse
) -> None:
    found = three_panels(owner)
    address, friend, other = f"/dashboards/{found.pk}/", browse("analyst"), browse("analyst")
    assert friend.get(address).status_code == 404
    name = user_of(friend).username
    wrong = owner.post(
        f"{address}share/", {"name": "Harbours", "sharing": "named", "readers": "nobody-such"}
    )
    assert wrong.status_code == 422
    assert "is not a user who may search" in wrong.content.decode()
    owner.post(f"{address}share/", {"name": "Harbours", "sharing": "named", "readers": name})
    assert friend.get(address).status_code == 200
    assert other.get(address).status_code == 404
    assert "Harbours" in page_of(friend, "/dashboards/")
    panel = f"{address}panels/{panel_ids(found)[0]}/"
    assert other.get(panel).status_code == 404
    assert friend.get(panel, headers={"HX-Request": "true"}).status_code == 200
    for path in ("share/", "delete/"):
        assert friend.post(f"{address}{path}", {"sharing": "private"}).status_code == 404
    assert friend.post(f"{panel}edit/", {"remove": "1"}).status_code == 404
    owner.post(f"{address}share/", {"name": "Harbours", "sharing": "everyone", "readers": ""})
    assert other.get(address).status_code == 200
    owner.post(f"{address}share/", {"name": "Harbours", "sharing": "private", "readers": ""})
    assert friend.get(address).status_code == 404
    assert len(panel_ids(found)) == 3


def test_a_dashboard_of_somebody_who_left_is_shared_no_longer(
    owner: "Client", browse: Browse
) -> None:
    found = three_panels(owner)
    owner.post(
        f"/dashboards/{found.pk}/share/", {"name": "Harbours", "sharing": "everyone", "readers": ""}
    )
    user = user_of(owner)
    user.is_active = False
    user.save()
    assert browse("analyst").get(f"/dashboards/{found.pk}/").status_code == 404


def test_a_dashboard_is_renamed_and_deleted_and_the_audit_log_says_so(
    owner: "Client", browse: Browse
) -> None:
    from features.dashboards.models import Dashboard
    from storage.database.models import AuditEntry

    made = owner.post("/dashboards/", {"name": " Ports "})
    found = Dashboard.objects.get(name="Ports")
    assert made["Location"] == f"/dashboards/{found.pk}/"
    assert "No panels yet" in page_of(owner, f"/dashboards/{found.pk}/")
    owner.post(f"/dashboards/{found.pk}/share/", {"name": "Harbours"})
    assert "Harbours" in page_of(owner, "/dashboards/")
    assert "Delete “Harbours”?" in page_of(owner, f"/dashboards/{found.pk}/delete/")
    owner.post(f"/dashboards/{found.pk}/delete/")
    assert "No dashboards yet" in page_of(owner, "/dashboards/")
    entries = AuditEntry.objects.filter(kind="dashboard").order_by("pk")
    assert [each.action for each in entries] == ["add", "change", "delete"]
    log = page_of(browse("admin"), "/users/audit/?kind=dashboard")
    assert "dashboard<" not in log


def test_the_audit_log_says_what_panels_show(owner: "Client", browse: Browse) -> None:
    owner.post("/dashboards/panels/add/", NEW | {"query": "q=harbour&lang=en", "kind": "chart"})
    admin = browse("admin")
    log = page_of(admin, "/users/audit/?kind=dashboard")
    assert "Chart over time: harbour, Language: English" in log
    assert "chart q=" not in log
    admin.cookies["newsloom_language"] = "zh-hans"
    assert "Chart over time" not in page_of(admin, "/users/audit/?kind=dashboard")


@pytest.mark.parametrize("title", ["chart", "chart sales", "documents about the harbour"])
def test_the_audit_log_shows_the_title_of_a_panel_as_it_is(
    owner: "Client", browse: Browse, title: str
) -> None:
    body = {"name": "Ports", "panels": [{"kind": "chart", "query": "q=harbour", "title": title}]}
    owner.post("/api/v1/dashboards", body, content_type="application/json")
    assert title in page_of(browse("admin"), "/users/audit/?kind=dashboard")


def test_programs_read_and_replace_dashboards(owner: "Client", browse: Browse) -> None:
    panels = [
        {"kind": "values", "query": "q=harbour", "field": "site", "width": "full"},
        {"kind": "chart", "query": "q=harbour&with=fire"},
    ]
    body = {"name": "Ports", "panels": panels, "sharing": "everyone"}
    made = owner.post("/api/v1/dashboards", body, content_type="application/json").json()
    assert [each["kind"] for each in made["panels"]] == ["values", "chart"]
    page = page_of(owner, f"/dashboards/{made['id']}/")
    assert headings(page) == ["Sites: harbour", "harbour · fire"]
    friend = browse("analyst")
    (seen,) = friend.get("/api/v1/dashboards").json()
    assert seen["owner"] == user_of(owner).username
    own = f"/api/v1/dashboards/{made['id']}"
    assert friend.put(own, body, content_type="application/json").status_code == 404
    assert friend.delete(own).status_code == 404
    for wrong in (
        {"kind": "values", "query": "q=a", "field": "nosuch"},
        {"kind": "chart", "query": "q=a", "field": "site"},
        {"kind": "values", "query": "q=a&by=site", "field": "site"},
        {"kind": "documents", "query": "q=nosuchfield%3Ax"},
    ):
        answer = owner.put(own, body | {"panels": [wrong]}, content_type="application/json")
        assert answer.status_code == 422, wrong
    for many in ({"panels": panels * 13}, {"readers": ["anna"] * 101}):
        answer = owner.put(own, body | many, content_type="application/json")
        assert answer.status_code == 422
        assert [each["field"] for each in answer.json()["errors"]] == [f"body.{next(iter(many))}"]
    assert len(owner.get(own).json()["panels"]) == 2
    assert owner.delete(own).status_code == 204


def test_a_part_that_cannot_be_shown_leaves_the_page_alone(
    owner: "Client", monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from hooks.answers import Part

    def broken(address: str) -> list[Part]:
        return [Part(template="dashboards/no_such_template.html")]

    from django.conf import settings

    [implementation] = [
        each
        for each in settings.FEATURES._manager.hook.search_actions.get_hookimpls()
        if each.plugin_name == "dashboards"
    ]
    monkeypatch.setattr(implementation, "function", broken)
    page = page_of(owner, "/search/?q=harbour")
    assert "<mark>Harbour</mark> opens" in page
    assert "Add to dashboard" not in page
    assert [vars(each)["feature"] for each in caplog.records] == ["dashboards"]


def test_a_program_that_names_another_kind_of_panel_is_told_those_that_there_are(
    owner: "Client",
) -> None:
    body = {"name": "Ports", "panels": [{"kind": "map", "query": "q=harbour"}]}
    answer = owner.post("/api/v1/dashboards", body, content_type="application/json")
    assert answer.status_code == 422
    assert "'chart', 'values', 'documents'" in answer.content.decode()
    assert "PanelKind" not in answer.content.decode()
