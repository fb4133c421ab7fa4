"""Discovery: the operator types an address, and Newsloom proposes sources.

The response is streamed: each step when it is done, then the proposals. There is no job on the server that could
outlive its reader, be read by someone else or be confused with another. The page needs no script, and closing it
ends the visit.
"""

import logging
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from webui.rights import Right, needs
from webui.sources import proposals
from webui.sources.advice import advice
from webui.sources.services.preview import TooManyVisits, look

if TYPE_CHECKING:
    from crawler.discovery.values import DiscoveryResult, DiscoveryStep

logger = logging.getLogger(__name__)

_STEPS, _RESULT = "<!-- steps -->", "<!-- result -->"


@require_http_methods(["GET", "POST"])
@needs(Right.TEST_SOURCES)
@needs(Right.ADD_SOURCES)
def find(request: HttpRequest) -> HttpResponseBase:
    """Ask for an address, discover its sources and propose them."""
    if request.method == "GET":
        return render(request, "sources/source_find.html", {"address": request.GET.get("address", "")})
    from crawler.discovery.addresses import AddressProblem, typed_addresses

    text = request.POST.get("address", "")
    typed = typed_addresses(text)
    if isinstance(typed, AddressProblem):
        context = {"address": text, "problem": proposals.ADDRESS_PROBLEMS[typed.value]}
        return render(request, "sources/source_find.html", context, status=422)
    return _streamed(request, text.strip(), typed)


def _streamed(request: HttpRequest, text: str, typed: Sequence[str]) -> HttpResponseBase:
    messages = look(str(request.user.pk), typed)
    try:
        first = next(messages)
    except TooManyVisits:
        context = {"address": text, "busy": True}
        return render(request, "sources/source_find.html", context, status=503)
    page = render_to_string("sources/source_found.html", {"address": text}, request)
    head, _steps, rest = page.partition(_STEPS)
    middle, _result, tail = rest.partition(_RESULT)
    language = translation.get_language()
    response = StreamingHttpResponse(_pieces(request, first, messages, (head, middle, tail), language))
    # A reverse proxy that buffers the response would hide the progress.
    response["X-Accel-Buffering"] = "no"
    return response


def _pieces(
    request: HttpRequest,
    first: "DiscoveryStep | DiscoveryResult",
    messages: "Iterator[DiscoveryStep | DiscoveryResult]",
    frame: tuple[str, str, str],
    language: str,
) -> Iterator[str]:
    """Yield the page: its beginning, a line for each step, the proposals, its end."""
    from crawler.discovery.values import DiscoveryResult

    head, middle, tail = frame
    yield head
    try:
        message = first
        while not isinstance(message, DiscoveryResult):
            # The middleware that chose the language has already finished.
            with translation.override(language):
                line = render_to_string("sources/lookup_step.html", {"text": _step(message)})
            yield line
            message = next(messages)
        with translation.override(language):
            result = _result_of(request, message)
    except Exception:  # half of the page has been sent: end it properly instead of cutting it off
        logger.exception("a look-up could not be shown")
        with translation.override(language):
            result = render_to_string("sources/lookup_result.html", {"broken": True}, request)
    finally:
        messages.close()  # type: ignore[attr-defined]
    yield middle
    yield result
    yield tail


def _step(step: "DiscoveryStep") -> str:
    n = step.count
    match step.stage.value:
        case "started":
            return _("Fetching the address.")
        case "fetched":
            return _("Fetched the page.")
        case "candidates":
            text = ngettext(
                "Checking %(n)d address for feeds, sitemaps and sections.",
                "Checking %(n)d addresses for feeds, sitemaps and sections.",
                n,
            )
            return text % {"n": n}
        case "checked":
            text = ngettext(
                "Checked %(n)d address. Requests to one site keep its pace.",
                "Checked %(n)d addresses. Requests to one site keep its pace.",
                n,
            )
            return text % {"n": n}
        case "found":
            text = ngettext(
                "Found %(n)d way to collect this site. Reading sample pages.",
                "Found %(n)d ways to collect this site. Reading sample pages.",
                n,
            )
            return text % {"n": n}
        case _:
            return ngettext("Read %(n)d page.", "Read %(n)d pages.", n) % {"n": n}


def _result_of(request: HttpRequest, found: "DiscoveryResult") -> str:
    now = timezone.now()
    offers = [proposals.view_proposal(proposal, now) for proposal in found.proposals]
    context = {
        "found": found,
        "best": offers[0] if offers else None,
        "others": offers[1:],
        "nothing_found": proposals.nothing_found_message(),
        "advice": advice(found.outcome),
        "found_by": proposals.FOUND_BY,
    }
    return render_to_string("sources/lookup_result.html", context, request)
