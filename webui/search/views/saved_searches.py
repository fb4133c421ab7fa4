"""The user's saved searches with their feeds, alerts and deliveries."""

from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from storage.database.errors import Invalid, NotFound
from storage.database.models import SavedSearch
from storage.database.people.rights import Right
from storage.database.searches.saved_searches import (
    MAX_ATTEMPTS,
    MAX_FOLDER,
    SearchDraft,
    search_of,
)
from storage.database.searches.shared_searches import (
    follow_search,
    searches_shared_with,
    share_search,
)
from storage.database.secret_keys import feed_token, webhook_secret
from watch.loading import load
from webui.address_fields import AddressFields
from webui.labels import ALERT_MODES
from webui.paging import Paging
from webui.problems import in_words
from webui.returning import return_to_page
from webui.rights import needs
from webui.search.facets import Chip, chips
from webui.search.feeds import FORMS
from webui.search.params import SearchParams
from webui.search.rule_form import RulesForm
from webui.search.services import saved_searches as service
from webui.search.services.rules import acts_context
from webui.search.services.stories import headlines
from webui.sharing import SharingForm
from webui.target_fields import offer_ways, target_field, way_field

_PAGE_SIZE = 30
_USUAL_MINUTES = 60
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

    def clean_mode(self) -> str:
        """Return the mode; a form that does not ask for it means each new document."""
        return self.cleaned_data["mode"] or SavedSearch.Mode.MATCHES.value

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        offer_ways(self.fields["alert"], self.initial["alert"])


class NewSearchForm(SettingsForm):
    """The settings of a search that is saved for the first time, with the search."""

    query = forms.CharField(widget=forms.HiddenInput, required=False)


@require_safe
@needs(Right.SEARCH)
def saved_searches(request: HttpRequest) -> HttpResponse:
    """List the user's saved searches, and those that others share."""
    searches = service.all_of(_user(request))
    asked = AddressFields(request.GET)
    paging = Paging.near(asked.page(), len(searches), _PAGE_SIZE)
    shown = [] if asked.problems else searches[paging.skipped : paging.last]
    context = {
        "asked": asked,
        "rows": [_row(search) for search in shown],
        "paging": paging,
        "has_folders": any(search.folder for search in searches),
        "shared": [
            (search, params := service.params_of(search), _chips(params))
            for search in searches_shared_with(_user(request))
        ],
    }
    status = 400 if asked.problems else 200
    return render(request, "search/saved_searches.html", context, status=status)


def _chips(params: SearchParams) -> list[Chip]:
    return chips(params, headlines(params.stories()))


def _row(search: SavedSearch) -> dict[str, object]:
    """Return what the list shows of a search; without the document store, the number of unread
    matches is unknown.
    """
    unread = load(lambda: service.unread(search)).value
    params = service.params_of(search)
    return {
        "search": search,
        "params": params,
        "chips": _chips(params),
        "read": service.reading_address(search),
        "edit": service.editing_address(search),
        "unread": unread,
    }


@require_safe
@needs(Right.SEARCH)
def next_unread(request: HttpRequest, search_id: int) -> HttpResponse:
    """Lead to the next saved search with unread matches."""
    found = load(lambda: service.next_unread(_user(request), search_id))
    if found.value is None:
        if not found.outage:
            messages.info(request, _("You have read all matches of your saved searches."))
        return redirect("saved_searches")
    return redirect(f"{reverse('search')}{service.reading_address(found.value)}")


@require_POST
@needs(Right.SEARCH)
def follow(request: HttpRequest, search_id: int) -> HttpResponse:
    """Follow a search that somebody else shares."""
    try:
        followed = follow_search(search_id, _user(request))
    except NotFound as error:
        raise Http404 from error
    except Invalid as error:
        messages.error(request, " ".join(str(in_words(each)) for each in error.problems))
        return redirect("saved_searches")
    messages.success(
        request,
        _("You follow “%(name)s”. What you have read, its alert and its feed are your own.")
        % {"name": followed.name},
    )
    return redirect("saved_search", search_id=followed.pk)


@require_POST
@needs(Right.SEARCH)
def share(request: HttpRequest, search_id: int) -> HttpResponse:
    """Set with whom a search is shared."""
    search = found_search(request, search_id)
    form = SharingForm(request.POST)
    if form.is_valid() and _shared(request, form, search):
        messages.success(request, _("“%(name)s” was saved.") % {"name": search.name})
        return redirect("saved_search", search_id=search.pk)
    settings = SettingsForm(None, initial=settings_of(search))
    return show_search(request, settings, search, service.params_of(search), form)


def _shared(request: HttpRequest, form: SharingForm, search: SavedSearch) -> bool:
    try:
        share_search(search.pk, _user(request), form.cleaned_data["sharing"], form.names())
    except Invalid as error:
        form.show(error)
        return False
    return True


@require_POST
@needs(Right.SEARCH)
def mark_read(request: HttpRequest, search_id: int) -> HttpResponse:
    """Record that the user has read the matches so far."""
    try:
        service.mark_read(_user(request), search_id)
    except NotFound as error:
        raise Http404 from error
    return return_to_page(request, reverse("saved_searches"))


@require_safe
@needs(Right.SEARCH)
def deliveries(request: HttpRequest) -> HttpResponse:
    """List the newest deliveries of all searches of the user."""
    context = {
        "deliveries": service.all_deliveries(_user(request)),
        "most_attempts": MAX_ATTEMPTS,
        "all": True,
    }
    return render(request, "search/deliveries.html", context)


