"""Repair a source that does not do well: look it up again, as one button."""

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from features.discovery import repairing as service
from features.discovery.streaming import streamed
from features.discovery.words import FOUND_BY
from storage.channels import Channel, channel_names
from storage.database.models import Source
from storage.database.people.rights import Right
from webui.rights import needs
from webui.sources.advice import advice
from webui.sources.services.preview import TooManyVisits
from webui.sources.views.repair import change_and_say, found_source

if TYPE_CHECKING:
    from crawler.discovery.values import DiscoveryResult


@require_POST
@needs(Right.TEST_SOURCES)
@needs(Right.CHANGE_SOURCES)
def repair(request: HttpRequest, source_id: int) -> HttpResponseBase:
    """Look the source up again and propose how to repair it, with a shadow run of each proposal."""
    found = found_source(source_id)
    if found.channel == Channel.SEARCH:
        messages.error(
            request, _("A search engine cannot be looked up. Edit the source, and try it out.")
        )
        return redirect("source_edit", source_id=source_id)
    try:
        return streamed(
            request,
            ("discovery/source_repair.html", {"source": found}),
            service.look_again(str(request.user.pk), found),
            lambda result: _result_of(request, found, result),
        )
    except TooManyVisits:
        return render(
            request, "discovery/source_repair.html", {"source": found, "busy": True}, status=503
        )


@require_POST
@needs(Right.CHANGE_SOURCES)
def accept(request: HttpRequest, source_id: int) -> HttpResponse:
    """Change the source as the proposal says."""
    found, given = found_source(source_id), request.POST
    channel = given.get("channel", "")
    if channel not in channel_names():
        raise Http404
    patterns = [pattern for pattern in given.getlist("pattern") if pattern]
    change_and_say(
        request,
        lambda: service.accept(
            found, channel, given.get("address", ""), patterns, request.user.get_username()
        ),
        _("The source is repaired and due now. Its history has the version before."),
    )
    return redirect("source", source_id=source_id)


def _result_of(request: HttpRequest, source: Source, result: "DiscoveryResult") -> str:
    context = {
        "source": source,
        "found": result,
        "repairs": service.repairs(source, result.proposals),
        "advice": advice(result.outcome),
        "found_by": FOUND_BY,
    }
    return render_to_string("discovery/repair_result.html", context, request)
