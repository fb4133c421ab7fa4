"""Whether what was found is an article (thesis 4.3.2) and no list of others, and if not, why."""

from extractor.kind import KindPrediction
from extractor.kind_facts import linked_headlines, reasons
from extractor.page.page import Page
from extractor.results import Kind, Rejection, RejectionReason

SHORTEST_TITLE = 6
SHORTEST_BODY = 101
"""Characters, without white space at the ends; a Chinese character is one."""

LISTING_CERTAIN = 0.65
"""Probability from which on a page is refused as a list. In folds by site that costs 0.4 % of the articles and finds
six of ten lists; the others are read as articles, and marked as what they look like."""
FEWEST_HEADLINES = 3
"""Headlines that are links, without which a page is no list whatever it looks like: an almost empty one, say."""


def check_listing(verdict: KindPrediction, page: Page) -> Rejection | None:
    """None unless the page is surely a list of links to other pages."""
    if verdict.kind is not Kind.LISTING or verdict.confidence < LISTING_CERTAIN:
        return None
    if linked_headlines(page) < FEWEST_HEADLINES:
        return None
    return Rejection(
        reason=RejectionReason.LISTING,
        detail=f"a list of other pages, with a probability of {verdict.confidence:.0%}: {reasons(page)}",
    )


def check_article(title: str, dated: bool, content: str) -> Rejection | None:
    """None for an article: more than 5 characters of title, a date, more than 100 characters of body."""
    if not content:
        return Rejection(reason=RejectionReason.EMPTY, detail="the page holds no running text")
    if len(title) < SHORTEST_TITLE:
        return Rejection(
            reason=RejectionReason.NO_TITLE,
            detail=f"title {title!r}: {len(title)} characters, at least {SHORTEST_TITLE} wanted",
        )
    if not dated:
        return Rejection(
            reason=RejectionReason.NO_DATE, detail="no date of publication between 1995 and the fetch was found"
        )
    if len(content) < SHORTEST_BODY:
        return Rejection(
            reason=RejectionReason.TOO_SHORT, detail=f"body: {len(content)} characters, at least {SHORTEST_BODY} wanted"
        )
    return None
