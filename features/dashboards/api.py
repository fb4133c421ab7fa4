"""The caller's dashboards, and those that others share with the caller."""

from typing import TYPE_CHECKING, Annotated, Literal

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest
from ninja import Field, Path, Router, Schema, Status
from ninja.errors import ValidationError

from features.dashboards import store
from features.dashboards.kinds import all_kinds
from features.dashboards.models import Dashboard
from features.dashboards.panel_params import PanelParams, unknown_in
from features.dashboards.panels import MAX_PANELS, Panel
from features.dashboards.services import to_keep
from features.dashboards.store import DashboardDraft
from storage.database.people.rights import Right
from storage.database.searches.sharing import MAX_READERS, readers_of
from webui.api.access import right
from webui.api.problems import answers
from webui.api.schemas import MAX_NUMBER, Strict

router = Router(tags=["dashboards"])

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


Id = Annotated[int, Path(ge=1, le=MAX_NUMBER)]


@router.get("/dashboards", auth=right(Right.SEARCH), response=answers({200: list[DashboardOut]}))
def list_dashboards(request: HttpRequest) -> list[DashboardOut]:
    """Return your dashboards by name, then those that others share with you."""
    user = _user(request)
    found = [*store.dashboards_of(user), *store.dashboards_shared_with(user)]
    return [_shown(each, user) for each in found]


@router.post("/dashboards", auth=right(Right.SEARCH), response=answers({201: DashboardOut}, 400))
def add_dashboard(request: HttpRequest, content: DashboardIn) -> Status[DashboardOut]:
    """Add a dashboard."""
    user = _user(request)
    return Status(201, _shown(store.save_dashboard(_draft(content), user), user))


@router.get(
    "/dashboards/{dashboard_id}",
    auth=right(Right.SEARCH),
    response=answers({200: DashboardOut}, 404),
)
def get_dashboard(request: HttpRequest, dashboard_id: Id) -> DashboardOut:
    """Return a dashboard of yours, or one that is shared with you."""
    user = _user(request)
    found = store.find_dashboard(dashboard_id, user)
    if found is None:
        raise Http404
    return _shown(found, user)


@router.put(
    "/dashboards/{dashboard_id}",
    auth=right(Right.SEARCH),
    response=answers({200: DashboardOut}, 400, 404),
)
def change_dashboard(request: HttpRequest, dashboard_id: Id, content: DashboardIn) -> DashboardOut:
    """Replace one of your dashboards with all its panels."""
    user = _user(request)
    return _shown(store.save_dashboard(_draft(content), user, dashboard_id), user)


@router.delete(
    "/dashboards/{dashboard_id}", auth=right(Right.SEARCH), response=answers({204: None}, 404)
)
def delete_dashboard(request: HttpRequest, dashboard_id: Id) -> Status[None]:
    """Delete one of your dashboards."""
    store.delete_dashboard(dashboard_id, _user(request))
    return Status(204, None)


def _draft(content: DashboardIn) -> DashboardDraft:
    panels = [_panel(each, place) for place, each in enumerate(content.panels)]
    return DashboardDraft(
        name=content.name, panels=panels, sharing=content.sharing, readers=content.readers
    )


def _panel(content: PanelIn, place: int) -> Panel:
    panel = Panel(**content.dict())
    # What cannot be read would be left out, and the panel would show what nobody asked for.
    problems = [*PanelParams.of(panel).problems(), *unknown_in(panel.kind, panel.query)]
    if problems:
        loc = ("body", "panels", place, "query")
        raise ValidationError([{"loc": loc, "msg": each} for each in problems])
    return to_keep(panel)


def _shown(dashboard: Dashboard, user: User) -> DashboardOut:
    is_owner = dashboard.owner_id == user.pk
    return DashboardOut(
        id=dashboard.pk,
        name=dashboard.name,
        owner=dashboard.owner.username,
        sharing=dashboard.sharing,
        readers=readers_of(dashboard) if is_owner else [],
        panels=[
            PanelOut(
                kind=each.kind,
                query=each.query,
                field=each.field,
                title=each.title,
                width=each.width,
            )
            for each in store.panels_of(dashboard)
        ],
    )


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
