"""Whether a proposed repair may be accepted without a look at it. Pure.

A proposal is sure if the source, repaired, would have collected what it did collect. That says
more than how many links it takes: the front page of a site has many, and a source of its sports
section should not collect them all.
"""

from collections.abc import Sequence
from enum import StrEnum

MIN_LINKS = 3
"""One or two links may be there by chance."""
MIN_STORED = 3
"""Fewer documents do not tell what a source is meant to collect."""


class Doubt(StrEnum):
    """Why somebody should look at a proposal. Stored, so a name must not change."""

    OTHER_SITE = "other_site"
    FEW_LINKS = "few_links"
    NO_MORE_LINKS = "no_more_links"
    FEW_DOCUMENTS = "few_documents"
    OTHER_DOCUMENTS = "other_documents"
    WATCHED = "watched"


def doubts(
    *,
    links: int,
    before: int | None,
    stored: int,
    covered: int,
    is_same_site: bool,
    is_watched: bool,
) -> Sequence[Doubt]:
    """Return what speaks against accepting a proposal unseen; nothing if it is sure.

    Args:
        links: How many links the repaired source takes from its list.
        before: How many it takes now, None if its list cannot be read.
        stored: How many of its latest documents are known.
        covered: How many of those the repaired source would have taken.
        is_same_site: Whether its list stays on its site.
        is_watched: Whether another source reads the proposed list already.
    """
    found = []
    if not is_same_site:
        found.append(Doubt.OTHER_SITE)
    if links < MIN_LINKS:
        found.append(Doubt.FEW_LINKS)
    if before is not None and before >= links:
        found.append(Doubt.NO_MORE_LINKS)
    if stored < MIN_STORED:
        found.append(Doubt.FEW_DOCUMENTS)
    # Less than half of what was collected would be found again.
    elif 2 * covered < stored:
        found.append(Doubt.OTHER_DOCUMENTS)
    if is_watched:
        found.append(Doubt.WATCHED)
    return found
