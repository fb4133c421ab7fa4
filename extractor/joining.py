"""Join the pages of an article into one. Pure: the crawler decides which pages to fetch.

Sites repeat the headline, the lead and a closing line on every page. The joined text has each of
them once: the beginning of the first page, and the end of the last.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from extractor.languages.tables import alternatives
from extractor.results import Article, Paragraph

_PAGE_MARK = re.compile(
    rf"""[\s(（\[【|/_–—-]*
    (?: (?:{alternatives("pages.page")})\s*\d{{1,2}}
        (?:\s*(?:{alternatives("pages.of")}|/)\s*\d{{1,2}})?
      | \d{{1,2}}\s*/\s*\d{{1,2}}
      | 第?\s*\d{{1,2}}\s*(?:页|頁|ページ) | [(（]\s*\d{{1,2}}\s*[)）]
      | 第[一二三四五六七八九十]{{1,3}}[页頁] )
    [\s)）\]】]*$
    """,
    re.VERBOSE | re.IGNORECASE,
)
_SAME_DAY = timedelta(hours=36)
"""Largest difference between the dates of two pages of one article: a page may name the day without
a zone.
"""
_MIN_NEW = 0.05
"""Least share of a next page's text that is new: galleries and repeated pages change a line."""
_MIN_OF_FIRST = 0.8
"""Least share of the first page's text that a view of the whole article has."""


def is_same_headline(article: Article, later: Article) -> bool:
    """Return whether the page that is linked as the article's next one has its headline, or
    none.
    """
    titles = {_key(each.title) for each in (article, later) if each.title}
    return len(titles) < 2 or _one_in_the_other(*titles)


def is_other_day(article: Article, later: Article) -> bool:
    """Return whether the next page is another article: blogs number those of one name,
    ``/links-of-the-week-2``.
    """
    dates = article.published, later.published
    return dates[0] is not None and dates[1] is not None and abs(dates[0] - dates[1]) > _SAME_DAY


def join_pages(article: Article, later: Article) -> Article:
    """Return the article, which may consist of several pages already, with the text of its next
    page.

    If the next page adds no text, as in a gallery or behind the last page of a pager that never
    ends, the article ends there.
    """
    paragraphs = _joined(article.title, article.paragraphs, later.paragraphs)
    is_longer = len(paragraphs) > len(article.paragraphs)
    if not is_longer or _mostly_known(article, later):
        return replace(article, next_url="", page_count=article.pages)
    return replace(
        article,
        content="\n".join(paragraph.text for paragraph in paragraphs),
        paragraphs=paragraphs,
        links=tuple(dict.fromkeys((*article.links, *later.links))),
        published=article.published or later.published,
        date_evidence=article.date_evidence or later.date_evidence,
        next_url=later.next_url,
        pages=article.pages + 1,
        page_count=max(article.page_count, later.page_count, article.pages + 1),
        confidence=_mean_confidence(article, later),
    )


def take_whole(article: Article, view: Article) -> Article | None:
    """Return the article with the text of a view of all its pages, or None if the view is not that.

    The view must have most of the first page's text, and more than it.
    """
    there = {_key(paragraph.text) for paragraph in view.paragraphs}
    size = sum(len(paragraph.text) for paragraph in article.paragraphs)
    shared = sum(
        len(paragraph.text) for paragraph in article.paragraphs if _key(paragraph.text) in there
    )
    if len(view.content) <= len(article.content) or shared < _MIN_OF_FIRST * size:
        return None
    return replace(
        article,
        content=view.content,
        paragraphs=view.paragraphs,
        links=view.links,
        next_url="",
        pages=article.page_count,
        confidence=view.confidence,
    )


def as_far_as_read(article: Article) -> Article:
    """Return the article as it is stored: if pages are missing, with a lower confidence.

    The confidence is an expected F1. A text that has the share r of its pages has a recall of r at
    most, and then an F1 of 2r / (1 + r).
    """
    count = max(article.page_count, article.pages + bool(article.next_url))
    if count == article.pages or article.confidence is None:
        return replace(article, page_count=count)
    share = article.pages / count
    return replace(
        article, page_count=count, confidence=article.confidence * 2 * share / (1 + share)
    )


def _joined(
    title: str, before: Sequence[Paragraph], after: Sequence[Paragraph]
) -> tuple[Paragraph, ...]:
    known = {_key(title), *(_key(paragraph.text) for paragraph in before)}
    start = next(
        (index for index, each in enumerate(after) if _key(each.text) not in known), len(after)
    )
    rest = after[start:]
    end = 0
    while end < min(len(before), len(rest)) and _key(before[-1 - end].text) == _key(
        rest[-1 - end].text
    ):
        end += 1
    if rest:
        return (*before[: len(before) - end], *rest)
    return tuple(before)


def _mostly_known(article: Article, later: Article) -> bool:
    """Return whether a page repeats the article, apart from a changing line."""
    known = {_key(article.title), *(_key(paragraph.text) for paragraph in article.paragraphs)}
    new = sum(len(each.text) for each in later.paragraphs if _key(each.text) not in known)
    return new < _MIN_NEW * sum(len(each.text) for each in later.paragraphs)


def _mean_confidence(article: Article, later: Article) -> float | None:
    if article.confidence is None or later.confidence is None:
        return article.confidence
    sizes = len(article.content), len(later.content)
    return (article.confidence * sizes[0] + later.confidence * sizes[1]) / sum(sizes)


def _one_in_the_other(one: str, other: str) -> bool:
    return one in other or other in one


def _key(text: str) -> str:
    """Return a text in the form in which pages repeat it, without a mark of the page."""
    return " ".join(_PAGE_MARK.sub("", text).split()).casefold()
