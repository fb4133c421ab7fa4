"""Erasing in whole processes: killed in the middle, it goes on, and the pages stay away."""

import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from fakeweb.web import FakeWeb
from scheduler.jobs import PageJob, SourceSpec
from scheduler.queue.backends import open_queue
from scheduler.queue.port import PAGE_TUBE, NewJob
from storage.backends import open_document_writer, open_tombstones, open_traces
from storage.documents.port import Document, DocumentComment
from storage.keys import url_key
from storage.outcomes import Outcome
from storage.traces.steps import Recorded, Step, StepKind
from testbed.archive import Answer, open_archive_reader, open_archive_writer
from testbed.databases import ready_database, set_up_django
from testbed.stack import Stack, records, wait_until
from tests.contract.documents import NOVEMBER, document
from tests.contract.test_documents_erase import SECRET, files_with

SITE = "secret.example"
NEWS = "valley-courier"
PAGES = 600
# Terms of stories are stems.
STEMS = [each[:8] for each in SECRET]
WHY = ("--reason", "A takedown", "--yes")


def page(number: int, site: str) -> Document:
    """A page whose words no other page has, and no two pages of this site share a sentence."""
    url = f"https://{site}/{number}"
    secret = f" {SECRET[number % len(SECRET)]}" if site == SITE else ""
    text = " ".join(f"Ferry {number * 31 + each} leaves pier {each}{secret}." for each in range(12))
    made = document(str(number), f"Report {number}{secret}", text, site=site)
    return replace(made, id=url_key(url), url=url, canonical_url=url)


def fill(stack: Stack) -> None:
    documents = [page(each, SITE) for each in range(PAGES)]
    kept = [page(each, "kept.example") for each in range(20)]
    with closing(open_archive_writer(stack.settings)) as archive:
        for each in (*kept, *documents):
            body = f"<h1>{each.title}</h1>{each.content}".encode()
            archive.append(
                Answer(url=each.url, status=200, headers={}, body=body, fetched=NOVEMBER)
            )
    with closing(open_document_writer(stack.settings)) as writer:
        for first in range(0, PAGES, 50):
            writer.write(documents[first : first + 50])
        writer.write(kept)
    with closing(open_queue(stack.settings)) as queue:
        queue.put(PAGE_TUBE, [job_for(each) for each in (documents[0], kept[0])])
    step = Step(kind=StepKind.SETTLED, at=time.time(), url=documents[1].url, source_id=1)
    with closing(open_traces(stack.settings)) as traces:
        traces.record([Recorded(keys=(documents[1].id,), step=step)], [])


def job_for(page: Document) -> NewJob:
    source = SourceSpec(id=1, name="Example News", channel="feed")
    job = PageJob(
        run_id="r",
        source=source,
        url=page.url,
        key=page.id,
        collected=time.time(),
        kind="article",
        title=page.title,
    )
    return NewJob(body=job.to_json(), delay_seconds=3_600)


def deliver(documents: list[Document]) -> None:
    """Put a document into a delivery as a story."""
    from django.contrib.auth.models import User

    from storage.database.models import SavedSearch

    ann = User.objects.create_user("ann")
    line = {"story": "", "title": documents[0].title, "documents": 1, "sites": 1}
    search = SavedSearch.objects.create(owner=ann, name="Ferries")
    search.deliveries.create(
        id="d",
        documents=[documents[0].id],
        total=1,
        facts={"stories": [{**line, "document": documents[0].id}]},
    )


def tables_with(words: Sequence[str]) -> list[str]:
    """The tables of the database that have one of these words in a column, also when unpacked."""
    from django.db import connection

    found = []
    for table in connection.introspection.table_names():
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            rows = "\n".join(unpacked(value) for row in cursor.fetchall() for value in row)
        found += [f"{table}: {word}" for word in words if word in rows.lower()]
    return found


def unpacked(value: object) -> str:
    if isinstance(value, bytes):
        with suppress(zlib.error):
            value = zlib.decompress(value)
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def keys_with(url: str, words: Sequence[str]) -> list[str]:
    """The keys of Redis that have one of these words."""
    if not url.startswith("redis"):
        return []
    from redis import Redis

    with closing(Redis.from_url(url.partition("?")[0])) as server:
        dumps = {key: server.dump(key) for key in server.scan_iter()}
    return [
        f"{key!r}"
        for key, value in dumps.items()
        for word in words
        if word.encode() in (value or b"")
    ]


@contextmanager
def erasures_of(stack: Stack) -> Iterator[Callable[[], tuple[str, int]]]:
    """Yield a function that returns how far the only erasure is, ("", 0) when it is done."""
    set_up_django()
    from features.erasure.models import Erasure

    with ready_database(stack.settings.database_url):

        def state() -> tuple[str, int]:
            found = Erasure.objects.first()
            return (found.step, found.done) if found else ("none", 0)

        yield state


QUOTING = {
    "stories_story",
    "stories_storymember",
    "stories_termcounts",
    "alerts_delivery",
}


def in_stories() -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM stories_storymember")
        [(count,)] = cursor.fetchall()
    return int(count)


