"""The results of each keyword of a list or source. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from storage.counters.events import KeywordCounts


@dataclass(frozen=True, kw_only=True)
class KeywordYield:
    """A keyword with its counts, all sources together."""

    keyword: str
    asked: int
    found: int
    new: int
    stored: int

    @property
    def brings_nothing(self) -> bool:
        """True if the keyword was asked and had no results."""
        return self.asked > 0 and not self.stored


def yields(
    keywords: Iterable[str], counted: Iterable[Mapping[str, KeywordCounts]]
) -> list[KeywordYield]:
    """Return the counts of each keyword, in the given order.

    ``counted``: by keyword, for each source.
    """
    counts = list(counted)
    return [
        _yield(keyword, [each[keyword] for each in counts if keyword in each])
        for keyword in keywords
    ]


def _yield(keyword: str, counts: list[KeywordCounts]) -> KeywordYield:
    return KeywordYield(
        keyword=keyword,
        asked=sum(each.asked for each in counts),
        found=sum(each.found for each in counts),
        new=sum(each.new for each in counts),
        stored=sum(each.stored for each in counts),
    )
