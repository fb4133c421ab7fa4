"""The API: who may do what, how it fails, and that its description tells the truth."""

import json
from collections import ChainMap
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from storage.errors import Refused, Unavailable
from storage.keys import url_key
from storage.learned.orders import PauseKind
from tests.html_trees import html_tree
from tests.unit.webui.access import AWAY, GONE, MADE, NO, OK, by_section, of_features
from tests.unit.webui.conftest import GROUPS, undone
from tests.unit.webui.samples import article, bury, draft

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.test import Client

    from watch.stores import Stores

DOCUMENT = url_key("https://example.org/1")
SOURCE = {"name": "New", "channel": "feed", "address": "https://example.org/feed.xml"}
WORDS = {"name": "Rates", "keywords": ["rate"]}
SEARCH = {"name": "Banks", "query": "q=bank"}
PAUSE = {"kind": "host", "name": "https://A.example/x", "reason": "They move"}
MUTE = {"kind": "rule", "subject": "no_worker", "reason": "Planned", "seconds": 3_600}

# operation, body: status for operator, analyst, ops, admin
TABLE: dict[str, tuple[Any, tuple[int, ...]]] = {
    "GET /documents": (None, (OK, OK, NO, OK)),
    f"GET /documents/{DOCUMENT}": (None, (OK, OK, NO, OK)),
    f"GET /documents/{DOCUMENT}/similar": (None, (OK, OK, NO, OK)),
    f"GET /documents/{DOCUMENT}/versions": (None, (OK, OK, NO, OK)),
    "GET /export": (None, (NO, OK, NO, OK)),
    "GET /sources": (None, (OK, NO, OK, OK)),
    "POST /sources": (SOURCE, (MADE, NO, NO, MADE)),
    "GET /sources/{source}": (None, (OK, NO, OK, OK)),
    "PUT /sources/{source}": (SOURCE, (OK, NO, NO, OK)),
    "DELETE /sources/{source}": (None, (GONE, NO, NO, GONE)),
    "POST /sources/{source}/pause": ({"reason": "x"}, (OK, NO, OK, OK)),
    "POST /sources/{source}/resume": (None, (OK, NO, OK, OK)),
    "POST /sources/{source}/test": (None, (OK, NO, NO, OK)),
    "GET /keyword-lists": (None, (OK, NO, NO, OK)),
    "POST /keyword-lists": (WORDS, (MADE, NO, NO, MADE)),
    "PUT /keyword-lists/{words}": (WORDS, (OK, NO, NO, OK)),
    "DELETE /keyword-lists/{words}": (None, (GONE, NO, NO, GONE)),
    "GET /saved-searches": (None, (OK, OK, NO, OK)),
    "POST /saved-searches": (SEARCH, (MADE, MADE, NO, MADE)),
    # A search of another user: no one else sees it.
    "GET /saved-searches/{saved}": (None, (AWAY, AWAY, NO, AWAY)),
    "PUT /saved-searches/{saved}": (SEARCH, (AWAY, AWAY, NO, AWAY)),
    "DELETE /saved-searches/{saved}": (None, (AWAY, AWAY, NO, AWAY)),
    "GET /status": (None, (OK, NO, OK, OK)),
    "GET /events": (None, (OK, NO, OK, OK)),
    "GET /buried": (None, (OK, NO, OK, OK)),
    "POST /buried/page/retry": (None, (NO, NO, OK, OK)),
    "DELETE /buried/page": (None, (NO, NO, OK, OK)),
    "GET /jobs": (None, (OK, NO, OK, OK)),
    "POST /jobs/retry": (None, (NO, NO, OK, OK)),
    "DELETE /jobs": (None, (NO, NO, OK, OK)),
    "GET /pauses": (None, (OK, NO, OK, OK)),
    "POST /pauses": (PAUSE, (NO, NO, MADE, MADE)),
    "DELETE /pauses?kind=host&name=a.example": (None, (NO, NO, GONE, GONE)),
    "GET /mutes": (None, (OK, NO, OK, OK)),
    "POST /mutes": (MUTE, (NO, NO, MADE, MADE)),
    "DELETE /mutes/{mute}": (None, (NO, NO, GONE, GONE)),
    "GET /thresholds": (None, (OK, NO, OK, OK)),
    "PUT /thresholds": ({"buried_jobs": 30}, (NO, NO, OK, OK)),
    "GET /errors": (None, (OK, NO, OK, OK)),
}


for _operations in of_features("OPERATIONS"):
    TABLE |= _operations