@require_POST
@needs(Right.SEARCH)
def send_test(request: HttpRequest, search_id: int) -> HttpResponse:
    """Send a test message to the target of the alert, and tell what became of it."""
    search = found_search(request, search_id)
    if search.alert == SavedSearch.Alert.NONE:
        raise Http404
    link = request.build_absolute_uri(reverse("saved_search", args=[search.pk]))
    if problem := service.send_test(search, link):
        messages.error(request, problem)
    else:
        messages.success(request, _("The test message was accepted."))
    return redirect("saved_search", search_id=search.pk)


@require_http_methods(["GET", "POST"])
@needs(Right.SEARCH)
def add(request: HttpRequest) -> HttpResponse:
    """Save the search that the address describes."""
    wanted = service.searched(request.GET.urlencode())
    # Who follows a story knows it by its headline, not by its id.
    followed = headlines(SearchParams.read(request.GET).stories())
    initial = {
        "query": wanted.query_string,
        "name": " ".join(filter(None, followed.values())) or wanted.text[:80],
        "alert": "none",
        "every_minutes": 60,
        "mode": "matches",
    }
    form = NewSearchForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid() and (search := _saved(request, form, None)):
        return redirect("saved_search", search_id=search.pk)
    params = SearchParams.read(QueryDict(form["query"].value() or ""))
    return show_search(request, form, None, params)


@never_cache
@require_http_methods(["GET", "POST"])
@needs(Right.SEARCH)
def edit(request: HttpRequest, search_id: int) -> HttpResponse:
    """Show a saved search with its feed and deliveries, and change its settings."""
    search = found_search(request, search_id)
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
    search = found_search(request, search_id)
    params = replace(SearchParams.read(request.POST), edit=search.pk).first()
    if "save" in request.POST:
        try:
            wrong = [*params.problems] or _changed(request, search, params)
        except NotFound as error:
            raise Http404 from error
        if not wrong:
            messages.success(request, _("“%(name)s” was saved.") % {"name": search.name})
            return redirect("saved_search", search_id=search.pk)
        messages.error(request, " ".join([_("Nothing was saved."), *wrong]))
    return redirect(f"{reverse('search')}{params.address}")


def _changed(request: HttpRequest, search: SavedSearch, params: SearchParams) -> list[str]:
    """Replace a search; return what is wrong with the new one instead."""
    try:
        service.change_search(_user(request), search.pk, params.search().to_keep())
    except Invalid as error:
        return [str(in_words(problem)) for problem in error.problems]
    return []


@require_http_methods(["GET", "POST"])
@needs(Right.SEARCH)
def delete(request: HttpRequest, search_id: int) -> HttpResponse:
    """Ask, then delete."""
    search = found_search(request, search_id)
    if request.method == "POST":
        service.delete(_user(request), search.pk)
        messages.success(request, _("“%(name)s” was deleted.") % {"name": search.name})
        return redirect("saved_searches")
    return render(request, "search/saved_search_delete.html", {"search": search})


@require_POST
@needs(Right.SEARCH)
def feed(request: HttpRequest, search_id: int) -> HttpResponse:
    """Create or renew (``renew``), or turn off the feed of a search."""
    search = found_search(request, search_id)
    wanted = "renew" in request.POST
    service.set_feed(_user(request), search.pk, wanted=wanted)
    text = (
        _("The feed has a new address. Earlier addresses no longer work.")
        if wanted
        else _("The feed is turned off.")
    )
    messages.success(request, text)
    return redirect("saved_search", search_id=search.pk)


def _saved(
    request: HttpRequest, form: SettingsForm, before: SavedSearch | None
) -> SavedSearch | None:
    zone = get_current_timezone_name()
    given = dict(form.cleaned_data)
    wanted = search_of(before) if before else service.searched(given.pop("query"))
    draft = SearchDraft(search=wanted, language=get_language() or "en", time_zone=zone, **given)
    try:
        search = service.save(_user(request), draft, before.pk if before else None)
    except NotFound as error:
        raise Http404 from error
    except Invalid as error:
        for problem in error.problems:
            # The query is a hidden field or none.
            form.add_error(
                problem.field if problem.field in set(form.fields) - {"query"} else None,
                in_words(problem),
            )
        return None
    messages.success(request, _("“%(name)s” was saved.") % {"name": search.name})
    return search


def show_search(
    request: HttpRequest,
    form: SettingsForm,
    search: SavedSearch | None,
    params: SearchParams,
    sharing: SharingForm | None = None,
    rules: RulesForm | None = None,
) -> HttpResponse:
    """Show the page of a saved search, or of one to save, with what is wrong in its forms."""
    context: dict[str, object] = {
        "form": form,
        "folders": service.folders_of(_user(request)),
        "search": search,
        "params": params,
        "chips": _chips(params),
        "query": params.query_string,
    }
    if search:
        token = feed_token(search)
        address = (
            {form_name: reverse("feed", args=[token, form_name]) for form_name in FORMS}
            if token
            else {}
        )
        context |= {
            "edit": service.editing_address(search),
            "rules_form": rules or RulesForm.of(search, _user(request)),
            **acts_context(search),
            "sharing": sharing or SharingForm.of(search),
            "followers": search.followers.count(),
            "feeds": [
                (name.upper(), request.build_absolute_uri(path)) for name, path in address.items()
            ],
            "secret": webhook_secret(search) if search.alert == SavedSearch.Alert.WEBHOOK else "",
            "deliveries": service.deliveries(search),
            "most_attempts": MAX_ATTEMPTS,
        }
    has_errors = any(each and each.errors for each in (form, sharing, rules))
    return render(request, "search/saved_search.html", context, status=422 if has_errors else 200)


def found_search(request: HttpRequest, search_id: int) -> SavedSearch:
    """Return a search of the user; raise Http404 for any other."""
    search = service.get(_user(request), search_id)
    if search is None:
        raise Http404
    return search


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
