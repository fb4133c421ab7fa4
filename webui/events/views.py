"""The page of events."""

from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import is_aware
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from storage.database.people.rights import Right
from storage.database.searches.events import EventFilter, GroupKey
from storage.whole_numbers import whole_number
from watch.events.kinds import EventKind
from watch.events.sentences import KINDS
from webui.address_fields import AddressFields
from webui.events import services as service
from webui.periods import offer_for_list
from webui.returning import return_to_page
from webui.rights import needs
from webui.sources.services.sources import get_source

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
    # What has happened since the page was shown stays open: nobody has seen it.
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


def _filter(asked: AddressFields) -> EventFilter:
    first, last = asked.span(timezone.localtime())
    group = asked.text("group")
    key = GroupKey.read(group) if group else None
    # All events instead would look like an answer.
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
