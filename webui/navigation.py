"""The navigation with the sections that the user may open, and the tabs of the section at hand."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext_lazy as _

from hooks.answers import Entry
from hooks.process import features
from storage.database.people.rights import Right, rights_of
from webui.owned.kinds import kinds

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User


GROUPS = {
    "explore": _("Explore"),
    "desk": _("My desk"),
    "sources": _("Sources"),
    "monitor": _("Monitor"),
    "users": _("Users"),
}
"""The sections with tabs, by the code that entries name."""
_BESIDE_ACCOUNT = "users"
_OF_ACCOUNT = ("password", "tokens", "api_reference")
"""The pages of the account, and those below them."""
_ELSEWHERE = {"/documents/": "search"}
"""The entries of pages whose addresses do not begin like that of their entry."""
_CORE = (
    Entry(right=Right.SEARCH, label=_("Overview"), route="home", place=10),
    Entry(right=Right.SEARCH, label=_("Search"), route="search", place=20),
    Entry(
        right=Right.SEARCH,
        label=_("Sources"),
        route="source_directory",
        place=45,
        group="explore",
    ),
    Entry(right=Right.VIEW_SOURCES, label=_("Sources"), route="sources", place=80, group="sources"),
    Entry(
        right=Right.VIEW_KEYWORDS, label=_("Keywords"), route="keywords", place=90, group="sources"
    ),
    Entry(
        right=Right.CHANGE_SOURCES,
        label=_("Bulk changes"),
        route="source_bulk_changes",
        place=96,
        group="sources",
    ),
    Entry(right=Right.MONITOR, label=_("Monitor"), route="monitor", place=100, group="monitor"),
    Entry(right=Right.MONITOR, label=_("Events"), route="events", place=102, group="monitor"),
    Entry(right=Right.MONITOR, label=_("Jobs"), route="jobs", place=104, group="monitor"),
    Entry(right=Right.MONITOR, label=_("Hosts"), route="hosts", place=106, group="monitor"),
    Entry(right=Right.MANAGE_USERS, label=_("Users"), route="users", place=110, group="users"),
    Entry(right=Right.VIEW_AUDIT, label=_("Audit log"), route="audit", place=120, group="users"),
)


@dataclass(frozen=True, kw_only=True)
class Tab:
    """One entry of a section."""

    label: str
    url: str
    current: bool


@dataclass(frozen=True, kw_only=True)
class Section:
    """One section of the navigation, with the address of its first tab.

    ``tabs`` are empty if the user may open one of them only. One that is ``beside_account`` is
    opened there, and is not in the navigation.
    """

    label: str
    url: str
    current: bool
    tabs: tuple[Tab, ...] = ()
    beside_account: bool = False


def sections(request: HttpRequest) -> list[Section]:
    """Return the sections that the user may open."""
    desk = (kind.entry for kind in kinds())
    found = (*_CORE, *desk, *features().ask_for_all("navigation"))
    entries = [
        (entry, reverse(entry.route))
        for entry in sorted(found, key=lambda entry: entry.place)
        if request.user.has_perm(entry.right)
    ]
    path = next(
        (reverse(route) for start, route in _ELSEWHERE.items() if request.path.startswith(start)),
        request.path,
    )
    current = _current(path, [url for _, url in entries])
    tabs_by_section: dict[str, list[Tab]] = {}
    for entry, url in entries:
        tab = Tab(label=str(entry.label), url=url, current=url == current)
        tabs_by_section.setdefault(entry.group or entry.route, []).append(tab)
    return [_section(name, tabs) for name, tabs in tabs_by_section.items()]


def _section(name: str, tabs: list[Tab]) -> Section:
    first, *more = tabs
    return Section(
        label=str(GROUPS[name]) if more else first.label,
        url=first.url,
        current=any(tab.current for tab in tabs),
        tabs=tuple(tabs) if more else (),
        beside_account=name == _BESIDE_ACCOUNT,
    )


def _current(path: str, urls: list[str]) -> str:
    """Return which of these addresses a page belongs to, "" if to none.

    The overview needs care: all paths begin with its path.
    """
    within = [url for url in urls if path == url or (url != "/" and path.startswith(url))]
    return max(within, key=len, default="")


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
    """Provide ``sections``, ``rights`` and ``in_account``, whether the page is one of the account,
    to templates.

    The user is loaded only if a template uses them.
    """
    return {
        "sections": SimpleLazyObject(lambda: sections(request)),
        "in_account": bool(_current(request.path, [reverse(route) for route in _OF_ACCOUNT])),
        "rights": SimpleLazyObject(lambda: {right.name: True for right in rights_of(request.user)}),
    }
