"""What subscriptions to events add to Newsloom."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hooks.answers import Loop, Part
from hooks.specifications import hookimpl

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from watch.stores import Stores


@hookimpl
def page_head(page: str) -> Sequence[Part]:
    """Let the address of the feed be copied."""
    if page == "events":
        return [Part(template="event_subscriptions/events_head.html")]
    return []


@hookimpl
def page_actions(page: str) -> Sequence[Part]:
    """Lead from the events to the form."""
    if page == "events":
        return [Part(template="event_subscriptions/events_action.html")]
    return []


@hookimpl
def page_panels(page: str, user: "User") -> Sequence[Part]:
    """Show the feed of a user below the events."""
    if page != "events":
        return []
    from features.event_subscriptions.models import EventSubscription
    from features.event_subscriptions.tokens import event_feed_token

    token = event_feed_token(EventSubscription.of(user))
    return [Part(template="event_subscriptions/events_panel.html", context={"token": token})]


@hookimpl
def alert_loops(stores: "Stores") -> Sequence[Loop]:
    """Send messages about events."""
    from features.event_subscriptions.notifier import Notifier

    return [Notifier(stores)]
