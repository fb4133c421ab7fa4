"""How much of what a site publishes a source finds, where the site has both a feed and a list page.

Pure.

What one of them has shown, and the other has not long after, the other has missed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from storage.channels import traits_of
from storage.keys import site_of

# With fewer links, chance decides.
_MIN_LINKS = 10
_LOW = 0.5
_MIN_SECONDS = 3_600.0
_VISITS = 2

LinkTimes = Mapping[str, float]
"""The keys of the newest links of a source, each with the Unix time of the visit that found it
first.
"""


@dataclass(frozen=True, kw_only=True)
class Compared:
    """What is compared of a source."""

    id: int
    channel: str
    address: str
    interval_seconds: int


@dataclass(frozen=True, kw_only=True)
class Recall:
    """Of ``shown`` links that the site's sources of the other ``channel`` showed, a source has
    ``missed`` some.
    """

    channel: str
    shown: int
    missed: int

    @property
    def share(self) -> float:
        """The share that it found, from 0 to 1."""
        return 1 - self.missed / self.shown

    @property
    def is_low(self) -> bool:
        """Return whether it misses more than it finds."""
        return self.share < _LOW


def comparable(sources: Sequence[Compared]) -> list[Sequence[Compared]]:
    """Return the sources of each site that has both a feed and a list page."""
    compared = [source for source in sources if traits_of(source.channel).shows_newest]
    wanted = sorted(compared, key=_site)
    sites = (list(group) for _, group in groupby(wanted, key=_site))
    return [group for group in sites if len({source.channel for source in group}) > 1]


def recalls(
    site: Sequence[Compared], links: Mapping[int, LinkTimes], now: float
) -> dict[int, Recall]:
    """Return the recall of each source of a site for which enough is known."""
    found = {}
    for source in site:
        others = [other for other in site if other.channel != source.channel]
        shown = {key for other in others for key in _due(source, other, links, now)}
        if len(shown) >= _MIN_LINKS:
            missed = len(shown - links[source.id].keys())
            found[source.id] = Recall(channel=others[0].channel, shown=len(shown), missed=missed)
    return found


def _due(
    source: Compared, other: Compared, links: Mapping[int, LinkTimes], now: float
) -> Iterator[str]:
    """Yield the links of the other source that this one should have found by now.

    What either had at its first visit, or before the oldest link that is kept, says nothing.
    """
    own, theirs = links.get(source.id), links.get(other.id)
    if not own or not theirs:
        return
    start = max(min(own.values()), min(theirs.values()))
    end = now - max(_VISITS * max(source.interval_seconds, other.interval_seconds), _MIN_SECONDS)
    yield from (key for key, at in theirs.items() if start < at <= end)


def _site(source: Compared) -> str:
    return site_of(source.address)
