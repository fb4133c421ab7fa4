"""Form fields for what has no widget of its own: one entry a line, name and value, a length of time."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

_UNITS = {"s": 1, "min": 60, "h": 3600, "d": 86400}
_SPAN = re.compile(r"(\d{1,9})\s*(s|min|m|h|d)", re.IGNORECASE)


class LinesField(forms.CharField):
    """A tuple of texts, one a line; blank lines do not count."""

    def __init__(self, *, rows: int = 3, **kwargs: Any) -> None:
        super().__init__(required=False, strip=False, widget=forms.Textarea(attrs={"rows": rows}), **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """Return the text to edit."""
        return value if isinstance(value, str) or value is None else "\n".join(value)

    def clean(self, value: Any) -> Any:
        """Return the entries without the space around them."""
        return lines(super().clean(value))


class PairsField(forms.CharField):
    """A mapping, one ``name: value`` a line."""

    def __init__(self, *, rows: int = 2, **kwargs: Any) -> None:
        super().__init__(required=False, strip=False, widget=forms.Textarea(attrs={"rows": rows}), **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """Return the text to edit."""
        if isinstance(value, Mapping):
            return "\n".join(f"{name}: {text}" for name, text in value.items())
        return value

    def clean(self, value: Any) -> Any:
        """Return the mapping; a line without a colon is named."""
        pairs: dict[str, str] = {}
        for line in lines(super().clean(value)):
            name, colon, text = line.partition(":")
            if not colon or not name.strip():
                raise ValidationError(_("“%(line)s” is no “Name: value”."), params={"line": line[:80]})
            if name.strip() in pairs:
                raise ValidationError(_("“%(name)s” is given twice."), params={"name": name.strip()})
            pairs[name.strip()] = text.strip()
        return pairs


class TimeSpanField(forms.CharField):
    """A number of seconds, written as ``90 s``, ``15 min``, ``2 h`` or ``1 d``."""

    def prepare_value(self, value: Any) -> Any:
        """Return the seconds in the greatest unit that divides them."""
        return time_span(value) if isinstance(value, int) else value

    def to_python(self, value: Any) -> Any:
        """Return the seconds."""
        text = super().to_python(value)
        match = _SPAN.fullmatch(text or "")
        if not match:
            raise ValidationError(_("Write a number and a unit: 90 s, 15 min, 2 h or 1 d."))
        unit = match[2].lower()
        return int(match[1]) * _UNITS["min" if unit == "m" else unit]


def lines(text: str) -> tuple[str, ...]:
    """Return the lines of a text that are not blank, without the space around them."""
    return tuple(line.strip() for line in text.splitlines() if line.strip())


def time_span(seconds: int) -> str:
    """Return seconds as a person writes them."""
    for unit, size in reversed(_UNITS.items()):
        if seconds % size == 0 and seconds >= size:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"


def choices(values: Sequence[str], blank: str = "") -> list[tuple[str, str]]:
    """Return choices that read as they are stored, after one for none."""
    return [("", blank), *((value, value) for value in values)]
