"""The user's saved searches: their settings, feeds, alerts and deliveries."""

from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from storage.database.models import SavedSearch
from storage.database.people.rights import Right
from storage.database.searches.saved_searches import (
    AT_LEAST_BOUNDS,
    MAX_ATTEMPTS,
    MAX_FOLDER,
    SearchDraft,
    search_of,
)
from storage.database.searches.shared_searches import follow_search
from storage.database.secret_keys import feed_token, webhook_secret
from storage.documents.errors import QueryError
from storage.documents.port import NAME_KINDS
from watch.loading import load
from webui.labels import ALERT_MODES, query_problem
from webui.owned.views import feeds, found, show, tell
from webui.problems import WRONG, problems_of, show_in
from webui.returning import return_to_page
from webui.rights import needs, user_of
from webui.search.facets import chips
from webui.search.owned_searches import SAVED_SEARCHES
from webui.search.params import SearchParams
from webui.search.rule_form import RulesForm
from webui.search.services import saved_searches as service
from webui.search.services.rules import acts_context
from webui.search.services.stories import headlines
from webui.target_fields import offer_ways, target_field, way_field

_NAMING = (*NAME_KINDS, "author", "source", "site", "tag")
"""The filters whose values are what people call them."""
_INTERVALS = [
    (1, gettext_lazy("every minute")),
    (15, gettext_lazy("every 15 minutes")),
    (60, gettext_lazy("every hour")),
    (360, gettext_lazy("every six hours")),
    (1440, gettext_lazy("once a day")),
]


