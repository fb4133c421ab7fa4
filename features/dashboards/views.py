"""Pages of dashboards: the list, one dashboard with its panels, and its settings."""

from collections.abc import Callable, Sequence
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from features.dashboards import services, store
from features.dashboards.forms import NameForm, NewPanelForm, PanelForm
from features.dashboards.models import Dashboard
from features.dashboards.panel_params import PanelParams
from features.dashboards.panels import Panel, changed, moved, without
from features.dashboards.store import DashboardDraft
from storage.database.errors import Invalid, NotFound
from storage.database.people.rights import Right
from webui.page_parts import is_part
from webui.preferences import runs_scripts
from webui.problems import in_words
from webui.rights import needs
from webui.search.facets import chips
from webui.search.params import SearchParams
from webui.search.services.stories import headlines
from webui.sharing import SharingForm


@require_http_methods(["GET", "POST"])
@needs(Right.SEARCH)
def dashboards(request: HttpRequest) -> HttpResponse:
    """List the dashboards that the user may see; a POST adds an empty one."""
    user = _user(request)
    form = NameForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            made = store.save_dashboard(DashboardDraft(name=form.cleaned_data["name"]), user)
        except Invalid as error:
            _show_problems(form, error)
        else:
            return redirect("dashboard", dashboard_id=made.pk)
    context = {
        "dashboards": store.dashboards_of(user),
        "shared": store.dashboards_shared_with(user),
        "form": form,
    }
    return render(request, "dashboards/dashboards.html", context, status=_status(form))


@never_cache
@require_safe
@needs(Right.SEARCH)
def dashboard(request: HttpRequest, dashboard_id: int) -> HttpResponse:
    """Show a dashboard. A browser that runs scripts requests each panel afterwards, so that a slow
    one delays no other, unless the address asks for the whole page (``whole``).
    """
    found = _visible(request, dashboard_id)
    waits = runs_scripts(request) and "whole" not in request.GET
    panels = [
        (panel, "" if waits else _drawn(request, found, panel)) for panel in store.panels_of(found)
    ]
    context = {
        "dashboard": found,
        "panels": panels,
        "waits": waits and bool(panels),
        "is_owner": found.owner_id == request.user.pk,
        "now": timezone.now(),
    }
    return render(request, "dashboards/dashboard.html", context)


@never_cache
@require_safe
@needs(Right.SEARCH)
def panel(request: HttpRequest, dashboard_id: int, panel_id: str) -> HttpResponse:
    """Return a panel as a part of its dashboard; if not htmx asks, the dashboard."""
    found = _visible(request, dashboard_id)
    wanted = _panel_of(found, panel_id)
    if not is_part(request):
        whole = f"{reverse('dashboard', args=[dashboard_id])}?whole=1"
        return redirect(f"{whole}#panel-{panel_id}")
    return HttpResponse(_drawn(request, found, wanted))


def _drawn(request: HttpRequest, found: Dashboard, panel: Panel) -> SafeString | str:
    """Return a panel as HTML, with all times in the zone of its dates."""
    params = PanelParams.of(panel)
    with timezone.override(params.search.time_zone()):
        context = {"dashboard": found, "panel": panel, "shown": services.show(panel)}
        return render_to_string("dashboards/panel.html", context, request)


@require_http_methods(["GET", "POST"])
@needs(Right.SEARCH)
def add_panel(request: HttpRequest) -> HttpResponse:
    """Put what the search in the address finds on a dashboard."""
    user = _user(request)
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
            found = services.add_panel(user, form.panel(), chosen, name)
        except NotFound as error:
            raise Http404 from error
        except Invalid as error:
            _show_problems(form, error)
        else:
            messages.success(
                request, _("The panel is on the dashboard “%(name)s”.") % {"name": found.name}
            )
            return redirect("dashboard", dashboard_id=found.pk)
    params = PanelParams.read("chart", form["query"].value() or "")
    context = {
        "form": form,
        "params": params.search,
        "problems": params.problems(),
        "chips": chips(params.search, headlines(params.search.stories())),
        "others": params.chart.others,
        "back": params.address if params.chart.others else _search_address(params.search),
    }
    return render(request, "dashboards/panel_add.html", context, status=_status(form))


@never_cache
@require_http_methods(["GET", "POST"])
@needs(Right.SEARCH)
def edit(request: HttpRequest, dashboard_id: int) -> HttpResponse:
    """Show the settings of the user's own dashboard, and change its name."""
    found = _own(request, dashboard_id)
    if request.method != "POST":
        return _settings(request, found)
    form = NameForm(request.POST)
    if form.is_valid():
        try:
            store.rename_dashboard(found.pk, _user(request), form.cleaned_data["name"])
        except Invalid as error:
            _show_problems(form, error)
        else:
            return _saved(request, found)
    return _settings(request, found, name=form)


