"""Dashboards: panels that a user looks at together and may share. All commands raise Unavailable.

Who sees a shared dashboard sees its panels; only the owner changes it.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from features.dashboards.kinds import all_kinds
from features.dashboards.models import Dashboard
from features.dashboards.panels import Panel, panel_problems, to_json
from features.dashboards.problems import DashboardProblem
from storage.database.connection import translated
from storage.database.errors import Invalid, NotFound
from storage.database.field_errors import FieldError
from storage.database.people.audit import record_change
from storage.database.searches.sharing import (
    Sharing,
    check_sharing,
    shared_with,
    sharing_values,
)
from storage.database.sources.validation import check_name

MAX_OF_ONE_USER = 50
"""More than anybody tells apart by name, and few enough for one page."""


@dataclass(frozen=True, kw_only=True)
class DashboardDraft:
    """A dashboard as its owner edits it. ``readers`` are names of users, for the sharing
    "named".
    """

    name: str
    panels: Sequence[Panel] = ()
    sharing: str = Sharing.PRIVATE
    readers: Collection[str] = ()


def panels_of(dashboard: Dashboard) -> list[Panel]:
    """Return the panels in the order in which they are shown."""
    return [Panel.from_json(each) for each in dashboard.panels]


def dashboards_of(user: User) -> list[Dashboard]:
    """Return the dashboards of a user by name."""
    with translated():
        return _by_name(Dashboard.objects.filter(owner=user))


def dashboards_shared_with(user: User) -> list[Dashboard]:
    """Return the dashboards of others that a user may see, by name, with their owners."""
    with translated():
        return _by_name(shared_with(Dashboard.objects.select_related("owner"), user))


def find_dashboard(dashboard_id: int, user: User) -> Dashboard | None:
    """Return a dashboard that a user may see, their own or a shared one, with its owner."""
    with translated():
        rows = Dashboard.objects.select_related("owner").filter(pk=dashboard_id)
        return rows.filter(owner=user).first() or shared_with(rows, user).first()


def save_dashboard(
    draft: DashboardDraft, owner: User, dashboard_id: int | None = None
) -> Dashboard:
    """Add a dashboard, or replace the user's own one with this id.

    Raises Invalid with every problem, NotFound.
    """
    name = draft.name.strip()
    problems = [*check_name(name), *panel_problems(draft.panels, all_kinds())]
    with translated(), transaction.atomic():
        wrong_sharing, people = check_sharing(draft.sharing, draft.readers)
        problems += wrong_sharing
        if (
            dashboard_id is None
            and Dashboard.objects.filter(owner=owner).count() >= MAX_OF_ONE_USER
        ):
            limit = {"limit": MAX_OF_ONE_USER}
            problems.append(FieldError("name", "", DashboardProblem.TOO_MANY_DASHBOARDS, limit))
        if problems:
            raise Invalid(problems)
        found = Dashboard(owner=owner) if dashboard_id is None else _locked(dashboard_id, owner)
        before = None if dashboard_id is None else _values(found)
        found.name, found.sharing, found.panels = name, draft.sharing, to_json(draft.panels)
        found.save()
        found.readers.set(people)
        _record(owner, found, before)
    return found


def rename_dashboard(dashboard_id: int, owner: User, name: str) -> Dashboard:
    """Give the user's own dashboard another name. Raises Invalid, NotFound."""
    name = name.strip()
    if problems := list(check_name(name)):
        raise Invalid(problems)
    with translated(), transaction.atomic():
        found = _locked(dashboard_id, owner)
        before, found.name = _values(found), name
        found.save(update_fields=("name",))
        _record(owner, found, before)
    return found


def share_dashboard(
    dashboard_id: int, owner: User, sharing: str, readers: Collection[str]
) -> Dashboard:
    """Set with whom the user's own dashboard is shared.

    Raises NotFound, and Invalid that names every user who does not exist or may not search.
    """
    with translated(), transaction.atomic():
        found = _locked(dashboard_id, owner)
        problems, people = check_sharing(sharing, readers)
        if problems:
            raise Invalid(problems)
        before, found.sharing = _values(found), sharing
        found.save(update_fields=("sharing",))
        found.readers.set(people)
        _record(owner, found, before)
    return found


def change_panels(
    dashboard_id: int, owner: User, change: Callable[[list[Panel]], Sequence[Panel]]
) -> Dashboard:
    """Replace the panels of the user's own dashboard by what ``change`` makes of them.

    Nobody else changes them meanwhile. Raises Invalid, NotFound.
    """
    with translated(), transaction.atomic():
        found = _locked(dashboard_id, owner)
        present = panels_of(found)
        wanted = change(present)
        # Whoever moves another panel keeps one whose feature is off.
        kinds = [*all_kinds(), *(each.kind for each in present)]
        if problems := panel_problems(wanted, kinds):
            raise Invalid(problems)
        before, found.panels = _values(found), to_json(wanted)
        found.save(update_fields=("panels",))
        _record(owner, found, before)
    return found


def delete_dashboard(dashboard_id: int, owner: User) -> None:
    """Delete the user's own dashboard. Raises NotFound."""
    with translated(), transaction.atomic():
        found = _locked(dashboard_id, owner)
        record_change(owner.username, "delete", found, before=_values(found))
        found.delete()


def _by_name(rows: QuerySet[Dashboard]) -> list[Dashboard]:
    return sorted(rows, key=lambda each: (each.name.casefold(), each.pk))


def _locked(dashboard_id: int, owner: User) -> Dashboard:
    rows = Dashboard.objects.select_for_update().filter(pk=dashboard_id, owner=owner)
    found = rows.first()
    if found is None:
        raise NotFound("dashboard", dashboard_id)
    return found


def _record(owner: User, dashboard: Dashboard, before: dict[str, object] | None) -> None:
    after = _values(dashboard)
    if after != before:
        action = "add" if before is None else "change"
        record_change(owner.username, action, dashboard, before=before, after=after)


def _values(dashboard: Dashboard) -> dict[str, object]:
    shown = [each.title or f"{each.kind} {each.query}" for each in panels_of(dashboard)]
    return {"name": dashboard.name, "panels": shown, **sharing_values(dashboard)}
