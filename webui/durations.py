"""Durations in a few characters, with at most two digits, which is as exact as the measurements are."""

from django.utils.translation import gettext as _

_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400


def in_words(seconds: float | None) -> str:
    """Return a duration in a suitable unit and the reader's language, or a dash for None."""
    if seconds is None:
        return "—"
    if seconds < 1.5 * _MINUTE:
        return _("%(number)s s") % {"number": round(seconds)}
    if seconds < 1.5 * _HOUR:
        return _("%(number)s min") % {"number": round(seconds / _MINUTE)}
    if seconds < 2 * _DAY:
        return _("%(number)s h") % {"number": _short(seconds / _HOUR)}
    return _("%(number)s d") % {"number": _short(seconds / _DAY)}


def _short(number: float) -> str:
    return f"{number:.0f}" if number >= 10 else f"{number:.1f}".removesuffix(".0")
