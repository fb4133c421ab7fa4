"""Filters that show our values."""

from django import template

from features.dashboards.kinds import kind_labels
from features.dashboards.labels import SWITCHED_OFF
from watch.labels import label

register = template.Library()


@register.filter
def panel_kind(code: str) -> str:
    """Return what a panel shows, or that its feature is off."""
    known = kind_labels()
    if code in known:
        return label(known, code)
    return str(SWITCHED_OFF)
