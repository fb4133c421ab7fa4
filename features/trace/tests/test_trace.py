"""The page that says what happened to a URL, from its steps and from what the stores know."""

import json
import re
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from storage.errors import Refused, Unavailable
from storage.keys import url_key
from storage.outcomes import Outcome
from storage.tombstones.marks import address_mark, site_mark
from storage.traces.steps import Recorded, Shown, Step, StepKind
from tests.unit.webui.samples import article, bury, compact
from tests.unit.webui.test_sources_pages import add

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
URL = "https://news.example/story"
FOUND, SETTLED, RETRIED = StepKind.FOUND, StepKind.SETTLED, StepKind.RETRIED


def record(ports: "Stores", *steps: Step, others: Sequence[str] = ()) -> None:
    for step in steps:
        keys = tuple(url_key(url) for url in (step.url, *others))
        ports.traces().record([Recorded(keys=keys, step=step)], [])


def step(kind: StepKind, url: str = URL, *, age: float = 60.0, **fields: Any) -> Step:
    given = {
        "source_id": 1,
        "run_id": "run-1",
        "worker": "host-1",
        "at": time.time() - age,
        **fields,
    }
    return Step(kind=kind, url=url, **given)


def page(browse: Browse, url: str = URL) -> str:
    response = browse("operator").get("/trace/", {"url": url})
    assert response.status_code == 200
    return compact(response.content.decode())


@pytest.mark.parametrize(
    ("last", "said"),
    [
        (
            step(FOUND, list_url="https://news.example/feed"),
            "In the queue, or in the hands of a worker right now.",
        ),
        (
            step(RETRIED, outcome="timeout", attempt=2),
            "The last attempt failed, and another one follows: Timeout",
        ),
        (
            step(SETTLED, outcome="too_short", detail="40 characters"),
            "Not stored: Too short – 40 characters",
        ),
        (
            step(SETTLED, outcome="stored"),
            "It was stored, and its document has been removed since.",
        ),
        (
            step(SETTLED, outcome="duplicate", detail="known under another URL"),
            "known under another URL",
        ),
        (step(StepKind.BURIED, outcome="dns", attempt=5), "Given up: Host name not found"),
        (
            step(SETTLED, outcome="unchanged", revisit=3600),
            "It was stored, and its document has been removed since.",
        ),
    ],
)
def test_the_last_step_says_what_became_of_the_url(
    browse: Browse, ports: "Stores", last: Step, said: str
) -> None:
    record(ports, last)
    assert said in page(browse)


@pytest.mark.parametrize("mark", [address_mark(URL), site_mark("news.example")])
def test_an_erased_url_is_said_to_be_erased(browse: Browse, ports: "Stores", mark: str) -> None:
    ports.seen().commit([url_key(URL)])
    assert "Newsloom handled this URL before" in page(browse)
    ports.tombstones().add([mark])
    assert "Erased for good, alone or with its site." in page(browse)
    assert "handled this URL before" not in page(browse)


def test_visits_to_a_stored_article_are_told_with_its_age(browse: Browse, ports: "Stores") -> None:
    moment = datetime(2026, 11, 22, 8, tzinfo=UTC)
    ports.documents().write([article(URL, "Ferry", changes=2, changed=moment, gone=moment)])
    record(
        ports,
        step(SETTLED, outcome=Outcome.STORED),
        step(SETTLED, outcome=Outcome.CHANGED, revisit=3600),
        step(StepKind.BURIED, outcome="timeout", attempt=5, revisit=86_400),
        step(SETTLED, outcome=Outcome.GONE, detail="HTTP 404", revisit=259_200),
    )
    shown = page(browse)
    assert "Stored. You can search and read it. Its publisher changed it 2 times." in shown
    assert "Its page has been gone since 2026-11-22." in shown
    assert "Visited again after 1 h: Changed" in shown
    assert "Visited again after 1 d, attempt 5, the last one, failed: Timeout" in shown
    assert "Visited again after 3 d: Page not found" in shown


