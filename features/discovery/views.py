"""Discovery: the operator types an address, and Newsloom proposes sources."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from features.discovery import words
from features.discovery.services import look
from features.discovery.streaming import streamed
from storage.database.people.rights import Right
from webui.rights import needs
from webui.sources.services.preview import TooManyVisits
from webui.sources.services.watched import sources_of_site, watched_by

if TYPE_CHECKING:
    from crawler.discovery.values import DiscoveryResult


@require_http_methods(["GET", "POST"])
@needs(Right.TEST_SOURCES)
@needs(Right.ADD_SOURCES)
def find(request: HttpRequest) -> HttpResponseBase:
    """Ask for an address, discover its sources and propose them."""
    if request.method == "GET":
        return render(
            request, "discovery/source_find.html", {"address": request.GET.get("address", "")}
        )
    from crawler.discovery.addresses import AddressProblem, typed_addresses

    text = request.POST.get("address", "")
    typed = typed_addresses(text)
    if isinstance(typed, AddressProblem):
        context = {"address": text, "problem": words.address_problem(typed.value, text)}
        return render(request, "discovery/source_find.html", context, status=422)
    return _streamed(request, text.strip(), typed)


def _streamed(request: HttpRequest, text: str, typed: Sequence[str]) -> HttpResponseBase:
    messages = look(str(request.user.pk), typed)
    try:
        return streamed(
            request,
            ("discovery/source_found.html", {"address": text, "finds": True}),
            messages,
            lambda found: _result_of(request, found),
        )
    except TooManyVisits:
        context = {"address": text, "busy": True}
        return render(request, "discovery/source_find.html", context, status=503)


def _result_of(request: HttpRequest, found: "DiscoveryResult") -> str:
    now = timezone.now()
    proposed = [proposal.address for proposal in found.proposals]
    watched = watched_by(proposed)
    offers = words.view_proposals(found.proposals, now, watched)
    context = {
        "found": found,
        "collected": sources_of_site(found.address, proposed),
        "best": offers[0] if offers else None,
        "others": offers[1:],
        "nothing_found": words.nothing_found_message(),
        "advice": words.look_up_advice(found.outcome),
        "found_by": words.FOUND_BY,
    }
    return render_to_string("discovery/lookup_result.html", context, request)
