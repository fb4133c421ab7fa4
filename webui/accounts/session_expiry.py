"""What a browser meets whose session has expired: the login page, with nothing lost that was typed.

A part of a page that renews itself must not be replaced by a login page, and a form that was filled
in for ten minutes must not be thrown away.
"""

from collections.abc import Callable, Iterable, Sequence
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme

PREFIX = "kept-"
"""Prefix of the login form's fields that carry a form which was sent without a session."""
MAX_BYTES = 1_000_000
"""Most characters of a form that is kept. The largest form, a source with its headers, has a
hundredth.
"""
_NEVER_KEPT = ("csrfmiddlewaretoken",)
_SECRET = "password"  # noqa: S105 a part of field names


class SessionExpiryMiddleware:
    """Turn a redirect to the login into one that suits the request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass the request on, and change the answer if it leads to the login."""
        response = self._get_response(request)
        if response.status_code != 302 or not response["Location"].startswith(f"{_login()}?"):
            return response
        # A part of a page would show the log-in inside the page.
        if "HX-Request" in request.headers:
            return _whole_page(request)
        kept = _kept(request)
        if kept:
            return render(request, "accounts/login.html", _refused(request, kept), status=422)
        return response


def kept_fields(form: QueryDict) -> list[tuple[str, str]]:
    """Return the fields of an earlier form that a login form carries, under their own names."""
    return [
        (name.removeprefix(PREFIX), value)
        for name, values in form.lists()
        if name.startswith(PREFIX)
        for value in values
        if isinstance(value, str)
    ]


def send_again(
    request: HttpRequest, kept: Sequence[tuple[str, str]], target: str
) -> HttpResponse | None:
    """Return the page that sends a kept form to ``target`` with one click, or None without one."""
    if not (kept and target):
        return None
    return render(request, "accounts/send_again.html", {"target": target, "kept": kept})


def _login() -> str:
    return resolve_url(settings.LOGIN_URL)


def _whole_page(request: HttpRequest) -> HttpResponse:
    """Tell htmx to show the login instead of swapping a part, and to come back to the page
    afterwards.
    """
    here = request.headers.get("HX-Current-URL", "")
    # Any client may send the header, and a log-in must not lead to another site.
    known = url_has_allowed_host_and_scheme(here, {request.get_host()})
    parts = urlsplit(here if known else "")
    if parts.query:
        target = f"{parts.path}?{parts.query}"
    else:
        target = parts.path
    response = HttpResponse(status=204)
    response["HX-Redirect"] = redirect_to_login(target or "/")["Location"]
    return response


def _kept(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the fields of a form to keep: none if it holds files or passwords, or is too long."""
    if request.method != "POST" or request.FILES or any(_SECRET in name for name in request.POST):
        return []
    fields = [
        (name, str(value))
        for name, values in request.POST.lists()
        if name not in _NEVER_KEPT
        for value in values
    ]
    if sum(len(name) + len(value) for name, value in fields) <= MAX_BYTES:
        return fields
    return []


def _refused(request: HttpRequest, kept: Iterable[tuple[str, str]]) -> dict[str, object]:
    return {
        "form": AuthenticationForm(request),
        "next": request.get_full_path(),
        "kept": kept,
    }