# On servers, no byte is left: tests/contract/test_documents_erase.py and test_erase_state.py.
def test_it_goes_on_after_kills(home: Path, stores: dict[str, str]) -> None:
    with Stack(home, stores) as stack, erasures_of(stack) as state:
        stack.migrate()
        fill(stack)
        deliver([page(1, SITE), page(2, "kept.example")])
        stories = stack.start("stories")
        wait_until(lambda: in_stories() == PAGES + 20, 120, "they are placed", stack.logs)
        assert {each.partition(":")[0] for each in tables_with(STEMS)} >= QUOTING
        stack.kill_once_it_says("erasing documents", "erase", "--site", SITE, *WHY)
        killed_at = state()
        assert killed_at[0], "it was killed in the middle"
        second = stack.start("alerts")
        wait_until(lambda: state() != killed_at, 60, "the role goes on", stack.logs)
        second.kill()
        second.wait()
        stack.start("alerts")
        wait_until(lambda: state() == ("", 0), 240, "it ends", stack.logs)
        assert {each["site"] for each in stack.documents()} == {"kept.example"}
        assert stack.count() == 20
        answers = [each.url for _, each in open_archive_reader(stack.settings).answers()]
        assert len(answers) == 20
        with closing(open_tombstones(stack.settings)) as tombstones:
            assert tombstones.count() >= PAGES
        stories.kill()
        assert tables_with(STEMS) == []
        assert in_stories() == 20
        assert keys_with(stack.settings.state_url, STEMS) == []
        with closing(open_queue(stack.settings)) as queue:
            [left] = queue.waiting(PAGE_TUBE, 10)
        assert SITE not in left.body
        stack.stop()
        assert [each for each in files_with(home, STEMS) if ".log" not in each] == []


def test_an_erased_page_is_not_collected_again(home: Path, stores: dict[str, str]) -> None:
    with (
        FakeWeb.start(stock=3, sites=(NEWS,)) as web,
        Stack(home, stores, ARCHIVE="all") as stack,
    ):
        stack.migrate()
        [source, *_] = [each for each in web.sources() if each["channel"] in ("feed", "list")]
        stack.add_sources(records([source], pace_seconds=0.1, interval_seconds=3600))
        stack.start("scheduler")
        stack.start("worker")
        wait_until(lambda: stack.count() == 3, 90, "the articles are stored", stack.logs)
        erased = stack.documents()[0]["canonical_url"]
        # A worker writes the archive meanwhile.
        assert "is done: 1 documents" in stack.run("erase", "--address", erased, *WHY).stdout
        stack.run("force", erased, "--source", source["name"])
        wait_until(
            lambda: bool(stack.totals().pages.get(Outcome.ERASED)), 60, "it is refused", stack.logs
        )
        assert stack.count() == 2
        archived = {each.url for _, each in open_archive_reader(stack.settings).answers()}
        assert erased not in archived
        assert len(archived) == 2
        # A page of an erased site is refused, also one that nobody has seen.
        assert "is done: 2 documents" in stack.run("erase", "--site", erased, *WHY).stdout
        stack.run("force", f"{erased}-unseen", "--source", source["name"])
        wait_until(
            lambda: stack.totals().pages.get(Outcome.ERASED, 0) > 1, 60, "it is refused", stack.logs
        )
        assert stack.count() == 0


AUTHOR = SECRET[2]
ARTICLES = 300


def article(number: int) -> Document:
    """An article that stays, with comments that go."""
    made = page(number, "kept.example")
    said = [
        DocumentComment(author=AUTHOR, published=NOVEMBER, body=f"{SECRET[5]} {number}"),
        DocumentComment(author="Bob", published=NOVEMBER, body="Late."),
    ]
    return replace(made, comments=tuple(said))


def comment(stack: Stack) -> None:
    """Store the articles, and the pages of some, which show the comments."""
    articles = [article(each) for each in range(ARTICLES)]
    with closing(open_archive_writer(stack.settings)) as archive:
        for each in articles[:20]:
            body = f"<h1>{each.title}</h1>{each.comments[0]}".encode()
            archive.append(
                Answer(url=each.url, status=200, headers={}, body=body, fetched=NOVEMBER)
            )
    with closing(open_document_writer(stack.settings)) as writer:
        for first in range(0, ARTICLES, 50):
            writer.write(articles[first : first + 50])


def test_taking_comments_out_goes_on_after_a_kill(home: Path, stores: dict[str, str]) -> None:
    with Stack(home, stores) as stack, erasures_of(stack) as state:
        stack.migrate()
        comment(stack)
        # It is killed while it takes comments out, or soon after.
        stack.kill_once_it_says("taking comments out", "erase", "--author", AUTHOR, *WHY)
        steps = ("comments", "archive", "again", "comments_again", "scrub")
        assert state()[0] in steps, "it was killed in the middle"
        with closing(open_document_writer(stack.settings)) as writer:
            writer.write([article(0)])  # a worker has read the page again
        stack.start("alerts")
        wait_until(lambda: state() == ("", 0), 240, "it ends", stack.logs)
        left = stack.documents()
        assert len(left) == ARTICLES
        assert [each for page in left for each in page["comments"]] == []
        assert [each.url for _, each in open_archive_reader(stack.settings).answers()] == []
        assert tables_with(SECRET) == []
        assert keys_with(stack.settings.state_url, SECRET) == []
        stack.stop()
        assert [each for each in files_with(home, SECRET) if ".log" not in each] == []
