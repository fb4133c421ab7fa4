"""Hosts, and what ops order there: pauses, and workers that take nothing new."""

import json
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from scheduler.queue.port import PAGE_TUBE, NewJob
from storage.budgets.days import budget_day
from storage.learned.host_note import HostLimit, HostNote
from storage.learned.orders import PauseKind, PauseOrder, present_pauses
from storage.learned.store import HOSTS, WORKER_ORDERS
from storage.workers.status import WorkerStatus
from tests.html_trees import html_tree
from tests.unit.webui.samples import bury, compact, let_alerts_run, let_stories_run
from tests.unit.webui.test_sources_pages import add

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
EVERYTHING = {"what": "everything", "reason": "The disk is being moved", "span": "3600"}


def job(url: str) -> NewJob:
    return NewJob(body=json.dumps({"v": 1, "job": "page", "url": url, "source": {"id": 1}}))


def live(ports: "Stores", order: str = "") -> None:
    now = time.time()
    ports.workers().heartbeat(
        WorkerStatus(
            name="w-1", pool="all", started=now, at=now, active=0, memory_bytes=1, order=order
        )
    )
    ports.counters().record_gauges(now, {"page ready": 0})


def hosts(client: "Client", query: str = "") -> list[str]:
    page = html_tree(client.get(f"/monitor/hosts/{query}").content)
    return [cell.text_content().strip() for cell in page.cssselect(".hosts tbody th")]


def test_hosts_that_need_attention_come_first(browse: Browse, ports: "Stores") -> None:
    queue, learned = ports.queue(), ports.learned()
    queue.put(PAGE_TUBE, [job("https://busy.example/1"), job("https://busy.example/2")])
    queue.put(PAGE_TUBE, [job("https://calm.example/1")])
    note = HostNote(
        host="slow.example",
        limit=HostLimit.BACK_OFF,
        detail="HTTP 429 <b>",
        at=time.time(),
        seconds=600,
    )
    learned.put(HOSTS, note.name, note.to_fact(), 600)
    ports.pace().hold("slow.example", 600)
    client = browse("ops")
    page = compact(client.get("/monitor/hosts/").content.decode())
    assert hosts(client) == ["slow.example", "busy.example", "calm.example"]
    assert "Backing off" in page
    assert "HTTP 429 &lt;b&gt;" in page
    assert "in 10 min" in page
    assert "/monitor/jobs/?state=ready&amp;host=busy.example" in page
    assert hosts(client, "?q=calm") == ["calm.example"]
    client.post(
        "/monitor/pause/", {"what": "host", "host": "https://Calm.example/x", "reason": "y"}
    )
    assert hosts(client)[0] == "calm.example"


def test_a_host_tells_of_failed_jobs_and_of_a_turn_only_if_jobs_wait(
    browse: Browse, ports: "Stores"
) -> None:
    queue, now = ports.queue(), time.time()
    queue.put(PAGE_TUBE, [job("https://broken.example/1")])
    (reserved,) = queue.reserve([PAGE_TUBE], 1, 1.0)
    queue.release(reserved, 60, failed=True)
    note = HostNote(host="closed.example", limit=HostLimit.ROBOTS, detail="/", at=now, seconds=600)
    ports.learned().put(HOSTS, note.name, note.to_fact(), 600)
    # Who may settle no jobs reads the same without buttons.
    rows = html_tree(browse("operator").get("/monitor/hosts/").content).cssselect(".hosts tbody tr")
    cells = {
        row[0].text_content(): [" ".join(each.text_content().split()) for each in row]
        for row in rows
    }
    assert cells["broken.example"][1:3] == ["1 job failed and waits for another attempt", "now"]
    assert cells["closed.example"][2] == "—"


