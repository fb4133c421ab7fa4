"""Filters for events."""

from django import template

from watch.events.sentences import KINDS
from watch.labels import label

register = template.Library()


@register.filter
def event_kind(code: str) -> str:
    """Return the text for a kind of event."""
    return label(KINDS, code)
