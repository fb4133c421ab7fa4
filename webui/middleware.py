"""Answer programs that watch, keep answers out of caches, and show a page when a store does not
answer or an address only takes what a button sends.
"""

import logging
from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import is_valid_path, resolve
from django.utils.translation import gettext as _

from storage.database.errors import NotFound
from watch.loading import outage_of
from webui.api.problems import problem
from webui.apps import stores
from webui.error_pages import API_PATH, not_allowed, not_found, outage_page

logger = logging.getLogger(__name__)


class NoStoreMiddleware:
    """Forbid browsers and proxies to keep an answer that does not say how long it may be kept.

    Otherwise the next user of a shared computer could page back to what the last one saw.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass the request on."""
        response = self._get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response


class ProbeMiddleware:
    """Answer health checks and scrapes under any host name, and without a session.

    Containers and pods are called by addresses that no setting knows. The check of host names keeps
    foreign names out of links and stops DNS rebinding; these answers have no links, and without a
    token the check stays for metrics.
    """

    _ALWAYS = ("/healthz", "/readyz")
    _PROTECTED = "/metrics"

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a probe, or pass the request on."""
        path = request.path_info
        is_scrape = path == self._PROTECTED and is_valid_path(path)
        if path in self._ALWAYS or (is_scrape and stores().settings.metrics_token):
            answer: HttpResponseBase = resolve(path).func(request)
            return answer
        return self._get_response(request)


class OutageMiddleware:
    """Turn the errors that views raise for a store outage, and for what somebody else has deleted
    meanwhile, into a page; let other errors pass.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass the request on."""
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer 404 for what is not there, 503 for an outage; None for any other error."""
        if isinstance(exception, NotFound):
            return not_found(request, exception)
        outage = outage_of(exception)
        if outage is None:
            return None
        logger.warning("Page %s not shown: %s", request.path, exception)
        return outage_page(request, outage)


class ActionMiddleware:
    """Lead from the address of an action to the page that has its button; tell programs which
    methods an address takes.

    Such an address takes POST alone. A browser opens it after a login, from its history, or when a
    page that answered a button is opened again.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass the request on, and redirect it if it only looks at an action."""
        response = self._get_response(request)
        if not isinstance(response, HttpResponseNotAllowed):
            return response
        if request.path_info.startswith(API_PATH):
            return _not_allowed(request, response["Allow"])
        if request.method != "GET":
            return not_allowed(request, response["Allow"], _page_above(request.path_info))
        # An action below another one is led on, and explained once.
        if not len(messages.get_messages(request)):
            messages.info(request, _nothing_done(request))
        return redirect(_page_above(request.path_info))


def _nothing_done(request: HttpRequest) -> str:
    """Say that the address of an action did nothing, and where its button is for who has one."""
    right = getattr(resolve(request.path_info).func, "right", None)
    if right is None or not request.user.has_perm(right):
        return _("Nothing was done.")
    return _("Nothing was done. To do it, press the button on its page.")


def _not_allowed(request: HttpRequest, allowed: str) -> HttpResponse:
    """Return a problem, as the API's other errors are."""
    answer = problem(request, 405, f"This path does not take {request.method}. It takes {allowed}.")
    answer["Allow"] = allowed
    return answer


def _page_above(path: str) -> str:
    """Return the closest address above ``path`` that exists."""
    above = path.rstrip("/")
    while True:
        above = above[: above.rindex("/")]
        if is_valid_path(f"{above}/"):
            return f"{above}/"
