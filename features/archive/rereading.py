"""Read stored documents again from the archive, as this version of Newsloom reads pages.

It fetches nothing.
"""

import asyncio
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Literal

from crawler.article_pages import finished, first_page, with_page
from crawler.documents import document
from crawler.errors import ProcessDied, TooCostly
from crawler.page_hints import hints_of_job
from crawler.parsing import Parsers
from crawler.site_layouts import SiteLayouts, layout_for
from extractor.extraction import extract, extract_later_page
from extractor.results import Article, PostLayout, Rejection, Thread
from extractor.rights import strictest, strictest_statements
from features.archive.store.port import Answer, ArchiveReader, Gone
from scheduler.errors import BadJob
from scheduler.jobs import PageJob, SourceSpec
from storage.documents.port import CRAWL_FIELDS, Document

_NOT_COMPARED = (*CRAWL_FIELDS, "page_kind", "kind_confidence", "confidence")
_AT_ONCE = 4

Verdict = Literal["same", "changed", "refused", "absent", "left"]


@dataclass(frozen=True, kw_only=True)
class Reread:
    """What reading a document again gave.

    ``verdict``: "same"; "changed", with the ``new`` document and the names of the fields that
    differ; "refused": its page would be rejected today, for the reason in ``detail``; "absent": the
    archive does not have its pages; "left":
    the archive alone does not have what the text was made from.
    """

    old: Document
    verdict: Verdict
    new: Document | None = None
    changed: tuple[str, ...] = ()
    detail: str = ""


async def reread(
    documents: Iterable[Document],
    reader: ArchiveReader,
    parsers: Parsers,
    sources: Mapping[int, SourceSpec],
    layouts: Mapping[str, SiteLayouts],
) -> AsyncGenerator[Reread, None]:
    """Read documents again, a few at once; yield the results in their order.

    Args:
        documents: The stored documents.
        reader: The archive.
        parsers: The processes that read pages.
        sources: The sources as they are now, by number; of others, what the archive says of them
            counts.
        layouts: What is known of where the posts of forums are.
    """
    waiting: list[asyncio.Task[Reread]] = []
    try:
        for each in documents:
            waiting.append(
                asyncio.create_task(_read_again(each, reader, parsers, sources, layouts))
            )
            if len(waiting) >= _AT_ONCE:
                yield await waiting.pop(0)
        while waiting:
            yield await waiting.pop(0)
    finally:
        for task in waiting:
            task.cancel()


async def _read_again(
    old: Document,
    reader: ArchiveReader,
    parsers: Parsers,
    sources: Mapping[int, SourceSpec],
    layouts: Mapping[str, SiteLayouts],
) -> Reread:
    if not old.archived:
        return Reread(old=old, verdict="absent", detail="it was not archived")
    # The page has less than the document, or its text would not be the feed's.
    if old.text_source == "feed":
        return Reread(old=old, verdict="left", detail="its text is from the feed")
    try:
        answers = [await asyncio.to_thread(reader.read, place) for place in old.archived]
        job = PageJob.from_json(answers[0].job)
    except (Gone, BadJob) as error:
        return Reread(old=old, verdict="absent", detail=str(error))
    job = replace(job, source=sources.get(old.source_id, job.source))
    try:
        result = await _extract(answers, job, parsers, layout_for(layouts, job.source.id, job.url))
    except (TooCostly, ProcessDied) as error:
        return Reread(old=old, verdict="refused", detail=str(error))
    if isinstance(result, Rejection):
        if result.detail:
            detail = f"{result.reason.value}: {result.detail}"
        else:
            detail = result.reason.value
        return Reread(old=old, verdict="refused", detail=detail)
    read = document(result, job, old.canonical_url, old.url)
    # Storing it would shorten the document.
    if read.pages < old.pages:
        return Reread(old=old, verdict="left", detail="not all of its pages were archived")
    return compare(old, read)


async def _extract(
    answers: Sequence[Answer], job: PageJob, parsers: Parsers, layout: PostLayout | None
) -> Article | Thread | Rejection:
    """Return what the pages give together, as the chain of their jobs did."""
    first = answers[0]
    hints = replace(hints_of_job(job, first.fetched), post_layout=layout)
    result = await parsers.run(
        first.url, len(first.body), extract, first.body, first.url, first.headers, hints
    )
    if not isinstance(result, Article):
        return result
    read = first_page(result, first.url)
    for answer in answers[1:]:
        given = (answer.body, answer.url, answer.headers, hints_of_job(job, answer.fetched))
        page = await parsers.run(answer.url, len(answer.body), extract_later_page, *given)
        read = with_page(read.asked(answer.url), page)
    return finished(read)


def compare(old: Document, read: Document) -> Reread:
    """Return what changed; of a document that stays the same, nothing is new."""
    new = replace(read, **{name: getattr(old, name) for name in CRAWL_FIELDS})
    # What robots.txt said is not in the archive.
    stated = strictest_statements((*old.rights_stated, *read.rights_stated))
    rights = strictest((*old.rights, *read.rights))
    new = replace(new, rights=rights, rights_stated=stated)
    if new.kind == old.kind == "thread":
        new = replace(new, thread=old.thread, thread_page=old.thread_page)
    names = [each.name for each in fields(Document) if each.name not in _NOT_COMPARED]
    changed = tuple(name for name in names if getattr(new, name) != getattr(old, name))
    if not changed:
        return Reread(old=old, verdict="same")
    return Reread(old=old, verdict="changed", new=new, changed=changed)
