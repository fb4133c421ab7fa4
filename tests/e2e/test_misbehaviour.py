"""A web that misbehaves: every page ends in the outcome that says what happened."""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from fakeweb.compare import pace_violations
from fakeweb.web import FakeWeb
from scheduler.jobs import PageJob, SourceSpec
from scheduler.queue.backends import open_queue
from scheduler.queue.port import PAGE_TUBE, NewJob
from storage.backends import open_findings, open_pace, open_seen
from storage.database.port import SourceRecord
from storage.keys import canonical_url, url_key
from storage.outcomes import Outcome
from testbed.stack import Stack, records, wait_until

HOST = "talbote"


@pytest.fixture
def web() -> Iterator[FakeWeb]:
    with FakeWeb.start(seed=5, stock=8, sites=(HOST, "harbour-times", "old-quay")) as running:
        yield running


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    settings: dict[str, Any] = {
        "FETCH_TIMEOUT_SECONDS": 3,
        "BACKOFF_SECONDS": 1,
        "MAX_ATTEMPTS": 2,
        "MAX_PAGE_BYTES": 300_000,
    }
    with Stack(tmp_path / "home", **settings) as stack:
        yield stack


def page(url: str, **fields: Any) -> PageJob:
    pace, source_id = fields.pop("pace_seconds", 0.0), fields.pop("source_id", 1)
    spec = SourceSpec(id=source_id, name="s", channel="list", pace_seconds=pace)
    key = url_key(canonical_url(url))
    return PageJob(
        run_id="r", source=spec, url=url, key=key, collected=time.time(), kind="article", **fields
    )


def path_of(url: str) -> str:
    return "/" + url.removeprefix("http://").partition("/")[2]


def visit(stack: Stack, jobs: list[PageJob], until: int) -> dict[str, int]:
    with closing(open_queue(stack.settings)) as queue:
        queue.put(PAGE_TUBE, [NewJob(body=job.to_json()) for job in jobs])
    stack.start("worker")
    wait_until(
        lambda: sum(stack.totals().pages.values()) >= until,
        90,
        "every page has an outcome",
        stack.logs,
    )
    return dict(stack.totals().pages)


FAULTS = {
    "404": Outcome.GONE,
    "410": Outcome.GONE,
    "500": Outcome.HTTP_5XX,
    "slow": Outcome.TIMEOUT,
    "drip": Outcome.TIMEOUT,
    "truncate": Outcome.TRUNCATED,
    "reset": Outcome.CONNECT,
    "loop": Outcome.REDIRECT_LOOP,
    "chain": Outcome.STORED,
    "bomb": Outcome.TOO_LARGE,
    "pdf": Outcome.NOT_HTML,
    "private": Outcome.PRIVATE_ADDRESS,
    "empty": Outcome.EMPTY,
}
AMOUNTS = {"slow": 20.0, "drip": 20.0, "500": 99.0}


def test_each_fault_has_its_outcome_and_spoils_no_other_page(stack: Stack) -> None:
    with FakeWeb.start(seed=5, stock=2 * len(FAULTS), sites=(HOST,)) as web:
        urls = [entry["url"] for entry in web.ledger()]
        bad, good = dict(zip(FAULTS, urls, strict=False)), urls[len(FAULTS) : 2 * len(FAULTS)]
        for kind, url in bad.items():
            web.misbehave(HOST, kind, path=path_of(url), amount=AMOUNTS.get(kind))
        # A source for each fault: the store keeps a source's recent failures, and so tells which
        # page failed how.
        jobs = [page(url, source_id=number) for number, url in enumerate([*bad.values(), *good], 1)]
        pages = visit(stack, jobs, until=len(jobs))
    assert pages == dict(Counter([*FAULTS.values(), *[Outcome.STORED] * len(good)])), stack.logs()
    with closing(open_findings(stack.settings)) as findings:
        failed = {
            kind: {each.outcome for each in findings.recent_failures(n)}
            for n, kind in enumerate(bad, 1)
        }
    assert failed == {kind: {outcome} - {Outcome.STORED} for kind, outcome in FAULTS.items()}
    assert stack.count() == len(good) + 1


def test_a_page_that_fails_for_good_is_buried_with_its_reason_and_stays_unseen(
    stack: Stack, web: FakeWeb
) -> None:
    bad = next(entry["url"] for entry in web.ledger() if entry["host"].startswith(HOST))
    web.misbehave(HOST, "500", path=path_of(bad), amount=99)
    assert visit(stack, [page(bad)], until=1) == {Outcome.HTTP_5XX: 1}
    with closing(open_queue(stack.settings)) as queue:
        wait_until(lambda: any(queue.buried(PAGE_TUBE, 1)), 20, "the page is buried", stack.logs)
        [buried] = queue.buried(PAGE_TUBE, 1)
        assert buried.reason == "http_5xx: HTTP 500"
        web.misbehave(HOST, "500", path=path_of(bad), on=False)
        queue.kick(PAGE_TUBE, 10)
    wait_until(lambda: stack.count() == 1, 30, "the page is stored after a kick", stack.logs)


