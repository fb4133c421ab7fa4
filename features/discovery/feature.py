"""What discovery adds to Newsloom."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hooks.answers import Part
from hooks.specifications import hookimpl

if TYPE_CHECKING:
    from django.urls import URLPattern

_ACTIONS = {"start": "discovery/start_box.html", "source_to_repair": "discovery/repair_action.html"}


@hookimpl
def routes() -> "Sequence[URLPattern]":
    """Return the pages that look addresses up."""
    from features.discovery.urls import urlpatterns

    return urlpatterns


@hookimpl
def page_of_adding() -> str:
    """Return the page that asks for an address."""
    from django.urls import reverse

    return reverse("source_find")


@hookimpl
def page_actions(page: str) -> Sequence[Part]:
    """Ask an empty installation for an address, and offer to repair a source."""
    return [Part(template=_ACTIONS[page])] if page in _ACTIONS else []


@hookimpl
def page_panels(page: str) -> Sequence[Part]:
    """Say what is looked for."""
    return [Part(template="discovery/start_help.html")] if page == "start" else []