@pytest.fixture
def ids(tables: None, ports: "Stores", monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    from django.contrib.auth.models import User

    from crawler.preview import Preview
    from storage.database.searches.saved_searches import SearchDraft, save_search
    from storage.database.searches.search import Search
    from storage.database.sources.keyword_lists import save_keyword_list
    from storage.database.sources.sources import add_source
    from webui.api import sources
    from webui.monitor.services import verdict
    from webui.sources.services.preview import Trial

    ports.documents().write([article("https://example.org/1", "Bank", "Money.")])
    bury(ports.queue(), "timeout", "{}")
    now = datetime.now(UTC)
    somebody = User.objects.create_user("somebody")
    monkeypatch.setattr(
        sources,
        "try_out",
        lambda *_, **__: Trial(channel="feed", visit=Preview(list_url="", error="x"), reading=None),
    )
    of_feature = ChainMap(*(ids_of(somebody) for ids_of in of_features("ids_of")))
    for name, stand_in in ChainMap(*of_features("STAND_INS")).items():
        monkeypatch.setattr(name, stand_in)
    return {
        **of_feature,
        "source": add_source(
            draft("Example", headers={"Cookie": "secret", "Accept": "x"}), "test"
        ).pk,
        "words": save_keyword_list("Banks", ["bank"], "test").pk,
        "saved": save_search(SearchDraft(name="Mine", search=Search()), somebody).pk,
        "mute": verdict.mute("host", "a.example", "x", "test", now, 3_600).pk,
    }


def pause_a_host() -> None:
    from webui.monitor.services import orders

    orders.pause(PauseKind.HOST, "a.example", reason="x", who="test")


def send(client: "Client", line: str, body: Any = None, **options: Any) -> Any:
    method, path = line.split()
    data = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
    return getattr(client, method.lower())(f"/api/v1{path}", **data, **options)


def token_for(user: "User", *scopes: str, **more: Any) -> dict[str, str]:
    from storage.database.people.tokens import create_token

    return {
        "Authorization": f"Bearer {create_token(user, 'script', scopes, more.get('expires'))[1]}"
    }


def user_in(group: str) -> "User":
    from django.contrib.auth.models import Group, User

    user = User.objects.create_user(f"{group}-{User.objects.count()}", password="correct horse")
    user.groups.add(Group.objects.get(name=group))
    return user


def every_scope() -> tuple[str, ...]:
    from webui.labels import SCOPES

    return tuple(SCOPES)


@pytest.mark.parametrize("lines", by_section(TABLE))
def test_every_operation_and_every_group(
    browse: Callable[..., "Client"], ids: dict[str, int], lines: list[str]
) -> None:
    for line in lines:
        body, statuses = TABLE[line]
        answers = []
        for group in GROUPS:
            pause_a_host()
            with undone():  # what one group deletes, the next one finds
                headers = token_for(user_in(group), *every_scope())
                answers.append(send(browse(""), line.format(**ids), body, headers=headers))
        assert tuple(answer.status_code for answer in answers) == statuses, line
        for answer in answers:
            if answer.status_code >= 400:
                assert answer["Content-Type"] == "application/problem+json", line
                assert json.loads(answer.content)["status"] == answer.status_code, line


@pytest.mark.parametrize("lines", by_section(TABLE))
def test_a_token_without_the_scope_is_refused_and_a_stranger_too(
    browse: Callable[..., "Client"], ids: dict[str, int], lines: list[str]
) -> None:
    stranger, admin = browse(""), user_in("admin")
    for line in lines:
        body, _ = TABLE[line]
        right = right_of(line)
        others = token_for(admin, *(scope for scope in every_scope() if scope != right))
        asked = line.format(**ids)
        assert send(stranger, asked, body, headers=others).status_code == NO, line
        assert send(stranger, asked, body).status_code == 401, line


def right_of(line: str) -> str:
    """Return the only right that an operation asks for."""
    from webui.api.access import TokenBearer
    from webui.api.app import api

    method, path = line.partition("?")[0].split()
    template = path.replace(DOCUMENT, "{document}")
    (right,) = {
        auth.right.name
        for _prefix, router in api._routers
        for pattern, view in router.path_operations.items()
        for operation in view.operations
        if method in operation.methods and same(pattern, template)
        for auth in operation.auth_callbacks
        if isinstance(auth, TokenBearer)
    }
    return right


def same(pattern: str, path: str) -> bool:
    parts, others = pattern.split("/"), path.split("/")
    return len(parts) == len(others) and all(
        a == b or a.startswith("{") for a, b in zip(parts, others, strict=True)
    )


@pytest.mark.parametrize("lines", by_section(TABLE))
def test_no_operation_ignores_a_parameter_or_content_that_it_does_not_know(
    browse: Callable[..., "Client"], ids: dict[str, int], lines: list[str]
) -> None:
    client, headers = browse(""), token_for(user_in("admin"), *every_scope())
    for line in lines:
        body, _ = TABLE[line]
        asked = line.format(**ids)
        misspelt = f"{asked}{'&' if '?' in asked else '?'}nosuch=1"
        assert refused(send(client, misspelt, body, headers=headers)) == ["query.nosuch"], line
        if not line.startswith("GET "):
            more = {**(body or {}), "nosuch": 1}
            expected = ["body" if body is None else "body.nosuch"]
            assert refused(send(client, asked, more, headers=headers)) == expected, line


def refused(answer: Any) -> list[str]:
    assert answer.status_code == 422
    return [each["field"] for each in json.loads(answer.content)["errors"]]


def test_a_misspelt_filter_settles_no_job(browse: Callable[..., "Client"], ports: "Stores") -> None:
    bury(ports.queue(), "timeout", "{}")
    client = browse("ops")
    for line in (
        "DELETE /jobs?state=buried&hostname=nowhere.example",
        "POST /jobs/retry?hst=nowhere.example",
        "DELETE /buried/page?foo=1",
    ):
        assert send(client, line).status_code == 422
    # What curl sends with -d.
    form = client.post("/api/v1/jobs/retry", "host=a", "application/x-www-form-urlencoded")
    assert refused(form) == ["body"]
    assert refused(client.post("/api/v1/jobs/retry", {"host": "a"})) == ["body"]
    assert len(send(client, "GET /jobs?state=buried").json()) == 1
    assert client.post("/api/v1/jobs/retry").json() == {"count": 1}


def test_no_operation_is_left_out_of_the_table(browse: Callable[..., "Client"]) -> None:
    schema = json.loads(browse("").get("/api/v1/openapi.json").content)
    described = {
        (method.upper(), path.removeprefix("/api/v1"))
        for path in schema["paths"]
        for method in schema["paths"][path]
    }
    lines = (line.replace(DOCUMENT, "{document_id}").partition("?")[0] for line in TABLE)
    tested = {tuple(line.split()) for line in lines}
    missing = [
        (m, p) for m, p in described if not any(m == tm and same(p, tp) for tm, tp in tested)
    ]
    assert missing == []
    assert len(described) == len(tested)


def test_every_operation_with_a_body_says_that_it_refuses_what_is_no_json(
    browse: Callable[..., "Client"],
) -> None:
    schema = json.loads(browse("").get("/api/v1/openapi.json").content)
    operations = [each for path in schema["paths"].values() for each in path.values()]
    with_body = [each["responses"] for each in operations if "requestBody" in each]
    assert with_body
    assert all("application/problem+json" in each["400"]["content"] for each in with_body)
    answer = browse("admin").put("/api/v1/saved-searches/1", "{", "application/json")
    assert answer.status_code == 400


def test_a_token_gives_no_more_than_its_owner_has_now(
    browse: Callable[..., "Client"], ids: dict[str, int]
) -> None:
    from django.utils import timezone

    user = user_in("analyst")
    headers = token_for(user, "SEARCH", "VIEW_SOURCES")
    assert send(browse(""), "GET /sources", headers=headers).status_code == NO
    assert send(browse(""), "GET /documents", headers=headers).status_code == OK
    user.groups.clear()
    assert send(browse(""), "GET /documents", headers=headers).status_code == NO
    user.is_active = False
    user.save()
    assert send(browse(""), "GET /documents", headers=headers).status_code == 401
    expired = token_for(user_in("admin"), "SEARCH", expires=timezone.now() - timedelta(seconds=1))
    assert send(browse(""), "GET /documents", headers=expired).status_code == 401


def test_a_wrong_token_is_not_made_good_by_a_session(browse: Callable[..., "Client"]) -> None:
    answer = send(browse("admin"), "GET /documents", headers={"Authorization": "Bearer nl_wrong"})
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Bearer")


def test_a_session_is_taken_with_its_proof_of_origin(
    browse: Callable[..., "Client"], ids: dict[str, int]
) -> None:
    client = browse("admin", enforce_csrf_checks=True)
    assert send(client, "GET /documents").status_code == OK
    assert send(client, "POST /keyword-lists", WORDS).status_code == NO
    client.get("/tokens/add/")
    proof = {"X-CSRFToken": client.cookies["newsloom_csrf"].value}
    assert send(client, "POST /keyword-lists", WORDS, headers=proof).status_code == MADE


def test_search_is_that_of_the_page(browse: Callable[..., "Client"], ports: "Stores") -> None:
    ports.documents().write(
        [article(f"https://example.org/{n}", f"Bank {n}", "Banks of money.") for n in range(5)]
    )
    client = browse("analyst")
    first = json.loads(
        send(client, "GET /documents?q=bank&size=3&site=example.org&facets=true").content
    )
    assert (first["total"], len(first["hits"])) == (5, 3)
    assert (first["exact"], first["facets_exact"]) == (True, True)
    assert first["facets"]["site"] == [{"value": "example.org", "count": 5}]
    assert first["hits"][0]["title"]["marks"] == [[0, 4]]
    rest = json.loads(
        send(client, f"GET /documents?q=bank&size=3&cursor={first['cursor']}").content
    )
    assert len(rest["hits"]) == 2
    assert not rest["cursor"]
    ids = {hit["document"]["id"] for page in (first, rest) for hit in page["hits"]}
    whole = json.loads(send(client, f"GET /documents/{ids.pop()}").content)
    assert whole["content"] == "Banks of money."
    lines = b"".join(send(client, "GET /export?q=bank").streaming_content).splitlines()
    assert json.loads(lines[0])["export"]["matches"] == 5


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("GET /documents?q=%22open", "query.q"),
        ("GET /documents?size=0", "query.size"),
        ("GET /documents?cursor=zzz", "query.cursor"),
        ("GET /documents?after=soon", "query.after"),
        ("GET /documents?before=2026-11-21T25:00", "query.before"),
        ("GET /documents?zone=Mars", "query.zone"),
        ("GET /documents?sitee=a", "query.sitee"),
        ("GET /documents?kind=article&kind=foo", "query.kind.1"),
        ("GET /export?channel=foo", "query.channel.0"),
        ("GET /stories?lang=foo", "query.lang.0"),
    ],
)
def test_what_cannot_be_asked_is_named(
    browse: Callable[..., "Client"], line: str, field: str
) -> None:
    answer = send(browse("analyst"), line)
    assert answer.status_code == 422
    assert [each["field"] for each in json.loads(answer.content)["errors"]] == [field]


