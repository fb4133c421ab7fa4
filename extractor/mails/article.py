"""The document of a mail whose text a list carries. Pure."""

from dataclasses import replace

from extractor.results import Article, Hints, Kind, Rejection, RejectionReason
from extractor.short_posts import short_post


def mail_article(url: str, hints: Hints) -> Article | Rejection:
    """Return the mail at the address ``url`` as an article: its subject is ``hints.title``, its
    text ``hints.content``. The rules against short pages do not apply to it.
    """
    post = short_post(url, hints)
    if isinstance(post, Article):
        return replace(post, title=hints.title or post.title, kind=Kind.ARTICLE)
    if post.reason is RejectionReason.EMPTY:
        return replace(post, detail="the mail has no text, or more than a job can carry")
    return post
