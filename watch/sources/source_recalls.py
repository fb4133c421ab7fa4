"""The recall of sources: computed by the observer, read from its conditions by everything else."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from storage.database.models import Source
from storage.database.searches.events import RECALL_CONDITION, Condition, conditions
from storage.findings.port import SourceFindings
from watch.sources.recall import Compared, Recall, comparable, recalls


def find_recalls(
    findings: SourceFindings, sources: Sequence[Source], now: datetime
) -> dict[int, Recall]:
    """Return the recall of the sources whose sites have both a feed and a list page.

    Raises Unavailable.
    """
    compared = [
        Compared(
            id=each.pk, channel=each.channel, address=each.address, interval_seconds=_longest(each)
        )
        for each in sources
        if each.enabled
    ]
    found: dict[int, Recall] = {}
    for site in comparable(compared):
        found |= recalls(site, findings.list_links([each.id for each in site]), now.timestamp())
    return found


def known_recalls() -> dict[int, Recall]:
    """Return what the observer found last, by source. Raises Unavailable."""
    known = conditions(RECALL_CONDITION)
    return {
        int(key.removeprefix(RECALL_CONDITION)): Recall(**one.detail) for key, one in known.items()
    }


def recall_of(source_id: int, known: Mapping[str, Condition]) -> Recall | None:
    """Return the recall of a source by the conditions."""
    one = known.get(f"{RECALL_CONDITION}{source_id}")
    return Recall(**one.detail) if one else None


def _longest(source: Source) -> int:
    return max(source.interval_seconds, source.longest_interval_seconds)
