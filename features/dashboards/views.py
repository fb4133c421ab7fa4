"""Pages of dashboards: one with its panels, and the one that changes these."""

from functools import partial
from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from features.dashboards import services, store
from features.dashboards.forms import NewPanelForm, PanelForm
from features.dashboards.kind import DASHBOARDS
from features.dashboards.models import Dashboard
from features.dashboards.panel_params import PanelParams
from features.dashboards.panels import Panel, changed, moved, without
from storage.database.errors import Invalid
from storage.database.people.rights import Right
from webui.owned.views import found, show, tell
from webui.page_parts import is_part
from webui.preferences import runs_scripts
from webui.problems import WRONG, show_in
from webui.rights import needs, user_of
from webui.search.facets import chips
from webui.search.params import SearchParams
from webui.search.services.stories import headlines


@require_safe
@needs(Right.SEARCH)
def dashboard(request: HttpRequest, dashboard_id: int) -> HttpResponse:
    """Show a dashboard. A browser that runs scripts requests each panel afterwards, so that a slow
    one delays no other, unless the address asks for the whole page (``whole``).
    """
    dashboard = found(request, Dashboard, dashboard_id)
    waits = runs_scripts(request) and "whole" not in request.GET
    panels = [
        (panel, "" if waits else _drawn(request, dashboard, panel)) for panel in dashboard.shown()
    ]
    context = {"panels": panels, "waits": waits and bool(panels), "now": timezone.now()}
    return show(request, DASHBOARDS, dashboard, "dashboards/dashboard.html", context)


@require_safe
@needs(Right.SEARCH)
def panel(request: HttpRequest, dashboard_id: int, panel_id: str) -> HttpResponse:
    """Return a panel as a part of its dashboard; if not htmx asks, the dashboard."""
    dashboard = found(request, Dashboard, dashboard_id)
    wanted = _panel_of(dashboard, panel_id)
    if not is_part(request):
        whole = f"{reverse('dashboard', args=[dashboard_id])}?whole=1"
        return redirect(f"{whole}#panel-{panel_id}")
    return HttpResponse(_drawn(request, dashboard, wanted))


def _drawn(request: HttpRequest, dashboard: Dashboard, panel: Panel) -> SafeString | str:
    """Return a panel as HTML, with all times in the zone of its dates."""
    params = PanelParams.of(panel)
    with timezone.override(params.search.time_zone()):
        context = {"thing": dashboard, "panel": panel, "shown": services.show(panel)}
        return render_to_string("dashboards/panel.html", context, request)


@require_http_methods(["GET", "POST"])
@needs(Right.SEARCH)
def add_panel(request: HttpRequest) -> HttpResponse:
    """Put what the search in the address finds on a dashboard."""
    user = user_of(request)
    own = store.dashboards_of(user)
    shows = request.GET.get("as", "chart")
    query = request.GET.copy()
    query.pop("as", None)
    initial = {
        "query": query.urlencode(),
        "shows": shows,
        "width": "half",
        "dashboard": str(own[0].pk) if own else "",
    }
    form = NewPanelForm(own, request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            chosen, name = form.dashboard_id(), form.cleaned_data["name"]
            added_to = services.add_panel(user, form.panel(), chosen, name)
        except WRONG as error:
            show_in(form, error)
        else:
            messages.success(
                request, _("The panel is on the dashboard “%(name)s”.") % {"name": added_to.name}
            )
            return redirect("dashboard", added_to.pk)
    params = PanelParams.read("chart", form["query"].value() or "")
    context = {
        "form": form,
        "params": params.search,
        "problems": params.problems(),
        "chips": chips(params.search, headlines(params.search.stories())),
        "others": params.chart.others,
        "back": params.address if params.chart.others else _search_address(params.search),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "dashboards/panel_add.html", context, status=status)


@require_safe
@needs(Right.SEARCH)
def edit(request: HttpRequest, dashboard_id: int) -> HttpResponse:
    """Show the panels of the user's own dashboard, to be changed and ordered."""
    dashboard = found(request, Dashboard, dashboard_id, fills=True)
    panels = [
        (each, PanelParams.of(each), PanelForm(initial=_look(each), auto_id=f"{each.id}_%s"))
        for each in dashboard.shown()
    ]
    return show(request, DASHBOARDS, dashboard, "dashboards/settings.html", {"panels": panels})


@require_POST
@needs(Right.SEARCH)
def edit_panel(request: HttpRequest, dashboard_id: int, panel_id: str) -> HttpResponse:
    """Move a panel (``move``: -1 or 1), remove it (``remove``), or change how it looks."""
    dashboard = found(request, Dashboard, dashboard_id, fills=True)
    _panel_of(dashboard, panel_id)
    form = PanelForm(request.POST)
    change = partial(store.change_panels, dashboard.pk, user_of(request))
    try:
        if "remove" in request.POST:
            change(lambda panels: without(panels, panel_id))
            messages.success(request, _("The panel was removed."))
        elif (steps := request.POST.get("move")) in ("-1", "1"):
            change(lambda panels: moved(panels, panel_id, int(steps)))
        elif form.is_valid():
            change(lambda panels: changed(panels, panel_id, **form.cleaned_data))
            messages.success(request, _("The panel was saved."))
        else:
            messages.error(request, " ".join(str(each[0]) for each in form.errors.values()))
    except Invalid as error:
        tell(request, error)
    return redirect(f"{reverse('dashboard_edit', args=[dashboard.pk])}#panel-{panel_id}")


def _look(panel: Panel) -> dict[str, str]:
    return {"title": panel.title, "width": panel.width}


def _search_address(search: SearchParams) -> str:
    return f"{reverse('search')}{search.address}"


def _panel_of(dashboard: Dashboard, panel_id: str) -> Panel:
    wanted = next((each for each in dashboard.shown() if each.id == panel_id), None)
    if wanted is None:
        raise Http404
    return wanted
