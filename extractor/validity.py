"""Whether what was found is an article (thesis 4.3.2), and if not, why."""

from extractor.results import Reason, Rejection

SHORTEST_TITLE = 6
SHORTEST_BODY = 101
"""Characters, without white space at the ends; a Chinese character is one."""


def check_article(title: str, dated: bool, content: str) -> Rejection | None:
    """None for an article: more than 5 characters of title, a date, more than 100 characters of body."""
    if not content:
        return Rejection(reason=Reason.EMPTY, detail="the page holds no running text")
    if len(title) < SHORTEST_TITLE:
        return Rejection(
            reason=Reason.NO_TITLE, detail=f"title {title!r}: {len(title)} characters, at least {SHORTEST_TITLE} wanted"
        )
    if not dated:
        return Rejection(reason=Reason.NO_DATE, detail="no date of publication between 1995 and the fetch was found")
    if len(content) < SHORTEST_BODY:
        return Rejection(
            reason=Reason.TOO_SHORT, detail=f"body: {len(content)} characters, at least {SHORTEST_BODY} wanted"
        )
    return None
