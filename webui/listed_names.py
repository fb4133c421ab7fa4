"""Names in a sentence."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

_NAMED = 10


def first_names(names: Sequence[str]) -> str:
    """Return the first names, and how many more there are."""
    shown = _(", ").join(names[:_NAMED])
    more = len(names) - _NAMED
    if more <= 0:
        return shown
    return _("%(names)s and %(count)d more") % {"names": shown, "count": more}