def test_a_host_names_what_holds_its_pages_up_besides_itself(
    browse: Browse, ports: "Stores"
) -> None:
    queue, source = ports.queue(), add("Limited", pages_a_day=1)
    page = {"v": 1, "job": "page", "url": "https://limited.example/2", "source": {"id": source.pk}}
    queue.put(PAGE_TUBE, [NewJob(body=json.dumps(page), delay_seconds=600)])
    queue.put(PAGE_TUBE, [job("https://ready.example/1")])
    client = browse("ops")
    assert "no pages left today" not in client.get("/monitor/hosts/").content.decode()
    ports.budgets().take(source.pk, budget_day(datetime.now(UTC), "").name, "page 1", 1)
    assert "1 source has no pages left today" in client.get("/monitor/hosts/").content.decode()
    with closing(sqlite3.connect(ports.settings.home / "documents.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        shown = html_tree(client.get("/monitor/hosts/").content)
    causes = [
        row.cssselect("td")[0].text_content().strip() for row in shown.cssselect(".hosts tr")[1:]
    ]
    assert causes == ["1 source has no pages left today", "A store takes no data, so workers wait"]


def test_the_failed_jobs_of_a_host_are_retried_or_deleted_where_they_are_named(
    browse: Browse, ports: "Stores"
) -> None:
    queue = ports.queue()
    queue.put(PAGE_TUBE, [job("https://broken.example/0")])
    (reserved,) = queue.reserve([PAGE_TUBE], 1, 1.0)
    queue.release(reserved, 600, failed=True)
    later = job("https://broken.example/later").body
    queue.put(PAGE_TUBE, [NewJob(body=later, delay_seconds=600)])
    for address in (
        "https://broken.example/1",
        "https://broken.example/2",
        "https://fine.example/1",
    ):
        bury(queue, "timeout: 30 s", job(address).body)
    ops, here = browse("ops"), "/monitor/hosts/?q=example"

    def forms() -> dict[tuple[str, str], dict[str, str]]:
        """Return the fields of each form by host and state."""
        page = html_tree(ops.get(here).content)
        return {
            (
                row.cssselect("th")[0].text_content(),
                "buried" if "buried" in sent["filter"] else "",
            ): sent
            for row in page.cssselect(".hosts tbody tr")
            for form in row.cssselect("form.settle-host")
            if (sent := {each.name: each.value for each in form.cssselect("input")})
        }

    offered = forms()
    assert set(offered) == {
        ("broken.example", "buried"),
        ("broken.example", ""),
        ("fine.example", "buried"),
    }
    assert all(form["next"] == here for form in offered.values())
    settle = "/monitor/jobs/settle/"
    buried = {**offered["broken.example", "buried"], "do": "delete"}
    question = html_tree(ops.post(settle, buried).content)
    assert "Delete 2 jobs?" in question.text_content()
    assert [each.get("href") for each in question.cssselect(".actions a.button")] == [here]
    (form,) = question.cssselect("form[action='/monitor/jobs/settle/']")
    sure = {each.name: each.value for each in form.cssselect("input")} | {"sure": "1"}
    answer = ops.post(settle, sure)
    assert (answer.status_code, answer["Location"]) == (302, here)
    assert set(forms()) == {("broken.example", ""), ("fine.example", "buried")}
    failed = {**offered["broken.example", ""], "do": "retry"}
    # The one that only waits for its time is none of them.
    assert "Retry 1 job?" in ops.post(settle, failed).content.decode()
    assert ops.post(settle, failed | {"sure": "1"})["Location"] == here
    (tube,) = (each for each in queue.stats() if each.tube == PAGE_TUBE)
    assert (tube.ready, tube.delayed, tube.buried) == (1, 1, 1)
    # Nobody is led to another site.
    away = {**failed, "next": "https://elsewhere.example/", "sure": "1"}
    assert ops.post(settle, away)["Location"].startswith("/monitor/jobs/?")


def test_the_actions_of_a_host_are_a_menu_that_closes_as_every_other(
    browse: Browse, ports: "Stores"
) -> None:
    ports.queue().put(PAGE_TUBE, [job("https://busy.example/1")])
    page = html_tree(browse("ops").get("/monitor/hosts/").content)
    [menu] = page.cssselect(".hosts .row-actions details")
    # What Escape and a click elsewhere close.
    assert menu.get("class") == "menu"
    assert menu.cssselect("summary")[0].text_content().strip() == "Actions: busy.example"


def test_everything_is_paused_and_resumed(browse: Browse, ports: "Stores") -> None:
    from storage.database.models import AuditEntry

    live(ports)
    let_alerts_run()
    let_stories_run()
    client = browse("ops")
    assert "Healthy" in client.get("/monitor/live/").content.decode()
    page = client.post("/monitor/pause/", EVERYTHING, follow=True).content.decode()
    assert "The disk is being moved" in page
    [pause] = present_pauses(ports.learned())
    assert (pause.kind, pause.who.startswith("ops"), pause.until > time.time()) == (
        PauseKind.EVERYTHING,
        True,
        True,
    )
    assert "Paused by ops: everything." in client.get("/monitor/live/").content.decode()
    assert client.get("/api/v1/status").json()["reasons"] == ["Paused by ops: everything."]
    client.post("/monitor/resume/", {"kind": "everything", "name": ""})
    assert present_pauses(ports.learned()) == []
    assert "Healthy" in client.get("/monitor/live/").content.decode()
    found = AuditEntry.objects.filter(kind="queue").order_by("at")
    assert [(entry.action, entry.subject) for entry in found] == [
        ("pause", "everything"),
        ("resume", "everything"),
    ]
    page = client.post("/monitor/resume/", {"kind": "x"}, follow=True).content.decode()
    assert "It is not paused." in page


def test_what_is_paused_is_named(browse: Browse, ports: "Stores") -> None:
    client = browse("admin")
    client.post("/monitor/pause/", {"what": "page", "reason": "x"})
    for host in ("a.example", "b.example:81"):
        client.post("/monitor/pause/", {"what": "host", "host": host, "reason": "x"})
    page = client.get("/monitor/live/").content.decode()
    assert "Paused by ops: the queue “Pages”, 2 hosts." in page


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"what": "host", "host": "", "reason": "x"}, "Enter the name of a host"),
        ({"what": "host", "host": "http://[", "reason": "x"}, "Enter the name of a host"),
        ({"what": "host", "host": "a b", "reason": "x"}, "Enter the name of a host"),
        ({"what": "host", "host": "-", "reason": "x"}, "Enter the name of a host"),
        ({"what": "host", "host": "a..example", "reason": "x"}, "Enter the name of a host"),
        ({"what": "host", "host": "1.2.3.999", "reason": "x"}, "Enter the name of a host"),
        ({"what": "everything", "reason": ""}, "This field is required."),
        ({"what": "x", "reason": "x"}, "Select a valid choice."),
    ],
)
def test_what_cannot_be_paused_is_said(
    browse: Browse, ports: "Stores", given: dict[str, str], said: str
) -> None:
    answer = browse("ops").post("/monitor/pause/", given)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert present_pauses(ports.learned()) == []


