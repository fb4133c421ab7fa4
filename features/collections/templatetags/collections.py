"""The filter that says who may use a collection."""

from django import template

from features.collections.labels import SHARINGS
from watch.labels import label

register = template.Library()


@register.filter
def sharing(code: str) -> str:
    """Return who may use a collection."""
    return label(SHARINGS, code)
