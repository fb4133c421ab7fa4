"""Filters that show how a list in JSON is read."""

from django import template

from features.json_lists.labels import PARTS
from watch.labels import label

register = template.Library()


@register.filter
def list_part(name: str) -> str:
    """Return a part of an entry of a list in words."""
    return label(PARTS, name)
