"""The pages of alerts: what one would send, what was sent, and the rules of a saved search."""

import json
import uuid

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from features.alerts import rule_store as store
from features.alerts.digest import subject, text
from features.alerts.models import Delivery
from features.alerts.preview import preview as preview_of
from features.alerts.rule_form import RulesForm
from features.alerts.store import MAX_ATTEMPTS
from features.alerts.tokens import webhook_secret
from notify.errors import NotDelivered
from notify.message import Message
from notify.messenger import Messenger
from storage.database.errors import Invalid
from storage.database.models import MessageWay, SavedSearch
from storage.database.people.rights import Right
from storage.documents.errors import QueryError
from storage.whole_numbers import whole_number
from watch.loading import load
from webui.apps import stores
from webui.labels import query_problem
from webui.owned.views import found, show
from webui.problems import show_in
from webui.rights import needs, user_of
from webui.search.owned_searches import SAVED_SEARCHES
from webui.search.services.saved_searches import params_of
from webui.search.views.saved_searches import SettingsForm, settings_of, show_search

_SHOWN = 100


@require_safe
@needs(Right.SEARCH)
def deliveries(request: HttpRequest) -> HttpResponse:
    """List the newest deliveries of all searches of the user."""
    rows = Delivery.objects.filter(search__owner=user_of(request)).select_related("search")
    context = {"deliveries": rows[:_SHOWN], "most_attempts": MAX_ATTEMPTS, "all": True}
    return render(request, "alerts/deliveries.html", context)


@require_POST
@needs(Right.SEARCH)
def send_test(request: HttpRequest, search_id: int) -> HttpResponse:
    """Send a test message to the target of the alert, and tell what became of it."""
    search = found(request, SavedSearch, search_id, fills=True)
    if search.alert == MessageWay.NONE:
        raise Http404
    link = request.build_absolute_uri(reverse("saved_search", args=[search.pk]))
    if problem := _send_test(search, link):
        messages.error(request, problem)
    else:
        messages.success(request, _("The test message was accepted."))
    return redirect("saved_search", search_id=search.pk)


def _send_test(search: SavedSearch, link: str) -> str:
    """Send a test message to the target of an alert. Return why that failed, or ""."""
    title = _("Newsloom: test message for “%(name)s”") % {"name": search.name}
    said = _("This is a test. Alerts of this saved search will arrive here.")
    body = json.dumps(
        {"test": True, "search": {"name": search.name, "url": link}}, ensure_ascii=False
    )
    message = Message(
        number=uuid.uuid4().hex, subject=title, text=f"{said}\n{link}\n", body=body.encode()
    )
    try:
        Messenger(stores().settings).send(
            search.alert, search.target, message, webhook_secret(search)
        )
    except NotDelivered as failed:
        return failed.problem.translated()
    return ""


@require_safe
@needs(Right.SEARCH)
def preview(request: HttpRequest, search_id: int) -> HttpResponse:
    """Show the message that the alert would send now, and send nothing."""
    search = found(request, SavedSearch, search_id, fills=True)
    origin = request.build_absolute_uri("/").rstrip("/")
    context: dict[str, object]
    try:
        made = load(lambda: preview_of(stores(), search, timezone.now(), origin))
    except QueryError as error:
        status, context = 400, {"query_error": query_problem(error)}
    else:
        digest = made.value
        message = (subject(digest), text(digest)) if digest else None
        status, context = 503 if made.outage else 200, {"preview": message, "outage": made.outage}
    return show(request, SAVED_SEARCHES, search, "alerts/preview.html", context, status)


@require_POST
@needs(Right.SEARCH)
def save_rules(request: HttpRequest, search_id: int) -> HttpResponse:
    """Replace the rules of a search."""
    search = found(request, SavedSearch, search_id, fills=True)
    form = RulesForm(user_of(request), request.POST)
    if form.is_valid():
        try:
            store.save_rules(search.pk, user_of(request), form.cleaned_data)
        except Invalid as error:
            show_in(form, error)
        else:
            messages.success(request, _("The rules were saved."))
            return redirect("saved_search", search_id=search.pk)
    settings = SettingsForm(None, initial=settings_of(search))
    return show_search(request, settings, search, params_of(search), {"wrong_rules": form})


@require_POST
@needs(Right.SEARCH)
def undo_acts(request: HttpRequest, search_id: int) -> HttpResponse:
    """Undo the acts that the form names (``act``)."""
    search = found(request, SavedSearch, search_id, fills=True)
    named = request.POST.getlist("act")
    ids = {number for each in named if (number := whole_number(each))}
    if not ids:
        messages.warning(request, _("Nothing was chosen. Choose what to undo first."))
        return redirect("saved_search", search_id=search.pk)
    undone = store.undo_acts(search.pk, user_of(request), ids)
    told = ngettext("%(n)s action was undone.", "%(n)s actions were undone.", undone)
    messages.success(request, told % {"n": undone})
    if undone < len(ids):
        messages.warning(
            request,
            _("The others are no longer as the rule left them, or you may not change them."),
        )
    return redirect("saved_search", search_id=search.pk)
