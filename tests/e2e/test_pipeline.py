"""From sources to searchable documents, through every channel, on both profiles."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from fakeweb.compare import Report, compare, similarity
from fakeweb.web import FakeWeb
from storage.backends import open_documents
from storage.documents.port import SearchRequest
from storage.documents.query import parse
from testbed.stack import Stack, records, wait_until, ways_in
from tests.e2e.profiles import on_both_profiles

STOCK = 6
INTERVAL_SECONDS = 10
PUBLISHED_LIVE = 60
FEED_TEXTS = ("app-shell.localhost", "kuaibao.localhost")
UNDATED = "wuri-boke.localhost"


@pytest.fixture
def web() -> Iterator[FakeWeb]:
    """A web that is silent until a test lets it go on, and again after it has published so much."""
    with FakeWeb.start(seed=11, stock=STOCK, rate=8, limit=PUBLISHED_LIVE) as running:
        running.pause()
        yield running


def article(web: FakeWeb, name: str, index: int) -> dict[str, Any]:
    """One of the articles of a host, oldest first."""
    return [entry for entry in web.ledger() if entry["host"] == f"{name}.localhost"][index]


def crawl(stack: Stack, web: FakeWeb) -> Report:
    """Crawl while the web publishes, and wait until everything found is settled."""
    stack.run("migrate")
    stack.add_sources(
        records(ways_in(web.sources()), interval_seconds=INTERVAL_SECONDS, pace_seconds=0.01)
    )
    before = len(web.ledger(bodies=False))
    stack.start("scheduler")
    stack.start("worker", "--pool", "list")
    stack.start("worker", "--pool", "page")
    wait_until(lambda: stack.count() > 0, 90, "the crawl begins", lambda: explain(stack, web))
    web.resume()
    wait_until(
        lambda: len(web.ledger(bodies=False)) >= before + PUBLISHED_LIVE,
        90,
        "the web has published",
    )
    # One more visit of every source finds what was published after the first.
    # On a busy machine, a host may not answer for half a minute; its pages are then tried again a
    # minute or two later.
    wait_until(lambda: complete(stack, web), 420, "the crawl ends", lambda: explain(stack, web))
    codes = stack.stop()
    assert codes == [0, 0, 0], stack.logs()
    return compare(ledger(web), stack.documents())


def ledger(web: FakeWeb, *, bodies: bool = True) -> list[dict[str, Any]]:
    """What was published where nothing misbehaves; tests/e2e/test_misbehaviour.py has the rest."""
    faulty = {source["host"] for source in web.sources(faulty=True)}
    return [entry for entry in web.ledger(bodies=bodies) if entry["host"] not in faulty]


def complete(stack: Stack, web: FakeWeb) -> bool:
    published = ledger(web, bodies=False)
    # Counting is cheap, so that the crawl has the machine to itself.
    enough = stack.count() >= sum(entry["expected"] == "yes" for entry in published)
    return (
        enough
        and not compare(published, stack.documents()).missing
        and threads_are_whole(stack.documents(), web)
    )


@on_both_profiles
def test_what_was_published_is_found_once_and_right(
    home: Path, stores: dict[str, str], web: FakeWeb
) -> None:
    # The last of the three pages of this article is gone.
    broken = article(web, "changpian", 0)["url"].replace(".htm", "_3.htm")
    web.misbehave("changpian", "404", path=urlsplit(broken).path)
    with Stack(home, stores, ARCHIVE="all") as stack:
        report = crawl(stack, web)
        documents = stack.documents()
    assert report.recall == 1.0, report.missing
    assert report.duplicates == []
    assert report.unexpected == []
    assert report.body_similarity_mean is not None
    assert report.body_similarity_mean > 0.95
    assert report.date_agreement is not None
    assert report.date_agreement > 0.95
    by_channel = Counter(document["channel"] for document in documents)
    assert set(by_channel) == {"feed", "search", "list", "board", "sitemap"}, by_channel
    assert_articles_of_several_pages_are_whole(documents, web)
    assert_undated_articles_have_no_date(stack, documents)
    assert_feeds_stand_in(documents, web)
    assert_searchable(stack, web)
    assert threads_are_whole(documents, web)
    assert_commands_find_and_export(stack, web, documents)
    assert_traced(stack, documents)
    assert_the_archive_gives_the_same_documents(stack, documents)
    web_never_saw_lists_hammered(web)


def assert_articles_of_several_pages_are_whole(
    documents: list[dict[str, Any]], web: FakeWeb
) -> None:
    """Every page once and in order, from the pages or from the print view; and a mark where one is
    missing.
    """
    stored = {document["canonical_url"]: document for document in documents}
    for name in ("long-reads", "changpian", "print-room"):
        for entry in [entry for entry in ledger(web) if entry["host"] == f"{name}.localhost"]:
            document = stored[entry["url"]]
            missing = entry == article(web, "changpian", 0)
            assert (document["pages"], document["page_count"]) == ((2, 3) if missing else (3, 3)), (
                document
            )
            if missing:
                assert document["confidence"] < 0.9
                assert document["next_url"].endswith("_3.htm")
            else:
                assert similarity("".join(entry["paragraphs"]), document["content"]) > 0.99, (
                    document
                )
    prints = [
        request for request in web.requests("print-room") if request["path"].startswith("/print/")
    ]
    assert prints
    assert not [
        request for request in web.requests("print-room") if request["path"].endswith("_2.htm")
    ]


def assert_undated_articles_have_no_date(stack: Stack, documents: list[dict[str, Any]]) -> None:
    undated = {
        document["id"]
        for document in documents
        if document["site"] in ("undated-notes.localhost", UNDATED)
    }
    assert len(undated) >= 2 * STOCK
    with closing(open_documents(stack.settings)) as store:
        page = store.search(
            SearchRequest(query=parse("-has:date kind:article"), sort="collected", size=200)
        )
    assert {hit.document.id for hit in page.hits} == undated
    assert page.undated == page.total
    assert all(hit.document.date_evidence[0].startswith("first seen: ") for hit in page.hits)


def assert_feeds_stand_in(documents: list[dict[str, Any]], web: FakeWeb) -> None:
    """Where a page shows no text or only a teaser, the text is the feed's."""
    texts = {
        entry["url"]: "".join(entry["paragraphs"])
        for entry in ledger(web)
        if entry["host"] in FEED_TEXTS
    }
    stored = [document for document in documents if document["site"] in FEED_TEXTS]
    assert len(stored) == len(texts)
    for document in stored:
        assert (document["text_source"], document["confidence"]) == ("feed", None)
        assert document["text_reason"]
        assert similarity(texts[document["canonical_url"]], document["content"]) == 1.0
    others = [document for document in documents if document["site"] == "harbour-times.localhost"]
    assert {document["text_source"] for document in others} == {"page"}