def test_a_standstill_is_no_problem_while_everything_is_paused() -> None:
    from watch.system.system_health import MonitorFacts, ProblemKind, judge

    now = 1_000_000.0
    depths = {int(now - 60 * back): {"page ready": 9} for back in range(12)}
    facts = MonitorFacts(now=now, depths=depths, minutes=[])
    kinds = {problem.kind for problem in judge(facts).reasons}
    assert kinds == {ProblemKind.STANDSTILL}
    pauses = [PauseOrder(kind=PauseKind.EVERYTHING)]
    facts = MonitorFacts(now=now, depths=depths, minutes=[], pauses=pauses)
    assert {problem.kind for problem in judge(facts).reasons} == {ProblemKind.PAUSED}
    pauses = [PauseOrder(kind=PauseKind.HOST, name="a.example")]
    facts = MonitorFacts(now=now, depths=depths, minutes=[], pauses=pauses)
    assert {problem.kind for problem in judge(facts).reasons} == {
        ProblemKind.PAUSED,
        ProblemKind.STANDSTILL,
    }


def test_a_worker_is_quieted_woken_and_stopped(browse: Browse, ports: "Stores") -> None:
    live(ports)
    client = browse("ops")
    order = {"worker": "w-1", "order": "quiet"}
    page = client.post("/monitor/workers/order/", order, follow=True).content.decode()
    assert "takes nothing new" in page
    assert ports.learned().facts(WORKER_ORDERS)["w-1"]["order"] == "quiet"
    live(ports, order="quiet")
    page = client.get("/monitor/live/").content.decode()
    assert "Quiet: takes nothing new" in page
    assert "Workers that ops have told to take nothing new: 1 of 1." in page
    client.post("/monitor/workers/order/", {**order, "order": "resume"})
    assert ports.learned().facts(WORKER_ORDERS) == {}
    client.post("/monitor/workers/order/", {**order, "order": "stop"})
    assert ports.learned().facts(WORKER_ORDERS)["w-1"]["order"] == "stop"
    page = client.post("/monitor/workers/order/", {"worker": "x"}, follow=True).content.decode()
    assert "This worker is not running." in page


