"""Filters for events."""

from django import template

from webui import labels
from webui.events.sentences import KINDS

register = template.Library()


@register.filter
def event_kind(code: str) -> str:
    """Return the text for a kind of event."""
    return labels.label(KINDS, code)
