"""The browser of jobs: filters, one job, retry and delete."""

import json
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from scheduler.queue.port import LIST_TUBE, PAGE_TUBE, NewJob
from storage.keys import url_key
from storage.outcomes import Outcome
from tests.html_trees import html_tree
from tests.unit.webui.samples import article, compact

if TYPE_CHECKING:
    from django.test import Client

    from scheduler.queue.port import Queue
    from watch.stores import Stores

Browse = Callable[..., "Client"]


def job(url: str, source: int = 1, kind: str = "page", **more: object) -> str:
    given = {"id": source, "name": f"Source {source} <i>", "channel": "feed"}
    return json.dumps({"v": 1, "job": kind, "url": url, "run_id": "r", "source": given, **more})


def bury(queue: "Queue", jobs: list[tuple[str, str]]) -> None:
    """Bury jobs, given as body and reason."""
    queue.put(PAGE_TUBE, [NewJob(body=body) for body, _ in jobs])
    reasons = dict(jobs)
    for _ in jobs:
        [taken] = queue.reserve([PAGE_TUBE], 1, 5)
        assert queue.bury(taken, reasons[taken.body])


def counts(queue: "Queue") -> tuple[int, int, int]:
    [stats] = [each for each in queue.stats() if each.tube == PAGE_TUBE]
    return stats.ready, stats.delayed, stats.buried


def addresses(client: "Client", query: str) -> set[str]:
    page = html_tree(client.get(f"/monitor/jobs/?{query}").content)
    return {link.text_content().strip() for link in page.cssselect(".jobs tbody th a")}


@pytest.fixture(params=["sqlite", "beanstalkd_url"])
def queue(request: pytest.FixtureRequest, ports: "Stores") -> "Queue":
    """The queue of the pages, on both adapters."""
    if request.param != "sqlite":
        url = request.getfixturevalue(request.param)
        ports.settings = replace(ports.settings, queue_url=url)
    return ports.queue()


def two_hundred_of_one_site(queue: "Queue") -> None:
    site = [
        (
            job(f"https://slow.example/{number}", 1),
            "timeout: 30 s" if number % 4 else "http_5xx: 503",
        )
        for number in range(200)
    ]
    others = [(job(f"https://fine.example/{number}", 2), "timeout: 30 s") for number in range(3)]
    bury(queue, [*site, *others])


def test_jobs_of_one_site_are_found_and_retried(browse: Browse, queue: "Queue") -> None:
    two_hundred_of_one_site(queue)
    client = browse("ops")
    page = compact(client.get("/monitor/jobs/").content.decode())
    assert "Buried<b>203</b>" in page
    assert "Source 1 &lt;i&gt; (200)" in page
    assert '<option value="slow.example">slow.example (200)</option>' in page
    assert "Retry all 203 jobs" in page
    page = compact(client.get("/monitor/jobs/?source=1&reason=timeout").content.decode())
    assert "Retry all 150 jobs" in page
    assert "1–50 of 150" in page
    wanted = {"filter": "state=buried&host=slow.example", "every": "1", "do": "retry"}
    question = compact(client.post("/monitor/jobs/settle/", wanted).content.decode())
    assert "Retry 200 jobs?" in question
    assert "Timeout (150)" in question
    assert "Server error (5xx) (50)" in question
    assert counts(queue) == (0, 0, 203)
    answer = client.post("/monitor/jobs/settle/", {**wanted, "sure": "1"}, follow=True)
    assert "200 jobs are ready again." in answer.content.decode()
    assert counts(queue) == (200, 0, 3)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("state=asleep", "State: “asleep” is not one of the choices."),
        ("tube=river", "Queue: “river” is not one of the choices."),
        ("age=old", "Age: “old” is not one of the choices."),
        ("source=%3Cx%3E", "Source: “&lt;x&gt;” is not a number."),
        ("page=two", "Page number: “two” is not a number."),
    ],
)
def test_a_filter_that_cannot_be_read_is_said_and_takes_no_job(
    browse: Browse, queue: "Queue", query: str, said: str
) -> None:
    bury(queue, [(job("https://e.org/1"), "timeout: x")])
    client = browse("ops")
    answer = client.get(f"/monitor/jobs/?{query}")
    page = answer.content.decode()
    assert answer.status_code == 400
    assert said in page
    assert "https://e.org/1" not in page
    assert "No jobs match" not in page
    if "page" in query:
        return
    wanted = {"filter": query, "every": "1", "do": "delete", "sure": "1"}
    answer = client.post("/monitor/jobs/settle/", wanted, follow=True)
    assert f"Nothing was changed: {said}" in answer.content.decode()
    assert counts(queue) == (0, 0, 1)


