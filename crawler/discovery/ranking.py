"""Rank proposals. Pure.

A feed is best: it says what is new and when, and nothing else. If the page is a forum's board, the
board is better than a feed, because threads grow. A news sitemap holds two days. A list page has
only links. An ordinary sitemap holds everything that the site ever published, so it comes last.
"""

from collections.abc import Sequence
from datetime import datetime
from urllib.parse import urlsplit

from crawler.discovery.values import FoundBy, Proposal

_BASE = {"feed": 100, "board": 110, "list": 60, "sitemap": 40}
_OF_FEATURE = 90
"""A list of a channel that a feature brings is data, too."""
_NEWS_SITEMAP = 80
_SILENT_DAYS = ((365, 60), (60, 30))
_FEW_ENTRIES = 3
_NEAR_SHARE = 0.2


def ranked(proposals: Sequence[Proposal], page_url: str, now: datetime) -> tuple[Proposal, ...]:
    """Return the proposals, best first; equal ones keep their order.

    If the operator typed a page below the front page and it is a list, they want that list, or its
    own feed.
    """
    is_front = urlsplit(page_url).path in ("", "/")
    is_section = not is_front and any(proposal.found_by is FoundBy.TYPED for proposal in proposals)
    return tuple(
        sorted(proposals, key=lambda proposal: -worth(proposal, now, is_section=is_section))
    )


def worth(proposal: Proposal, now: datetime, *, is_section: bool) -> float:
    """Return the worth of a proposal in points.

    ``is_section``: the typed page is a list below the front page.
    """
    points = float(_NEWS_SITEMAP if proposal.is_news else _BASE.get(proposal.channel, _OF_FEATURE))
    if is_section and proposal.found_by is FoundBy.TYPED:
        points += 30
    elif is_section and proposal.channel == "feed" and proposal.shared < _NEAR_SHARE:
        points -= 25
    if proposal.found_by is FoundBy.SECTION:
        points -= 15
    if proposal.about_comments:
        points -= 60
    if proposal.entries < _FEW_ENTRIES:
        points -= 40
    return points - _silence(proposal, now) - _failures(proposal) + 10 * proposal.shared


def _silence(proposal: Proposal, now: datetime) -> int:
    if proposal.newest is None:
        return 0
    days = (now - proposal.newest).days
    return next((points for limit, points in _SILENT_DAYS if days > limit), 0)


def _failures(proposal: Proposal) -> float:
    """Return the points that a proposal loses for sample pages that Newsloom would not store."""
    samples = proposal.preview.samples
    if samples:
        return 45 * sum(not sample.kept for sample in samples) / len(samples)
    return 0
