"""What a browser remembers of how its user likes the pages: the theme, and the time zone of the
machine.

Both are cookies, because they belong to a screen and a place rather than to a person, and because
the first page after the login must already look right. A page knows the theme before it is sent, so
nothing flashes.
"""

from collections.abc import Callable
from enum import StrEnum
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_POST

from storage.time_zones import is_zone
from webui.returning import return_to_page

THEME_COOKIE = "newsloom_theme"
ZONE_COOKIE = "newsloom_zone"
_YEAR_SECONDS = 365 * 86_400


class Theme(StrEnum):
    """How pages look; AUTO follows the system."""

    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"


_NEXT = {Theme.AUTO: Theme.LIGHT, Theme.LIGHT: Theme.DARK, Theme.DARK: Theme.AUTO}


class ZoneMiddleware:
    """Show times in the zone that the browser names in a cookie; in UTC without one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass the request on."""
        name = request.COOKIES.get(ZONE_COOKIE, "")
        with timezone.override(ZoneInfo(name) if is_zone(name) else None):
            return self._get_response(request)


def runs_scripts(request: HttpRequest) -> bool:
    """Return whether the browser has run the script of an earlier page: only that sets the zone."""
    return ZONE_COOKIE in request.COOKIES


def preferences(request: HttpRequest) -> dict[str, object]:
    """Provide ``theme``, ``next_theme`` and ``zone`` to templates."""
    theme = _theme(request.COOKIES.get(THEME_COOKIE, ""))
    return {"theme": theme.value, "next_theme": _NEXT[theme].value, "zone": SimpleLazyObject(_zone)}


@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """Remember the theme of the field ``theme``, and return to the page of the button."""
    response = return_to_page(request)
    response.set_cookie(
        THEME_COOKIE,
        _theme(request.POST.get("theme", "")).value,
        max_age=_YEAR_SECONDS,
        httponly=True,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )
    return response


def _theme(text: str) -> Theme:
    if text in set(Theme):
        return Theme(text)
    return Theme.AUTO


def _zone() -> str:
    return timezone.get_current_timezone_name()
