"""Decide whether the text of an article comes from its page or from the feed that led there.

Pure.
"""

from dataclasses import replace

from extractor.dates.context import DateContext
from extractor.fields.language import find_language
from extractor.results import (
    Article,
    DateEvidence,
    Extraction,
    Hints,
    Kind,
    Paragraph,
    Rejection,
    RejectionReason,
)
from extractor.validity import check_article

_MIN_OF_FEED = 0.75
"""A page with a smaller share of the feed's characters is a teaser. Feeds also carry captions and
related links.
"""
_ARTICLE_NOT_SHOWN = frozenset(
    {
        RejectionReason.EMPTY,
        RejectionReason.TOO_SHORT,
        RejectionReason.NO_TITLE,
        RejectionReason.DOUBTFUL,
        RejectionReason.CHALLENGE,
        RejectionReason.CONSENT,
        RejectionReason.LOGIN,
        RejectionReason.PAYWALL,
        RejectionReason.SCRIPT_SHELL,
    }
)
"""Rejections of a page that shows something else than its article, or too little of it. An error
page is not among them: the site has withdrawn the article.
"""


def better_text(result: Extraction, url: str, hints: Hints) -> Extraction:
    """Return the extraction of a page, with the feed's text where that is the better one.

    Newsloom takes the feed's text if the page was rejected because it does not show the article, or
    if the page has much less text than the feed.
    """
    if isinstance(result, Article) and hints.content:
        return _longer(result, hints.content)
    if isinstance(result, Rejection) and result.reason in _ARTICLE_NOT_SHOWN:
        why = f"the page was rejected as {result.reason}: {result.detail}"
        article = article_of_feed(url, hints, why)
        return _with_rights_of(article, result) if article else result
    return result


def _with_rights_of(article: Article, page: Rejection) -> Article:
    """Return an article with what the rejected page says about the use of its text."""
    return replace(article, rights=page.rights, rights_stated=page.rights_stated)


def article_of_feed(url: str, hints: Hints, reason: str) -> Article | None:
    """Return the article that the feed alone describes, None if that is none.

    ``reason`` says what the page lacks.
    """
    if not hints.content or check_article(hints.title, hints.content):
        return None
    lang = find_language(hints.content, "")
    if hints.published:
        published = DateContext(hints.collected, lang).settle(hints.published)
    else:
        published = None
    if published is None and hints.require_date:
        return None
    evidence = (
        DateEvidence(value=published, source="feed", raw=published.isoformat())
        if published
        else None
    )
    return Article(
        url=url,
        canonical_url="",
        title=hints.title,
        content=hints.content,
        paragraphs=_paragraphs(hints.content),
        published=published,
        date_evidence=(evidence,) if evidence else (),
        author=hints.author,
        lang=lang,
        kind=Kind.ARTICLE,
        text_source="feed",
        text_reason=reason,
        comments_url=hints.comments_url if hints.read_comments else "",
    )


def _longer(article: Article, content: str) -> Article:
    size, offered = _size(article.content), _size(content)
    least = 1.0 if article.text_source == "teaser" else _MIN_OF_FEED
    if size >= least * offered:
        return article
    # The feed has the text of all pages, and no algorithm estimated how good it is.
    return replace(
        article,
        content=content,
        paragraphs=_paragraphs(content),
        links=(),
        confidence=None,
        algorithm="",
        next_url="",
        whole_url="",
        pages=1,
        page_count=1,
        text_source="feed",
        text_reason=f"the page has {size:,} characters of text, the feed {offered:,}",
    )


def _paragraphs(content: str) -> tuple[Paragraph, ...]:
    return tuple(Paragraph(text=line) for line in content.split("\n"))


def _size(text: str) -> int:
    """Return the number of characters without white space."""
    return sum(map(len, text.split()))
