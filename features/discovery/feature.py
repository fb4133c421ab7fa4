"""What discovery adds to Newsloom."""

from collections.abc import Sequence

from hooks.answers import Part
from hooks.specifications import hookimpl

_ACTIONS = {"start": "discovery/start_box.html", "source_to_repair": "discovery/repair_action.html"}


@hookimpl
def page_of_adding() -> str:
    """Return the page that asks for an address."""
    from django.urls import reverse

    return reverse("source_find")


@hookimpl
def page_actions(page: str) -> Sequence[Part]:
    """Ask an empty installation for an address, and offer to repair a source."""
    if page in _ACTIONS:
        return [Part(template=_ACTIONS[page])]
    return []


@hookimpl
def page_panels(page: str) -> Sequence[Part]:
    """Say what is looked for."""
    if page == "start":
        return [Part(template="discovery/start_help.html")]
    return []
