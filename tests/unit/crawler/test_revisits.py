"""Articles that are visited again: what changes their documents, and what leaves them as they
are.
"""

import re
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from crawler.failures import FetchFailed
from crawler.job_results import Continued, Done, Failed, JobResult
from crawler.packing import pack_bytes
from crawler.revisits import changed_document
from crawler.stores import WorkerStores
from scheduler.jobs import PageJob
from storage.backends import open_tombstones
from storage.documents.port import Document, DocumentVersion
from storage.outcomes import Outcome
from storage.tombstones.marks import commented_mark
from testbed.archive import open_archive_reader
from tests.unit.crawler.test_page_job import SPEC, Crawl, run

HOUR, DAY = 3600, 86_400
GONE = FetchFailed(Outcome.GONE, "HTTP 404")


@pytest.fixture
def crawl(tmp_path: Path) -> Crawl:
    return Crawl(tmp_path / "home", "valley-courier")


class Again:
    """Visits the one article of a crawl again, as its site shows it by then."""

    def __init__(self, crawl: Crawl, **source: Any) -> None:
        self.crawl = crawl
        self.source = replace(SPEC, **source)
        self.page = b""

    async def begin(self) -> Document:
        first = await self.crawl.to_end(self.crawl.job(source=self.source))
        assert isinstance(first, Done)
        self.page = (await self.crawl.fetcher.fetch(self.crawl.urls[0])).body
        return self.document()

    def document(self) -> Document:
        [found] = self.crawl.stored()
        return found

    def versions(self) -> tuple[DocumentVersion, ...]:
        return self.crawl.documents.versions(self.document())

    def shows(self, page: bytes) -> None:
        self.crawl.fetcher.failures.clear()
        self.crawl.fetcher.bodies[self.crawl.urls[0]] = page

    def edited(self, before: str, after: str) -> bytes:
        assert before.encode() in self.page
        return self.page.replace(before.encode(), after.encode())

    def job(self, age: int = HOUR) -> PageJob:
        old = self.document()
        return self.crawl.job(
            old.url,
            source=self.source,
            key=old.id,
            collected=old.collected.timestamp(),
            title=old.title,
            revisit=age,
        )

    async def visit(self, age: int = HOUR) -> JobResult:
        result = await self.crawl.handler.run(self.job(age))
        while isinstance(result, Continued):
            result = await self.crawl.handler.run(PageJob.from_json(result.job.to_json()))
        return result

    async def ends(self, outcome: Outcome, detail: str = "", age: int = HOUR) -> Done:
        result = await self.visit(age)
        assert isinstance(result, Done), result
        assert (result.outcome, result.detail) == (outcome, detail)
        return result


def visits(crawl: Crawl, test: Callable[[Again], Awaitable[None]], **source: Any) -> None:
    run(crawl, lambda: test(Again(crawl, **source)))


def test_an_edit_keeps_what_the_article_said_before(crawl: Crawl) -> None:
    async def test(again: Again) -> None:
        first = await again.begin()
        sentence = first.content.split("\n")[0]
        again.shows(
            again.edited(sentence, "The mayor has resigned, as the council said on Monday evening.")
        )
        done = await again.ends(Outcome.CHANGED)
        assert (done.document_url, done.published, done.shape) == (first.canonical_url, None, None)
        after = again.document()
        assert after.content.startswith("The mayor has resigned")
        assert (after.changes, after.gone) == (1, None)
        assert after.changed is not None
        same = ("id", "url", "collected", "published", "date_evidence", "source", "author", "tags")
        assert all(getattr(after, name) == getattr(first, name) for name in same)
        kept = DocumentVersion(
            number=1, seen=first.collected, title=first.title, content=first.content
        )
        assert again.versions() == (kept,)
        again.shows(again.page)
        await again.ends(Outcome.CHANGED, age=DAY)
        assert again.document().content == first.content
        assert [(each.number, each.seen) for each in again.versions()] == [
            (1, first.collected),
            (2, after.changed),
        ]

    visits(crawl, test)


