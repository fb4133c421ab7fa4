"""An article: its body by an algorithm of the registry, the other fields, and the reason if it is none."""

from collections.abc import Callable

from extractor import dom
from extractor.fields.author import find_author
from extractor.fields.clock import Clock
from extractor.fields.date import Sources, find_dates
from extractor.fields.language import find_language
from extractor.page import Page
from extractor.results import Article, Hints, Rejection
from extractor.validity import check_article

_BEFORE, _BEHIND = 3, 8
"""Lines around the headline in which a byline may stand."""


def read_article(page: Page, hints: Hints, name: str, find_body: Callable[[Page], str]) -> Article | Rejection:
    """The page read as an article."""
    content = find_body(page)
    lang = find_language(content or page.title, page.metadata.lang)
    lines = dom.lines_of(page.steps, " ")
    sources = Sources(page.root, page.url, page.metadata, lines, page.title, hints)
    dates = find_dates(sources, Clock(page.collected, _with_region(lang, page.metadata.lang)))
    refused = check_article(page.title, bool(dates), content)
    if refused:
        return refused
    return Article(
        url=page.url,
        canonical_url=page.metadata.canonical_url,
        title=page.title,
        content=content,
        published=dates[0].value,
        date_evidence=dates,
        author=find_author(page.root, page.metadata, _around(lines, page.title), hints.author),
        lang=lang,
        site_name=page.metadata.site_name,
        tags=page.metadata.tags,
        algorithm=name,
        encoding=page.encoding,
    )


def _with_region(lang: str, declared: str) -> str:
    """The language with the region the page declares, if it is the same language."""
    return declared if declared.startswith(lang) else lang


def _around(lines: list[str], title: str) -> list[str]:
    headline = next((number for number, line in enumerate(lines) if title in line), 0)
    return lines[max(0, headline - _BEFORE) : headline + _BEHIND]
