"""The user's saved searches: their settings and feeds."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from hooks.process import search_settings
from storage.database.models import SavedSearch
from storage.database.people.rights import Right
from storage.database.searches.saved_searches import MAX_FOLDER, SearchDraft, search_of
from storage.database.searches.shared_searches import follow_search
from storage.database.secret_keys import feed_token
from storage.documents.errors import QueryError
from storage.documents.port import NAME_KINDS
from watch.loading import load
from webui.labels import query_problem
from webui.owned.views import feeds, found, show, tell
from webui.problems import WRONG, problems_of, show_in
from webui.returning import return_to_page
from webui.rights import needs, user_of
from webui.search.facets import chips
from webui.search.owned_searches import SAVED_SEARCHES
from webui.search.params import SearchParams
from webui.search.services import saved_searches as service
from webui.search.services.stories import headlines

_NAMING = (*NAME_KINDS, "author", "source", "site", "tag")
"""The filters whose values are what people call them."""


class SettingsForm(*(each.form for each in search_settings()), forms.Form):  # type: ignore[misc]
    """The settings of a saved search. What it searches for is edited on the search page."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=200)
    folder = forms.CharField(
        label=gettext_lazy("Folder"),
        required=False,
        max_length=MAX_FOLDER,
        widget=forms.TextInput(attrs={"list": "folders", "autocomplete": "off"}),
    )


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
        _("You follow “%(name)s”. What you have read, its settings and its feed are your own.")
        % {"name": followed.name},
    )
    return redirect("saved_search", search_id=followed.pk)


@require_POST
@needs(Right.SEARCH)
def mark_read(request: HttpRequest, search_id: int) -> HttpResponse:
    """Record that the user has read the matches so far."""
    service.mark_read(user_of(request), search_id)
    return return_to_page(request, reverse("saved_searches"))


@require_http_methods(["GET", "POST"])
@needs(Right.SEARCH)
def add(request: HttpRequest) -> HttpResponse:
    """Save the search that the address describes."""
    wanted = service.searched(request.GET.urlencode())
    initial = settings_of(SavedSearch(name=_name_of(SearchParams.read(request.GET))))
    initial["query"] = wanted.query_string
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
    given = dict(form.cleaned_data)
    draft = SearchDraft(
        name=given.pop("name"),
        folder=given.pop("folder"),
        search=search_of(before) if before else service.searched(given.pop("query")),
        language=get_language() or "en",
        settings=given,
    )
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
    wrong: Mapping[str, forms.Form] = MappingProxyType({}),
) -> HttpResponse:
    """Show the page of a saved search, or of one to save, with what is wrong in its form and in
    ``wrong`` ones of features, by what their templates call them.
    """
    context: dict[str, object] = {
        "form": form,
        "folders": service.folders_of(user_of(request)),
        "search": search,
        "settings": search_settings(),
        "params": params,
        "chips": chips(params, headlines(params.stories())),
        "query": params.query_string,
    }
    status = 422 if form.errors or wrong else 200
    if search is None:
        return render(request, "search/save_search.html", context, status=status)
    context |= {
        **wrong,
        "edit": service.editing_address(search),
        "query_error": _unreadable(params),
        "followers": search.followers.count(),
        "feeds": feeds(request, "feed", feed_token(search)),
    }
    return show(request, SAVED_SEARCHES, search, "search/saved_search.html", context, status)


def _unreadable(params: SearchParams) -> str:
    """Return what is wrong with a query that an earlier version could read, "" if it still runs."""
    try:
        params.request(facets=False)
    except QueryError as error:
        return query_problem(error)
    return ""