def test_the_same_text_changes_nothing(crawl: Crawl) -> None:
    async def test(again: Again) -> None:
        first = await again.begin()
        await again.ends(Outcome.UNCHANGED)
        again.shows(again.page.replace(b". ", b".\n   "))
        await again.ends(Outcome.UNCHANGED)
        assert (again.document(), again.versions()) == (first, ())

    visits(crawl, test)


def test_a_name_on_a_line_of_its_own_is_no_change(crawl: Crawl) -> None:
    async def test(again: Again) -> None:
        first = await again.begin()
        sentence = first.content.split("\n")[1]
        again.shows(again.edited(sentence, f"{sentence}</p><h2>Nadia Rowe</h2><p>"))
        await again.ends(Outcome.UNCHANGED)
        assert (again.document(), again.versions()) == (first, ())

    visits(crawl, test)


ASIDE = "Elsewhere the ferry has a new engine, and nobody in the harbour has heard of it."


def test_a_line_that_is_still_on_the_page_was_not_removed(crawl: Crawl) -> None:
    async def test(again: Again) -> None:
        first = await again.begin()
        more = replace(first, content=f"{first.content}\n{ASIDE}")
        again.crawl.documents.write([more])
        again.shows(again.page.replace(b"</BODY>", f"<p>{ASIDE}</p></BODY>".encode()))
        await again.ends(Outcome.UNCHANGED)
        again.shows(again.page)
        await again.ends(Outcome.CHANGED, age=DAY)
        assert again.document().content == first.content

    visits(crawl, test)


@pytest.mark.parametrize("archive", [True, False])
def test_a_line_that_the_archived_page_shows_is_not_new(crawl: Crawl, *, archive: bool) -> None:
    async def test(again: Again) -> None:
        first = await again.begin()
        less = replace(first, content=first.content.partition("\n")[0])
        again.crawl.documents.write([less])
        await again.ends(Outcome.UNCHANGED if archive else Outcome.CHANGED)

    visits(crawl, test, archive=archive)


def test_another_title_is_a_change(crawl: Crawl) -> None:
    async def test(again: Again) -> None:
        first = await again.begin()
        again.shows(again.edited(first.title, f"{first.title} after all"))
        await again.ends(Outcome.CHANGED)
        assert again.document().title == f"{first.title} after all"
        assert again.versions()[0].title == first.title

    visits(crawl, test)


def test_a_page_that_is_gone_keeps_its_text_and_may_come_back(crawl: Crawl) -> None:
    async def test(again: Again) -> None:
        first = await again.begin()
        crawl.fetcher.failures[crawl.urls[0]] = GONE
        await again.ends(Outcome.GONE, "HTTP 404")
        gone = again.document()
        assert gone == replace(first, gone=gone.gone)
        assert gone.gone is not None
        await again.ends(Outcome.GONE, "HTTP 404", age=DAY)
        assert again.document() == gone
        again.shows(again.page)
        await again.ends(Outcome.UNCHANGED, "the page is there again")
        assert again.document() == first

    visits(crawl, test)


LOGIN = b"""<html><head><title>Log in</title></head><body><h1>Log in</h1><form action="/login" method="post">
<input name="user"><input type="password" name="password"><button>Log in</button></form></body></html>"""
EMPTY = b"<html><head><title>Valley Courier</title></head><body><p>Nothing here.</p></body></html>"
NOT_FOUND = b"""<html><head><title>Page not found</title></head><body><h1>404 - Page not found</h1>
<p>The page that you are looking for does not exist.</p></body></html>"""


