"""Ask the pages behind two readings of an article which lines of the texts are no edits."""

import asyncio
from collections.abc import Mapping

from crawler.errors import ProcessDied, TooCostly
from crawler.fetcher import Fetched
from crawler.parsing import Parsers
from extractor.extraction import lines_of_page
from extractor.results import Article, Extraction
from scheduler.jobs import PageJob
from storage.backends import open_archive_reader
from storage.documents.port import Document
from storage.errors import StorageError
from storage.settings import Settings

Lines = frozenset[str]
_MAX_LINKS = 0.5
"""Most of a text that may be links to other pages. In a list of links, each of them is content."""


async def lines_aside(
    settings: Settings,
    parsers: Parsers,
    job: PageJob,
    result: Extraction,
    fetched: Fetched,
    old: Document,
) -> tuple[Lines, Lines]:
    """Return the lines of a stored text that were not removed, since today's page still shows them,
    and the lines of today's text that are not new, since the page showed them before.

    The page of the stored text is at hand only if it was archived. Links to other pages and
    comments come and go beside a text: they are lines of both kinds.
    """
    charset = job.source.charset
    today = (fetched.body, fetched.url, fetched.headers)
    shown, links = await _lines(parsers, charset, *today)
    shown_before, links_before = await _archived_lines(settings, parsers, charset, old)
    aside = _beside(old.content, links | links_before)
    if isinstance(result, Article):
        aside &= _beside(result.content, links | links_before)
        said = [each.body for each in old.comments] + [each.body for each in result.comments]
        aside |= set(_split("\n".join(said)))
    return shown | aside, shown_before | aside


def _beside(text: str, links: Lines) -> Lines:
    """Return the links, or none if they are most of the text."""
    lines = _split(text)
    linked = sum(len(line) for line in lines if line in links)
    return links if linked <= _MAX_LINKS * sum(map(len, lines)) else frozenset()


def _split(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.split("\n")]


async def _archived_lines(
    settings: Settings, parsers: Parsers, charset: str, old: Document
) -> tuple[Lines, Lines]:
    if not old.archived:
        return frozenset(), frozenset()
    reader = open_archive_reader(settings)
    try:
        answer = await asyncio.to_thread(reader.read, old.archived[0])
    except StorageError:
        # Without the earlier page, what is new in the text counts as an edit.
        return frozenset(), frozenset()
    return await _lines(parsers, charset, answer.body, answer.url, answer.headers)


async def _lines(
    parsers: Parsers, charset: str, body: bytes, url: str, headers: Mapping[str, str]
) -> tuple[Lines, Lines]:
    try:
        return await parsers.run(url, len(body), lines_of_page, body, url, headers, charset)
    except (TooCostly, ProcessDied):
        return frozenset(), frozenset()