def test_a_pause_is_said_wherever_it_stops_something(browse: Browse, ports: "Stores") -> None:
    source = add("Calm", address="https://calm.example/feed.xml")
    ports.queue().put(PAGE_TUBE, [job("https://calm.example/1"), job("https://busy.example/1")])
    client = browse("admin")
    pages = {
        "host": "/monitor/hosts/?q=calm",
        "jobs": "/monitor/jobs/?state=ready&host=calm.example",
        "source": f"/sources/{source.pk}/",
        "table": "/sources/",
    }

    def said(name: str) -> str:
        return compact(client.get(pages[name]).content.decode())

    for what, sentence in (
        ({"what": "host", "host": "calm.example"}, "The host is paused"),
        ({"what": "page"}, "The queue “Pages” is paused"),
        ({"what": "everything"}, "Everything is paused"),
    ):
        client.post("/monitor/pause/", {**what, "reason": "They move"})
        for name in ("host", "jobs", "source"):
            assert sentence in said(name), (what, name)
            assert "They move" in said(name)
        held = what["what"] != "page"
        assert ("— (paused by ops)" in " ".join(said("source").split())) is held
        assert ('title="paused by ops">—' in said("table")) is held
        visit = client.post(f"/sources/{source.pk}/visit/", follow=True).content.decode()
        assert ("Ops have paused “Calm”." in visit) is held
        kind, name = ("tube", "page") if what["what"] == "page" else (what["what"], "")
        name = what.get("host", name)
        client.post("/monitor/resume/", {"kind": kind, "name": name})
        assert sentence not in said("host")
    client.post("/monitor/pause/", {"what": "host", "host": "calm.example", "reason": "x"})
    client.get("/monitor/hosts/")
    page = compact(client.get("/monitor/jobs/?state=ready&host=busy.example").content.decode())
    assert "is paused" not in page


def test_a_source_of_a_paused_host_is_not_overdue_but_says_who_paused_it_and_why(
    browse: Browse, ports: "Stores"
) -> None:
    from storage.database.models import SourceStatus
    from watch.events.upkeep import judge_due

    source = add("Calm", address="https://calm.example/feed.xml")
    type(source).objects.update(next_visit=datetime.now(UTC) - timedelta(hours=1))
    client = browse("admin")
    assert "Overdue" in client.get("/sources/").content.decode()
    order = {"what": "host", "host": "calm.example", "reason": "They move", "span": "3600"}
    client.post("/monitor/pause/", order)
    SourceStatus.objects.update(judge_at=datetime.now(UTC))
    judge_due(ports, 10)
    page = compact(client.get("/sources/").content.decode())
    assert "Overdue" not in page
    said = page[page.index("The host is paused") :][:300]
    assert "They move" in said
    assert "admin-0" in said
    assert "until<time" in said
    assert "Overdue" not in client.get(f"/sources/{source.pk}/").content.decode()


def test_what_waits_for_a_pause_is_not_told_to_begin(browse: Browse, ports: "Stores") -> None:
    source = add("Calm", address="https://calm.example/feed.xml")
    type(source).objects.update(created=datetime.now(UTC) - timedelta(minutes=2))
    ports.queue().put(PAGE_TUBE, [replace(job("https://calm.example/1"), delay_seconds=600)])
    client = browse("admin")
    question = {"filter": "state=delayed", "every": "1", "do": "retry"}

    def said(path: str) -> str:
        return compact(client.get(path).content.decode())

    def asked() -> str:
        return compact(client.post("/monitor/jobs/settle/", question).content.decode())

    assert "Check on the monitor that the scheduler runs." in said(f"/sources/{source.pk}/")
    assert "of a pause" not in asked()
    client.post("/monitor/pause/", {"what": "host", "host": "calm.example", "reason": "x"})
    page = said(f"/sources/{source.pk}/")
    assert "The first visit waits for the end of the pause." in page
    assert "Check on the monitor" not in page
    assert "1 of them waits for the end of a pause all the same." in asked()
    # A buried job waits for no worker, but does once it is retried.
    bury(ports.queue(), "timeout: x", job("https://calm.example/2").body)
    assert "The host is paused" not in said("/monitor/jobs/")
    question["filter"] = "state=buried"
    assert "1 of them waits for the end of a pause all the same." in asked()