@pytest.mark.parametrize("page", [LOGIN, EMPTY, NOT_FOUND, b"", b"%PDF-1.4"])
def test_a_page_that_is_refused_now_leaves_the_document(crawl: Crawl, page: bytes) -> None:
    async def test(again: Again) -> None:
        first = await again.begin()
        again.shows(page)
        result = await again.visit()
        assert isinstance(result, Done)
        assert result.outcome not in (
            Outcome.CHANGED,
            Outcome.UNCHANGED,
            Outcome.STORED,
            Outcome.GONE,
        )
        assert (again.document(), again.versions()) == (first, ())

    visits(crawl, test)


@pytest.mark.parametrize("outcome", [Outcome.HTTP_4XX, Outcome.HTTP_5XX, Outcome.TIMEOUT])
def test_a_server_that_fails_is_asked_again_and_nothing_is_salvaged(
    crawl: Crawl, outcome: Outcome
) -> None:
    async def test(again: Again) -> None:
        first = await again.begin()
        crawl.fetcher.failures[crawl.urls[0]] = FetchFailed(outcome, "no")
        result = await again.visit()
        assert isinstance(result, Failed)
        assert result.outcome is outcome
        job = replace(again.job(), content=pack_bytes(b"a text of the feed that is long enough"))
        assert await crawl.handler.salvage(job, outcome, "no") is None
        assert again.document() == first

    visits(crawl, test)


def test_an_address_that_shows_another_article_leaves_the_document(crawl: Crawl) -> None:
    async def test(again: Again) -> None:
        first = await again.begin()
        other = crawl.urls[0] + "-other"
        named = f'<link rel="canonical" href="{other}">'.encode()
        again.shows(
            re.sub(rb"<link[^>]*canonical[^>]*>", b"", again.page).replace(
                b"<HEAD>", b"<HEAD>" + named
            )
        )
        await again.ends(Outcome.DUPLICATE, f"the page is now that of {other}")
        assert again.document() == first

    visits(crawl, test)


def test_a_site_that_moves_to_https_shows_the_same_articles(crawl: Crawl) -> None:
    async def test(again: Again) -> None:
        first = await again.begin()
        named = f'<link rel="canonical" href="{crawl.urls[0].replace("http:", "https:")}">'.encode()
        again.shows(
            again.edited(first.title, "Corrected headline").replace(b"<HEAD>", b"<HEAD>" + named)
        )
        await again.ends(Outcome.CHANGED)
        assert (again.document().id, again.document().url) == (first.id, first.url)

    visits(crawl, test)


def test_a_page_that_is_not_an_article_any_more_leaves_the_document(crawl: Crawl) -> None:
    async def test(again: Again) -> None:
        first = await again.begin()
        link = (
            '<li><a href="/news/{0}">Council meets about item number {0} of its long agenda '
            "today</a></li>"
        )
        links = "".join(link.format(number) for number in range(60))
        again.shows(
            f"<html><head><title>News</title></head><body><h1>News</h1><ul>{links}</ul></body>"
            "</html>".encode()
        )
        result = await again.visit()
        assert isinstance(result, Done)
        assert result.outcome in (
            Outcome.DOUBTFUL,
            Outcome.LISTING,
            Outcome.TOO_SHORT,
            Outcome.EMPTY,
        )
        assert again.document() == first

    visits(crawl, test)


def test_a_text_of_the_feed_stays(crawl: Crawl) -> None:
    async def test(again: Again) -> None:
        first = await again.begin()
        of_feed = replace(
            first,
            content="What the feed said.",
            text_source="feed",
            text_reason="http_4xx: HTTP 403",
        )
        crawl.documents.write([of_feed])
        await again.ends(Outcome.UNCHANGED, "its text is from the feed")
        assert again.document() == of_feed

    visits(crawl, test)


def _before_paywall(again: Again, count: int = 3) -> bytes:
    """Return the page with its first paragraphs and an offer."""
    crawl = again.crawl
    lines = "".join(f"<p>{line}</p>" for line in crawl.text.paragraphs[:count])
    return (
        f"<html><head><title>{crawl.text.title}</title></head><body><h1>{crawl.text.title}</h1>"
        f"<div>2026-11-20</div><div>{lines}<p>Subscribe to continue reading</p></div></body></html>"
    ).encode()