def explain(stack: Stack, web: FakeWeb) -> str:
    missing = compare(ledger(web, bodies=False), stack.documents()).missing
    return f"missing {missing}\n{stack.totals()}\n{stack.tubes()}\n{stack.logs()}"


def assert_searchable(stack: Stack, web: FakeWeb) -> None:
    """The word that stands in one article alone finds that article, in every language."""
    by_language: dict[str, dict[str, Any]] = {}
    for entry in ledger(web, bodies=False):
        if entry["expected"] == "yes":
            by_language.setdefault(entry["lang"], entry)
    with closing(open_documents(stack.settings)) as documents:
        for lang, entry in by_language.items():
            page = documents.search(SearchRequest(query=parse(f'"{entry["marker"]}"')))
            urls = {hit.document.canonical_url for hit in page.hits}
            assert any(entry["url"].rstrip("/") in url for url in urls), (
                lang,
                entry["marker"],
                urls,
            )
            assert any(
                fragment.marks for hit in page.hits for fragment in (hit.title, *hit.snippets)
            )


def threads_are_whole(documents: list[dict[str, Any]], web: FakeWeb) -> bool:
    """Return whether the posts of all threads are stored, but for some that the boards got a moment
    ago.
    """
    threads = [entry for entry in ledger(web) if entry["kind"] == "thread"]
    posts = sum(len(entry["posts"]) for entry in threads)
    return bool(threads) and sum(len(document["posts"]) for document in documents) >= 0.97 * posts


def assert_commands_find_and_export(
    stack: Stack, web: FakeWeb, documents: list[dict[str, Any]]
) -> None:
    entry = next(entry for entry in ledger(web, bodies=False) if entry["expected"] == "yes")
    assert entry["title"] in stack.run("search", f'"{entry["marker"]}"').stdout
    lines = stack.run("export").stdout.splitlines()
    assert len(lines) == len(documents)
    assert {json.loads(line)["id"] for line in lines} == {document["id"] for document in documents}


def assert_traced(stack: Stack, documents: list[dict[str, Any]]) -> None:
    document = next(each for each in documents if each["site"] == "harbour-times.localhost")
    said = stack.run("trace", f"{document['url']}#top").stdout
    assert (
        f"Stored. You can search and read it.\ndocument {document['id']}: {document['title']}"
        in said
    )
    assert said.index(f"Found by {document['source']}") < said.index("Fetched and stored")


def assert_the_archive_gives_the_same_documents(
    stack: Stack, documents: list[dict[str, Any]]
) -> None:
    """All pages are archived, and read again, all documents whose text is theirs stay as they
    are.
    """
    assert [document for document in documents if not document["archived"]] == []
    said = stack.run("reread", "--dry-run").stdout
    same = sum(document["text_source"] == "page" for document in documents)
    assert said.endswith(
        f"{same:,} the same, {len(documents) - same:,} not from the archive alone\n"
    ), said


def web_never_saw_lists_hammered(web: FakeWeb) -> None:
    visits = sorted(
        float(each["time"]) for each in web.requests("harbour-times") if each["path"] == "/rss.xml"
    )
    # A crawl takes as long as the machine needs, and each visit may come a little early or late.
    assert 1 <= len(visits) <= 2 + (visits[-1] - visits[0]) / INTERVAL_SECONDS
