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
    return label(known, code) if code in known else str(SWITCHED_OFF)
