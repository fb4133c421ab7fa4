"""What alerts add to Newsloom."""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hooks.answers import AlertBacklog, Loop, Part, SearchSettings
from hooks.specifications import hookimpl

if TYPE_CHECKING:
    from datetime import datetime

    from django.contrib.auth.models import User

    from storage.settings import Settings
    from watch.stores import Stores


@hookimpl
def search_settings() -> SearchSettings:
    """Let saved searches have an alert."""
    from features.alerts.search_settings import AlertSettings

    return AlertSettings()


@hookimpl
def page_actions(page: str) -> Sequence[Part]:
    """Lead from a saved search to what its alert would send, and from all to their deliveries."""
    if page not in ("saved_search", "saved_searches"):
        return []
    return [Part(template=f"alerts/{page}_action.html")]


@hookimpl
def page_panels(page: str, subject: Any, user: "User") -> Sequence[Part]:
    """Show the rules and deliveries of a saved search, and why its alert failed."""
    if page == "saved_search_head":
        return [Part(template="alerts/problem.html")]
    if page != "saved_search":
        return []
    from features.alerts.shown import shown_deliveries, shown_rules

    return [
        Part(template="alerts/rules.html", context=shown_rules(subject, user)),
        Part(template="alerts/sent.html", context=shown_deliveries(subject)),
    ]


@hookimpl
def alert_loops(settings: "Settings", stores: "Stores") -> Sequence[Loop]:
    """Run alerts and rules, and send deliveries."""
    from features.alerts.runner import AlertRunner

    return [AlertRunner(settings, stores)]


@hookimpl
def alert_backlog(now: "datetime") -> AlertBacklog:
    """Return which alerts are late or fail."""
    from features.alerts.store import backlog

    return backlog(now)


@hookimpl
def count_documents(ids: Collection[str]) -> Mapping[str, int]:
    """Return how many deliveries show or quote documents."""
    from features.alerts.erasing import count

    return count(ids)


@hookimpl
def erase_documents(ids: Collection[str]) -> Mapping[str, int]:
    """Take erased documents out of deliveries, and forget what rules did with them."""
    from features.alerts.erasing import erase

    return erase(ids)