@require_POST
@needs(Right.SEARCH)
def share(request: HttpRequest, dashboard_id: int) -> HttpResponse:
    """Set with whom a dashboard is shared."""
    found = _own(request, dashboard_id)
    form = SharingForm(request.POST)
    if form.is_valid():
        sharing, user = form.cleaned_data["sharing"], _user(request)
        try:
            store.share_dashboard(found.pk, user, sharing, form.names())
        except Invalid as error:
            form.show(error)
        else:
            return _saved(request, found)
    return _settings(request, found, sharing=form)


@require_POST
@needs(Right.SEARCH)
def edit_panel(request: HttpRequest, dashboard_id: int, panel_id: str) -> HttpResponse:
    """Move a panel (``move``: -1 or 1), remove it (``remove``), or change how it looks."""
    found = _own(request, dashboard_id)
    _panel_of(found, panel_id)
    form = PanelForm(request.POST)
    try:
        if "remove" in request.POST:
            _change(request, found, lambda panels: without(panels, panel_id))
            messages.success(request, _("The panel was removed."))
        elif (steps := request.POST.get("move")) in ("-1", "1"):
            _change(request, found, lambda panels: moved(panels, panel_id, int(steps)))
        elif form.is_valid():
            _change(request, found, lambda panels: changed(panels, panel_id, **form.cleaned_data))
            messages.success(request, _("The panel was saved."))
        else:
            messages.error(request, " ".join(str(each[0]) for each in form.errors.values()))
    except Invalid as error:
        for problem in error.problems:
            messages.error(request, in_words(problem))
    return redirect(f"{reverse('dashboard_edit', args=[found.pk])}#panel-{panel_id}")


@require_http_methods(["GET", "POST"])
@needs(Right.SEARCH)
def delete(request: HttpRequest, dashboard_id: int) -> HttpResponse:
    """Ask, then delete."""
    found = _own(request, dashboard_id)
    if request.method == "POST":
        store.delete_dashboard(found.pk, _user(request))
        messages.success(request, _("“%(name)s” was deleted.") % {"name": found.name})
        return redirect("dashboards")
    return render(request, "dashboards/dashboard_delete.html", {"dashboard": found})


def _change(
    request: HttpRequest, found: Dashboard, change: Callable[[list[Panel]], Sequence[Panel]]
) -> None:
    store.change_panels(found.pk, _user(request), change)


def _settings(
    request: HttpRequest,
    found: Dashboard,
    name: NameForm | None = None,
    sharing: SharingForm | None = None,
) -> HttpResponse:
    panels = store.panels_of(found)
    context = {
        "dashboard": found,
        "name": name or NameForm(initial={"name": found.name}),
        "sharing": sharing or SharingForm.of(found),
        "panels": [
            (each, PanelParams.of(each), PanelForm(initial=_look(each), auto_id=f"{each.id}_%s"))
            for each in panels
        ],
    }
    return render(request, "dashboards/settings.html", context, status=_status(name or sharing))


def _look(panel: Panel) -> dict[str, str]:
    return {"title": panel.title, "width": panel.width}


def _saved(request: HttpRequest, found: Dashboard) -> HttpResponse:
    messages.success(request, _("The dashboard was saved."))
    return redirect("dashboard_edit", dashboard_id=found.pk)


def _search_address(search: SearchParams) -> str:
    return f"{reverse('search')}{search.address}"


def _show_problems(form: NameForm | NewPanelForm, error: Invalid) -> None:
    for problem in error.problems:
        # The query is a hidden field.
        field = problem.field if problem.field in set(form.fields) - {"query"} else None
        form.add_error(field, in_words(problem))


def _status(form: NameForm | NewPanelForm | SharingForm | None) -> HTTPStatus:
    has_errors = form is not None and form.is_bound and form.errors
    return HTTPStatus.UNPROCESSABLE_ENTITY if has_errors else HTTPStatus.OK


def _visible(request: HttpRequest, dashboard_id: int) -> Dashboard:
    found = store.find_dashboard(dashboard_id, _user(request))
    if found is None:
        raise Http404
    return found


def _own(request: HttpRequest, dashboard_id: int) -> Dashboard:
    found = _visible(request, dashboard_id)
    if found.owner_id != request.user.pk:
        raise Http404
    return found


def _panel_of(found: Dashboard, panel_id: str) -> Panel:
    wanted = next((each for each in store.panels_of(found) if each.id == panel_id), None)
    if wanted is None:
        raise Http404
    return wanted


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
