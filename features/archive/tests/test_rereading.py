"""Pages go into the archive with what is needed to read them again, and come out as the same
documents.
"""

import asyncio
import gzip
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from crawler.job_results import Done
from crawler.parsing import Parsers
from features.archive.keeping import PageArchive, page_archive
from features.archive.rereading import Reread, reread
from features.archive.store.names import files
from features.archive.store.opening import open_archive_reader
from features.archive.store.port import NotArchived
from scheduler.jobs import SourceSpec
from storage.documents.port import Document
from storage.outcomes import Outcome
from storage.settings import Settings
from testbed.stack import Stack
from tests.command_line import command_line
from tests.unit.crawler.test_page_job import SPEC, Crawl, run

SECRETS: Any = {"headers": {"Cookie": "sid=HUSH"}, "proxy": "http://u:HUSH@proxy.example:3128"}
KEEPING = replace(SPEC, archive=True, host="long-reads.localhost", **SECRETS)


def crawled(crawl: Crawl, **fields: Any) -> Document:
    """Crawl an article on three pages; return its document."""
    found: list[Document] = []

    async def test() -> None:
        done = await crawl.to_end(crawl.job(**{"source": KEEPING, **fields}))
        assert isinstance(done, Done)
        assert done.outcome is Outcome.STORED
        found.extend(crawl.stored())

    run(crawl, test)
    [document] = found
    return document


def read_again(
    crawl: Crawl, *documents: Document, sources: Mapping[int, SourceSpec] | None = None
) -> list[Reread]:
    async def whole() -> list[Reread]:
        parsers = Parsers()
        reader = open_archive_reader(crawl.settings)
        try:
            return [each async for each in reread(documents, reader, parsers, sources or {}, {})]
        finally:
            parsers.close()

    return asyncio.run(whole())


@pytest.fixture
def crawl(tmp_path: Path) -> Crawl:
    return Crawl(tmp_path / "home", "long-reads")


def test_a_document_names_the_records_of_all_its_pages(crawl: Crawl) -> None:
    document = crawled(crawl)
    assert len(document.archived) == document.pages == 3
    reader = open_archive_reader(crawl.settings)
    assert [reader.read(place).url for place in document.archived] == crawl.fetcher.fetched


def test_nothing_secret_is_archived(crawl: Crawl) -> None:
    crawled(crawl)
    whole = b"".join(
        gzip.decompress(path.read_bytes()) for path in files(crawl.settings.home / "archive")
    )
    assert b"Newsloom-Job" in whole
    assert b"HUSH" not in whole


def test_sources_that_do_not_ask_are_not_archived(crawl: Crawl) -> None:
    assert crawled(crawl, source=SPEC).archived == ()
    assert files(crawl.settings.home / "archive") == []


def test_reading_again_gives_the_same_document(crawl: Crawl) -> None:
    assert [each.verdict for each in read_again(crawl, crawled(crawl))] == ["same"]


def test_what_was_read_otherwise_changes_and_keeps_its_place(crawl: Crawl) -> None:
    right = crawled(crawl)
    moved: dict[str, Any] = {"id": "0" * 32, "copy_id": "c", "source": "Renamed"}
    wrong = replace(right, **moved, title="Wrong", content="Half of it.", author="")
    [result] = read_again(crawl, wrong)
    assert result.verdict == "changed"
    assert set(result.changed) == {"title", "content", "author"}
    assert result.new == replace(right, **moved)


def test_the_rules_of_a_source_are_those_of_today(crawl: Crawl) -> None:
    document = crawled(crawl)
    [result] = read_again(
        crawl, document, sources={document.source_id: replace(SPEC, tags=("new",))}
    )
    assert (result.verdict, result.changed) == ("changed", ("tags",))
    [result] = read_again(
        crawl, document, sources={document.source_id: replace(SPEC, charset="no-such-charset")}
    )
    assert result.verdict == "refused"
    assert "no-such-charset" in result.detail


