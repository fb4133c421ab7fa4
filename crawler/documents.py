"""Turn an extraction into the document that is stored. No other module does."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from crawler.citations import citations
from crawler.comments import merged_comments
from crawler.thread_pages import numbered
from extractor.results import Article, DateEvidence, Kind, Link, Post, Thread
from scheduler.jobs import PageJob
from storage.documents.chinese import chinese_script
from storage.documents.port import (
    FIRST_SEEN,
    LINE_KINDS,
    Citation,
    Document,
    DocumentComment,
    DocumentPost,
)
from storage.documents.records import storable_document
from storage.keys import canonical_address, canonical_url, is_web_url, site_of, url_key

_LETTERS = {kind: letter for letter, kind in LINE_KINDS.items()}
_VARIANTS = frozenset({"www", "m", "mobile", "wap", "3g", "amp", "print"})


def identity(result: Article | Thread, fetched_url: str) -> str:
    """Return the canonical URL of a fetched page.

    Believe rel=canonical only within the page's site. Later pages of a thread often name the first
    page, so threads keep the address they were fetched from.
    """
    fetched = canonical_address(fetched_url)
    if isinstance(result, Thread) or not result.canonical_url:
        return fetched
    try:
        named = canonical_url(result.canonical_url)
    except ValueError:
        return fetched
    if _domain(named) == _domain(fetched):
        return named
    return fetched


def first_of_thread(thread: Thread, fetched_url: str) -> str:
    """Return the canonical URL of the first page of a thread, of which one page was fetched."""
    named = thread.thread_url
    return canonical_url(named if is_web_url(named) else fetched_url)


def _domain(url: str) -> str:
    """Return the part of the host, with the port, that mobile and print versions share."""
    parts = urlsplit(url)
    labels = (parts.hostname or "").split(".")
    return ".".join(labels[1:] if labels[0] in _VARIANTS else labels) + f":{parts.port}"


def document(result: Article | Thread, job: PageJob, url: str, fetched_url: str) -> Document:
    """Return the document of an article or a thread page, with texts as they are stored.

    ``url`` is its ``identity``.
    """
    if isinstance(result, Thread):
        return storable_document(_thread_document(result, job, url, fetched_url))
    return storable_document(_article_document(result, job, url, fetched_url))


def _article_document(result: Article, job: PageJob, url: str, fetched_url: str) -> Document:
    return Document(
        **_origin(job, url, fetched_url),
        kind="post" if result.kind is Kind.POST else "article",
        lang=_language(result.lang, result.content),
        title=result.title,
        content=result.content,
        line_kinds=_line_kinds(result),
        citations=_citations(result.links, url),
        comments=merged_comments((), map(_comment, result.comments)),
        comments_url=result.comments_url,
        author=result.author,
        published=result.published,
        date_evidence=tuple(_evidence(candidate) for candidate in result.date_evidence)
        or (_first_seen(job),),
        tags=tuple(dict.fromkeys((*job.source.tags, *result.tags))),
        modified=result.modified,
        image=result.image,
        next_url=result.next_url,
        pages=result.pages,
        page_count=result.page_count,
        text_source=result.text_source,
        text_reason=result.text_reason,
        rights=result.rights,
        rights_stated=result.rights_stated,
        **_certainty(result),
    )


def _line_kinds(article: Article) -> str:
    """Return a letter for each line of the content, or "" if all are paragraphs."""
    lines = ((paragraph.kind, 1 + paragraph.text.count("\n")) for paragraph in article.paragraphs)
    letters = "".join(_LETTERS[kind] * count for kind, count in lines)
    is_known = len(letters) == 1 + article.content.count("\n")
    if is_known and letters.strip(_LETTERS["paragraph"]):
        return letters
    return ""


def _citations(links: Iterable[Link], url: str) -> tuple[Citation, ...]:
    return tuple(Citation(url=link.url, text=link.title) for link in citations(links, url))


def _thread_document(thread: Thread, job: PageJob, url: str, fetched_url: str) -> Document:
    first = job.thread_url or first_of_thread(thread, url)
    opening = thread.posts[0]
    content = "\n".join(post.body for post in thread.posts)
    return Document(
        **_origin(job, url, fetched_url),
        kind="thread",
        lang=_language(thread.lang, content),
        title=thread.title,
        content=content,
        citations=_citations((link for post in thread.posts for link in post.links), url),
        author=opening.author,
        published=opening.published,
        tags=job.source.tags,
        thread=url_key(first),
        thread_page=max(job.page, thread.page),
        posts=tuple(map(_post, numbered(thread.posts, job.number_before))),
        rights=thread.rights,
        rights_stated=thread.rights_stated,
        **_certainty(thread),
    )


def minute_of_publication(result: Article | Thread) -> float | None:
    """Return the Unix time of an article's publication if it is known to the minute, not only to
    the day.

    A thread has none, because its page changes as long as people reply.
    """
    if isinstance(result, Thread) or not result.date_evidence:
        return None
    chosen = result.date_evidence[0]
    if chosen.exact and chosen.role == "published":
        return chosen.value.timestamp()
    return None


def _language(lang: str, content: str) -> str:
    """Return the language; for Chinese, which the extractor does not divide, with its script."""
    return chinese_script(content) if lang == "zh" else lang


def _certainty(result: Article | Thread) -> dict[str, Any]:
    return {
        "page_kind": result.kind.value,
        "kind_confidence": result.kind_confidence,
        "confidence": result.confidence,
    }


def _origin(job: PageJob, url: str, fetched_url: str) -> dict[str, Any]:
    return {
        "id": url_key(url),
        "url": fetched_url,
        "canonical_url": url,
        "source": job.source.name,
        "source_id": job.source.id,
        "site": site_of(url) or job.site,
        "channel": job.source.channel,
        "collected": _collected(job),
    }


def _collected(job: PageJob) -> datetime:
    return datetime.fromtimestamp(job.collected, UTC)


def _post(post: Post) -> DocumentPost:
    return DocumentPost(
        author=post.author,
        published=post.published,
        floor=post.floor,
        body=post.body,
        quoted=post.quoted,
        reply_to=post.reply_to,
        parent=post.parent,
    )


def _comment(post: Post) -> DocumentComment:
    return DocumentComment(author=post.author, published=post.published, body=post.body)


def _first_seen(job: PageJob) -> str:
    """Return the evidence line of an undated article: when Newsloom found it, which is no date of
    publication.
    """
    return f"{FIRST_SEEN}: {job.list_url or job.url} -> {_collected(job).isoformat()}"


def _evidence(candidate: DateEvidence) -> str:
    source = candidate.source
    if candidate.role != "published":
        source += f", {candidate.role}"
    return f"{source}: {candidate.raw} -> {candidate.value.isoformat()}"
