"""The navigation with the sections that the user may open."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext_lazy as _

from hooks.answers import Entry
from hooks.process import features
from storage.database.people.rights import Right, rights_of

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User


_CORE = (
    Entry(right=Right.SEARCH, label=_("Overview"), route="home", place=10),
    Entry(right=Right.SEARCH, label=_("Search"), route="search", place=20),
    Entry(right=Right.SEARCH, label=_("Stories"), route="stories", place=30),
    Entry(right=Right.SEARCH, label=_("Names"), route="names", place=40),
    Entry(right=Right.SEARCH, label=_("Saved"), route="saved_searches", place=50),
    Entry(right=Right.VIEW_SOURCES, label=_("Sources"), route="sources", place=80),
    Entry(right=Right.VIEW_KEYWORDS, label=_("Keywords"), route="keywords", place=90),
    Entry(right=Right.MONITOR, label=_("Monitor"), route="monitor", place=100),
    Entry(right=Right.MANAGE_USERS, label=_("Users"), route="users", place=110),
)


@dataclass(frozen=True, kw_only=True)
class Section:
    """One entry of the navigation."""

    label: str
    url: str
    current: bool


def sections(request: HttpRequest) -> list[Section]:
    """Return the sections that the user may open."""
    entries = [*_CORE, *features().ask_for_all("navigation")]
    return [
        Section(
            label=str(entry.label),
            url=reverse(entry.route),
            current=_is_current(request.path, reverse(entry.route)),
        )
        for entry in sorted(entries, key=lambda entry: entry.place)
        if request.user.has_perm(entry.right)
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
