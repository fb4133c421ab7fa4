"""Decide whether the result is an article (thesis 4.3.2) and not a list of others, and if not,
why.
"""

from collections.abc import Sequence

from extractor.fields.untitled import is_title
from extractor.kind import KindPrediction
from extractor.kind_declared import count_entries, declared_kind, is_for_sale
from extractor.kind_facts import linked_headlines, reasons
from extractor.kind_form import is_figures, is_term
from extractor.kind_marks import marked_kind
from extractor.page.page import Page
from extractor.page.text import CJK
from extractor.results import Body, DateEvidence, Kind, Rejection, RejectionReason, Thread

MIN_BODY_LENGTH = 101
"""Characters without white space at the ends. One in Chinese, Japanese or Korean says as much as
two others.
"""

MIN_TEASER_LENGTH = 250
"""The same for the beginning of a text, before a paywall. A shorter one says little more than the
title.
"""
LISTING_CERTAIN = 0.65
"""Least probability at which a page is rejected as a list.

In folds by site this costs 0.4 % of the articles and finds six of ten lists. The other lists are
read as articles and marked with the kind that they look like.
"""
MIN_ARTICLE = 0.2
"""Least probability at which a page is stored as an article.

In folds by site, this costs 1 % of 2,476 labelled articles and rejects three quarters of 591 other
pages. A higher value costs more on sites unlike these.
"""
MIN_TOLD_ARTICLE = 0.08
"""The same for a page that the operator calls an article.

This costs 0.5 % of the same articles and rejects 57 % of the other pages, which are landing pages,
lists, products and manuals. The next two reject 5 % more of them, and no further article.
"""
MIN_TOLD_UNSIGNED = 0.1
"""The same if the page names no author and states no date."""
MIN_TOLD_FOR_SALE = 0.5
"""The same if the page says that it sells something: it must look more like an article than not."""
MIN_THREAD = 0.1
"""Least expected F1 of the posts of a page that is taken for a thread although its source does not
say so.

Of 470 labelled threads that are taken for threads, 213 of them cut to one or two posts, none is
under 0.17.
"""
MIN_HEADLINES = 3
"""Linked headlines that a page must have to be a list, whatever it looks like. Almost empty pages
have fewer.
"""

UNDATED_ARTICLE = 0.3
"""Least probability of being an article for a page that names no date.

In folds by site, this keeps 90 of 111 labelled articles without a date, and 31 of 376 other pages
without one. 0.5 keeps 81 and 16, 0.2 keeps 93 and 43.
"""

# Least probability of an article, and else least expected F1, of a page without an author and a
# date of its own. This refuses two of about 2,470 labelled articles, and five of 84 other pages
# that were stored.
UNSIGNED_ARTICLE = 0.6
UNSIGNED_BODY = 0.8
_MAX_DAYS = 2
"""Most days in the text of a page of which one may be its own. Lists of programmes, pictures and
reviews show more.
"""
_IN_TEXT = frozenset(("text", "time", "script"))
"""Sources of dates that may be those of other things on the page."""


def check_listing(verdict: KindPrediction, page: Page) -> Rejection | None:
    """Return a rejection if the page is certainly a list of links to other pages, else None."""
    if verdict.kind is not Kind.LISTING or verdict.confidence < LISTING_CERTAIN:
        return None
    if linked_headlines(page) < MIN_HEADLINES:
        return None
    return Rejection(
        reason=RejectionReason.LISTING,
        detail=f"a list of other pages (probability {verdict.confidence:.0%}): {reasons(page)}",
    )


def check_marked(page: Page) -> Rejection | None:
    """Return a rejection if the software of the site marks the page as a list of others."""
    if marked_kind(page) is not Kind.LISTING:
        return None
    detail = "the software of the site marks the page as a list of others"
    return Rejection(reason=RejectionReason.LISTING, detail=detail)


def check_doubtful(verdict: KindPrediction, page: Page, least: float) -> Rejection | None:
    """Return a rejection if the page is an article with less than this probability, although it
    has all that an article needs.
    """
    if verdict.article >= least:
        return None
    return Rejection(
        reason=RejectionReason.DOUBTFUL,
        detail=f"probably not an article (probability of an article {verdict.article:.0%}): "
        f"{reasons(page)}",
    )


def check_told(verdict: KindPrediction, page: Page, *, is_signed: bool) -> Rejection | None:
    """Return a rejection if a page is hardly an article, although the operator calls it one."""
    if verdict.article >= MIN_TOLD_FOR_SALE:
        return None
    if is_for_sale(declared_kind(page)):
        return check_doubtful(verdict, page, MIN_TOLD_FOR_SALE)
    return check_doubtful(verdict, page, MIN_TOLD_ARTICLE if is_signed else MIN_TOLD_UNSIGNED)


