"""Who may open which page: a table of every URL and every group."""

import json
from collections.abc import Callable
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from storage.keys import url_key
from tests.unit.webui.access import AWAY, FOUND, NO, OK, WRONG, by_section, of_features
from tests.unit.webui.conftest import GROUPS, undone
from tests.unit.webui.samples import draft

if TYPE_CHECKING:
    from django.test import Client

DOCUMENT = url_key("https://example.org/1")
SOURCE = "/sources/{source}"

# method and path: status for operator, analyst, ops, admin
TABLE = {
    "GET /live/": (OK, OK, NO, OK),
    "GET /search/": (OK, OK, NO, OK),
    "GET /search/counts/": (OK, OK, NO, OK),
    "GET /search/filed/folder/": (OK, OK, NO, OK),
    "GET /search/build/": (FOUND, FOUND, NO, FOUND),
    "GET /search/export/": (NO, OK, NO, OK),
    "GET /desk/": (FOUND, FOUND, NO, FOUND),
    "GET /saved/": (OK, OK, NO, OK),
    "GET /saved/{saved}/next/": (FOUND, FOUND, NO, FOUND),
    "POST /saved/{saved}/follow/": (AWAY, AWAY, NO, AWAY),
    "POST /saved/{saved}/share/": (AWAY, AWAY, NO, AWAY),
    "POST /saved/{saved}/read/": (AWAY, AWAY, NO, AWAY),
    "GET /saved/add/": (OK, OK, NO, OK),
    "POST /saved/add/": (WRONG, WRONG, NO, WRONG),
    "GET /saved/{saved}/": (AWAY, AWAY, NO, AWAY),
    "POST /saved/{saved}/": (AWAY, AWAY, NO, AWAY),
    "GET /saved/{saved}/delete/": (AWAY, AWAY, NO, AWAY),
    "POST /saved/{saved}/search/": (AWAY, AWAY, NO, AWAY),
    "POST /saved/{saved}/feed/": (AWAY, AWAY, NO, AWAY),
    f"GET /documents/{DOCUMENT}/": (OK, OK, NO, OK),
    f"GET /documents/{DOCUMENT}/difference/": (AWAY, AWAY, NO, AWAY),
    f"GET /documents/{DOCUMENT}/versions/": (OK, OK, NO, OK),
    "GET /sources/": (OK, FOUND, OK, OK),
    "GET /sources/directory/": (OK, OK, NO, OK),
    "POST /sources/links/": (OK, NO, NO, OK),
    "GET /sources/add/": (OK, NO, NO, OK),
    "POST /sources/add/": (WRONG, NO, NO, WRONG),
    "GET /sources/import/": (OK, NO, NO, OK),
    "GET /sources/import/sample.csv": (OK, NO, NO, OK),
    "POST /sources/import/": (WRONG, NO, NO, WRONG),
    "GET /sources/export.opml": (OK, NO, NO, OK),
    "GET /sources/export.csv": (OK, NO, NO, OK),
    "GET /sources/bulk/": (FOUND, NO, FOUND, FOUND),
    "POST /sources/bulk/": (FOUND, NO, FOUND, FOUND),
    "GET /sources/changes/": (OK, NO, OK, OK),
    "GET /sources/changes/{batch}/": (OK, NO, OK, OK),
    "POST /sources/changes/{batch}/undo/": (FOUND, NO, NO, FOUND),
    "GET /sources/deleted/": (OK, NO, OK, OK),
    "POST /sources/deleted/{deleted}/restore/": (FOUND, NO, NO, FOUND),
    f"GET {SOURCE}/history/": (OK, NO, OK, OK),
    f"POST {SOURCE}/history/{{entry}}/return/": (FOUND, NO, NO, FOUND),
    f"GET {SOURCE}/": (OK, NO, OK, OK),
    f"GET {SOURCE}/runs/": (OK, NO, OK, OK),
    f"GET {SOURCE}/failures.csv": (OK, NO, OK, OK),
    f"GET {SOURCE}/edit/": (OK, NO, NO, OK),
    f"POST {SOURCE}/edit/": (WRONG, NO, NO, WRONG),
    f"GET {SOURCE}/pause/": (OK, NO, OK, OK),
    f"POST {SOURCE}/pause/": (FOUND, NO, FOUND, FOUND),
    f"POST {SOURCE}/enable/": (FOUND, NO, FOUND, FOUND),
    f"POST {SOURCE}/visit/": (FOUND, NO, NO, FOUND),
    f"POST {SOURCE}/traps/allow/": (FOUND, NO, NO, FOUND),
    f"POST {SOURCE}/move/": (FOUND, NO, NO, FOUND),
    f"POST {SOURCE}/look/accept/": (FOUND, NO, NO, FOUND),
    f"POST {SOURCE}/delete/": (FOUND, NO, NO, FOUND),
    f"GET {SOURCE}/delete/": (OK, NO, NO, OK),
    f"POST {SOURCE}/test/": (OK, NO, NO, OK),
    "GET /keywords/": (OK, NO, NO, OK),
    "GET /keywords/add/": (OK, NO, NO, OK),
    "POST /keywords/add/": (WRONG, NO, NO, WRONG),
    "GET /keywords/{words}/": (OK, NO, NO, OK),
    "POST /keywords/{words}/delete/": (FOUND, NO, NO, FOUND),
    "GET /users/": (NO, NO, NO, OK),
    "GET /users/add/": (NO, NO, NO, OK),
    "POST /users/add/": (NO, NO, NO, WRONG),
    "GET /users/audit/": (NO, NO, NO, OK),
    "GET /users/{person}/": (NO, NO, NO, OK),
    "POST /users/{person}/": (NO, NO, NO, FOUND),
    "POST /users/{person}/password/": (NO, NO, NO, OK),
    "POST /users/{person}/two-step/end/": (NO, NO, NO, FOUND),
    "GET /monitor/": (OK, NO, OK, OK),
    "GET /monitor/live/": (OK, NO, OK, OK),
    "GET /monitor/events/": (OK, NO, OK, OK),
    "POST /monitor/events/close/": (NO, NO, FOUND, FOUND),
    "POST /monitor/events/open/": (NO, NO, FOUND, FOUND),
    "GET /monitor/hosts/": (OK, NO, OK, OK),
    "GET /monitor/pause/": (NO, NO, OK, OK),
    "POST /monitor/pause/": (NO, NO, WRONG, WRONG),
    "POST /monitor/resume/": (NO, NO, FOUND, FOUND),
    "POST /monitor/workers/order/": (NO, NO, FOUND, FOUND),
    "GET /monitor/verdict/": (OK, NO, OK, OK),
    "GET /monitor/verdict/strip/": (OK, NO, OK, OK),
    "POST /monitor/verdict/": (NO, NO, WRONG, WRONG),
    "GET /monitor/mute/": (NO, NO, AWAY, AWAY),
    "POST /monitor/mute/": (NO, NO, AWAY, AWAY),
    "POST /monitor/verdict/mutes/1/end/": (NO, NO, FOUND, FOUND),
    "GET /monitor/errors/": (OK, NO, OK, OK),
    "GET /monitor/jobs/": (OK, NO, OK, OK),
    "GET /monitor/jobs/job/": (AWAY, NO, AWAY, AWAY),
    "POST /monitor/jobs/settle/": (NO, NO, FOUND, FOUND),
}
for _pages in of_features("PAGES"):
    TABLE |= _pages
