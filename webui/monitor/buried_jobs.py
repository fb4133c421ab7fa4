"""Buried jobs grouped for the monitor: the reason, the count and some examples. Pure."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from webui.monitor.jobs import JobRow

_SAMPLES = 3


@dataclass(frozen=True, kw_only=True)
class BuriedGroup:
    """The buried jobs of one tube and reason.

    ``sources`` are the most frequent ones with their counts; ``stored`` is of how many jobs a later
    visit stored the page, so that nothing is left to do.
    """

    tube: str
    code: str
    count: int
    samples: Sequence[JobRow]
    sources: Sequence[tuple[str, int]]
    stored: int = 0


def grouped(rows: Iterable[JobRow], stored: Collection[JobRow]) -> list[BuriedGroup]:
    """Return the jobs by tube and reason code, first the group with the most of which nobody has
    ``stored`` the page since.

    Samples are the oldest jobs of each.
    """
    groups: dict[tuple[str, str], list[JobRow]] = {}
    for row in rows:
        groups.setdefault((row.tube, row.code), []).append(row)
    found = [
        BuriedGroup(
            tube=tube,
            code=code,
            count=len(alike),
            stored=sum(row in stored for row in alike),
            samples=alike[:_SAMPLES],
            sources=Counter(row.head.source for row in alike if row.head.source).most_common(
                _SAMPLES
            ),
        )
        for (tube, code), alike in groups.items()
    ]
    return sorted(found, key=lambda group: (group.stored - group.count, group.tube, group.code))
