"""The caller's dashboards, and those that others share with the caller."""

from typing import TYPE_CHECKING, Literal

from django.http import HttpRequest
from ninja import Field, Schema
from ninja.errors import ValidationError

from features.dashboards import store
from features.dashboards.kind import DASHBOARDS
from features.dashboards.kinds import all_kinds
from features.dashboards.models import Dashboard
from features.dashboards.panel_params import PanelParams, unknown_in
from features.dashboards.panels import MAX_PANELS, Panel
from features.dashboards.services import to_keep
from features.dashboards.store import DashboardDraft
from storage.database.owned.models import MAX_READERS
from webui.api.schemas import Strict
from webui.owned.api import owned_router
from webui.rights import user_of

if TYPE_CHECKING:
    Kind = str
else:
    # The description of the API lists those that there are.
    Kind = Literal[*all_kinds()]


class PanelIn(Strict):
    """A panel of a dashboard.

    `query` is the query string of the search page or, for a `chart`, of the page *Over time*.
    """

    kind: Kind = Field(
        description="A chart over time, the most frequent values of `field`, the first hits, "
        "or what a feature adds."
    )
    query: str = Field("", max_length=4000, examples=["q=bank&after=-7d"])
    field: str = Field(
        "",
        max_length=16,
        description="For `values`: the name of a filter, such as `site`.",
        examples=["site"],
    )
    title: str = Field("", max_length=200, description="Empty for the words of the query.")
    width: Literal["half", "full"] = "half"


class DashboardIn(Strict):
    """A dashboard with its panels, in the order in which they are shown."""

    name: str = Field(max_length=200, examples=["Banks"])
    panels: list[PanelIn] = Field([], max_length=MAX_PANELS)
    sharing: Literal["private", "everyone", "named"] = "private"
    readers: list[str] = Field(
        [], max_length=MAX_READERS, description="Names of users, for the sharing `named`."
    )


class PanelOut(Schema):
    """A panel of a dashboard, as `PanelIn`."""

    kind: str
    query: str
    field: str
    title: str
    width: str


class DashboardOut(Schema):
    """A dashboard. `readers` is empty unless you are its owner."""

    id: int
    name: str
    owner: str
    sharing: str
    readers: list[str]
    panels: list[PanelOut]


def _saved(request: HttpRequest, content: DashboardIn, dashboard_id: int | None) -> Dashboard:
    panels = [_panel(each, place) for place, each in enumerate(content.panels)]
    draft = DashboardDraft(
        name=content.name, panels=panels, sharing=content.sharing, readers=content.readers
    )
    return store.save_dashboard(draft, user_of(request), dashboard_id)


def _panel(content: PanelIn, place: int) -> Panel:
    panel = Panel(**content.dict())
    # What cannot be read would be left out, and the panel would show what nobody asked for.
    problems = [*PanelParams.of(panel).problems(), *unknown_in(panel.kind, panel.query)]
    if problems:
        loc = ("body", "panels", place, "query")
        raise ValidationError([{"loc": loc, "msg": each} for each in problems])
    return to_keep(panel)


def _shown(request: HttpRequest, dashboard: Dashboard) -> DashboardOut:
    is_owner = dashboard.owner_id == request.user.pk
    return DashboardOut(
        id=dashboard.pk,
        name=dashboard.name,
        owner=dashboard.owner.username,
        sharing=dashboard.sharing,
        readers=dashboard.reader_names() if is_owner else [],
        panels=[
            PanelOut(
                kind=each.kind,
                query=each.query,
                field=each.field,
                title=each.title,
                width=each.width,
            )
            for each in dashboard.shown()
        ],
    )


router = owned_router(
    DASHBOARDS,
    {
        "list": "Return your dashboards by name, then those that others share with you.",
        "add": "Add a dashboard.",
        "get": "Return a dashboard of yours, or one that is shared with you.",
        "change": "Replace one of your dashboards with all its panels.",
        "delete": "Delete one of your dashboards.",
    },
    out=DashboardOut,
    shown=_shown,
    takes=DashboardIn,
    saved=_saved,
)
