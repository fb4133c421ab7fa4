"""The page of repairs: look up all sources that fail, see what is proposed, accept or dismiss."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from features.repair_all import store
from features.repair_all.decisions import Decision
from features.repair_all.kept import KeptProposal
from features.repair_all.labels import DOUBTS, STAY
from features.repair_all.models import RepairRound, RepairState, SourceRepair
from storage.database.people.rights import Right
from storage.database.sources.bulk_history import find_bulk_change
from storage.database.sources.versions import Difference
from storage.whole_numbers import MAX_WHOLE, whole_number
from webui.listed_names import first_names
from webui.rights import needs
from webui.sources.services.checks import checks

_SHOWN = 100
"""Proposals on the page; accepting them brings the next ones."""


@dataclass(frozen=True, kw_only=True)
class Offer:
    """A proposal as the page shows it."""

    repair: SourceRepair
    kept: KeptProposal
    differences: Sequence[Difference]
    doubts: Sequence[object]


@dataclass(frozen=True, kw_only=True)
class RoundPage:
    """The present round: ``looked_up`` of ``total`` sources, and what was found for them.

    ``more`` proposals are not among ``offers``. ``sure`` are the numbers of all that may be
    accepted without a look. ``deleted`` are those whose source was deleted since. ``is_undone``:
    what was accepted was undone.
    """

    found: RepairRound
    total: int
    looked_up: int
    offers: Sequence[Offer]
    more: int
    sure: Sequence[int]
    without: Sequence[SourceRepair]
    deleted: Sequence[SourceRepair]
    accepted: Sequence[SourceRepair]
    is_undone: bool


@require_safe
@needs(Right.CHANGE_SOURCES)
def repairs(request: HttpRequest) -> HttpResponse:
    """Show the present round, and how many sources fail now."""
    context = {"round": _page_of_round(), "failing": len(store.failing_ids())}
    return render(request, "repair_all/repairs.html", context)


@require_safe
@needs(Right.CHANGE_SOURCES)
def live(request: HttpRequest) -> HttpResponse:
    """Show how far the round is, alone: the page renews it."""
    answer = render(request, "repair_all/progress.html", {"round": _page_of_round()})
    present = store.present()
    if present is None or present.finished:
        # The proposals are on the whole page.
        answer["HX-Refresh"] = "true"
    return answer


@require_POST
@needs(Right.TEST_SOURCES)
@needs(Right.CHANGE_SOURCES)
def begin(request: HttpRequest) -> HttpResponse:
    """Begin a round."""
    if store.begin(request.user.get_username()) is None:
        messages.info(request, _("No source fails now."))
    return redirect("source_repairs")


@require_POST
@needs(Right.CHANGE_SOURCES)
def stop(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 Django's signature
    """End the round that is under way."""
    store.stop()
    return redirect("source_repairs")


@require_POST
@needs(Right.CHANGE_SOURCES)
def decide(request: HttpRequest) -> HttpResponse:
    """Accept one proposal, those that are ticked or all that are sure, or dismiss one."""
    given = request.POST
    if dismissed := _numbers(given, "dismiss"):
        _tell_dismissed(request, store.dismiss(dismissed))
        return redirect("source_repairs")
    ids = _numbers(given, "accept") or _chosen(given)
    if ids:
        decision = store.accept(ids, request.user.get_username(), checks())
        _tell_accepted(request, decision)
    elif "sure" in given:
        messages.warning(request, _("No proposal is sure any more, so nothing was changed."))
    else:
        messages.warning(request, _("Select at least one source."))
    return redirect("source_repairs")


def _chosen(given: QueryDict) -> list[int]:
    if "sure" not in given:
        return _numbers(given, "id")
    present = _page_of_round()
    if present is None:
        return []
    return list(present.sure)


def _numbers(given: QueryDict, name: str) -> list[int]:
    """Return the numbers of proposals; 0, which none has, for what is no number."""
    numbers = (whole_number(text) or 0 for text in given.getlist(name))
    return [number if number < MAX_WHOLE else 0 for number in numbers]


def _tell_dismissed(request: HttpRequest, decision: Decision) -> None:
    if decision.done:
        dismissed = _("Dismissed, and nothing was changed: %(names)s.")
        messages.success(request, dismissed % {"names": first_names(decision.done)})
    _tell_what_stays(request, decision)


def _tell_accepted(request: HttpRequest, decision: Decision) -> None:
    present = store.present()
    changed = len(decision.done)
    if changed and present is not None:
        text = ngettext(
            "%(count)d source is repaired and due now.",
            "%(count)d sources are repaired and due now.",
            changed,
        )
        address = reverse("source_bulk_change", args=[present.batch])
        messages.success(
            request,
            format_html(
                '{} <a href="{}">{}</a>', text % {"count": changed}, address, _("View or undo")
            ),
        )
    _tell_what_stays(request, decision)


def _tell_what_stays(request: HttpRequest, decision: Decision) -> None:
    for reason, names in decision.stay.items():
        messages.warning(request, STAY[reason] % {"names": first_names(names)})


def _page_of_round() -> RoundPage | None:
    present = store.present()
    if present is None:
        return None
    found = store.repairs_of(present)
    there = [each for each in found if each.source_id is not None]
    accepted = [each for each in found if each.state == RepairState.ACCEPTED]
    offers = [_offer(each) for each in there if each.state == RepairState.PROPOSED]
    # Those that need no look come first.
    offers.sort(key=lambda offer: len(offer.doubts))
    change = find_bulk_change(present.batch) if accepted else None
    return RoundPage(
        found=present,
        total=len(found),
        looked_up=sum(each.state != RepairState.WAITING for each in found),
        offers=offers[:_SHOWN],
        more=max(len(offers) - _SHOWN, 0),
        sure=[offer.repair.pk for offer in offers if offer.kept.is_sure],
        without=[each for each in there if each.state in (RepairState.NOTHING, RepairState.UNREAD)],
        deleted=[each for each in found if each.source_id is None],
        accepted=accepted,
        is_undone=change is not None and change.undone is not None,
    )


def _offer(repair: SourceRepair) -> Offer:
    kept = KeptProposal.read(repair.proposal)
    return Offer(
        repair=repair,
        kept=kept,
        differences=kept.changes,
        doubts=[DOUBTS[doubt] for doubt in kept.doubts],
    )
