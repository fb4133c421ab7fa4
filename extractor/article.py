"""An article: its body by an algorithm of the registry, the other fields, and the reason if it is none."""

from collections.abc import Callable
from dataclasses import dataclass

from extractor.fields.author import find_author
from extractor.fields.clock import Clock
from extractor.fields.date import Sources, find_dates
from extractor.fields.language import find_language
from extractor.page import Page
from extractor.results import Article, Body, DateCandidate, Hints, Rejection
from extractor.validity import check_article

_BEFORE, _BEHIND = 3, 8
"""Lines around the headline in which a byline may stand."""


@dataclass(frozen=True, kw_only=True)
class Draft:
    """What was read from a page as an article, whether it is one or not; the names are those of ``Article``."""

    page: Page
    body: Body
    date_evidence: tuple[DateCandidate, ...]
    author: str
    lang: str
    algorithm: str

    @property
    def title(self) -> str:
        """The headline, "" if none was found."""
        return self.page.title


def read_draft(page: Page, hints: Hints, name: str, find_body: Callable[[Page], Body]) -> Draft:
    """Everything that an article of this page would say."""
    body = find_body(page)
    lang = find_language(body.text or page.title, page.metadata.lang)
    sources = Sources(page.root, page.url, page.metadata, page.lines, page.title, hints)
    return Draft(
        page=page,
        body=body,
        date_evidence=find_dates(sources, Clock(page.collected, _with_region(lang, page.metadata.lang))),
        author=find_author(page.root, page.metadata, _around(page.lines, page.title), hints.author),
        lang=lang,
        algorithm=name,
    )


def judge(draft: Draft) -> Article | Rejection:
    """The draft as an article, or what it lacks."""
    page, content = draft.page, draft.body.text
    refused = check_article(draft.title, bool(draft.date_evidence), content)
    if refused:
        return refused
    return Article(
        url=page.url,
        canonical_url=page.metadata.canonical_url,
        title=draft.title,
        content=content,
        published=draft.date_evidence[0].value,
        date_evidence=draft.date_evidence,
        author=draft.author,
        lang=draft.lang,
        site_name=page.metadata.site_name,
        tags=page.metadata.tags,
        algorithm=draft.algorithm,
        encoding=page.encoding,
        paragraphs=draft.body.paragraphs,
        links=draft.body.links,
        confidence=draft.body.confidence,
    )


def _with_region(lang: str, declared: str) -> str:
    """The language with the region the page declares, if it is the same language."""
    return declared if declared.startswith(lang) else lang


def _around(lines: list[str], title: str) -> list[str]:
    headline = next((number for number, line in enumerate(lines) if title in line), 0)
    return lines[max(0, headline - _BEFORE) : headline + _BEHIND]
