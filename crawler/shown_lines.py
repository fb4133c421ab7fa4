"""Ask the pages behind two readings of an article which lines of the texts are no edits."""

from crawler.errors import ProcessDied, TooCostly
from crawler.fetcher import Fetched
from crawler.page_keeping import PageKeeping
from crawler.parsing import Parsers
from extractor.extraction import lines_of_page
from extractor.results import Article, Extraction
from scheduler.jobs import PageJob
from storage.documents.port import Document

Lines = frozenset[str]
_MAX_LINKS = 0.5
"""Most of a text that may be links to other pages. In a list of links, each of them is content."""


async def lines_aside(
    keeping: PageKeeping,
    parsers: Parsers,
    job: PageJob,
    result: Extraction,
    fetched: Fetched,
    old: Document,
) -> tuple[Lines, Lines]:
    """Return the lines of a stored text that were not removed, since today's page still shows them,
    and the lines of today's text that are not new, since the page showed them before.

    The page of the stored text is at hand only if it was kept. Links to other pages and
    comments come and go beside a text: they are lines of both kinds.
    """
    charset = job.source.charset
    shown, links = await _lines(parsers, charset, fetched)
    shown_before, links_before = await _lines(parsers, charset, await keeping.page_of(old))
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
    if linked <= _MAX_LINKS * sum(map(len, lines)):
        return links
    return frozenset()


def _split(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.split("\n")]


async def _lines(parsers: Parsers, charset: str, page: Fetched | None) -> tuple[Lines, Lines]:
    if page is None:
        # Without the earlier page, what is new in the text counts as an edit.
        return frozenset(), frozenset()
    given = (page.body, page.url, page.headers, charset)
    try:
        return await parsers.run(page.url, len(page.body), lines_of_page, *given)
    except (TooCostly, ProcessDied):
        return frozenset(), frozenset()
