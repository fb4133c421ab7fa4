"""A page that a look-up streams: its beginning, a line for each step when it is done, then what was
found.

There is no job on the server that could outlive its reader, be read by someone else or be confused
with another. The page needs no script, and closing it ends the look-up.
"""

import logging
from collections.abc import Callable, Iterator, Mapping
from datetime import tzinfo
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scheduler.log_events import LogEvent

if TYPE_CHECKING:
    from crawler.discovery.values import DiscoveryResult, DiscoveryStep

logger = logging.getLogger(__name__)

_STEPS = "<!-- steps -->"
_RESULT = "<!-- result -->"


def streamed(
    request: HttpRequest,
    page: tuple[str, Mapping[str, object]],
    messages: "Iterator[DiscoveryStep | DiscoveryResult]",
    shown: "Callable[[DiscoveryResult], str]",
) -> HttpResponseBase:
    """Return the streamed page.

    Args:
        request: The request.
        page: The template of the page, with marks for steps and result, and its context.
        messages: The look-up. TooManyVisits may be raised at its start.
        shown: Returns the result as HTML.
    """
    first = next(messages)
    text = render_to_string(page[0], dict(page[1]), request)
    head, _steps, rest = text.partition(_STEPS)
    middle, _result, tail = rest.partition(_RESULT)
    locale = translation.get_language(), timezone.get_current_timezone()
    response = StreamingHttpResponse(
        _pieces(request, first, messages, (head, middle, tail), locale, shown)
    )
    # A reverse proxy that buffers the response would hide the progress.
    response["X-Accel-Buffering"] = "no"
    return response


def _pieces(
    request: HttpRequest,
    first: "DiscoveryStep | DiscoveryResult",
    messages: "Iterator[DiscoveryStep | DiscoveryResult]",
    frame: tuple[str, str, str],
    locale: tuple[str, tzinfo],
    shown: "Callable[[DiscoveryResult], str]",
) -> Iterator[str]:
    """Yield the page: its beginning, a line for each step, the proposals, its end."""
    from crawler.discovery.values import DiscoveryResult

    (head, middle, tail), (language, zone) = frame, locale
    yield head
    try:
        message = first
        while not isinstance(message, DiscoveryResult):
            # The middleware that chose language and zone has already finished.
            with translation.override(language), timezone.override(zone):
                line = render_to_string("discovery/lookup_step.html", {"text": _step(message)})
            yield line
            message = next(messages)
        with translation.override(language), timezone.override(zone):
            result = shown(message)
    except Exception:  # half of the page has been sent: end it properly instead of cutting it off
        logger.exception(LogEvent.VISIT_CRASHED)
        with translation.override(language), timezone.override(zone):
            result = render_to_string("discovery/lookup_result.html", {"broken": True}, request)
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
