"""Error pages. They show no stack trace and touch no store."""

import sys

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from watch.loading import Outage, outage_of
from webui.api.problems import problem

API_PATH = "/api/v1/"


class Gone(Http404):
    """Something is not there, or not for this user; its text says so on the page."""


def outage_page(request: HttpRequest, outage: Outage) -> HttpResponse:
    """Show that a store does not answer.

    The reason may name servers, so it is shown only after login.
    """
    response = render(request, "webui/outage.html", {"outage": outage}, status=503)
    response["Retry-After"] = "10"
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 Django's signature
    """Answer 400."""
    return render(request, "webui/400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 Django's signature
    """Answer 403."""
    return render(request, "webui/403.html", status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001 Django's signature
    """Answer 403 for a form without a valid CSRF token."""
    return render(request, "webui/403.html", {"csrf": True}, status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 404, with problem details below the API's address."""
    if request.path.startswith(API_PATH):
        return problem(
            request, 404, "The API has no such path. GET /api/v1/openapi.json lists all paths."
        )
    why = str(exception) if isinstance(exception, Gone) else ""
    return render(request, "webui/404.html", {"why": why}, status=404)


def body_too_large(request: HttpRequest, limit: int) -> HttpResponse:
    """Answer 413 for a body of more than ``limit`` bytes."""
    return render(request, "webui/413.html", {"limit": limit}, status=413)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 500, or 503 if a store failed outside a view."""
    outage = outage_of(sys.exc_info()[1])
    if outage is not None:
        return outage_page(request, outage)
    return render(request, "webui/500.html", status=500)
