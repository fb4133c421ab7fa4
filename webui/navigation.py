"""The navigation with the sections that the user may open."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from storage.database.people.rights import Right, rights_of

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User


@dataclass(frozen=True, kw_only=True)
class Section:
    """One entry of the navigation."""

    label: str
    url: str
    current: bool


def sections(request: HttpRequest) -> list[Section]:
    """Return the sections that the user may open."""
    table = (
        (Right.SEARCH, _("Overview"), "home"),
        (Right.SEARCH, _("Search"), "search"),
        (Right.SEARCH, _("Stories"), "stories"),
        (Right.SEARCH, _("Names"), "names"),
        (Right.SEARCH, _("Saved"), "saved_searches"),
        (Right.SEARCH, _("Dashboards"), "dashboards"),
        (Right.SEARCH, _("Collections"), "collections"),
        (Right.VIEW_SOURCES, _("Sources"), "sources"),
        (Right.VIEW_KEYWORDS, _("Keywords"), "keywords"),
        (Right.MONITOR, _("Monitor"), "monitor"),
        (Right.MANAGE_USERS, _("Users"), "users"),
    )
    return [
        Section(label=label, url=reverse(name), current=_is_current(request.path, reverse(name)))
        for right, label, name in table
        if request.user.has_perm(right)
    ]


def _is_current(path: str, section: str) -> bool:
    """Return whether a page belongs to a section.

    The overview needs care: all paths begin with its path.
    """
    return path == section if section == "/" else path.startswith(section)


def start_page(user: "User | AnonymousUser") -> str:
    """Return where a user's work begins: sources for operators, the monitor for ops, else the
    overview.
    """
    if not user.has_perm(Right.MANAGE_USERS):
        for right, name in ((Right.ADD_SOURCES, "sources"), (Right.SETTLE_BURIED, "monitor")):
            if user.has_perm(right):
                return reverse(name)
    return reverse("home")


def navigation(request: HttpRequest) -> dict[str, object]:
    """Provide ``sections`` and ``rights`` to templates.

    The user is loaded only if a template uses them.
    """
    return {
        "sections": SimpleLazyObject(lambda: sections(request)),
        "rights": SimpleLazyObject(lambda: {right.name: True for right in rights_of(request.user)}),
    }