def test_a_page_that_is_refused_is_asked_for_once(stack: Stack, web: FakeWeb) -> None:
    urls = [entry["url"] for entry in web.ledger() if entry["host"].startswith(HOST)][:3]
    for url, kind in zip(urls, ("403", "challenge", "500"), strict=True):
        web.misbehave(HOST, kind, path=path_of(url), amount=99)
    outcomes = visit(stack, [page(url) for url in urls], until=3)
    assert outcomes == {Outcome.HTTP_4XX: 1, Outcome.CHALLENGE: 1, Outcome.HTTP_5XX: 1}
    asked = Counter(each["path"] for each in web.requests(HOST))
    assert [asked[path_of(url)] for url in urls] == [1, 1, 2]
    with closing(open_seen(stack.settings)) as seen, closing(open_queue(stack.settings)) as queue:
        wait_until(
            lambda: len(list(queue.buried(PAGE_TUBE, 3))) == 3,
            20,
            "the pages are buried",
            stack.logs,
        )
        reasons = {job.reason for job in queue.buried(PAGE_TUBE, 3)}
        assert reasons == {
            "http_4xx: HTTP 403",
            "challenge: HTTP 403, a robot check",
            "http_5xx: HTTP 500",
        }
        # Visits leave a refused page alone for a day, and find another one again.
        claimed = seen.claim([page(url).key for url in urls], "the next visit", 60)
    assert claimed == [False, False, True]


def test_a_host_that_refuses_all_is_left_alone(stack: Stack, web: FakeWeb) -> None:
    urls = [entry["url"] for entry in web.ledger() if entry["host"].startswith(HOST)]
    web.misbehave(HOST, "403")
    visit(stack, [page(url) for url in urls], until=4)
    with closing(open_pace(stack.settings)) as pace:
        wait_until(
            lambda: pace.acquire(f"{HOST}.localhost:{web.port}", 0) > 30,
            60,
            "the host is closed",
            stack.logs,
        )
    # robots.txt is refused too; jobs that were under way when the host was closed may add theirs.
    assert len(web.requests(HOST)) <= len(urls) + 1


def test_429_closes_the_host_for_as_long_as_it_asks(stack: Stack, web: FakeWeb) -> None:
    url = next(entry["url"] for entry in web.ledger() if entry["host"].startswith(HOST))
    web.misbehave(HOST, "429", path=path_of(url), amount=1)
    assert visit(stack, [page(url)], until=1) == {Outcome.STORED: 1}
    times = [request["time"] for request in web.requests(HOST) if "robots" not in request["path"]]
    refused = next(r for r in web.requests(HOST) if r["status"] == 429)
    assert len(times) == 2
    assert times[1] - refused["time"] >= 1.0


def test_one_host_is_asked_at_its_pace_by_all_workers_together(stack: Stack, web: FakeWeb) -> None:
    urls = [entry["url"] for entry in web.ledger() if entry["host"].startswith("old-quay")]
    stack.start("worker")
    stack.start("worker")
    pages = visit(stack, [page(url, pace_seconds=0.5) for url in urls], until=len(urls))
    assert pages == {Outcome.STORED: len(urls)}
    # The clock of the answers, not of the requests: a little tolerance.
    assert pace_violations(web.requests(), f"old-quay.localhost:{web.port}", 0.4) == []


def test_a_site_that_sets_a_cookie_first_is_asked_once_a_page(stack: Stack, web: FakeWeb) -> None:
    urls = [entry["url"] for entry in web.ledger() if entry["host"].startswith(HOST)][:6]
    web.misbehave(HOST, "cookie")
    # One after the other: the first answer, that for robots.txt, brings the cookie.
    for number, url in enumerate(urls, 1):
        with closing(open_queue(stack.settings)) as queue:
            queue.put(PAGE_TUBE, [NewJob(body=page(url).to_json())])
        if number == 1:
            stack.start("worker")
        wait_until(
            lambda: sum(stack.totals().pages.values()) == number,  # noqa: B023
            60,
            "the page has an outcome",
            stack.logs,
        )
    assert stack.totals().pages == {Outcome.STORED: len(urls)}
    redirects = [each["path"] for each in web.requests(HOST) if each["status"] == 302]
    assert redirects == ["/robots.txt"]
    # Sources do not share cookies.
    visit_again = [page(f"{urls[0]}?again=1", source_id=2)]
    with closing(open_queue(stack.settings)) as queue:
        queue.put(PAGE_TUBE, [NewJob(body=job.to_json()) for job in visit_again])
    wait_until(
        lambda: sum(stack.totals().pages.values()) == len(urls) + 1,
        60,
        "it has an outcome",
        stack.logs,
    )
    assert sum(each["status"] == 302 for each in web.requests(HOST)) == 2