def test_some_jobs_are_chosen_and_deleted(browse: Browse, queue: "Queue") -> None:
    from storage.database.models import AuditEntry

    bury(queue, [(job(f"https://e.org/{number}"), "timeout: x") for number in range(4)])
    client = browse("ops")
    page = html_tree(client.get("/monitor/jobs/").content)
    chosen = [box.get("value") for box in page.cssselect("input[name=job]")][:3]
    wanted = {"filter": "state=buried", "job": chosen, "do": "delete"}
    assert "Delete 3 jobs?" in client.post("/monitor/jobs/settle/", wanted).content.decode()
    client.post("/monitor/jobs/settle/", {**wanted, "sure": "1"})
    assert counts(queue) == (0, 0, 1)
    [entry] = AuditEntry.objects.filter(kind="queue")
    assert (entry.action, entry.subject, entry.after) == (
        "delete jobs",
        "state=buried",
        {"jobs": 3},
    )
    # The same question answered once more finds nothing.
    page = client.post("/monitor/jobs/settle/", {**wanted, "sure": "1"}, follow=True)
    assert "These jobs are no longer there." in page.content.decode()
    page = client.post("/monitor/jobs/settle/", {"filter": "", "do": "delete"}, follow=True)
    assert "Select at least one job." in page.content.decode()


def test_the_audit_log_names_all_that_chose_jobs_of_a_host_with_a_long_name(
    browse: Browse, queue: "Queue"
) -> None:
    host = ".".join(["long" * 15] * 4)
    bury(queue, [(job(f"https://{host}/1"), "timeout: x")])
    wanted = {"filter": f"host={host}&reason=timeout", "every": "1", "do": "delete", "sure": "1"}
    browse("ops").post("/monitor/jobs/settle/", wanted)
    [cell] = html_tree(browse("admin").get("/users/audit/").content).cssselect(".log bdi")[:1]
    assert cell.text_content().startswith("Buried · ")
    assert "Timeout" in cell.text_content()


def test_waiting_jobs_are_listed_and_a_deleted_page_ends_its_visit(
    browse: Browse, ports: "Stores", queue: "Queue"
) -> None:
    queue.put(PAGE_TUBE, [NewJob(body=job("https://e.org/now"))])
    queue.put(PAGE_TUBE, [NewJob(body=job("https://e.org/later"), delay_seconds=3600)])
    queue.put(LIST_TUBE, [NewJob(body=job("https://e.org/list", kind="list"))])
    client = browse("ops")
    assert addresses(client, "state=ready") == {"https://e.org/now", "https://e.org/list"}
    assert addresses(client, "state=delayed") == {"https://e.org/later"}
    wanted = {"filter": "state=ready", "every": "1", "do": "delete"}
    question = compact(client.post("/monitor/jobs/settle/", wanted).content.decode())
    assert "1 of them is the visit of a list and stays" in question
    client.post("/monitor/jobs/settle/", {**wanted, "sure": "1"})
    assert addresses(client, "state=ready") == {"https://e.org/list"}
    assert ports.counters().run_counts(["r"])["r"].pages == {Outcome.DELETED: 1}
    trace = client.get("/trace/?url=https://e.org/now").content.decode()
    assert "Not stored: Deleted from the queue" in trace
    wanted = {"filter": "state=delayed", "every": "1", "do": "retry", "sure": "1"}
    client.post("/monitor/jobs/settle/", wanted)
    assert counts(queue) == (1, 0, 0)


def test_one_job_shows_what_is_known_of_it(browse: Browse, queue: "Queue") -> None:
    bury(queue, [(job("https://e.org/<b>", 3, list_url="https://e.org/feed"), "dns: no <host>")])
    client = browse("ops")
    [link] = html_tree(client.get("/monitor/jobs/").content).cssselect(".jobs tbody th a")
    address = link.get("href")
    page = compact(client.get(address).content.decode())
    assert "https://e.org/&lt;b&gt;" in page
    assert "Host name not found" in page
    assert "no &lt;host&gt;" in page
    assert "https://e.org/feed" in page
    assert "No steps are known." in page
    [chosen] = html_tree(page).cssselect("input[name=job]")
    wanted = {"filter": "state=buried", "job": chosen.get("value"), "sure": "1"}
    client.post("/monitor/jobs/settle/", wanted)
    assert counts(queue) == (1, 0, 0)
    assert client.get(f"{address}0").status_code == 404
    assert client.get("/monitor/jobs/job/?tube=x&id=1").status_code == 404


