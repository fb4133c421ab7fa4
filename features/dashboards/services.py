"""What the panels of dashboards show, and dashboards as pages and the API change them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from django.contrib.auth.models import User
from django.urls import reverse

from features.dashboards import store
from features.dashboards.kinds import added_kinds
from features.dashboards.models import Dashboard
from features.dashboards.panel_params import PanelParams
from features.dashboards.panels import Panel, PanelKind
from features.dashboards.store import DashboardDraft
from features.over_time.public import DrawnTimeline, count, draw
from storage.database.errors import Invalid
from storage.database.field_errors import ErrorCode, FieldError
from storage.documents.errors import QueryError
from storage.documents.port import ByValue, Hit
from watch.loading import Loaded, load
from webui import labels
from webui.apps import stores
from webui.labels import query_problem
from webui.search.facets import Chip, chips
from webui.search.params import SearchParams
from webui.search.services.documents import request_of
from webui.search.services.stories import headlines

_HITS = 8
_VALUES = 10
# What a panel of each width shows without scrolling, beside a chart.


@dataclass(frozen=True, kw_only=True)
class CountedValue:
    """A value of a field: with how many documents, and the search for them."""

    label: str
    count: int
    url: str


@dataclass(frozen=True, kw_only=True)
class FoundDocuments:
    """The first hits of a search, of ``total``."""

    hits: Sequence[Hit]
    total: int


@dataclass(frozen=True, kw_only=True)
class AddedContent:
    """What a kind of panel of another feature found, and what shows it."""

    template: str
    found: object


@dataclass(frozen=True, kw_only=True)
class PanelContent:
    """What a panel shows; only what its kind has is not None. ``is_off``: the feature that has its
    kind is off.
    """

    timeline: DrawnTimeline | None = None
    values: Sequence[CountedValue] | None = None
    found: FoundDocuments | None = None
    added: AddedContent | None = None
    is_off: bool = False

    @property
    def is_empty(self) -> bool:
        """Return whether nothing was found, which is no fault."""
        shown = self.timeline or self.values or self.added or (self.found and self.found.hits)
        return not shown


@dataclass(frozen=True, kw_only=True)
class ShownPanel:
    """A panel with its content, or with why there is none: ``query_error`` or an outage."""

    panel: Panel
    params: PanelParams
    chips: Sequence[Chip]
    content: Loaded[PanelContent]
    query_error: str

    @property
    def title(self) -> str:
        """What the owner calls it, or what it shows."""
        return self.panel.title or self.params.title()

    @property
    def most(self) -> int:
        """The largest number of its values."""
        values = self.content.value.values if self.content.value else None
        return max((each.count for each in values or ()), default=0)


def show(panel: Panel) -> ShownPanel:
    """Count what a panel shows; a fault of this panel is its content."""
    params = PanelParams.of(panel)
    content, query_error = Loaded[PanelContent](), ""
    try:
        content = load(lambda: _COUNTERS.get(panel.kind, _find_added)(params))
    except QueryError as error:
        query_error = query_problem(error)
    shown = replace(params.search, text="")
    return ShownPanel(
        panel=panel,
        params=params,
        chips=load(lambda: chips(shown, headlines(params.search.stories()))).value or (),
        content=content,
        query_error=query_error,
    )


def _count_chart(params: PanelParams) -> PanelContent:
    chart = params.chart
    counted = count(chart)
    if counted is None:
        return PanelContent()
    over_time = reverse("over_time")
    drawn = draw(
        counted,
        lambda after, before: f"{over_time}{chart.between(after, before)}",
        by="" if chart.compares else chart.by,
        lines=chart.compares,
    )
    # A dashboard is to be looked at: the page *Over time* zooms.
    return PanelContent(timeline=replace(drawn, chart=replace(drawn.chart, brush="")))


def _count_values(params: PanelParams) -> PanelContent:
    search = reverse("search")
    request = replace(request_of(params.search), periods=False)
    counted = stores().documents().aggregate(request, ByValue(params.field))
    values = [
        CountedValue(
            label=labels.facet_value(params.field, value),
            count=number,
            url=f"{search}{_with(params.search, params.field, value).address}",
        )
        for value, number in counted
        if value
    ]
    return PanelContent(values=values[:_VALUES])


def _with(search: SearchParams, field: str, value: str) -> SearchParams:
    """Return the search for documents that have a value too."""
    return search if search.values(field) == [value] else search.having(field, value)


def _find_documents(params: PanelParams) -> PanelContent:
    request = replace(request_of(params.search, size=_HITS, facets=False), periods=False)
    found = stores().documents().search(request)
    return PanelContent(found=FoundDocuments(hits=found.hits, total=found.total))


def _find_added(params: PanelParams) -> PanelContent:
    kind = added_kinds().get(params.kind)
    if kind is None:
        return PanelContent(is_off=True)
    found = kind.find(params.search)
    return PanelContent(added=AddedContent(template=kind.template, found=found))


_COUNTERS: dict[str, Callable[[PanelParams], PanelContent]] = {
    PanelKind.CHART: _count_chart,
    PanelKind.VALUES: _count_values,
    PanelKind.DOCUMENTS: _find_documents,
}


def to_keep(panel: Panel) -> Panel:
    """Return a panel as it is saved. Raises Invalid for a query that does not run."""
    params = PanelParams.of(panel)
    try:
        for each in params.searches():
            each.request()
    except QueryError as error:
        raise Invalid([FieldError("query", "", ErrorCode.QUERY, {"error": error})]) from error
    return replace(panel, query=params.to_keep(), title=panel.title.strip())


def add_panel(user: User, panel: Panel, dashboard_id: int | None, name: str) -> Dashboard:
    """Put a panel on one of the user's dashboards or, with None, on a new one of this name.

    Raises Invalid, NotFound.
    """
    kept = to_keep(panel)
    if dashboard_id is None:
        return store.save_dashboard(DashboardDraft(name=name, panels=[kept]), user)
    return store.change_panels(dashboard_id, user, lambda panels: [*panels, kept])