def test_rules_of_sources_are_those_of_the_form(
    browse: Callable[..., "Client"], ids: dict[str, int]
) -> None:
    client = browse("operator")
    wrong = send(client, "POST /sources", SOURCE | {"address": "nowhere", "patterns": ["("]})
    fields = {each["field"] for each in json.loads(wrong.content)["errors"]}
    assert (wrong.status_code, fields) == (422, {"body.address", "body.patterns"})


def test_intervals_and_tags_are_read_as_people_write_them(
    browse: Callable[..., "Client"],
) -> None:
    client = browse("operator")
    written = {"interval_seconds": "15 min", "longest_interval_seconds": "1 day"}
    answer = send(client, "POST /sources", SOURCE | written | {"tags": ["news, ports", "en"]})
    saved = json.loads(answer.content)
    assert (saved["interval_seconds"], saved["longest_interval_seconds"]) == (900, 86400)
    assert saved["tags"] == ["news", "ports", "en"]
    wrong = send(client, "POST /sources", SOURCE | {"interval_seconds": "soon"})
    assert [each["field"] for each in json.loads(wrong.content)["errors"]] == [
        "body.interval_seconds"
    ]


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"alert": "webhook", "target": "http://user:secret@example.org/"}, {"body.target"}),
        (
            {"alert": "mail", "target": "jane@example.org\r\nBcc: x@example.org"},
            {"body.alert", "body.target"},
        ),
        ({"mode": "many", "at_least": 1}, {"body.at_least"}),
        ({"mode": "many", "at_least": True}, {"body.at_least"}),
        ({"query": "q=%22open"}, {"body.query"}),
        ({"query": "q=bank&zone=Mars"}, {"body.query"}),
        ({"query": "q=bank&match=foo"}, {"body.query"}),
    ],
)
def test_rules_of_saved_searches_are_those_of_the_form(
    browse: Callable[..., "Client"], fields: dict[str, str], wrong: set[str]
) -> None:
    answer = send(browse("analyst"), "POST /saved-searches", SEARCH | fields)
    assert answer.status_code == 422
    assert {each["field"] for each in json.loads(answer.content)["errors"]} == wrong


