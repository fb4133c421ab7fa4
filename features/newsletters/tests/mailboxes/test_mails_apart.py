"""Mails that are told apart: one that is too costly, and some with one Message-ID."""

import asyncio
import itertools
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from crawler.channels.fetched_list import FetchedList
from crawler.errors import ProcessDied, TooCostly
from crawler.fetcher import Fetched
from crawler.job_results import Done
from crawler.list_job import ListJobHandler
from crawler.list_names import validators_name
from crawler.page_job import PageJobHandler
from crawler.parsing import Parsers
from features.newsletters.addresses import read_folder
from features.newsletters.mailboxes.bundle import CONTENT_TYPE, Bundle, read_bundle, write_bundle
from features.newsletters.mailboxes.place import unread
from features.newsletters.mails_apart import read_mails_apart
from features.newsletters.reading import NewsletterReading
from features.newsletters.tests.mailboxes.test_places import BOX, SPEC, Mailbox
from features.newsletters.tests.mails.letters import STORY, html_of, letter
from scheduler.jobs import ListJob, PageJob
from scheduler.queue.port import LIST_TUBE, PAGE_TUBE
from storage.backends import open_seen
from storage.outcomes import Outcome
from storage.settings import Settings
from tests.unit.crawler.worker_stores import worker_knowledge, worker_stores

COLLECTED = datetime(2026, 3, 6, tzinfo=UTC)


def issue(number: int, **more: str) -> bytes:
    more = {"subject": f"Issue {number}", "message_id": f"<issue-{number}@x.example>", **more}
    return letter(html_of(STORY), **more)


def folder(*mails: bytes) -> Fetched:
    """A visit that has read a whole folder."""
    count = len(mails)
    numbered = [(count - place, mail) for place, mail in enumerate(mails)]
    bundle = Bundle(mails=numbered, unread=unread(None, 17, count + 1))
    headers = {"content-type": CONTENT_TYPE, "etag": str(bundle.place())}
    return Fetched(url=BOX, status=200, headers=headers, body=write_bundle(bundle))


def kept_place(home: Path) -> str:
    """Return how far visits know the folder to be read, "" if they do not."""
    [known] = open_seen(Settings(home=home)).get_validators([validators_name(SPEC, BOX)])
    return known.etag if known else ""


class FrailParsers(Parsers):
    """Parsers of which one dies or takes too long at some mails."""

    def __init__(self, costly: bytes, fatal: bytes) -> None:
        super().__init__()
        self._costly, self._fatal = costly, fatal

    async def run(self, url: str, size: int, parser: Any, *args: Any, **kwargs: Any) -> Any:
        [page, *_] = args
        if isinstance(page, FetchedList):
            mails = b"".join(mail for _uid, mail in read_bundle(page.body).mails)
            if self._costly in mails:
                raise TooCostly("4 seconds of CPU time")
            if self._fatal in mails:
                raise ProcessDied("the process that read it ended with code -11")
        return await super().run(url, size, parser, *args, **kwargs)


def visit(
    home: Path, *runs: Fetched, parsers: Parsers | None = None
) -> tuple[list[Done], list[PageJob]]:
    """Return the results of visits, each of a run of its own, and the jobs of their mails, which
    are stored after each visit.
    """

    async def main() -> tuple[list[Done], list[PageJob]]:
        settings = Settings(home=home)
        async with worker_stores(settings) as (ports, parsing):
            box, reader = Mailbox(*runs), parsers or parsing
            lists = ListJobHandler(settings, ports, box, reader, worker_knowledge(ports))
            pages = PageJobHandler(settings, ports, box, reader, worker_knowledge(ports))
            results, stored = list[Done](), list[PageJob]()
            while box.answers:
                job: ListJob | None = ListJob(run_id=str(len(box.answers)), source=SPEC, url=BOX)
                while job:
                    result = await lists.run(job)
                    assert isinstance(result, Done)
                    results.append(result)
                    following = await ports.reserve([LIST_TUBE], 1, 0)
                    job = ListJob.from_json(following[0].body) if following else None
                while queued := await ports.reserve([PAGE_TUBE], 1, 0):
                    stored.append(PageJob.from_json(queued[0].body))
                    assert isinstance(await pages.run(stored[-1]), Done)
            return results, stored

    return asyncio.run(main())