def test_a_redirect_is_followed_to_the_document(browse: Browse, ports: "Stores") -> None:
    source = add("Example")
    target = "https://other.example/story"
    record(ports, step(FOUND, age=9, source_id=source.pk, list_url="https://news.example/feed"))
    record(ports, step(StepKind.REDIRECTED, age=8, to_url=target))
    record(ports, step(SETTLED, target, age=7, outcome="stored", to_url=f"{target}?id=1"))
    ports.documents().write([article(f"{target}?id=1", "Ferry runs again")])
    shown = page(browse, f"{URL}?utm_source=mail#top")
    assert "Stored. You can search and read it." in shown
    assert f'<a href="/documents/{url_key(f"{target}?id=1")}/">Ferry runs again</a>' in shown
    places = [
        shown.index(text)
        for text in ("Found by Example", "Redirected to another host", "Fetched and stored as")
    ]
    assert places == sorted(places)
    assert "This is the form in which Newsloom compares addresses" in shown


def test_a_buried_job_is_named_with_its_reason(browse: Browse, ports: "Stores") -> None:
    record(ports, step(StepKind.BURIED, outcome="dns", attempt=5))
    bury(ports.queue(), "dns: no such host", json.dumps({"url": URL}))
    assert "Its job is buried: dns: no such host." in page(browse)


def test_what_is_no_longer_known_is_said(browse: Browse, ports: "Stores") -> None:
    unknown = page(browse)
    assert "Newsloom does not know this URL" in unknown
    # A worker may not have sent its last steps yet.
    assert re.search(r"This is what was known at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.", unknown)
    assert "Workers send their steps every 2 seconds" in unknown
    ports.seen().commit([url_key(URL)])
    shown = page(browse)
    assert "When, and with which result, is no longer known." in shown
    assert "one in 10000 new URLs" in shown
    assert "keeps the steps of a URL for 7 days" in shown


def test_lists_that_show_a_url_are_named(browse: Browse, ports: "Stores") -> None:
    source = add("Example")
    lists = [
        Shown(source_id=source.pk, list_url=source.address, at=time.time(), keys=(url_key(URL),)),
        Shown(
            source_id=source.pk + 1,
            list_url="https://gone.example/",
            at=time.time(),
            keys=(url_key(URL),),
        ),
    ]
    ports.traces().record([], lists)
    shown = page(browse)
    assert f'<a href="/sources/{source.pk}/">Example</a>' in shown
    assert f'href="/sources/{source.pk + 1}/"' not in shown
    assert "A list shows this URL, and no job was put for it" in shown
    assert "This is the address of a source:" in page(browse, source.address)


def test_a_store_that_does_not_answer_is_named_and_nothing_is_claimed(
    browse: Browse, ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise Unavailable("Elasticsearch", "connection refused")

    record(ports, step(SETTLED, outcome=Outcome.STORED))
    monkeypatch.setattr(ports.documents(), "get", away)
    shown = page(browse)
    assert "A store cannot be read (documents), so this is incomplete." in shown
    assert "connection refused" in shown
    assert "removed since" not in shown
    assert "Fetched and stored" in shown


def test_only_those_who_watch_the_stores_read_why_one_cannot_be_read(
    browse: Browse, ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.contrib.auth.models import Permission, User

    def broken(*_: object) -> None:
        raise Refused("/var/lib/newsloom/documents.db", "file is not a database")

    monkeypatch.setattr(ports.documents(), "get", broken)
    client = browse("")
    user = User.objects.create_user("looker")
    user.user_permissions.add(Permission.objects.get(codename="view_source"))
    client.force_login(user)
    shown = client.get("/trace/", {"url": URL}).content.decode()
    assert "A store cannot be read (documents), so this is incomplete." in shown
    assert "documents.db" not in shown
    assert "documents.db" in page(browse)


@pytest.mark.parametrize(
    "url",
    ["ftp://news.example/", "story", "http://", "http://[", f"https://a.example/{'x' * 2000}"],
)
def test_what_is_not_an_address_is_refused_with_advice(browse: Browse, url: str) -> None:
    response = browse("operator").get("/trace/", {"url": url})
    assert response.status_code == 422
    assert "Enter a whole address that begins with http:// or https://" in response.content.decode()


def test_hostile_text_is_escaped(browse: Browse, ports: "Stores") -> None:
    url = "https://news.example/?q=%22%3E<script>"
    record(ports, step(SETTLED, url, outcome="too_short", detail="<script>alert(1)</script>"))
    assert "<script>alert" not in page(browse, url)