def test_what_the_archive_does_not_have_is_said(crawl: Crawl) -> None:
    document = crawled(crawl)
    given = [
        replace(document, archived=()),
        replace(document, archived=document.archived[:1]),
        replace(document, text_source="feed"),
        replace(document, archived=("newsloom-x.warc.gz:0",)),
    ]
    assert [each.verdict for each in read_again(crawl, *given)] == [
        "absent",
        "left",
        "left",
        "absent",
    ]


class FullArchive:
    """Takes nothing until it has room."""

    def __init__(self) -> None:
        self.has_room = False

    def append(self, _answer: object) -> str:
        if not self.has_room:
            raise NotArchived("the disk is full")
        return "file.warc.gz:0"

    def tend(self) -> None:
        raise NotArchived("no such disk")

    def erase(self, is_wanted: Callable[[str], bool]) -> Iterator[int]:
        yield from ()

    def erase_at(self, place: str) -> None: ...

    def prune(self, keep_days: int, keep_bytes: int) -> tuple[int, int]:
        return 0, 0

    def close(self) -> None: ...


def test_pages_are_stored_although_the_archive_is_full(
    crawl: Crawl, caplog: pytest.LogCaptureFixture
) -> None:
    writer = FullArchive()
    archive = PageArchive(writer, open_archive_reader(crawl.settings), wanted="all")
    crawl.archive_in(archive)
    assert crawled(crawl).archived == ()
    assert archive.problem == "the disk is full"
    assert [record.message for record in caplog.records].count("archive.failed") == 1


def test_an_archive_that_has_room_again_says_so(tmp_path: Path) -> None:
    writer = FullArchive()
    crawl = Crawl(tmp_path / "other", "valley-courier")
    archive = PageArchive(writer, open_archive_reader(crawl.settings), wanted="all")
    crawl.archive_in(archive)
    asyncio.run(archive.tend())
    archive._refused, writer.has_room = "the disk is full", True
    assert crawled(crawl).archived == ("file.warc.gz:0",)
    assert archive.problem == "no such disk"


def test_what_was_archived_is_read_while_nothing_is_archived(crawl: Crawl) -> None:
    [place, *_] = crawled(crawl).archived
    given = {"NEWSLOOM_HOME": str(crawl.settings.home), "NEWSLOOM_ARCHIVE": "none"}
    archive = page_archive(Settings.from_mapping(given))
    assert not archive.wants(KEEPING)
    page = asyncio.run(archive.read(place))
    assert page
    assert page.url == crawl.fetcher.fetched[0]
    assert asyncio.run(archive.read("newsloom-x.warc.gz:0")) is None
    asyncio.run(archive.close())


@pytest.fixture
def stack(tmp_path: Path) -> Any:
    with Stack(tmp_path / "home") as stack:
        yield stack


def test_the_command_shows_first_and_then_writes(stack: Stack) -> None:
    crawl = Crawl(stack.settings.home, "long-reads")
    right = crawled(crawl)
    with command_line(stack) as commands, closing(crawl.documents) as documents:
        documents.write([replace(right, title="An older title", author="")])
        said = commands.run("reread", "--dry-run", "--since", "-1d").stdout
        assert said.startswith("1 documents to read again\n")
        assert right.id in said
        assert "An older title" in said
        assert said.endswith("1 changed\n")
        assert [each.title for each in crawl.stored()] == ["An older title"]
        assert commands.run("reread", "--source", SPEC.name).stdout.endswith("1 changed\n")
        [written] = crawl.stored()
        assert written == replace(right, copy_id=written.copy_id)
        assert commands.run("reread").stdout.endswith("1 the same\n")
        assert commands.run("reread", "nothing").stdout.endswith("no documents\n")
        assert commands.run("reread", "--since", "soon", check=False).returncode == 2
        assert commands.run("reread", "(", check=False).returncode == 1
        assert "1 files" in commands.run("archive", "show").stdout
        assert "deleted 0 files" in commands.run("archive", "prune").stdout
        assert "deleted 0 files" in commands.run("archive", "prune", "--days", "1").stdout
