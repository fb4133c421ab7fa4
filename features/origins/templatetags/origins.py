"""What the template of a marked page shows."""

from django import template

from features.origins.labels import FIELDS, SOURCES

register = template.Library()


@register.filter
def origin_field(code: str) -> object:
    """Return the text for a field."""
    return FIELDS.get(code, code)


@register.filter
def origin_source(code: str) -> object:
    """Return the text for what says a field."""
    return SOURCES.get(code, code)