def test_a_paywall_that_came_later_leaves_the_whole_text(crawl: Crawl) -> None:
    async def test(again: Again) -> None:
        first = await again.begin()
        again.shows(_before_paywall(again))
        result = await again.visit()
        assert isinstance(result, Done)
        assert result.outcome is Outcome.PAYWALL
        assert "subscribe to continue" in result.detail
        assert (again.document(), again.versions()) == (first, ())
        assert isinstance(await crawl.handler.run(crawl.job(forced=True)), Done)
        forced = again.document()
        assert (forced.content, forced.is_partial) == (first.content, False)

    visits(crawl, test)


def test_a_partial_text_is_replaced_by_the_whole(crawl: Crawl) -> None:
    async def test(again: Again) -> None:
        whole = await again.begin()
        lines = crawl.text.paragraphs[:3]
        partial = replace(
            whole, content="\n".join(lines), text_source="teaser", text_reason="a paywall"
        )
        crawl.documents.write([partial])
        again.shows(_before_paywall(again))
        await again.ends(Outcome.UNCHANGED)
        assert again.document() == partial
        again.shows(again.page)
        await again.ends(Outcome.UNCHANGED, "the whole text read, its beginning before")
        assert (again.document(), again.versions()) == (whole, ())

    visits(crawl, test)


SHELL = (
    b"<html><head><title>Valley Courier</title></head><body><div id=app></div>"
    b"<script src=/a.js></script></body></html>"
)


@pytest.mark.parametrize(
    "shown", [SHELL, LOGIN, EMPTY, FetchFailed(Outcome.HTTP_4XX, "HTTP 403", status=403)]
)
def test_a_page_that_never_showed_its_article_is_unchanged(
    crawl: Crawl, shown: bytes | FetchFailed
) -> None:
    async def test(again: Again) -> None:
        first = await again.begin()
        of_feed = replace(first, content="What the feed said.", text_source="feed")
        crawl.documents.write([of_feed])
        if isinstance(shown, bytes):
            again.shows(shown)
        else:
            crawl.fetcher.failures[crawl.urls[0]] = shown
        await again.ends(Outcome.UNCHANGED, "its text is from the feed")
        assert again.document() == of_feed

    visits(crawl, test)


def test_a_document_that_was_deleted_stays_deleted(crawl: Crawl) -> None:
    async def test(again: Again) -> None:
        first = await again.begin()
        job = again.job()
        crawl.documents.drop_before((first.collected + timedelta(days=40)).date())
        done = await crawl.handler.run(job)
        assert isinstance(done, Done)
        assert (done.outcome, done.detail) == (
            Outcome.UNCHANGED,
            "its document is no longer stored",
        )
        crawl.fetcher.failures[crawl.urls[0]] = GONE
        assert isinstance(await crawl.handler.run(job), Done)
        assert crawl.stored() == []

    visits(crawl, test)


@pytest.mark.parametrize("store", ["keep_version", "write"])
def test_a_job_that_dies_between_two_writes_makes_one_version(
    crawl: Crawl, monkeypatch: pytest.MonkeyPatch, store: str
) -> None:
    """Dying after a write is as if the next one was never made, and the queue gives the job to
    another worker.
    """

    async def test(again: Again) -> None:
        first = await again.begin()
        again.shows(again.edited(first.title, "Corrected headline of the courier"))
        job = again.job()
        done = getattr(WorkerStores, store)

        async def die(*args: object) -> None:
            await done(*args)
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(WorkerStores, store, die)
            with pytest.raises(KeyboardInterrupt):
                await crawl.handler.run(job)
        for _ in range(2):
            assert isinstance(await crawl.handler.run(job), Done)
        assert again.document().changes == 1
        assert [each.title for each in again.versions()] == [first.title]

    visits(crawl, test)


