"""What ops order by the API is what the pages order, with the same rules."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from storage.learned.error_log import ErrorLog
from tests.unit.webui.samples import draft
from tests.unit.webui.test_api import send

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]


@pytest.fixture(autouse=True)
def empty(tables: None) -> None:
    from storage.database.models import Mute, Threshold

    for model in (Mute, Threshold):
        model.objects.all().delete()


def test_what_is_paused_by_the_api_is_paused_and_said(browse: Browse, ports: "Stores") -> None:
    from storage.database.models import AuditEntry

    client = browse("ops")
    given = {"kind": "host", "name": "https://News.example/a", "reason": "They <b>move</b>"}
    made = send(client, "POST /pauses", given).json()
    assert (made["kind"], made["name"], made["until"]) == ("host", "news.example", None)
    send(client, "POST /pauses", {"kind": "tube", "name": "page", "reason": "x", "seconds": 600})
    send(client, "POST /pauses", {"kind": "everything", "reason": "x"})
    found = send(client, "GET /pauses").json()
    assert [(each["kind"], each["name"]) for each in found] == [
        ("everything", ""),
        ("tube", "page"),
        ("host", "news.example"),
    ]
    assert found[1]["until"] > found[1]["at"]
    page = client.get("/monitor/hosts/").content.decode()
    assert "They &lt;b&gt;move&lt;/b&gt;" in page
    for query in ("kind=everything", "kind=tube&name=page", "kind=host&name=news.example"):
        assert send(client, f"DELETE /pauses?{query}").status_code == 204
        assert send(client, f"DELETE /pauses?{query}").status_code == 404
    assert send(client, "GET /pauses").json() == []
    assert AuditEntry.objects.filter(action__in=("pause", "resume")).count() == 6


@pytest.mark.parametrize(
    ("line", "body", "said"),
    [
        ("POST /pauses", {"kind": "host", "name": "a b", "reason": "x"}, "“a b” is not the name"),
        ("POST /pauses", {"kind": "host", "reason": "x"}, '"Enter the name of a host'),
        ("POST /pauses", {"kind": "host", "name": " ", "reason": "x"}, '"Enter the name of a host'),
        ("POST /pauses", {"kind": "tube", "reason": "x"}, '"Choose one of list, page'),
        (
            "POST /pauses",
            {"kind": "everything", "name": "page", "reason": "x"},
            "“page” names one queue or host",
        ),
        ("POST /pauses", {"kind": "everything", "reason": "  "}, "at least 1 character"),
        ("POST /pauses", {"kind": "everything", "reason": "x", "seconds": "60"}, "body.seconds"),
        ("POST /pauses", {"kind": "tube", "name": "x", "reason": "x"}, "Choose one of list, page"),
        ("POST /pauses", {"kind": "everything", "reason": ""}, "at least 1 character"),
        ("POST /pauses", {"kind": "all", "reason": "x"}, "'everything'"),
        ("POST /pauses", {"kind": "everything", "reason": "x", "seconds": 5}, "60"),
        (
            "POST /mutes",
            {"kind": "host", "subject": "-", "reason": "x", "seconds": 60},
            "“-” is not the name of a host",
        ),
        (
            "POST /mutes",
            {"kind": "rule", "subject": "x", "reason": "x", "seconds": 60},
            "Choose one of ",
        ),
        (
            "POST /mutes",
            {"kind": "host", "subject": "", "reason": "x", "seconds": 60},
            '"Enter the name of a host',
        ),
        (
            "POST /mutes",
            {"kind": "rule", "subject": "no_worker", "reason": " ", "seconds": 60},
            "at least 1 character",
        ),
        ("PUT /thresholds", {"disk_share": 0.99}, "0.95"),
        ("PUT /thresholds", {"buried_jobs": True}, "body.buried_jobs"),
        ("PUT /thresholds", {"disk_share": "0.5"}, "body.disk_share"),
        ("PUT /thresholds", {"disk": 0.5}, "Extra inputs"),
    ],
)
def test_what_cannot_be_ordered_is_named(
    browse: Browse, line: str, body: dict[str, Any], said: str
) -> None:
    client = browse("ops")
    answer = send(client, line, body)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert send(client, "GET /pauses").json() == send(client, "GET /mutes").json() == []


@pytest.mark.parametrize(
    "query", ["kind=tube&name=foo", "kind=tube", "kind=host&name=", "kind=everything&name=page"]
)
def test_what_cannot_be_resumed_is_named_where_it_stands(browse: Browse, query: str) -> None:
    client = browse("ops")
    send(client, "POST /pauses", {"kind": "everything", "reason": "x"})
    answer = send(client, f"DELETE /pauses?{query}")
    assert answer.status_code == 422
    assert [each["field"] for each in answer.json()["errors"]] == ["query.name"]
    assert len(send(client, "GET /pauses").json()) == 1


def test_an_address_mutes_and_pauses_its_host(browse: Browse, ports: "Stores") -> None:
    client = browse("ops")
    address, why = "http://X.localhost/abc", {"reason": " Planned ", "seconds": 60}
    muted = send(client, "POST /mutes", {"kind": "host", "subject": address, **why}).json()
    paused = send(client, "POST /pauses", {"kind": "host", "name": address, **why}).json()
    assert (muted["subject"], muted["name"], paused["name"]) == ("x.localhost",) * 3
    assert muted["reason"] == paused["reason"] == "Planned"


def test_blanks_are_no_reason_on_the_pages_either(browse: Browse, ports: "Stores") -> None:
    client = browse("ops")
    pause = {"what": "everything", "reason": " \u3000 ", "span": ""}
    assert client.post("/monitor/pause/", pause).status_code == 422
    mute = {"reason": " \u3000 ", "span": "86400"}
    address = "/monitor/mute/?kind=rule&subject=no_worker"
    assert client.post(address, mute).status_code == 422
    assert send(client, "GET /pauses").json() == send(client, "GET /mutes").json() == []


def test_what_is_muted_by_the_api_is_left_out(browse: Browse, ports: "Stores") -> None:
    from storage.database.sources.sources import add_source

    source = add_source(draft("Courier"), "test").pk
    client = browse("ops")
    until = {"reason": "Planned", "seconds": 3_600}
    made = send(client, "POST /mutes", {"kind": "source", "subject": str(source), **until}).json()
    assert made["name"] == "Courier"
    assert "no_worker" not in str(send(client, "GET /mutes").json())
    assert "No worker is running" in str(send(client, "GET /status").json()["reasons"])
    send(client, "POST /mutes", {"kind": "rule", "subject": "no_worker", **until})
    assert "No worker is running" not in str(send(client, "GET /status").json()["reasons"])
    assert len(send(client, "GET /mutes").json()) == 2
    assert "Courier" in client.get("/monitor/verdict/").content.decode()
    assert send(client, f"DELETE /mutes/{made['id']}").status_code == 204
    assert send(client, f"DELETE /mutes/{made['id']}").status_code == 404
    gone = {"kind": "source", "subject": "999999", **until}
    assert send(client, "POST /mutes", gone).status_code == 404


def test_thresholds_are_those_of_the_page(browse: Browse, ports: "Stores") -> None:
    client = browse("ops")
    found = {each["name"]: each for each in send(client, "GET /thresholds").json()}
    assert found["disk_share"]["value"] == found["disk_share"]["default"] == 0.9
    assert 0 < found["disk_share"]["present"] <= 1
    changed = send(client, "PUT /thresholds", {"disk_share": 0.5, "lag_seconds": 600}).json()
    assert {each["name"]: each["value"] for each in changed}["disk_share"] == 0.5
    assert 'value="50"' in client.get("/monitor/verdict/").content.decode()
    changed = send(client, "PUT /thresholds", {"disk_share": None}).json()
    values = {each["name"]: each["value"] for each in changed}
    assert (values["disk_share"], values["lag_seconds"]) == (0.9, 600)


def test_internal_errors_are_read_with_their_tracebacks(browse: Browse, ports: "Stores") -> None:
    log = ErrorLog("alerts")
    try:
        raise RuntimeError("unforeseen")
    except RuntimeError as error:
        log.note(error, "https://e.org/?key=s3cret")
    log.flush(ports.learned())
    [found] = send(browse("ops"), "GET /errors").json()
    assert (found["kind"], found["role"], found["count"]) == ("RuntimeError", "alerts", 1)
    assert "unforeseen" in found["trace"]
    assert found["urls"] == ["https://e.org/?***"]
    assert found["first"] == found["last"]