ANY = dict.fromkeys(
    (
        "source",
        "words",
        "entry",
        "deleted",
        "person",
        "saved",
        "learned",
        "batch",
    ),
    1,
)
for _ids in of_features("IDS"):
    ANY |= dict.fromkeys(_ids, 1)
# Parameters of URLs that are not numbers.
VALUES = {
    "document_id": DOCUMENT,
    "token": "1-a",
    "form": "rss",
    "tube": "page",
    "list_format": "csv",
}
NOT_ALLOWED = 405
OPEN = {
    "home",
    "healthz",
    "readyz",
    "login",
    "login_code",
    "logout",
    "password",
    "password_new",
    "set_language",
    "set_theme",
    "feed",
}.union(*of_features("OPEN"))
# For everyone who is logged in: a page of one's own.
OWN = {
    "second_factor",
    "recovery_codes",
    "second_factor_end",
    "tokens",
    "token_add",
    "token_delete",
    "api_reference",
}


@pytest.fixture
def request_of(
    browse: Callable[..., "Client"], named: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> Callable[[str, str], int]:
    """Send one request as a group; return the status.

    What users own is somebody else's: test_saved_searches covers one's own.
    """
    from webui.sources.views import form as source_form

    # What a visit finds is not the subject here, and no test may wait for the network.
    monkeypatch.setattr(source_form, "try_out", lambda *_, **__: None)

    def send(line: str, group: str) -> int:
        method, path = line.format(**named).split()
        client = browse(group)
        return int((client.get if method == "GET" else client.post)(path).status_code)

    return send


@pytest.mark.parametrize("lines", by_section(TABLE))
def test_every_page_and_every_group(
    request_of: Callable[[str, str], int], lines: list[str]
) -> None:
    answers: dict[str, tuple[int, ...]] = dict.fromkeys(lines, ())
    for line, group in product(lines, GROUPS):
        with undone():  # what one group deletes, the next one finds
            answers[line] += (request_of(line, group),)
    assert answers == {line: TABLE[line] for line in lines}


def test_strangers_are_sent_to_the_login(browse: Callable[..., "Client"]) -> None:
    stranger = browse("")
    for line in TABLE:
        method, path = line.format(**ANY).split()
        answer = getattr(stranger, method.lower())(path)
        assert answer.status_code == FOUND, line
        assert answer["Location"].startswith("/login/?next=/"), line


def test_users_without_a_group_see_nothing(browse: Callable[..., "Client"]) -> None:
    client = browse(None)
    pages = [line for line in TABLE if line.startswith("GET")]
    answers = {line: client.get(line.split()[1].format(**ANY)).status_code for line in pages}
    assert answers == dict.fromkeys(pages, NO)


READER_SEES = {
    f"{SOURCE}/",
    f"{SOURCE}/runs/",
    f"{SOURCE}/failures.csv",
    f"{SOURCE}/history/",
    "/keywords/",
    "/monitor/",
    "/monitor/events/",
    "/monitor/events/notifications/",
    "/monitor/errors/",
    "/monitor/hosts/",
    "/monitor/jobs/",
    "/monitor/verdict/",
    "/monitor/verdict/strip/",
    "/monitor/live/",
    "/sources/",
    "/sources/proposed/",
    "/sources/changes/",
    "/sources/changes/{batch}/",
    "/sources/deleted/",
    "/trace/",
}
# A reader's own.
READER_SENDS = {"/monitor/events/notifications/": WRONG, "/monitor/events/feed/": FOUND}


def test_a_reader_sees_sources_and_the_monitor_and_changes_nothing(
    request_of: Callable[[str, str], int],
) -> None:
    for line in TABLE:
        method, path = line.split()
        # It may see any job, and there is none.
        missing = AWAY if path == "/monitor/jobs/job/" else NO
        allowed = OK if path in READER_SEES else missing
        expected = allowed if method == "GET" else READER_SENDS.get(path, NO)
        assert request_of(line, "reader") == expected, line


def test_the_front_door_knows_where_everyone_belongs(browse: Callable[..., "Client"]) -> None:
    places = {group: browse(group).get("/").get("Location") for group in (*GROUPS, "")}
    assert places == {
        "operator": None,
        "analyst": None,
        "ops": "/sources/",
        "admin": None,
        "": "/login/",
    }
    assert browse(None).get("/").status_code == NO


def test_no_url_is_left_out_of_the_table() -> None:
    from django.urls import URLPattern, resolve

    from webui import urls

    # test_api covers everything below api/v1/.
    urlpatterns = [pattern for pattern in urls.urlpatterns if isinstance(pattern, URLPattern)]
    guarded = {pattern.name for pattern in urlpatterns if hasattr(pattern.callback, "right")}
    assert {pattern.name for pattern in urlpatterns} - guarded == OPEN | OWN
    tested = {resolve(line.split()[1].format(**ANY)).url_name for line in TABLE}
    assert tested == guarded


def test_without_its_right_no_group_gets_any_page_by_any_method(
    browse: Callable[..., "Client"],
) -> None:
    """Made from the table of URLs, so it covers a page that is added tomorrow, whatever its
    parameters are.
    """
    from django.urls import URLPattern, reverse

    from webui import urls

    clients = {group: browse(group) for group in (*GROUPS, None)}
    rights = {group: rights_of_client(client) for group, client in clients.items()}
    asked = 0
    for pattern in urls.urlpatterns:
        if not isinstance(pattern, URLPattern) or not (
            right := getattr(pattern.callback, "right", None)
        ):
            continue
        values = {name: VALUES.get(name, 1) for name in pattern.pattern.converters}
        path = reverse(str(pattern.name), kwargs=values)
        for group, client in clients.items():
            if right in rights[group]:
                continue
            for method in ("get", "post", "put", "delete", "patch", "head"):
                asked += 1
                status = getattr(client, method)(path).status_code
                # Who looks at an action is led to the page above it, which asks for its own right.
                # HEAD is answered as GET is (RFC 9110, 9.3.2).
                led_away = status == FOUND and method in ("get", "head")
                assert led_away or status in (NO, NOT_ALLOWED), (
                    f"{method} {path} as {group}: {status}"
                )
            assert client.get(path).status_code == NO or client.post(path).status_code == NO, (
                f"{path} as {group}"
            )
    assert asked > 500


def rights_of_client(client: "Client") -> frozenset[str]:
    from django.contrib.auth.models import User

    from storage.database.people.rights import rights_of

    return frozenset(rights_of(User.objects.get(pk=client.session["_auth_user_id"])))


def test_every_command_asks_for_the_proof_of_origin(browse: Callable[..., "Client"]) -> None:
    admin = browse("admin", enforce_csrf_checks=True)
    for line in (line for line in TABLE if line.startswith("POST")):
        answer = admin.post(line.split()[1].format(**ANY))
        assert answer.status_code == NO, line
        assert "no longer valid" in answer.content.decode(), line


ACTIONS = [
    line for line in TABLE if line.startswith("POST") and line.replace("POST", "GET") not in TABLE
]
# Where these pages also answer GET, only their POST is in the table.
FORMS = {f"POST {SOURCE}/edit/", "POST /saved/{saved}/", "POST /saved/{saved}/share/"}.union(
    *of_features("FORMS")
)


def test_who_looks_at_an_action_is_led_to_a_page_above_it(browse: Callable[..., "Client"]) -> None:
    admin = browse("admin")
    for line in (line for line in ACTIONS if line not in FORMS):
        path = line.split()[1].format(**ANY)
        answer = admin.get(path, follow=True)
        assert answer.redirect_chain, f"{path} is shown as if it were a page"
        *_, (last, _status) = answer.redirect_chain
        assert path.startswith(last), path
        # What the addresses of this test name does not exist; a page above it says so.
        assert answer.status_code in (OK, AWAY), path
        assert answer.status_code == OK or any(character.isdigit() for character in last), path


def test_who_is_led_away_from_an_action_is_told_once_that_nothing_was_done(
    browse: Callable[..., "Client"],
) -> None:
    from storage.database.sources.sources import add_source

    page = f"/sources/{add_source(draft('Example'), 'test').pk}/"
    answer = browse("admin").get(f"{page}repair/accept/", follow=True)
    assert [address for address, _ in answer.redirect_chain] == [f"{page}repair/", page]
    assert answer.content.decode().count("Nothing was done.") == 1


@pytest.mark.parametrize(("group", "is_named"), [("admin", True), ("operator", False)])
def test_the_button_of_an_action_is_named_to_those_alone_who_have_it(
    browse: Callable[..., "Client"], group: str, is_named: bool
) -> None:
    page = browse(group).get("/monitor/resume/", follow=True).content.decode()
    assert page.count("Nothing was done.") == 1
    assert ("press the button on its page" in page) is is_named


def test_links_that_lead_nowhere_for_a_group_are_not_shown(browse: Callable[..., "Client"]) -> None:
    from storage.database.sources.sources import add_source

    add_source(draft("Example"), "test")
    seen = browse("ops").get("/sources/").content.decode()
    assert "Pause Example" in seen
    assert "Edit Example" not in seen
    assert "export" not in seen
    assert json.dumps("/search/") not in seen
