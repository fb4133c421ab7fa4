"""What a look-up proposes for a source that does not do well, and what each proposal would change.

Pure.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from extractor.errors import UnusablePattern
from extractor.lists.patterns import Patterns
from storage.database.sources.moves import moved_config
from storage.database.sources.source_config import SourceConfig
from storage.database.sources.versions import Difference, draft_differences

if TYPE_CHECKING:
    from crawler.discovery.values import Proposal

_LISTS = ("list", "board")


@dataclass(frozen=True, kw_only=True)
class TakenLink:
    """A link that the repaired source would take, or a page that the source has stored. ``known``:
    it was handled before.
    """

    url: str
    title: str
    known: bool


@dataclass(frozen=True, kw_only=True)
class ShadowRun:
    """What the repaired source would take from the list as it is now, beside what the source takes.

    ``before`` is how many links of the present list the unchanged source takes, None if it cannot
    read the list. ``examples`` are the source's latest documents, of which the repaired source
    would have taken ``covered``.
    """

    links: Sequence[TakenLink]
    before: int | None
    examples: Sequence[TakenLink]
    covered: int

    @property
    def stored(self) -> int:
        """How many of its latest documents the source is compared by."""
        return len(self.examples)

    @property
    def known(self) -> int:
        """How many of the links were handled before."""
        return sum(link.known for link in self.links)

    @property
    def new(self) -> int:
        """How many pages the first visit would fetch."""
        return len(self.links) - self.known


@dataclass(frozen=True, kw_only=True)
class Repair:
    """A proposal: the repaired source, what differs, and its shadow run."""

    proposal: "Proposal"
    config: SourceConfig
    differences: Sequence[Difference]
    shadow: ShadowRun


def repaired(
    config: SourceConfig, channel: str, address: str, patterns: Sequence[str]
) -> SourceConfig:
    """Return the source with what a proposal decides; everything else stays."""
    pages = config.max_pages if channel in _LISTS else 1
    moved = moved_config(config, address)
    return replace(moved, channel=channel, patterns=tuple(patterns), max_pages=pages)


def proposed(config: SourceConfig, proposal: "Proposal") -> SourceConfig:
    """Return the source as the proposal would have it, with the patterns that it chooses."""
    patterns = [choice.pattern for choice in proposal.patterns if choice.chosen]
    return repaired(config, proposal.channel, proposal.address, patterns)


def covered(urls: Collection[str], config: SourceConfig, listed: Collection[str]) -> int:
    """Return how many stored pages the source would have taken: those that it lists or that its
    patterns match.
    """
    try:
        patterns = Patterns(config.patterns)
        return sum(
            url in listed or (bool(patterns) and patterns.matched(url) is not None) for url in urls
        )
    # The pattern is wrong or too slow, and the operator is told elsewhere; what is listed still
    # counts.
    except UnusablePattern:
        return sum(url in listed for url in urls)


def repair_of(config: SourceConfig, proposal: "Proposal", shadow: ShadowRun) -> Repair:
    """Return the proposal with what it changes."""
    changed = proposed(config, proposal)
    return Repair(
        proposal=proposal,
        config=changed,
        differences=draft_differences(config, changed),
        shadow=shadow,
    )
