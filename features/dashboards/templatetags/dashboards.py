"""Filters that show our values."""

from django import template

from features.dashboards.kinds import kind_labels
from watch.labels import label

register = template.Library()


@register.filter
def panel_kind(code: str) -> str:
    """Return what a panel shows."""
    return label(kind_labels(), code)
