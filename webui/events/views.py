"""The page of events, and their feed, whose address is the secret."""

from datetime import datetime

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.timezone import is_aware
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from notify.errors import NotDelivered
from notify.events.notifier import Notifier
from notify.targets import target_problems
from storage.database.models import EventSubscription
from storage.database.people.rights import Right, may_see_events
from storage.database.searches.event_subscriptions import (
    find_subscription,
    save_subscription,
    set_event_feed,
    subscription_of,
)
from storage.database.searches.events import EventFilter, GroupKey
from storage.database.secret_keys import (
    event_feed_token,
    event_hook_secret,
    is_event_feed_token,
    search_number,
)
from storage.whole_numbers import whole_number
from watch.events.kinds import EventKind
from watch.events.sentences import KINDS
from webui.address_fields import AddressFields
from webui.apps import stores
from webui.events import services as service
from webui.events.feed import atom
from webui.events.forms import SubscriptionForm
from webui.periods import offer_for_list
from webui.problems import in_words
from webui.returning import return_to_page
from webui.rights import needs
from webui.sources.services.sources import get_source
from webui.target_fields import offer_ways

_KINDS = tuple(EventKind)
_EACH = "each"
_CLOSED = "closed"


@require_safe
@needs(Right.MONITOR)
def events(request: HttpRequest) -> HttpResponse:
    """Show a page of groups of events, or of each event, filtered by kind, source, group and
    time.
    """
    asked = AddressFields(request.GET)
    wanted, number = _filter(asked), asked.page()
    chosen = asked.choice("show", _("Show"), (_EACH, _CLOSED))
    source = get_source(wanted.source_id) if wanted.source_id is not None else None
    # Of a source or group, its single events are of interest.
    each = chosen == _EACH or source is not None or wanted.group is not None
    rest = request.GET.copy()
    rest.pop("page", None)
    switch = rest.copy()
    for name in ("show", "group", "source"):
        switch.pop(name, None)
    token = event_feed_token(subscription_of(_user(request)))
    context = {
        "page": service.event_page(wanted, number) if each and not asked.problems else None,
        "grouped": None
        if each or asked.problems
        else service.group_page(wanted, number, closed=chosen == _CLOSED),
        "show": _EACH if each else chosen,
        "switch": f"{switch.urlencode()}&" if switch else "",
        "group_title": service.group_title(wanted.group) if wanted.group else "",
        "wanted": wanted,
        "asked": asked,
        "source": source,
        "filtered": wanted != EventFilter(),
        "kinds": KINDS,
        "periods": offer_for_list(request.GET, timezone.localdate()),
        "observed": service.last_look(),
        "pager": f"{rest.urlencode()}&" if rest else "",
        "feed": request.build_absolute_uri(reverse("event_feed", args=[token])) if token else "",
    }
    return render(request, "events/events.html", context, status=400 if asked.problems else 200)


@require_POST
@needs(Right.SETTLE_BURIED)
def close(request: HttpRequest) -> HttpResponse:
    """Close a group of events until it happens again."""
    key, newest = GroupKey.read(request.POST.get("group", "")), request.POST.get("newest", "")
    last = _moment(request.POST.get("last", ""))
    seen = whole_number(newest)
    title = None
    if key is not None and seen is not None and last is not None:
        title = service.close_group(key, seen, last, request.user.get_username())
    if title is None:
        messages.error(request, _("These events are no longer kept, so nothing was closed."))
    else:
        said = _("“%(title)s” is closed until it happens again.") % {"title": title}
        messages.success(request, said)
    return return_to_page(request, reverse("events"))


@require_POST
@needs(Right.SETTLE_BURIED)
def open_again(request: HttpRequest) -> HttpResponse:
    """Take back that a group of events was closed."""
    key = GroupKey.read(request.POST.get("group", ""))
    title = service.open_group(key, request.user.get_username()) if key else None
    if title is None:
        messages.error(request, _("These events are not closed any more."))
    else:
        messages.success(request, _("“%(title)s” is open again.") % {"title": title})
    return return_to_page(request, reverse("events"))


@require_POST
@needs(Right.MONITOR)
def set_feed(request: HttpRequest) -> HttpResponse:
    """Create or renew (``renew``), or turn off the user's feed of events."""
    wanted = "renew" in request.POST
    set_event_feed(_user(request), wanted=wanted, language=translation.get_language() or "en")
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
    subscription = subscription_of(_user(request))
    given = request.POST if request.method == "POST" else None
    form = SubscriptionForm(given, initial=_initial(subscription))
    offer_ways(form.fields["channel"], subscription.channel)
    if request.method == "POST" and form.is_valid() and _is_possible(form):
        saved = save_subscription(form.draft(translation.get_language() or "en"), _user(request))
        _tell(request, saved)
        return redirect("event_notifications")
    is_hook = subscription.channel == EventSubscription.Channel.WEBHOOK
    context = {
        "form": form,
        "subscription": subscription,
        "secret": event_hook_secret(subscription) if is_hook else "",
    }
    return render(request, "events/notifications.html", context, status=422 if form.errors else 200)


def _initial(subscription: EventSubscription) -> dict[str, object]:
    return {name: getattr(subscription, name) for name in SubscriptionForm.base_fields}


def _is_possible(form: SubscriptionForm) -> bool:
    """Add what is wrong with the target to the form; return whether nothing is."""
    way, target = form.cleaned_data["channel"], form.cleaned_data["target"]
    for problem in target_problems(stores().settings, way, target, "channel"):
        form.add_error(problem.field, in_words(problem))
    return not form.errors


def _tell(request: HttpRequest, subscription: EventSubscription) -> None:
    if "test" not in request.POST or subscription.channel == EventSubscription.Channel.NONE:
        messages.success(request, _("Your notifications are saved."))
        return
    try:
        Notifier(stores().settings).send_test(subscription)
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
        found = service.feed_events(kind)
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


def _filter(asked: AddressFields) -> EventFilter:
    first, last = asked.span(timezone.localtime())
    group = asked.text("group")
    key = GroupKey.read(group) if group else None
    if group and key is None:
        asked.problems.append(_("“%(text)s” names no group of events.") % {"text": group[:40]})
    return EventFilter(
        kind=asked.choice("kind", _("Kind"), _KINDS),
        source_id=asked.number("source", _("Source")),
        group=key,
        first=first,
        last=last,
    )


def _moment(text: str) -> datetime | None:
    """Return a time with its zone in the ISO form, None for anything else."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if is_aware(moment) else None


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