def test_the_same_article_under_other_urls_is_stored_once(stack: Stack) -> None:
    with FakeWeb.start(seed=5, stock=4) as web:
        entries = [
            e for e in web.ledger() if len(e["alternatives"]) >= 2 and e["expected"] == "yes"
        ]
        assert entries
        urls = [url for entry in entries[:10] for url in (entry["url"], *entry["alternatives"])]
        visit(stack, [page(url) for url in urls], until=len(set(urls)))
        wait_until(stack.idle, 60, "nothing waits", stack.logs)
        assert stack.count() == min(10, len(entries))


def test_a_list_that_has_not_changed_is_not_read_again(stack: Stack, web: FakeWeb) -> None:
    feed = SourceRecord(
        id=1,
        name="f",
        channel="feed",
        address=web.address("harbour-times", "/rss.xml"),
        pace_seconds=0,
    )
    stack.start("worker")
    for run in ("one", "two"):
        stack.put_source(feed, run)
        wait_until(stack.idle, 60, "the visit ends", stack.logs)
    lists = stack.totals().lists
    assert lists == {Outcome.LISTED: 1, Outcome.NOT_MODIFIED: 1}
    assert [r["status"] for r in web.requests("harbour-times") if r["path"] == "/rss.xml"] == [
        200,
        304,
    ]


def test_a_grown_thread_is_read_again_and_stays_one(stack: Stack) -> None:
    with FakeWeb.start(seed=5, stock=3) as web:
        found = next(s for s in web.sources() if s["channel"] == "board")
        name = found["host"].removesuffix(".localhost")
        board = SourceRecord(
            id=1,
            name="b",
            channel="board",
            address=found["address"],
            patterns=tuple(found["patterns"]),
            pace_seconds=0,
        )
        stack.start("worker")
        stack.put_source(board, "one")
        wait_until(
            lambda: stack.idle() and stack.count() > 0, 60, "the first visit ends", stack.logs
        )
        before = stack.documents()
        web.reply(name, 1, count=2)
        stack.put_source(board, "two")
        wait_until(
            lambda: posts(stack) >= posts_of(before) + 2, 60, "the new posts are stored", stack.logs
        )
        urls = [document["canonical_url"] for document in stack.documents()]
        assert len(urls) == len(set(urls))


def test_a_chain_of_list_pages_that_broke_is_taken_up_by_the_next_visit(stack: Stack) -> None:
    with FakeWeb.start(seed=5, stock=90, sites=("shanhe-wang",)) as web:
        paged = [source for source in web.sources() if source["channel"] == "list"]
        assert len(paged) > 2
        second = path_of(paged[1]["address"])
        board = SourceRecord(
            id=1,
            name="l",
            channel="list",
            address=paged[0]["address"],
            patterns=tuple(paged[0]["patterns"]),
            pace_seconds=0,
            max_pages=40,
        )
        web.misbehave("shanhe-wang", "500", path=second, amount=99)
        stack.start("worker")
        stack.put_source(board, "one")
        wait_until(
            lambda: Outcome.HTTP_5XX in stack.totals().lists,
            60,
            "the second page is given up",
            stack.logs,
        )
        wait_until(stack.idle, 60, "the first visit ends", stack.logs)
        assert 0 < stack.count() < 90
        web.misbehave("shanhe-wang", "500", path=second, on=False)
        stack.put_source(board, "two")
        wait_until(lambda: stack.count() == 90, 60, "all pages are stored", stack.logs)


def test_a_forced_url_is_fetched_again_though_it_is_settled(stack: Stack, web: FakeWeb) -> None:
    source = next(s for s in web.sources() if s["host"].startswith(HOST))
    stack.migrate()
    stack.add_sources(records([source]))
    url = next(entry["url"] for entry in web.ledger() if entry["host"].startswith(HOST))
    assert visit(stack, [page(url)], until=1) == {Outcome.STORED: 1}
    stack.run("force", url, "--source", source["name"])
    wait_until(
        lambda: stack.totals().pages[Outcome.STORED] == 2, 30, "it is stored again", stack.logs
    )
    assert stack.count() == 1


def posts(stack: Stack) -> int:
    return posts_of(stack.documents())


def posts_of(documents: list[dict[str, Any]]) -> int:
    return sum(len(document["posts"]) for document in documents)


def test_a_forgotten_url_is_fetched_again(stack: Stack, web: FakeWeb) -> None:
    url = next(entry["url"] for entry in web.ledger() if entry["host"].startswith(HOST))
    assert visit(stack, [page(url)], until=1) == {Outcome.STORED: 1}
    with closing(open_queue(stack.settings)) as queue:
        queue.put(PAGE_TUBE, [NewJob(body=page(url).to_json())])
        wait_until(
            lambda: sum(stack.totals().pages.values()) == 2, 30, "it is a duplicate", stack.logs
        )
        assert stack.totals().pages[Outcome.DUPLICATE] == 1
        stack.run("forget", url)
        queue.put(PAGE_TUBE, [NewJob(body=page(url).to_json())])
        wait_until(
            lambda: stack.totals().pages[Outcome.STORED] == 2, 30, "it is stored again", stack.logs
        )
    assert stack.count() == 1
