"""What ops have decided about the verdict: what it leaves out, and its thresholds."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime

from django.db.models import Count

from storage.database.models import Mute, SourceStatus
from storage.database.verdicts.mutes import MuteKind, present_mutes
from storage.database.verdicts.thresholds import changed_thresholds
from watch.sources.source_health import SourceState
from watch.system.system_health import Thresholds

THRESHOLDS: Mapping[str, float] = asdict(Thresholds())
"""The thresholds with their defaults."""
THRESHOLD_BOUNDS: Mapping[str, tuple[float, float]] = {
    "failing_share": (0.0001, 1.0),
    "silent_share": (0.0001, 1.0),
    "lag_seconds": (60.0, 30 * 86_400.0),
    "buried_jobs": (1.0, 1_000_000.0),
    # Above, a disk is always a problem.
    "disk_share": (0.01, 0.95),
    "memory_share": (0.01, 1.0),
}
"""The smallest and largest value of each."""


@dataclass(frozen=True, kw_only=True)
class VerdictOrders:
    """What is muted now, and the thresholds.

    ``muted_sources`` counts the muted sources by the states that the lists show, and
    ``muted_silent`` those that are silent among them.
    """

    mutes: Sequence[Mute] = ()
    muted_sources: Mapping[SourceState, int] = field(default_factory=dict)
    muted_silent: int = 0
    thresholds: Thresholds = field(default_factory=Thresholds)

    @property
    def muted_rules(self) -> frozenset[str]:
        """The codes of the muted rules."""
        return frozenset(each.subject for each in self.mutes if each.kind == MuteKind.RULE)


def read_verdict_orders(now: datetime) -> VerdictOrders:
    """Read them from the database. Raises Unavailable."""
    mutes = present_mutes(now)
    ids = [int(each.subject) for each in mutes if each.kind == MuteKind.SOURCE]
    muted = SourceStatus.objects.filter(pk__in=ids).order_by().values_list("state")
    found = list(muted.annotate(number=Count("*"), silent=Count("silent_times")))
    # A later version may have had thresholds that this one does not know.
    changed = {name: each for name, each in changed_thresholds().items() if name in THRESHOLDS}
    return VerdictOrders(
        mutes=mutes,
        muted_sources={SourceState(state): count for state, count, _ in found},
        muted_silent=sum(silent for *_, silent in found),
        thresholds=replace(Thresholds(), **changed),
    )
