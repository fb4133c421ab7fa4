"""What dashboards add to Newsloom."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hooks.answers import Part
from hooks.specifications import hookimpl

if TYPE_CHECKING:
    from webui.owned.kinds import OwnedKind

NEEDS = ("over_time",)


@hookimpl
def owned_kinds() -> "Sequence[OwnedKind]":
    """Return the tab of dashboards on the desk."""
    from features.dashboards.kind import DASHBOARDS

    return [DASHBOARDS]


@hookimpl
def search_actions(address: str) -> Sequence[Part]:
    """Let the user put the search on a dashboard."""
    return [Part(template="dashboards/search_action.html", context={"address": address})]
