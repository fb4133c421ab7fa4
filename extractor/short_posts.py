"""What a list carries whole: short posts of a microblog or a channel, which have no page of their
own, and pages that nobody can fetch, such as mails. Pure.
"""

from dataclasses import replace

from extractor.dates.context import DateContext
from extractor.fields.language import find_language
from extractor.results import (
    Article,
    DateEvidence,
    Hints,
    Kind,
    Paragraph,
    Rejection,
    RejectionReason,
)

_MAX_TITLE = 100
"""Most characters of the beginning that stands for a title, as lists of documents need one."""


def short_post(url: str, hints: Hints) -> Article | Rejection:
    """Return the post that a list carries in ``hints.content``. The rules against short pages do
    not apply to it.
    """
    if not hints.content:
        return Rejection(reason=RejectionReason.EMPTY, detail="the post has no text")
    lang = find_language(hints.content, "")
    if hints.published:
        published = DateContext(hints.collected, lang).settle(hints.published)
    else:
        published = None
    if published is None and hints.require_date:
        return Rejection(reason=RejectionReason.NO_DATE, detail="the list names no time")
    evidence: tuple[DateEvidence, ...] = ()
    if published:
        evidence = (DateEvidence(value=published, source="list", raw=published.isoformat()),)
    return Article(
        url=url,
        canonical_url="",
        title=beginning(hints.content),
        content=hints.content,
        paragraphs=tuple(Paragraph(text=line) for line in hints.content.split("\n")),
        published=published,
        date_evidence=evidence,
        author=hints.author,
        lang=lang,
        links=hints.links,
        kind=Kind.POST,
    )


def carried_article(url: str, hints: Hints) -> Article | Rejection:
    """Return the article that a list carries: its title is ``hints.title``, its text
    ``hints.content``. The rules against short pages do not apply to it.
    """
    post = short_post(url, hints)
    if isinstance(post, Article):
        return replace(post, title=hints.title or post.title, kind=Kind.ARTICLE)
    if post.reason is RejectionReason.EMPTY:
        return replace(post, detail="it has no text, or more than a job can carry")
    return post


def beginning(text: str) -> str:
    """Return what stands for the title of a text without one."""
    line = " ".join(text.split())
    if len(line) <= _MAX_TITLE:
        return line
    return line[: _MAX_TITLE - 1].rstrip() + "…"
