"""Look up the sources of a round, one after the other, and on from there after a kill, in the role
*alerts*. Nothing is changed: people accept what is proposed.
"""

import logging
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from features.discovery.public import look_again, repairs
from features.repair_all import store
from features.repair_all.kept import KeptProposal
from features.repair_all.log_events import RepairEvent
from features.repair_all.models import RepairRound, RepairState, SourceRepair
from notify.leading_loop import LeadingLoop
from storage.database.models import Source
from storage.errors import StorageError
from storage.outcomes import Outcome
from watch.stores import Stores
from webui.sources.services.sources import get_source
from webui.sources.services.watched import watched_by

if TYPE_CHECKING:
    from crawler.discovery.values import DiscoveryResult, DiscoveryStep

logger = logging.getLogger(__name__)

# A look-up says something every few seconds. If it takes longer, two processes may look the same
# source up, which does no harm.
_LEASE_SECONDS = 60
_USER = "repair all"
"""Whose the fetched pages are that a look-up keeps for minutes: nobody's."""


class Repairer(LeadingLoop):
    """The loop: look up what waits in the present round."""

    def __init__(self, stores: Stores) -> None:
        super().__init__(stores, "repair all", RepairEvent.REPAIRER_CRASHED, _LEASE_SECONDS)

    def parts(self, now: datetime) -> Iterator[object]:  # noqa: ARG002 what the loop gives
        """Look up all sources of the round."""
        for present in RepairRound.unfinished():
            while repair := store.next_waiting(present):
                yield from _look_up(repair)
                store.note(repair)
            store.finish(present)
            counts = Counter(each.state for each in store.repairs_of(present))
            logger.info(
                RepairEvent.LOOKED_UP,
                extra={"sources": counts.total(), "proposed": counts[RepairState.PROPOSED]},
            )


def _look_up(repair: SourceRepair) -> Iterator["DiscoveryStep"]:
    """Fill in what is found for a source; yield what the look-up says meanwhile."""
    # 26 MB, which the role does without while nobody repairs.
    from crawler.discovery.values import DiscoveryResult

    try:
        source = None if repair.source_id is None else get_source(repair.source_id)
        if source is None:
            # It was deleted while it waited.
            repair.state = RepairState.NOTHING
            return
        for message in look_again(_USER, source):
            if isinstance(message, DiscoveryResult):
                _fill_in(repair, source, message)
            else:
                yield message
        if repair.state == RepairState.WAITING:
            raise RuntimeError("the look-up ended without a result")
    except StorageError:
        raise
    except Exception:  # a bug that one source shows must not keep the others waiting
        logger.exception(RepairEvent.LOOK_UP_CRASHED, extra={"source": repair.source_id})
        repair.state, repair.outcome = RepairState.UNREAD, Outcome.INTERNAL


def _fill_in(repair: SourceRepair, source: Source, found: "DiscoveryResult") -> None:
    """Keep the surest proposal; of several such ones, the one that discovery put first."""
    offered = repairs(source, found.proposals)
    watched = watched_by([each.config.address for each in offered])
    kept = []
    for each in offered:
        reader = watched.get(each.config.address)
        is_watched = reader is not None and reader.source_id != source.pk
        kept.append(KeptProposal.of(source.config(), each, is_watched=is_watched))
    if kept:
        best = min(kept, key=lambda each: len(each.doubts))
        repair.state, repair.proposal = RepairState.PROPOSED, best.values()
    else:
        repair.state = RepairState.UNREAD if found.error else RepairState.NOTHING
        repair.outcome, repair.error = found.outcome, found.error
