"""Filters that show our values."""

from django import template

from features.dashboards.labels import PANEL_KINDS
from watch.labels import label

register = template.Library()


@register.filter
def panel_kind(code: str) -> str:
    """Return what a panel shows."""
    return label(PANEL_KINDS, code)