def test_a_mail_that_takes_too_long_is_passed_over_and_named_and_the_others_are_read(
    tmp_path: Path,
) -> None:
    mails = [issue(number) for number in range(5, 0, -1)]
    left = folder(*mails[2:])
    rest = Bundle(mails=read_bundle(left.body).mails, unread=unread(None, 17, 6), newest=3)
    parsers = FrailParsers(costly=b"Issue 4", fatal=b"Issue 2")
    results, pages = visit(
        tmp_path,
        folder(*mails),
        Fetched(url=BOX, status=200, headers=left.headers, body=write_bundle(rest)),
        folder(*mails[4:]),
        parsers=parsers,
    )
    parsers.close()
    assert [page.title for page in pages] == ["Issue 5", "Issue 3", "Issue 1"]
    slow, fatal, last = (result.detail for result in results)
    assert slow.startswith("a mail was passed over (UID 4): reading it takes more than 4 seconds")
    assert fatal == ("a mail was passed over (UID 2): the process that read it ended with code -11")
    assert last == ""


def test_mails_apart_are_read_for_a_minute_and_the_next_page_reads_on() -> None:
    seconds = itertools.count(step=25)
    parsers = Parsers()
    read = folder(*(issue(number) for number in range(9, 0, -1)))
    page = FetchedList(url=BOX, body=read.body, headers=read.headers, collected=COLLECTED)
    content = asyncio.run(
        read_mails_apart(parsers, page, SPEC, NewsletterReading(), lambda: next(seconds))
    )
    parsers.close()
    assert [each.link.title for each in content.candidates] == ["Issue 9", "Issue 8", "Issue 7"]
    assert read_folder(content.next_url).place == "17:10:1-7"


def test_a_mail_that_is_passed_over_alone_is_read(tmp_path: Path) -> None:
    parsers = FrailParsers(costly=b"Issue 1", fatal=b"none")
    [result], pages = visit(tmp_path, folder(issue(1)), parsers=parsers)
    parsers.close()
    assert pages == []
    assert result.outcome is Outcome.LISTED
    assert result.detail.startswith("a mail was passed over (UID 1)")
    assert kept_place(tmp_path) == "17:2"


def test_issues_that_bear_one_message_id_are_documents_of_their_own(tmp_path: Path) -> None:
    """In one visit and in later ones; the same letter twice is one."""
    same = {"message_id": "<newsletter@x.example>"}
    first, second, third = (issue(number, **same) for number in (1, 2, 3))
    _, pages = visit(
        tmp_path, folder(second, first, second, issue(9)), folder(third, second, first)
    )
    assert [page.title for page in pages] == ["Issue 2", "Issue 1", "Issue 9", "Issue 3"]
    addresses = [page.url for page in pages]
    assert addresses[0] == "mid:newsletter@x.example"
    assert addresses[1].startswith("mid:newsletter@x.example/")
    assert addresses[2] == "mid:issue-9@x.example"
    assert addresses[3].startswith("mid:newsletter@x.example/")
    assert len({page.key for page in pages}) == len(set(addresses)) == 4


def test_a_letter_that_was_stored_under_its_message_id_alone_is_not_stored_again(
    tmp_path: Path,
) -> None:
    same = {"message_id": "<newsletter@x.example>"}
    first, second = issue(1, **same), issue(2, **same)
    _, [stored] = visit(tmp_path, folder(first))
    open_seen(Settings(home=tmp_path)).forget([stored.key])
    [result], _ = visit(tmp_path, folder(second, first))
    assert (result.found, result.new) == (2, 1)
    assert open_seen(Settings(home=tmp_path)).contains([stored.key]) == [True]
