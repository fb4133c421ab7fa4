"""Pages that are easily misread, and pages without their article: what is stored is exact, or
refused by name.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from fakeweb.hosts import all_sites
from fakeweb.web import FakeWeb
from storage.backends import open_documents, open_findings
from storage.documents.port import SearchRequest
from storage.documents.query import parse
from testbed.stack import Stack, records, wait_until, ways_in

SEED = 23
SEVERAL_PAGES = ("long-reads", "changpian", "print-room")
UNDATED = ("undated-notes", "wuri-boke")
FEED_ALONE = ("app-shell", "kuaibao")
SITES = (
    *(name for name, site in all_sites(SEED).items() if "still" in site.features),
    *SEVERAL_PAGES,
    *UNDATED,
    *FEED_ALONE,
)
MINUTE = timedelta(minutes=1)

Entry = Mapping[str, Any]
Document = Mapping[str, Any]


@pytest.fixture
def web() -> Iterator[FakeWeb]:
    # With four pages a host, no robot check is the fifth refusal in a row, which would close its
    # host.
    with FakeWeb.start(seed=SEED, stock=4, sites=SITES) as running:
        yield running


@pytest.mark.slow
def test_every_page_is_stored_exactly_or_refused_by_name(
    home: Path, stores: dict[str, str], web: FakeWeb
) -> None:
    sources = records(
        ways_in(web.sources() + web.sources(faulty=True)), interval_seconds=3600, pace_seconds=0.01
    )
    with Stack(home, stores) as stack:
        stack.migrate()
        stack.add_sources(sources)
        stack.start("scheduler")
        stack.start("worker")
        visited = len({source.name for source in sources})
        wait_until(
            lambda: sum(stack.totals().lists.values()) >= visited and stack.idle(),
            120,
            "every page is settled",
            lambda: f"{stack.totals()}\n{stack.tubes()}\n{stack.logs()}",
        )
        ledger, documents = web.ledger(), stack.documents()
        assert differences(ledger, documents) == []
        assert_pages_are_refused_by_name(stack, ledger)
        assert_several_pages_are_one_article(ledger, documents)
        assert_undated_articles_are_found_as_such(stack, ledger, documents)


def differences(ledger: list[dict[str, Any]], documents: list[dict[str, Any]]) -> list[object]:
    """Return what is stored and was not published so, and what is missing or should not be
    there.
    """
    stored = {document["url"]: document for document in documents}
    wanted = {
        page: entry for entry in ledger if entry["expected"] == "yes" for page in pages_of(entry)
    }
    found: list[object] = [("not to be stored", url) for url in stored.keys() - wanted.keys()]
    found += [("missing", url) for url in wanted.keys() - stored.keys()]
    for entry in ledger:
        pages = [stored[page] for page in pages_of(entry) if page in stored]
        if pages and entry["expected"] == "yes":
            found += (
                different_thread(entry, pages)
                if entry["kind"] == "thread"
                else different_article(entry, pages[0])
            )
    return found


def pages_of(entry: Entry) -> list[str]:
    """Return the addresses that have a document each: those of a thread's pages, or the
    article's.
    """
    pages: list[str] = entry.get("pages", [entry["url"]])
    return pages


def different_article(entry: Entry, document: Document) -> Iterator[object]:
    """Yield the fields of an article that are not what its author wrote."""
    source = "feed" if entry["gate"] or entry["host"] == "kuaibao.localhost" else "page"
    expected = {
        "title": entry["title"],
        "content": "\n".join(entry["paragraphs"]),
        "author": entry["author"],
        "text_source": source,
    }
    for field, value in expected.items():
        if document[field] != value:
            yield entry["url"], field, document[field], value
    if (document["published"] is not None) != entry["dated"]:
        yield entry["url"], "dated", document["date_evidence"]
    elif entry["dated"] and not is_near(document["published"], entry["published"]):
        yield (
            entry["url"],
            "published",
            document["published"],
            entry["published"],
            document["date_evidence"],
        )


def different_thread(entry: Entry, pages: Sequence[Document]) -> Iterator[object]:
    """Yield the posts of a thread, over all its pages in order, that are not as they were
    written.
    """
    posts = [post for page in pages for post in page["posts"]]
    said = [(post["author"], post["body"]) for post in posts]
    written = [(post["author"], post["body"]) for post in entry["posts"]]
    if said != written or {page["title"] for page in pages} != {entry["title"]}:
        yield entry["url"], said, written
        return
    for post, known in zip(posts, entry["posts"], strict=True):
        if post["published"] is None or not is_near(post["published"], known["time"]):
            yield entry["url"], known["floor"], post["published"], known["time"]


def is_near(moment: datetime, written: str) -> bool:
    """Return whether a stored time is the one of the ledger; many pages do not print seconds."""
    return abs(moment - datetime.fromisoformat(written)) < MINUTE


def assert_pages_are_refused_by_name(stack: Stack, ledger: list[dict[str, Any]]) -> None:
    """Each refused page is among what its source's page shows, under its own outcome, and a trace
    gives the reason.
    """
    refused = {entry["url"]: entry["gate"] for entry in ledger if entry["expected"] == "no"}
    assert set(refused.values()) == {
        "consent",
        "challenge",
        "login",
        "paywall",
        "soft_404",
        "script_shell",
    }
    with closing(open_findings(stack.settings)) as findings:
        failures = {
            each.url: each
            for number in range(1, len(SITES) + 1)
            for each in findings.recent_failures(number)
        }
    assert {url: each.outcome for url, each in failures.items()} == refused
    counted = stack.totals().pages
    assert {gate: counted[gate] for gate in set(refused.values())} == {
        gate: list(refused.values()).count(gate) for gate in refused.values()
    }
    for gate in sorted(set(refused.values())):
        url = next(url for url, name in refused.items() if name == gate)
        detail = failures[url].detail
        # A worker sends the steps of a page a moment after it has counted the page.
        wait_until(
            partial(is_traced, stack, url, detail),
            20,
            f"the trace of {url} gives the reason",
            stack.logs,
        )


def is_traced(stack: Stack, url: str, detail: str) -> bool:
    return detail in stack.run("trace", url).stdout


def assert_several_pages_are_one_article(
    ledger: list[dict[str, Any]], documents: list[dict[str, Any]]
) -> None:
    """``differences`` has compared their texts, whole and in order; here, no page is missing or
    alone.
    """
    entries = [
        entry for entry in ledger if entry["host"].removesuffix(".localhost") in SEVERAL_PAGES
    ]
    stored = {
        document["url"]: (document["pages"], document["page_count"]) for document in documents
    }
    assert len(entries) == 4 * len(SEVERAL_PAGES)
    assert {stored[entry["url"]] for entry in entries} == {(3, 3)}


def assert_undated_articles_are_found_as_such(
    stack: Stack, ledger: list[dict[str, Any]], documents: list[dict[str, Any]]
) -> None:
    undated = {
        entry["url"] for entry in ledger if entry["kind"] == "article" and not entry["dated"]
    }
    assert len(undated) == 4 * len(UNDATED)
    with closing(open_documents(stack.settings)) as store:
        page = store.search(
            SearchRequest(
                query=parse("-has:date kind:article"), sort="collected", size=len(documents)
            )
        )
    assert {hit.document.url for hit in page.hits} == undated
