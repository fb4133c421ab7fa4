"""What a discovery reports: its progress and the sources that it proposes."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from crawler.preview import Preview
from extractor.results import Link


class FoundBy(StrEnum):
    """How discovery found an address."""

    TYPED = "typed"
    DECLARED = "declared"
    LINKED = "linked"
    USUAL = "usual"
    ROBOTS = "robots"
    SECTION = "section"


class DiscoveryStage(StrEnum):
    """What discovery has done; ``DiscoveryStep.count`` is the number of items."""

    STARTED = "started"
    FETCHED = "fetched"
    CANDIDATES = "candidates"
    CHECKED = "checked"
    FOUND = "found"
    SAMPLES = "samples"


@dataclass(frozen=True)
class DiscoveryStep:
    """One step of progress."""

    stage: DiscoveryStage
    count: int = 0


@dataclass(frozen=True, kw_only=True)
class PatternChoice:
    """A URL pattern for a list page, with some of the ``taken`` links that it selects and the
    ``left`` others.

    ``denied`` is how many of the taken links robots.txt denies.
    """

    pattern: str
    links: tuple[Link, ...]
    taken: int
    left_links: tuple[Link, ...]
    left: int
    denied: int = 0
    chosen: bool = True


@dataclass(frozen=True, kw_only=True)
class Proposal:
    """One source that the operator could add.

    ``entries`` is the number of entries in its list now, ``newest`` the time of the newest dated
    one. ``per_day`` is an estimate, None if unknown. ``is_news`` marks a news sitemap,
    ``about_comments`` a feed of comments. ``shared`` is the share of its links that the typed page
    also links to. ``time_zone`` is that of the site's country or language. ``max_pages`` is how
    many pages of the list to read. ``preview`` holds the fetched list and sample pages.
    """

    channel: str
    address: str
    found_by: FoundBy
    preview: Preview
    title: str = ""
    entries: int = 0
    newest: datetime | None = None
    per_day: float | None = None
    interval_seconds: int = 900
    patterns: tuple[PatternChoice, ...] = ()
    max_pages: int = 1
    time_zone: str = ""
    is_news: bool = False
    about_comments: bool = False
    shared: float = 0.0


@dataclass(frozen=True, kw_only=True)
class UnreadList:
    """An address that the site names as a list of its articles, and why it could not be read."""

    address: str
    found_by: FoundBy
    outcome: str
    error: str


@dataclass(frozen=True, kw_only=True)
class DiscoveryResult:
    """The proposals for an address, best first.

    If there are none, ``outcome`` and ``error`` say why. ``unread`` are lists that may be proposed
    at another time.
    """

    address: str
    outcome: str = ""
    error: str = ""
    proposals: tuple[Proposal, ...] = ()
    unread: tuple[UnreadList, ...] = ()
    looked_at: int = 0
    elapsed_seconds: float = 0.0