def check_declared(page: Page) -> Rejection | None:
    """Return a rejection if the page says that it is something else, or is several entries of a
    blog.
    """
    if declared := declared_kind(page):
        return Rejection(
            reason=RejectionReason.DOUBTFUL,
            detail=f"the page says that it is no article: {declared}",
        )
    if entries := count_entries(page):
        detail = f"{entries} entries, each with a link to its own page"
        return Rejection(reason=RejectionReason.LISTING, detail=detail)
    return None


def check_form(page: Page, body: Body, *, is_signed: bool) -> Rejection | None:
    """Return a rejection if the page has the form of a dictionary's entry or, unsigned, of a table
    of figures.
    """
    if is_term(page):
        detail = "an entry of a dictionary: the address ends with the word that it explains"
    elif not is_signed and is_figures(body.paragraphs):
        detail = "most of the text is figures, and the page names no author and states no date"
    else:
        return None
    return Rejection(reason=RejectionReason.DOUBTFUL, detail=detail)


def check_unsigned(
    verdict: KindPrediction, body: Body, dates: Sequence[DateEvidence]
) -> Rejection | None:
    """Return a rejection if a page without an author has no date of its own and looks little like
    an article.
    """
    days = {one.value.date() for one in dates}
    if 0 < len(days) <= _MAX_DAYS or verdict.article >= UNSIGNED_ARTICLE:
        return None
    if body.confidence is None or body.confidence >= UNSIGNED_BODY:
        return None
    return Rejection(
        reason=RejectionReason.DOUBTFUL,
        detail=f"probably not an article (probability {verdict.article:.0%}): no author, no "
        "date of its own, "
        f"expected F1 of the text {body.confidence:.0%}",
    )


def is_signed(author: str, dates: Sequence[DateEvidence]) -> bool:
    """Return whether a page names an author or states when it was published, not only shows some
    date in its text.
    """
    return bool(author) or any(one.source not in _IN_TEXT for one in dates)


def check_doubtful_thread(thread: Thread, page: Page) -> Rejection | None:
    """Return a rejection if what was read as a thread is probably none of its posts, else None."""
    if thread.confidence is None or thread.confidence >= MIN_THREAD:
        return None
    complete = sum(bool(post.author and post.published) for post in thread.posts)
    return Rejection(
        reason=RejectionReason.DOUBTFUL,
        detail=f"probably not the posts of a thread (expected F1 {thread.confidence:.0%}): "
        f"{complete} of "
        f"{len(thread.posts)} have an author and a time; {reasons(page)}",
        kind=Kind.THREAD,
        kind_confidence=thread.kind_confidence,
    )


def check_article(title: str, content: str) -> Rejection | None:
    """Return None for an article: a title of 6 characters (4 in Chinese), over 100 characters of
    body (50).
    """
    if not content:
        return Rejection(reason=RejectionReason.EMPTY, detail="the page contains no running text")
    if not is_title(title):
        return Rejection(
            reason=RejectionReason.NO_TITLE,
            detail=f"the title {title!r} has {len(title)} characters; an article needs at least 6 "
            "(4 in Chinese, Japanese and Korean)",
        )
    if _is_shorter(content, MIN_BODY_LENGTH):
        return Rejection(
            reason=RejectionReason.TOO_SHORT,
            detail=f"the body has {len(content)} characters; an article needs at least "
            f"{MIN_BODY_LENGTH} "
            "(half as many in Chinese, Japanese and Korean)",
        )
    return None


def is_worth_keeping(teaser: str) -> bool:
    """Return whether the beginning of a text, before a paywall, says enough."""
    return not _is_shorter(teaser, MIN_TEASER_LENGTH)


def _is_shorter(text: str, least: int) -> bool:
    return len(text) + len(CJK.findall(text[:least])) < least


def check_undated(
    verdict: KindPrediction, *, required: bool, kind_is_known: bool
) -> Rejection | None:
    """Return None for an article without a date that is worth keeping.

    Most pages that are no articles name no date either. So unless it is known to be an article, the
    page must look like one.
    """
    missing = "the page names no date of publication between 1995 and the fetch"
    if required:
        return Rejection(
            reason=RejectionReason.NO_DATE, detail=f"{missing}, and the source requires one"
        )
    if kind_is_known or verdict.article >= UNDATED_ARTICLE:
        return None
    looks = f"it does not look like an article (probability {verdict.article:.0%})"
    return Rejection(reason=RejectionReason.NO_DATE, detail=f"{missing}, and {looks}")
