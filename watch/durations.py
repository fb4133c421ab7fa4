"""Durations in words: measured ones with at most two digits, set ones exactly."""

from django.utils.translation import gettext as _

from storage.ages import DAY

_MINUTE = 60
_HOUR = 3_600


def in_words(seconds: float | None) -> str:
    """Return a measured duration in a suitable unit and the reader's language, or a dash for
    None.
    """
    if seconds is None:
        return "—"
    # Up to one and a half of a unit, the smaller unit says more: 80 s, not 1 min.
    if seconds < 1.5 * _MINUTE:
        return _("%(number)s s") % {"number": round(seconds)}
    if seconds < 1.5 * _HOUR:
        return _("%(number)s min") % {"number": round(seconds / _MINUTE)}
    if seconds < 2 * DAY:
        return _("%(number)s h") % {"number": _short(seconds / _HOUR)}
    return _("%(number)s d") % {"number": _short(seconds / DAY)}


def interval(seconds: int) -> str:
    """Return a set duration exactly, in the largest unit that divides it and the reader's
    language.
    """
    units = ((DAY, _("%(number)s d")), (_HOUR, _("%(number)s h")), (_MINUTE, _("%(number)s min")))
    for size, text in units:
        if seconds and seconds % size == 0:
            return text % {"number": seconds // size}
    return _("%(number)s s") % {"number": seconds}


def _short(number: float) -> str:
    if number >= 10:
        return f"{number:.0f}"
    return f"{number:.1f}".removesuffix(".0")
