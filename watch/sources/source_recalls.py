"""The recall of sources: computed by the observer, read from its conditions by everything else."""

from collections.abc import Mapping
from datetime import datetime

from django.db.models.functions import Greatest

from storage.database.models import Source
from storage.database.searches.events import RECALL_CONDITION, KnownCondition, lowest_conditions
from storage.findings.store import SourceFindings
from watch.sources.recall import Compared, Recall, comparable, recalls


def find_recalls(findings: SourceFindings, now: datetime) -> dict[int, Recall]:
    """Return the recall of the enabled sources whose sites have both a feed and a list page.

    Raises Unavailable.
    """
    found: dict[int, Recall] = {}
    for site in comparable(_compared()):
        found |= recalls(site, findings.list_links([each.id for each in site]), now.timestamp())
    return found


def lowest_recalls(most: int) -> dict[int, Recall]:
    """Return the lowest ones that the observer found last, by source. Raises Unavailable."""
    known = lowest_conditions(RECALL_CONDITION, most)
    return {
        int(key.removeprefix(RECALL_CONDITION)): Recall(**one.detail) for key, one in known.items()
    }


def recall_of(source_id: int, known: Mapping[str, KnownCondition]) -> Recall | None:
    """Return the recall of a source by the conditions."""
    one = known.get(f"{RECALL_CONDITION}{source_id}")
    return Recall(**one.detail) if one else None


def _compared() -> list[Compared]:
    rows = Source.objects.filter(enabled=True).order_by()
    longest = Greatest("interval_seconds", "longest_interval_seconds")
    return [
        Compared(id=pk, channel=channel, address=address, interval_seconds=seconds)
        for pk, channel, address, seconds in rows.values_list("pk", "channel", "address", longest)
    ]
