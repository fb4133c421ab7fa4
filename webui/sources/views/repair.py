"""The next step for a source that does not do well, as one button."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from storage.channels import Channel, channel_names
from storage.database.errors import Invalid
from storage.database.models import Source
from storage.database.people.rights import Right
from webui.problems import in_words
from webui.rights import needs
from webui.sources.advice import advice
from webui.sources.proposals import FOUND_BY
from webui.sources.services import repair as service
from webui.sources.services.preview import TooManyVisits
from webui.sources.services.sources import get_source
from webui.sources.views.streaming import streamed

if TYPE_CHECKING:
    from crawler.discovery.values import DiscoveryResult


@require_POST
@needs(Right.CHANGE_SOURCES)
def move(request: HttpRequest, source_id: int) -> HttpResponse:
    """Give a source that has moved its new address."""
    found = _found(source_id)
    done = _("The source uses its new address and is due now. Its history has the old one.")
    try:
        _change(
            request,
            lambda: service.use_new_address(
                found, request.POST.get("address", ""), request.user.get_username()
            ),
            done,
        )
    except service.NotMoved:
        messages.error(
            request, _("The source no longer redirects to this address. Look at its present state.")
        )
    return redirect("source", source_id=source_id)


@require_POST
@needs(Right.TEST_SOURCES)
@needs(Right.CHANGE_SOURCES)
def repair(request: HttpRequest, source_id: int) -> HttpResponseBase:
    """Look the source up again and propose how to repair it, with a shadow run of each proposal."""
    found = _found(source_id)
    if found.channel == Channel.SEARCH:
        messages.error(
            request, _("A search engine cannot be looked up. Edit the source, and try it out.")
        )
        return redirect("source_edit", source_id=source_id)
    try:
        return streamed(
            request,
            ("sources/source_repair.html", {"source": found}),
            service.look_again(str(request.user.pk), found),
            lambda result: _result_of(request, found, result),
        )
    except TooManyVisits:
        return render(
            request, "sources/source_repair.html", {"source": found, "busy": True}, status=503
        )


@require_POST
@needs(Right.CHANGE_SOURCES)
def accept_drift(request: HttpRequest, source_id: int) -> HttpResponse:
    """Take the present look of the source's pages as the usual one."""
    _found(source_id)
    service.accept_drift(source_id, request.user.get_username())
    messages.success(
        request, _("The pages’ new look is accepted. Newsloom compares later pages with it.")
    )
    return redirect("source", source_id=source_id)


@require_POST
@needs(Right.CHANGE_SOURCES)
def accept(request: HttpRequest, source_id: int) -> HttpResponse:
    """Change the source as the proposal says."""
    found, given = _found(source_id), request.POST
    channel = given.get("channel", "")
    if channel not in channel_names():
        raise Http404
    patterns = [pattern for pattern in given.getlist("pattern") if pattern]
    _change(
        request,
        lambda: service.accept(
            found, channel, given.get("address", ""), patterns, request.user.get_username()
        ),
        _("The source is repaired and due now. Its history has the version before."),
    )
    return redirect("source", source_id=source_id)


def _change(request: HttpRequest, change: Callable[[], Source], done: str) -> None:
    try:
        change()
    except Invalid as error:
        messages.error(request, " ".join(in_words(problem) for problem in error.problems))
    else:
        messages.success(request, done)


def _result_of(request: HttpRequest, source: Source, result: "DiscoveryResult") -> str:
    context = {
        "source": source,
        "found": result,
        "repairs": service.repairs(source, result.proposals),
        "advice": advice(result.outcome),
        "found_by": FOUND_BY,
    }
    return render_to_string("sources/repair_result.html", context, request)


def _found(source_id: int) -> Source:
    found = get_source(source_id)
    if found is None:
        raise Http404
    return found