def test_a_source_stored_under_other_rules_is_still_listed(
    browse: Callable[..., "Client"], ids: dict[str, int]
) -> None:
    from storage.database.models import Source

    Source.objects.update(tags=[f"t{n}" for n in range(101)], priority=12)
    for path in ("/sources", f"/sources/{ids['source']}"):
        assert send(browse("operator"), f"GET {path}").status_code == OK


def test_secrets_of_headers_are_hidden_and_stay(
    browse: Callable[..., "Client"], ids: dict[str, int]
) -> None:
    from storage.database.models import Source

    client = browse("operator")
    path = f"/sources/{ids['source']}"
    shown = json.loads(send(client, f"GET {path}").content)
    assert shown["headers"] == {"Cookie": "(hidden)", "Accept": "x"}
    known = {"id", "pause_reason", "next_visit", "last_visit", "last_success", "state"}
    changed = {name: value for name, value in shown.items() if name not in known} | {"priority": 1}
    assert send(client, f"PUT {path}", changed).status_code == OK
    source = Source.objects.get(pk=ids["source"])
    assert (source.headers, source.priority) == ({"Cookie": "secret", "Accept": "x"}, 1)


@pytest.mark.parametrize("address", ["https://elsewhere.example/feed.xml", "https://[::1"])
def test_hidden_headers_do_not_move_to_another_host(
    browse: Callable[..., "Client"], ids: dict[str, int], address: str
) -> None:
    from storage.database.models import Source

    client = browse("operator")
    path = f"/sources/{ids['source']}"
    known = {"id", "pause_reason", "next_visit", "last_visit", "last_success", "state"}
    shown = json.loads(send(client, f"GET {path}").content)
    moved = {name: value for name, value in shown.items() if name not in known} | {
        "address": address
    }
    answer = send(client, f"PUT {path}", moved)
    assert answer.status_code == 422
    [problem] = [
        each for each in json.loads(answer.content)["errors"] if each["field"] == "body.headers"
    ]
    assert problem["detail"].startswith("“Cookie” is hidden")
    assert Source.objects.get(pk=ids["source"]).headers["Cookie"] == "secret"
    entered = moved | {
        "address": "https://elsewhere.example/feed.xml",
        "headers": {"Cookie": "new"},
    }
    assert send(client, f"PUT {path}", entered).status_code == OK