def test_an_article_on_several_pages_is_compared_whole(tmp_path: Path) -> None:
    crawl = Crawl(tmp_path / "home", "long-reads")

    async def test(again: Again) -> None:
        first = await again.begin()
        assert (first.pages, first.page_count) == (3, 3)
        await again.ends(Outcome.UNCHANGED)
        last = (await crawl.fetcher.fetch(crawl.urls[2])).body
        sentence = first.content.split("\n")[-1]
        assert sentence.encode() in last
        crawl.fetcher.bodies[crawl.urls[2]] = last.replace(
            sentence.encode(), b"The end of the report is another one."
        )
        await again.ends(Outcome.CHANGED)
        assert again.document().content.endswith("The end of the report is another one.")
        assert again.versions()[0].content == first.content

    visits(crawl, test)


@pytest.mark.parametrize(
    ("failure", "outcome"),
    [(GONE, Outcome.GONE), (FetchFailed(Outcome.ROBOTS, "robots.txt forbids it"), Outcome.ROBOTS)],
)
def test_an_article_whose_later_page_is_missing_is_left(
    tmp_path: Path, failure: Exception, outcome: Outcome
) -> None:
    crawl = Crawl(tmp_path / "home", "long-reads")

    async def test(again: Again) -> None:
        first = await again.begin()
        crawl.fetcher.failures[crawl.urls[2]] = failure
        result = await again.visit()
        assert isinstance(result, Done)
        assert result.outcome is outcome
        crawl.fetcher.failures.clear()
        crawl.fetcher.bodies[crawl.urls[2]] = LOGIN
        await again.ends(Outcome.TRUNCATED, "2 of 3 pages")
        assert (again.document(), again.versions()) == (first, ())

    visits(crawl, test)


def test_pages_that_could_not_be_read_before_are_not_edits(tmp_path: Path) -> None:
    crawl = Crawl(tmp_path / "home", "long-reads")

    async def test(again: Again) -> None:
        crawl.fetcher.failures[crawl.urls[2]] = GONE
        first = await again.begin()
        assert (first.pages, first.page_count) == (2, 3)
        crawl.fetcher.failures[crawl.urls[2]] = FetchFailed(Outcome.ROBOTS, "no")
        await again.visit()
        assert again.document() == first
        crawl.fetcher.failures.clear()
        await again.ends(Outcome.UNCHANGED, "3 pages read, 2 before")
        after = again.document()
        assert (after.pages, after.changes, after.content.split("\n")) == (
            3,
            0,
            list(crawl.text.paragraphs),
        )

    visits(crawl, test)


def test_a_source_without_pages_left_today_is_not_visited(crawl: Crawl) -> None:
    async def test(again: Again) -> None:
        await again.begin()
        fetched = len(crawl.fetcher.fetched)
        await again.ends(Outcome.OVER_BUDGET)
        assert len(crawl.fetcher.fetched) == fetched

    visits(crawl, test, pages_a_day=1)


def test_each_visit_takes_a_page_of_the_budget_once(crawl: Crawl) -> None:
    async def test(again: Again) -> None:
        await again.begin()
        for age in (HOUR, HOUR, DAY):
            await again.ends(Outcome.UNCHANGED, age=age)
        await again.ends(Outcome.OVER_BUDGET, age=2 * DAY)

    visits(crawl, test, pages_a_day=3)


def test_the_archive_keeps_what_changed(crawl: Crawl) -> None:
    async def test(again: Again) -> None:
        first = await again.begin()
        assert len(first.archived) == 1
        await again.ends(Outcome.UNCHANGED)
        assert again.document().archived == first.archived
        again.shows(again.edited(first.title, "Corrected headline of the courier"))
        await again.ends(Outcome.CHANGED)
        [place] = again.document().archived
        assert place not in first.archived
        assert again.page.replace(
            first.title.encode(), b"Corrected headline of the courier"
        ) == _page(crawl, place)

    visits(crawl, test, archive=True)