class SettingsForm(forms.Form):
    """The settings of a saved search. What it searches for is edited on the search page."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=200)
    folder = forms.CharField(
        label=gettext_lazy("Folder"),
        required=False,
        max_length=MAX_FOLDER,
        widget=forms.TextInput(attrs={"list": "folders", "autocomplete": "off"}),
    )
    alert = way_field(gettext_lazy("Alert me about new matches"))
    target = target_field()
    mode = forms.ChoiceField(
        label=gettext_lazy("Tell me about"), choices=list(ALERT_MODES.items()), required=False
    )
    every_minutes = forms.TypedChoiceField(
        label=gettext_lazy("How often, for new documents"), choices=_INTERVALS, coerce=int
    )
    at_least = forms.IntegerField(
        label=gettext_lazy("At least how many documents"),
        initial=10,
        required=False,
        widget=forms.NumberInput(attrs=dict(zip(("min", "max"), AT_LEAST_BOUNDS, strict=True))),
    )

    def clean_mode(self) -> str:
        """Return the mode; a form that does not ask for it means each new document."""
        return self.cleaned_data["mode"] or SavedSearch.Mode.MATCHES.value

    def clean_at_least(self) -> int:
        """Return how many are many, as it was before where the form does not show it."""
        if self.cleaned_data.get("mode") != SavedSearch.Mode.MANY:
            return int(self["at_least"].initial)
        return self.cleaned_data["at_least"] or 0

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        offer_ways(self.fields["alert"], self.initial["alert"])


class NewSearchForm(SettingsForm):
    """The settings of a search that is saved for the first time, with the search."""

    query = forms.CharField(widget=forms.HiddenInput, required=False)


@require_safe
@needs(Right.SEARCH)
def next_unread(request: HttpRequest, search_id: int) -> HttpResponse:
    """Lead to the next saved search with unread matches."""
    unread = load(lambda: service.next_unread(user_of(request), search_id))
    if unread.value is None:
        if not unread.outage:
            messages.info(request, _("You have read all matches of your saved searches."))
        return redirect("saved_searches")
    return redirect(f"{reverse('search')}{service.reading_address(unread.value)}")


@require_POST
@needs(Right.SEARCH)
def follow(request: HttpRequest, search_id: int) -> HttpResponse:
    """Follow a search that somebody else shares."""
    try:
        followed = follow_search(search_id, user_of(request))
    except ValidationError as error:
        tell(request, error)
        return redirect("saved_searches")
    messages.success(
        request,
        _("You follow “%(name)s”. What you have read, its alert and its feed are your own.")
        % {"name": followed.name},
    )
    return redirect("saved_search", search_id=followed.pk)


@require_POST
@needs(Right.SEARCH)
def mark_read(request: HttpRequest, search_id: int) -> HttpResponse:
    """Record that the user has read the matches so far."""
    service.mark_read(user_of(request), search_id)
    return return_to_page(request, reverse("saved_searches"))


@require_safe
@needs(Right.SEARCH)
def deliveries(request: HttpRequest) -> HttpResponse:
    """List the newest deliveries of all searches of the user."""
    context = {
        "deliveries": service.all_deliveries(user_of(request)),
        "most_attempts": MAX_ATTEMPTS,
        "all": True,
    }
    return render(request, "search/deliveries.html", context)


@require_POST
@needs(Right.SEARCH)
def send_test(request: HttpRequest, search_id: int) -> HttpResponse:
    """Send a test message to the target of the alert, and tell what became of it."""
    search = found(request, SavedSearch, search_id, fills=True)
    if search.alert == SavedSearch.Alert.NONE:
        raise Http404
    link = request.build_absolute_uri(reverse("saved_search", args=[search.pk]))
    if problem := service.send_test(search, link):
        messages.error(request, problem)
    else:
        messages.success(request, _("The test message was accepted."))
    return redirect("saved_search", search_id=search.pk)


@require_safe
@needs(Right.SEARCH)
def preview(request: HttpRequest, search_id: int) -> HttpResponse:
    """Show the message that the alert would send now, and send nothing."""
    search = found(request, SavedSearch, search_id, fills=True)
    context: dict[str, object] = {}
    origin = request.build_absolute_uri("/").rstrip("/")
    try:
        shown = load(lambda: service.preview_of(search, origin))
    except QueryError as error:
        context["query_error"] = query_problem(error)
        return show(request, SAVED_SEARCHES, search, "search/preview.html", context, 400)
    context |= {"preview": shown.value, "outage": shown.outage}
    status = 503 if shown.outage else 200
    return show(request, SAVED_SEARCHES, search, "search/preview.html", context, status)


@require_http_methods(["GET", "POST"])
@needs(Right.SEARCH)
def add(request: HttpRequest) -> HttpResponse:
    """Save the search that the address describes."""
    wanted = service.searched(request.GET.urlencode())
    initial = {
        "query": wanted.query_string,
        "name": _name_of(SearchParams.read(request.GET)),
        "alert": "none",
        "every_minutes": 60,
        "mode": "matches",
    }
    form = NewSearchForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid() and (search := _saved(request, form, None)):
        return redirect("saved_search", search_id=search.pk)
    params = SearchParams.read(QueryDict(form["query"].value() or ""))
    return show_search(request, form, None, params)


def _name_of(params: SearchParams) -> str:
    """Return what a user may call a search: a story by its headline, not by its id, and a name that
    is a filter as it is written.
    """
    followed = " ".join(filter(None, headlines(params.stories()).values()))
    chosen = " ".join(value for name, value in params.chosen if name in _NAMING)
    return followed or params.text[:80] or chosen[:80]


@require_http_methods(["GET", "POST"])
@needs(Right.SEARCH)
def edit(request: HttpRequest, search_id: int) -> HttpResponse:
    """Show a saved search with its feed and deliveries, and change its settings."""
    search = found(request, SavedSearch, search_id, fills=True)
    initial = settings_of(search)
    form = SettingsForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid() and _saved(request, form, search):
        return redirect("saved_search", search_id=search.pk)
    return show_search(request, form, search, service.params_of(search))


def settings_of(search: SavedSearch) -> dict[str, object]:
    """Return what the form of a search shows."""
    return {name: getattr(search, name) for name in SettingsForm.base_fields}


@require_POST
@needs(Right.SEARCH)
def change(request: HttpRequest, search_id: int) -> HttpResponse:
    """Save the words and filters that the search page shows (``save``), or only search with them.

    What cannot be saved is shown there again, to be mended.
    """
    search = found(request, SavedSearch, search_id, fills=True)
    params = replace(SearchParams.read(request.POST), edit=search.pk).first()
    if "save" in request.POST:
        wrong = [*params.problems] or _changed(request, search, params)
        if not wrong:
            messages.success(request, _("“%(name)s” was saved.") % {"name": search.name})
            return redirect("saved_search", search_id=search.pk)
        messages.error(request, " ".join([_("Nothing was saved."), *wrong]))
    return redirect(f"{reverse('search')}{params.address}")


def _changed(request: HttpRequest, search: SavedSearch, params: SearchParams) -> list[str]:
    """Replace a search; return what is wrong with the new one instead."""
    try:
        service.change_search(user_of(request), search.pk, params.search().to_keep())
    except WRONG as error:
        return [said for _field, said in problems_of(error)]
    return []


def _saved(
    request: HttpRequest, form: SettingsForm, before: SavedSearch | None
) -> SavedSearch | None:
    zone = get_current_timezone_name()
    given = dict(form.cleaned_data)
    wanted = search_of(before) if before else service.searched(given.pop("query"))
    draft = SearchDraft(search=wanted, language=get_language() or "en", time_zone=zone, **given)
    try:
        search = service.save(user_of(request), draft, before.pk if before else None)
    except WRONG as error:
        show_in(form, error)
        return None
    messages.success(request, _("“%(name)s” was saved.") % {"name": search.name})
    return search


def show_search(
    request: HttpRequest,
    form: SettingsForm,
    search: SavedSearch | None,
    params: SearchParams,
    rules: RulesForm | None = None,
) -> HttpResponse:
    """Show the page of a saved search, or of one to save, with what is wrong in its forms."""
    context: dict[str, object] = {
        "form": form,
        "folders": service.folders_of(user_of(request)),
        "search": search,
        "params": params,
        "chips": chips(params, headlines(params.stories())),
        "query": params.query_string,
    }
    status = 422 if form.errors or (rules and rules.errors) else 200
    if search is None:
        return render(request, "search/save_search.html", context, status=status)
    context |= {
        "edit": service.editing_address(search),
        "query_error": _unreadable(params),
        "rules_form": rules or RulesForm.of(search, user_of(request)),
        **acts_context(search),
        "followers": search.followers.count(),
        "feeds": feeds(request, "feed", feed_token(search)),
        "secret": webhook_secret(search) if search.alert == SavedSearch.Alert.WEBHOOK else "",
        "deliveries": service.deliveries(search),
        "most_attempts": MAX_ATTEMPTS,
    }
    return show(request, SAVED_SEARCHES, search, "search/saved_search.html", context, status)


def _unreadable(params: SearchParams) -> str:
    """Return what is wrong with a query that an earlier version could read, "" if it still runs."""
    try:
        params.request(facets=False)
    except QueryError as error:
        return query_problem(error)
    return ""