def test_a_store_that_is_away_is_a_problem_too(
    browse: Callable[..., "Client"], ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise Unavailable("/var/lib/newsloom/documents.db", "unable to open database file")

    monkeypatch.setattr(type(ports.documents()), "search", away)
    answer = send(browse("analyst"), "GET /documents")
    assert (answer.status_code, answer["Content-Type"]) == (503, "application/problem+json")
    assert answer.json()["detail"] == "A store does not answer. Try again in a moment."
    assert (
        "/var/lib/newsloom/documents.db" in send(browse("admin"), "GET /documents").json()["detail"]
    )


def test_what_is_away_tells_those_alone_its_path_who_watch(
    browse: Callable[..., "Client"], ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise Refused("/var/lib/newsloom/documents.db", "file is not a database")

    monkeypatch.setattr(type(ports.documents()), "search", broken)
    told = send(browse("analyst"), "GET /documents").json()["detail"]
    assert told == "A store refused the request. If this happens again, tell an administrator."
    told = send(browse("admin"), "GET /documents").json()["detail"]
    assert "/var/lib/newsloom/documents.db" in told


def test_tokens_are_shown_once_and_kept_as_digests(browse: Callable[..., "Client"]) -> None:
    import re

    from storage.database.models import ApiToken, AuditEntry

    client = browse("analyst")
    page = client.get("/tokens/add/").content.decode()
    assert "Add sources" not in page
    made = client.post("/tokens/add/", {"name": "script", "scopes": ["SEARCH"], "days": "30"})
    found = re.search(r'value="(nl_[\w-]{43})"', made.content.decode())
    assert found
    text = found[1]
    assert (
        send(browse(""), "GET /documents", headers={"Authorization": f"Bearer {text}"}).status_code
        == OK
    )
    token = ApiToken.objects.get()
    assert token.last_used
    stored = (
        f"{ApiToken.objects.values().get()} {list(AuditEntry.objects.values())} "
        f"{client.get('/tokens/').content!r}"
    )
    assert text not in stored
    assert browse("admin").post(f"/tokens/{token.pk}/delete/").status_code == AWAY
    client.post(f"/tokens/{token.pk}/delete/")
    assert (
        send(browse(""), "GET /documents", headers={"Authorization": f"Bearer {text}"}).status_code
        == 401
    )


@pytest.mark.parametrize(
    "fields", [{"scopes": ["ADD_SOURCES"]}, {"scopes": []}, {"name": " "}, {"days": "7"}]
)
def test_no_token_is_made_of_what_is_wrong(
    browse: Callable[..., "Client"], fields: dict[str, Any]
) -> None:
    from storage.database.models import ApiToken

    asked = {"name": "script", "scopes": ["SEARCH"], "days": "30"} | fields
    assert browse("analyst").post("/tokens/add/", asked).status_code == 422
    assert not ApiToken.objects.exists()


def test_the_page_lists_every_operation(browse: Callable[..., "Client"]) -> None:
    page = browse("analyst").get("/api/").content.decode()
    assert page.count('class="method') == len(TABLE)
    said = " ".join(each.text_content() for each in html_tree(page.encode()).cssselect("summary"))
    assert "Return one page of matching documents." in said
    assert "`" not in page
    assert "<code>confirm</code>" in page
    assert browse("").get("/api/")["Location"] == "/login/?next=/api/"


def test_scopes_are_the_rights_that_operations_ask_for(django: None) -> None:
    from webui.api.app import asked_rights

    assert asked_rights() == set(every_scope())


def test_an_unknown_path_answers_with_a_problem_too(browse: Callable[..., "Client"]) -> None:
    answer = browse("analyst").get("/api/v1/no/such/thing")
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")
    assert "openapi.json" in answer.json()["detail"]
    assert browse("analyst").get("/no/such/thing")["Content-Type"].startswith("text/html")


def test_a_method_that_a_path_does_not_take_is_a_problem_too(
    browse: Callable[..., "Client"],
) -> None:
    for line in ("GET /sources/1/test", "PUT /documents"):
        answer = send(browse("admin"), line)
        assert (answer.status_code, answer["Content-Type"]) == (405, "application/problem+json")
        assert answer["Allow"] in answer.json()["detail"]


def test_head_is_answered_as_get_without_a_body(browse: Callable[..., "Client"]) -> None:
    client = browse("admin")
    for path in ("/api/v1/sources", "/api/v1/documents", "/api/v1/status", "/api/v1/sources/0"):
        got, head = client.get(path), client.head(path)
        assert (head.status_code, head["Content-Type"]) == (got.status_code, got["Content-Type"])
        assert got.content
        assert head.content == b""
    assert client.head("/api/v1/documents?nonsense=1").status_code == 422
    assert browse("analyst").head("/api/v1/status").status_code == 403
    # Nothing but what GET does is done.
    answer = client.head("/api/v1/sources/1/test")
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    paths = client.get("/api/v1/openapi.json").json()["paths"]
    assert not any("head" in operations for operations in paths.values())


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("q=harbour&q=bank", "q"),
        ("q=harbour&copies=once&copies=each", "copies"),
        ("q=harbour&sort=time&sort=collected", "sort"),
    ],
)
def test_a_parameter_that_takes_one_value_is_refused_if_it_is_sent_twice(
    browse: Callable[..., "Client"], query: str, name: str
) -> None:
    client = browse("analyst")
    answer = client.get(f"/api/v1/documents?{query}")
    assert answer.status_code == 422
    (error,) = answer.json()["errors"]
    assert (error["field"], error["detail"]) == (f"query.{name}", "takes one value; send it once")
    # Filters take several.
    assert client.get("/api/v1/documents?q=a&site=a.example&site=b.example").status_code == 200


def test_a_saved_search_with_a_filter_that_does_not_exist_is_refused(
    browse: Callable[..., "Client"],
) -> None:
    """Without the filter, it would match too much for ever."""
    client = browse("analyst")

    def answer(query: str) -> Any:
        content = json.dumps({"name": "Banks", "query": query})
        return client.post("/api/v1/saved-searches", content, "application/json")

    refused = answer("q=bank&sites=a.example")
    assert refused.status_code == 422
    (error,) = refused.json()["errors"]
    assert error["field"] == "body.query"
    assert "“sites” is not a filter of the search. Use one of: q, source, site," in error["detail"]
    assert "nosuch: is not a field." in answer("q=nosuch:bank").json()["errors"][0]["detail"]
    assert answer("?q=bank&site=a.example&page=2&copies=each").status_code == 201
