"""Dashboards: panels that a user looks at together and may share. All commands raise Unavailable.

Who sees a shared dashboard sees its panels; only the owner changes it.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User

from features.dashboards.kinds import all_kinds
from features.dashboards.models import Dashboard
from features.dashboards.panels import Panel, panel_problems, to_json
from storage.database.errors import Invalid
from storage.database.owned.keeping import changing, things_of
from storage.database.owned.sharing_models import Sharing


@dataclass(frozen=True, kw_only=True)
class DashboardDraft:
    """A dashboard as its owner edits it. ``readers`` are names of users, for the sharing
    "named".
    """

    name: str
    panels: Sequence[Panel] = ()
    sharing: str = Sharing.PRIVATE
    readers: Collection[str] = ()


def dashboards_of(user: User) -> list[Dashboard]:
    """Return the dashboards of a user by name."""
    return list(things_of(Dashboard, user).filter(owner=user))


def save_dashboard(
    draft: DashboardDraft, owner: User, dashboard_id: int | None = None
) -> Dashboard:
    """Add a dashboard, or replace the user's own one with this id.

    Raises Invalid and ValidationError with every problem, NotFound.
    """
    if problems := panel_problems(draft.panels, all_kinds()):
        raise Invalid(problems)
    with changing(Dashboard, dashboard_id, owner) as found:
        found.name, found.panels = draft.name, to_json(draft.panels)
        found.share(draft.sharing, draft.readers)
    return found


def change_panels(
    dashboard_id: int, owner: User, change: Callable[[list[Panel]], Sequence[Panel]]
) -> Dashboard:
    """Replace the panels of the user's own dashboard by what ``change`` makes of them.

    Nobody else changes them meanwhile. Raises Invalid, NotFound.
    """
    with changing(Dashboard, dashboard_id, owner) as found:
        present = found.shown()
        wanted = change(present)
        # Whoever moves another panel keeps one whose feature is off.
        kinds = [*all_kinds(), *(each.kind for each in present)]
        if problems := panel_problems(wanted, kinds):
            raise Invalid(problems)
        found.panels = to_json(wanted)
    return found
