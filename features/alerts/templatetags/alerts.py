"""Filters of the templates of alerts."""

from django import template
from django.utils.translation import gettext as _

from features.alerts.labels import ALERT_MODES
from features.alerts.times import Mode
from storage.database.models import SavedSearch
from watch.labels import label

register = template.Library()


@register.filter
def alert_mode(search: SavedSearch) -> str:
    """Return what the alert of a saved search tells."""
    if search.mode == Mode.MANY:
        many = _("at least %(count)s new documents within 24 hours")
        return many % {"count": search.at_least}
    return label(ALERT_MODES, search.mode)
