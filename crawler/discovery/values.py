"""What a look-up tells: its progress, and the sources that it proposes."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from crawler.preview import Preview
from extractor.results import Link


class FoundBy(StrEnum):
    """How a look-up came upon an address."""

    TYPED = "typed"
    DECLARED = "declared"
    LINKED = "linked"
    USUAL = "usual"
    ROBOTS = "robots"
    SECTION = "section"


class DiscoveryStage(StrEnum):
    """What a look-up has done; ``DiscoveryStep.count`` says how many there were."""

    STARTED = "started"
    FETCHED = "fetched"
    CANDIDATES = "candidates"
    FOUND = "found"
    SAMPLES = "samples"


@dataclass(frozen=True)
class DiscoveryStep:
    """One step of progress."""

    stage: DiscoveryStage
    count: int = 0


@dataclass(frozen=True, kw_only=True)
class PatternChoice:
    """A URL pattern for a list page: the links that it takes, and some that it leaves, of ``taken`` and ``left``."""

    pattern: str
    links: tuple[Link, ...]
    taken: int
    left_links: tuple[Link, ...]
    left: int
    chosen: bool = True


@dataclass(frozen=True, kw_only=True)
class Proposal:
    """One source that could be added.

    ``entries`` is what its list holds now, ``newest`` the time of the newest dated one; ``per_day`` is estimated, None
    where nothing tells. ``is_news`` marks a news sitemap, ``about_comments`` a feed of comments, ``shared`` is the
    share of its links that the typed page links to as well. ``preview`` holds the fetched list and sample pages.
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
    is_news: bool = False
    about_comments: bool = False
    shared: float = 0.0


@dataclass(frozen=True, kw_only=True)
class DiscoveryResult:
    """What lies behind an address, the best proposal first. ``outcome`` and ``error`` say why nothing could be read."""

    address: str
    outcome: str = ""
    error: str = ""
    proposals: tuple[Proposal, ...] = ()
    looked_at: int = 0
    elapsed_seconds: float = 0.0