def test_a_page_that_may_show_erased_comments_is_not_archived(crawl: Crawl) -> None:
    async def test(again: Again) -> None:
        first = await again.begin()
        with closing(open_tombstones(crawl.settings)) as tombstones:
            tombstones.add({commented_mark(first.id)})
        again.shows(again.edited(first.title, "Corrected headline of the courier"))
        await again.ends(Outcome.CHANGED)
        forced = crawl.job(source=again.source, forced=True)
        assert again.document().archived == ()
        assert isinstance(await crawl.handler.run(forced), Done)
        assert again.document().archived == ()
        # Also not a page that shows no article now.
        again.shows(b"<html><body><p>Closed.</p></body></html>")
        refused = await crawl.handler.run(forced)
        assert isinstance(refused, Done)
        assert refused.outcome is not Outcome.STORED
        assert len(list(open_archive_reader(crawl.settings).answers())) == 1

    visits(crawl, test, archive=True)


@pytest.mark.parametrize("forced", [False, True])
def test_a_page_is_not_kept_if_comments_are_erased_while_it_is_read(
    crawl: Crawl, forced: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(again: Again) -> None:
        first = await again.begin()
        ask = crawl.stores.has_erased_comments

        async def erased_afterwards(document_id: str) -> bool:
            answer = await ask(document_id)
            with closing(open_tombstones(crawl.settings)) as tombstones:
                tombstones.add({commented_mark(first.id)})
            return answer

        monkeypatch.setattr(crawl.stores, "has_erased_comments", erased_afterwards)
        again.shows(again.edited(first.title, "Corrected headline of the courier"))
        job = crawl.job(source=again.source, forced=True) if forced else again.job()
        done = await crawl.handler.run(job)
        assert isinstance(done, Done)
        assert done.outcome is (Outcome.STORED if forced else Outcome.CHANGED)
        assert again.document().archived == ()
        assert len(list(open_archive_reader(crawl.settings).answers())) == 1

    visits(crawl, test, archive=True)


def test_a_page_is_not_archived_under_another_name_of_its_entry(crawl: Crawl) -> None:
    async def test(again: Again) -> None:
        first = await again.begin()
        with closing(open_tombstones(crawl.settings)) as tombstones:
            tombstones.add({commented_mark(first.id)})
        moved = f"{first.canonical_url}-moved"
        crawl.fetcher.bodies[moved] = again.page + b"<!-- moved -->"
        job = crawl.job(moved, source=again.source, entry="entry", renames=first.id)
        done = await crawl.handler.run(job)
        assert isinstance(done, Done)
        assert done.detail == "the feed names another address for it"
        assert again.document().url == moved
        assert len(list(open_archive_reader(crawl.settings).answers())) == 1

    visits(crawl, test, archive=True)


def _page(crawl: Crawl, place: str) -> bytes:
    return open_archive_reader(crawl.settings).read(place).body


def test_a_forced_fetch_keeps_the_history(crawl: Crawl) -> None:
    async def test(again: Again) -> None:
        first = await again.begin()
        again.shows(again.edited(first.title, "Corrected headline of the courier"))
        await again.ends(Outcome.CHANGED)
        changed = again.document()
        assert isinstance(await crawl.handler.run(crawl.job(forced=True)), Done)
        after = again.document()
        assert (after.changes, after.changed, after.collected) == (
            1,
            changed.changed,
            first.collected,
        )
        assert [each.title for each in again.versions()] == [first.title]

    visits(crawl, test)


def test_a_text_without_author_keeps_the_author() -> None:
    from tests.contract.documents import NOVEMBER, document

    old = document("a", "T", "before", author="Roe", tags=("x",))
    new = document("a", "T", "after", collected=NOVEMBER + timedelta(days=1), lang="en")
    after = changed_document(old, new, NOVEMBER + timedelta(hours=1))
    assert after == replace(
        old, content="after", lang="en", changes=1, changed=NOVEMBER + timedelta(hours=1)
    )
