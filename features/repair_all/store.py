"""The present round of repairs: begin one, note what it finds, decide."""

from collections.abc import Collection, Mapping

from django.db import transaction

from features.discovery.public import repaired
from features.repair_all.decisions import Decision, Stay
from features.repair_all.kept import KeptProposal
from features.repair_all.models import RepairRound, RepairState, SourceRepair
from storage.database.clock import database_now
from storage.database.errors import Invalid
from storage.database.models import Source
from storage.database.sources.bulk import new_batch
from storage.database.sources.sources import (
    Rewrite,
    change_sources,
    check_draft,
    locked_sources,
)
from storage.database.sources.validation import Checks
from watch.sources.source_health import SourceState

REPAIRED = (
    SourceState.FAILING,
    SourceState.NOTHING_USABLE,
    SourceState.CHANGED,
    SourceState.SILENT,
)
"""The states that a site's redesign leads to. Not ``blocked``: a look-up is refused, too."""
MAX_SOURCES = 1000
"""A look-up takes ten seconds to half a minute, so these take three to eight hours."""

_WITH_PROPOSAL = (RepairState.PROPOSED, RepairState.ACCEPTED, RepairState.DISMISSED)


def failing_ids() -> list[int]:
    """Return the sources that a round would look up, those that fail first."""
    states = [state.value for state in REPAIRED]
    # Only web pages are looked up: neither mailboxes nor what a keyword makes an address of.
    rows = Source.objects.filter(
        enabled=True, status__state__in=states, address__startswith="http"
    ).exclude(channel="search")
    found = rows.order_by("status__sort_name", "pk").values_list("pk", "status__state")
    by_urgency = sorted(found[:MAX_SOURCES], key=lambda row: states.index(row[1]))
    return [source_id for source_id, _state in by_urgency]


def begin(who: str) -> RepairRound | None:
    """Begin a round with all sources that fail, in place of the one before.

    Return the present round if one is under way, None if no source fails.
    """
    ids = failing_ids()
    with transaction.atomic():
        present = RepairRound.objects.select_for_update().first()
        if present is not None and present.finished is None:
            return present
        if not ids:
            return None
        RepairRound.objects.all().delete()
        made = RepairRound.objects.create(who=who, batch=new_batch())
        names = dict(Source.objects.filter(pk__in=ids).values_list("pk", "name"))
        SourceRepair.objects.bulk_create(
            SourceRepair(part_of=made, source_id=each, name=names[each])
            for each in ids
            if each in names
        )
        return made


def stop() -> None:
    """End the round that is under way; what it has found stays."""
    with transaction.atomic():
        SourceRepair.objects.filter(state=RepairState.WAITING).delete()


def present() -> RepairRound | None:
    """Return the round that was begun last."""
    return RepairRound.objects.first()


def repairs_of(found: RepairRound) -> list[SourceRepair]:
    """Return what a round has found, in the order in which it looks sources up."""
    return list(found.repairs.all())


def next_waiting(found: RepairRound) -> SourceRepair | None:
    """Return the source that is looked up next."""
    return found.repairs.filter(state=RepairState.WAITING).first()


def note(repair: SourceRepair) -> None:
    """Keep what was found for a source, unless the round was stopped or replaced meanwhile."""
    SourceRepair.objects.filter(pk=repair.pk, state=RepairState.WAITING).update(
        state=repair.state,
        outcome=repair.outcome,
        error=repair.error,
        proposal=repair.proposal,
    )


def finish(found: RepairRound) -> None:
    """Note that all sources of a round are looked up."""
    RepairRound.objects.filter(pk=found.pk).update(finished=database_now())


def dismiss(ids: Collection[int]) -> Decision:
    """Put proposals away."""
    with transaction.atomic():
        proposed, stay = _open(ids)
        SourceRepair.objects.filter(pk__in=[each.pk for each in proposed]).update(
            state=RepairState.DISMISSED
        )
    return Decision.of([each.name for each in proposed], stay)


def accept(ids: Collection[int], who: str, checks: Checks) -> Decision:
    """Change the sources of these proposals, as a part of the bulk change of their round."""
    with transaction.atomic():
        proposed, stay = _open(ids)
        sources = locked_sources(each.source_id for each in proposed if each.source_id is not None)
        rewrites, done = [], []
        for each in proposed:
            rewrite = _rewrite(each, sources, checks)
            if isinstance(rewrite, Stay):
                stay.append((rewrite, each.name))
            else:
                rewrites.append(rewrite)
                done.append(each)
        try:
            if done:
                change_sources(rewrites, who, action="repair", batch=done[0].part_of.batch)
        except Invalid:
            # A keyword list of one of them went meanwhile.
            transaction.set_rollback(True)
            return Decision.of((), [*stay, *((Stay.UNUSABLE, each.name) for each in done)])
        SourceRepair.objects.filter(pk__in=[each.pk for each in done]).update(
            state=RepairState.ACCEPTED
        )
    return Decision.of([each.name for each in done], stay)


def _open(ids: Collection[int]) -> tuple[list[SourceRepair], list[tuple[Stay, str]]]:
    """Return the proposals about which nobody has decided yet, locked, and why the others stay."""
    rows = SourceRepair.objects.select_for_update().select_related("part_of")
    found = {each.pk: each for each in rows.filter(pk__in=ids)}
    proposed, stay = [], []
    for number in dict.fromkeys(ids):
        repair = found.get(number)
        if repair is None or repair.state not in _WITH_PROPOSAL:
            stay.append((Stay.MISSING, ""))
        elif repair.state == RepairState.PROPOSED:
            proposed.append(repair)
        else:
            stay.append((Stay(repair.state), repair.name))
    return proposed, stay


def forget(ids: Collection[str]) -> None:
    """Take erased pages out of what is shown of proposals, by the ids of their documents."""
    for repair in SourceRepair.objects.exclude(proposal={}):
        kept = KeptProposal.read(repair.proposal)
        left = kept.without(ids)
        if left != kept:
            SourceRepair.objects.filter(pk=repair.pk).update(proposal=left.values())


def _rewrite(repair: SourceRepair, sources: Mapping[int, Source], checks: Checks) -> Rewrite | Stay:
    """Return what the source becomes, or why that would not be what was shown."""
    source = None if repair.source_id is None else sources.get(repair.source_id)
    if source is None:
        return Stay.DELETED
    kept, present = KeptProposal.read(repair.proposal), source.config()
    draft = repaired(present, kept.channel, kept.address, kept.patterns)
    if not kept.is_what_changes(present, draft):
        return Stay.CHANGED
    if check_draft(draft, source.pk, checks=checks):
        return Stay.UNUSABLE
    return Rewrite(source, draft, source.pause_reason)
