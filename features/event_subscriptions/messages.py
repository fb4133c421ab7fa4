"""Messages about events: when one is due, and what it says. Pure."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from features.event_subscriptions.models import EventSubscription
from storage.database.models import TimelineEvent
from watch.events.kinds import EventKind
from watch.events.sentences import EventView, viewed

MAX_LINES = 50
USUAL_KINDS = tuple(kind for kind in EventKind if kind is not EventKind.CHANGE)
"""The kinds that a user hears of who chose none."""


@dataclass(frozen=True, kw_only=True)
class EventMessage:
    """One message about several events, oldest first.

    ``url`` is the address of the page of events.
    """

    number: str
    problems: Sequence[EventView]
    solved: Sequence[EventView]
    others: Sequence[EventView]
    url: str


def wanted(subscription: EventSubscription, events: Sequence[TimelineEvent]) -> list[TimelineEvent]:
    """Return the events of the kinds that the user wants to hear of."""
    kinds = subscription.kinds or USUAL_KINDS
    return [event for event in events if event.kind in kinds]


def is_due(subscription: EventSubscription, events: Sequence[TimelineEvent], now: datetime) -> bool:
    """Return whether to send these events now: the oldest has waited for others, and it is no quiet
    hour.
    """
    if not events or is_quiet(subscription, now):
        return False
    return now - events[0].at >= timedelta(minutes=subscription.group_minutes)


def is_quiet(subscription: EventSubscription, now: datetime) -> bool:
    """Return whether it is a quiet hour for the user, in the user's time zone; quiet hours may pass
    midnight.
    """
    if not subscription.quiet_from or not subscription.quiet_until:
        return False
    local = now.astimezone(ZoneInfo(subscription.time_zone)).time()
    first, last = (
        time.fromisoformat(subscription.quiet_from),
        time.fromisoformat(subscription.quiet_until),
    )
    if first <= last:
        return first <= local < last
    return local >= first or local < last


def message_of(
    subscription: EventSubscription, events: Sequence[TimelineEvent], url: str
) -> EventMessage:
    """Return the message about these events.

    What was solved in the meantime is told as solved only.
    """
    newest = {(event.kind, event.subject): event.pk for event in events}
    shown = [viewed(event) for event in events]
    last = [
        each
        for each in shown
        if _is_lasting(each) or newest[each.event.kind, each.event.subject] == each.event.pk
    ]
    return EventMessage(
        number=f"events-{subscription.owner_id}-{events[-1].pk}",
        problems=[each for each in last if each.tone == "bad"],
        solved=[each for each in last if each.tone == "good"],
        others=[each for each in last if each.tone == "plain"],
        url=url,
    )


def _is_lasting(each: EventView) -> bool:
    """Return whether no later event can take it back: a process that died stays news."""
    return each.event.kind in (EventKind.PROCESS, EventKind.JOBS, EventKind.CHANGE)


def subject(message: EventMessage) -> str:
    """Return the subject of a mail."""
    counts = {"problems": len(message.problems), "solved": len(message.solved)}
    return _("Newsloom: new problems %(problems)s, solved %(solved)s") % counts


def text(message: EventMessage) -> str:
    """Return the text of a mail."""
    parts = [
        (_("New problems"), message.problems),
        (_("Solved"), message.solved),
        (_("Other events"), message.others),
    ]
    blocks = [f"{title}\n" + "\n".join(_lines(events)) for title, events in parts if events]
    return "\n\n".join([*blocks, message.url]) + "\n"


def body(message: EventMessage) -> bytes:
    """Return the body of a webhook, as JSON."""
    content = {
        "delivery": message.number,
        "url": message.url,
        "problems": len(message.problems),
        "solved": len(message.solved),
        "events": [
            _as_json(each) for each in (*message.problems, *message.solved, *message.others)
        ][:MAX_LINES],
    }
    return json.dumps(content, ensure_ascii=False).encode()


def _lines(events: Sequence[EventView]) -> list[str]:
    lines = [f"{each.event.at:%Y-%m-%d %H:%M} UTC  {each.text}" for each in events[:MAX_LINES]]
    more = len(events) - MAX_LINES
    if more > 0:
        return [*lines, _("and %(count)s more") % {"count": more}]
    return lines


def _as_json(each: EventView) -> dict[str, object]:
    event = each.event
    names = ("kind", "source_id", "subject", "before", "after", "reason")
    return {
        "id": event.pk,
        "at": event.at.isoformat(),
        "text": each.text,
        **{name: getattr(event, name) for name in names},
    }
