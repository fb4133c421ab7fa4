"""The rules of a saved search: saved, and what they did undone."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from storage.database.errors import Invalid
from storage.database.models import SavedSearch
from storage.database.people.rights import Right
from storage.database.searches.rules import save_rules, undo_acts
from storage.whole_numbers import whole_number
from webui.owned.views import found
from webui.problems import show_in
from webui.rights import needs, user_of
from webui.search.rule_form import RulesForm
from webui.search.services import saved_searches as service
from webui.search.views.saved_searches import (
    SettingsForm,
    settings_of,
    show_search,
)


@require_POST
@needs(Right.SEARCH)
def save(request: HttpRequest, search_id: int) -> HttpResponse:
    """Replace the rules of a search."""
    search = found(request, SavedSearch, search_id, fills=True)
    form = RulesForm(user_of(request), request.POST)
    if form.is_valid():
        try:
            save_rules(search.pk, user_of(request), form.draft())
        except Invalid as error:
            show_in(form, error)
        else:
            messages.success(request, _("The rules were saved."))
            return redirect("saved_search", search_id=search.pk)
    settings = SettingsForm(None, initial=settings_of(search))
    return show_search(request, settings, search, service.params_of(search), rules=form)


@require_POST
@needs(Right.SEARCH)
def undo(request: HttpRequest, search_id: int) -> HttpResponse:
    """Undo the acts that the form names (``act``)."""
    search = found(request, SavedSearch, search_id, fills=True)
    named = request.POST.getlist("act")
    ids = {number for each in named if (number := whole_number(each))}
    if not ids:
        messages.warning(request, _("Nothing was chosen. Choose what to undo first."))
        return redirect("saved_search", search_id=search.pk)
    undone = undo_acts(search.pk, user_of(request), ids)
    told = ngettext("%(n)s action was undone.", "%(n)s actions were undone.", undone)
    messages.success(request, told % {"n": undone})
    if undone < len(ids):
        messages.warning(
            request,
            _("The others are no longer as the rule left them, or you may not change them."),
        )
    return redirect("saved_search", search_id=search.pk)