def test_a_page_that_a_later_visit_stored_is_said_at_its_buried_job(
    browse: Browse, ports: "Stores", queue: "Queue"
) -> None:
    lately, before = datetime.now(UTC) + timedelta(seconds=5), datetime.now(UTC) - timedelta(days=1)
    ports.documents().write(
        [
            article("https://e.org/late", "Stored later", collected=lately),
            article("https://e.org/early", "Stored before", collected=before),
        ]
    )
    ports.documents().refresh()
    pages = ("https://e.org/late", "https://e.org/early", "https://e.org/never")
    bury(queue, [*((job(page), "http_5xx: 500") for page in pages), ("not json", "bad_job: x")])
    client = browse("admin")
    rows = html_tree(client.get("/monitor/jobs/").content).cssselect(".jobs tbody tr")
    told = [row for row in rows if "A later visit stored this page" in row.text_content()]
    [link] = [row.cssselect("th a")[0] for row in told]
    assert link.text_content().strip() == "https://e.org/late"
    page = client.get(link.get("href")).content.decode()
    assert "A later visit stored this page" in page
    assert f"/documents/{url_key('https://e.org/late')}/" in page


def test_unreadable_jobs_can_be_found_and_deleted(browse: Browse, queue: "Queue") -> None:
    bury(queue, [("not json", "bad_job: not JSON"), ("[" * 9_999, '"><script>'), ('{"url":3}', "")])
    client = browse("ops")
    page = client.get("/monitor/jobs/").content.decode()
    assert page.count("Unreadable job</a>") + page.count("Unreadable job\n") >= 3
    assert '"><script>' not in page
    assert len(addresses(client, "reason=-")) == 1
    wanted = {"filter": "reason=-", "every": "1", "do": "delete", "sure": "1"}
    client.post("/monitor/jobs/settle/", wanted)
    assert counts(queue) == (0, 0, 2)


def test_what_nothing_can_be_done_with_has_no_box(browse: Browse, queue: "Queue") -> None:
    queue.put(LIST_TUBE, [NewJob(body=job("https://e.org/list", kind="list"))])
    client = browse("ops")

    def boxes(state: str) -> int:
        page = html_tree(client.get(f"/monitor/jobs/?state={state}").content)
        assert bool(page.cssselect(".bulkbar")) is bool(page.cssselect("input[name=job]"))
        return len(page.cssselect("input[name=job]"))

    assert boxes("ready") == 0
    queue.put(PAGE_TUBE, [NewJob(body=job("https://e.org/now"))])
    assert boxes("ready") == 1
    queue.put(LIST_TUBE, [NewJob(body=job("https://e.org/b", kind="list"), delay_seconds=3600)])
    assert boxes("delayed") == 1


def test_an_unreadable_job_that_waits_can_be_deleted(browse: Browse, queue: "Queue") -> None:
    queue.put(PAGE_TUBE, [NewJob(body="not json"), NewJob(body='{"url": "ftp://e.org/"}')])
    wanted = {"filter": "state=ready", "every": "1", "do": "delete", "sure": "1"}
    page = browse("ops").post("/monitor/jobs/settle/", wanted, follow=True).content.decode()
    assert "2 jobs were deleted." in page
    assert counts(queue) == (0, 0, 0)


def test_many_jobs_show_their_progress(browse: Browse, queue: "Queue") -> None:
    bury(queue, [(job(f"https://e.org/{number}"), "timeout: x") for number in range(1_100)])
    wanted = {"filter": "state=buried", "every": "1", "do": "delete", "sure": "1"}
    answer = browse("ops").post("/monitor/jobs/settle/", wanted)
    page = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
    places = [page.index(text) for text in ("500 of 1,100 done", "1,000 of 1,100 done")]
    assert places == sorted(places)
    assert "1100 jobs were deleted." in page
    assert counts(queue) == (0, 0, 0)


def test_the_age_of_a_buried_job_counts_from_its_burial(browse: Browse, queue: "Queue") -> None:
    bury(queue, [(job("https://e.org/", collected=time.time() - 90_000), "timeout: x")])
    client = browse("ops")
    assert addresses(client, "age=10m") == set()
    assert addresses(client, "age=") == {"https://e.org/"}


def test_the_api_lists_and_settles_jobs(browse: Browse, queue: "Queue") -> None:
    two_hundred_of_one_site(queue)
    client = browse("ops")
    found = client.get("/api/v1/jobs?host=slow.example&limit=7").json()
    assert len(found) == 7
    assert {each["host"] for each in found} == {"slow.example"}
    done = client.delete("/api/v1/jobs?source_id=1&code=http_5xx")
    assert done.json() == {"count": 50}
    assert client.post("/api/v1/jobs/retry?source_id=1").json() == {"count": 150}
    assert counts(queue) == (150, 0, 3)
    assert client.get("/api/v1/jobs?age=2h").status_code == 422
