"""How a user hears of events: the form, and the feed, whose address is the secret."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from features.event_subscriptions.atom import atom
from features.event_subscriptions.forms import EventsForm
from features.event_subscriptions.models import EventSubscription
from features.event_subscriptions.notifier import Notifier
from features.event_subscriptions.store import (
    find_subscription,
    may_see_events,
    save_subscription,
    set_event_feed,
)
from features.event_subscriptions.tokens import event_hook_secret, is_event_feed_token
from notify.errors import NotDelivered
from storage.database.people.rights import Right
from storage.database.searches.events import EventFilter, find_events
from storage.database.secret_keys import search_number
from watch.events.kinds import EventKind
from watch.events.sentences import EventView, viewed
from webui.address_fields import AddressFields
from webui.apps import stores
from webui.rights import needs, user_of
from webui.target_fields import show_subscription

_KINDS = tuple(EventKind)
_FEED = 100
"""Events in the feed."""


@require_POST
@needs(Right.MONITOR)
def set_feed(request: HttpRequest) -> HttpResponse:
    """Create or renew (``renew``), or turn off the user's feed of events."""
    wanted = "renew" in request.POST
    set_event_feed(user_of(request), wanted=wanted, language=translation.get_language() or "en")
    text = (
        _("The feed has a new address. Earlier addresses no longer work.")
        if wanted
        else _("The feed is turned off.")
    )
    messages.success(request, text)
    return redirect("events")


@require_http_methods(["GET", "POST"])
@needs(Right.MONITOR)
def notifications(request: HttpRequest) -> HttpResponse:
    """Show and save how the user hears of events; send a test message."""
    subscription = EventSubscription.of(user_of(request))
    given = request.POST if request.method == "POST" else None
    form = EventsForm(given, initial=_initial(subscription))
    if request.method == "POST" and form.is_valid():
        saved = save_subscription(form.draft(translation.get_language() or "en"), user_of(request))
        _tell(request, saved)
        return redirect("event_notifications")
    template, secret = "event_subscriptions/notifications.html", event_hook_secret(subscription)
    return show_subscription(request, template, form, subscription, secret)


def _initial(subscription: EventSubscription) -> dict[str, object]:
    values = {name: getattr(subscription, name) for name in EventsForm.base_fields}
    # Whoever has set no quiet hours would set them in the zone of the page.
    known = subscription.quiet_from
    if known:
        return values
    return values | {"time_zone": timezone.get_current_timezone_name()}


def _tell(request: HttpRequest, subscription: EventSubscription) -> None:
    if "test" not in request.POST or subscription.channel == EventSubscription.Channel.NONE:
        messages.success(request, _("Your notifications are saved."))
        return
    try:
        Notifier(stores()).send_test(subscription)
    except NotDelivered as failed:
        why = failed.problem.translated()
        messages.error(request, _("The test message was not delivered: %(why)s") % {"why": why})
    else:
        messages.success(
            request, _("The test message was sent to %(target)s.") % {"target": subscription.target}
        )


@require_safe
def feed(request: HttpRequest, token: str) -> HttpResponse:
    """Return the newest events as Atom.

    Without the right, or no longer with it, the answer is 404.
    """
    owner = search_number(token)
    subscription = find_subscription(owner) if owner is not None else None
    if (
        not subscription
        or not is_event_feed_token(subscription, token)
        or not may_see_events(subscription.owner)
    ):
        raise Http404
    with translation.override(subscription.language):
        asked = AddressFields(request.GET)
        kind = asked.choice("kind", _("Kind"), _KINDS)
        if asked.problems:
            text = "\n".join(asked.problems)
            return HttpResponse(text, status=400, content_type="text/plain; charset=utf-8")
        found = _newest(kind)
        content = atom(
            found,
            request.build_absolute_uri(reverse("events")),
            request.build_absolute_uri(request.path),
            found[0].event.at if found else timezone.now(),
            subscription.language,
        )
    response = HttpResponse(content, content_type="application/atom+xml; charset=utf-8")
    response["Cache-Control"] = "private, max-age=60"
    return response


def _newest(kind: str) -> list[EventView]:
    """Return the newest events, of one kind if ``kind`` is not empty."""
    return [viewed(event) for event in find_events(EventFilter(kind=kind), _FEED)]
