"""What subscriptions at hubs add to Newsloom."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hooks.answers import Loop, Part
from hooks.specifications import hookimpl

if TYPE_CHECKING:
    from storage.database.models import Source
    from storage.settings import Settings
    from watch.stores import Stores


@hookimpl
def alert_loops(settings: "Settings", stores: "Stores") -> Sequence[Loop]:
    """Ask hubs to subscribe, to renew and to end."""
    from features.websub.subscriber import HubSubscriber

    return [HubSubscriber(settings, stores)]


@hookimpl
def page_facts(page: str, subject: "Source") -> Sequence[Part] | None:
    """Say on the page of a source whether its hub tells when the feed has changed."""
    from features.websub.store import subscription_of_source

    subscription = subscription_of_source(subject.pk) if page == "source" else None
    if subscription is None:
        return None
    return [Part(template="websub/source_fact.html", context={"hub": subscription})]
