"""Form fields for lists (one entry per line), pairs (name and value) and durations."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from storage.tags import read_tags
from storage.time_spans import read_seconds

_UNITS = {"s": 1, "min": 60, "h": 3600, "d": 86400}


class LinesField(forms.CharField):
    """A tuple of texts, one per line; blank lines are ignored."""

    def __init__(self, *, rows: int = 3, **kwargs: Any) -> None:
        super().__init__(
            required=False, strip=False, widget=forms.Textarea(attrs={"rows": rows}), **kwargs
        )

    def prepare_value(self, value: Any) -> Any:
        """Return the text to edit."""
        if isinstance(value, str) or value is None:
            return value
        return "\n".join(value)

    def clean(self, value: Any) -> Any:
        """Return the stripped entries."""
        return lines(super().clean(value))


class TagsField(LinesField):
    """A tuple of tags, separated by commas or lines."""

    def clean(self, value: Any) -> Any:
        """Return the tags."""
        return read_tags(super().clean(value))


class PairsField(forms.CharField):
    """A mapping, one ``name: value`` per line."""

    def __init__(self, *, rows: int = 2, **kwargs: Any) -> None:
        super().__init__(
            required=False, strip=False, widget=forms.Textarea(attrs={"rows": rows}), **kwargs
        )

    def prepare_value(self, value: Any) -> Any:
        """Return the text to edit."""
        if isinstance(value, Mapping):
            return "\n".join(f"{name}: {text}" for name, text in value.items())
        return value

    def clean(self, value: Any) -> Any:
        """Return the mapping. Raises ValidationError that quotes the invalid line."""
        pairs: dict[str, str] = {}
        for line in lines(super().clean(value)):
            name, colon, text = line.partition(":")
            if not colon or not name.strip():
                raise ValidationError(
                    _("“%(line)s” is not in the form “Name: value”."), params={"line": line[:80]}
                )
            if name.strip() in pairs:
                raise ValidationError(
                    _("“%(name)s” appears twice. Remove one."), params={"name": name.strip()}
                )
            pairs[name.strip()] = text.strip()
        return pairs


class TimeSpanField(forms.CharField):
    """A number of seconds, written as ``90 s``, ``15 min``, ``2 h`` or ``1 d``."""

    def prepare_value(self, value: Any) -> Any:
        """Return the seconds in the largest unit that divides them."""
        if isinstance(value, int):
            return time_span(value)
        return value

    def to_python(self, value: Any) -> Any:
        """Return the seconds."""
        seconds = read_seconds(super().to_python(value) or "")
        if seconds is None:
            raise ValidationError(_("Enter a number and a unit: 90 s, 15 min, 2 h or 1 d."))
        return seconds


class OptionalTimeSpanField(TimeSpanField):
    """A time span that may be left out; then it is 0."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """Return the seconds in the largest unit that divides them, "" for 0."""
        return super().prepare_value(value) if value else ""

    def to_python(self, value: Any) -> Any:
        """Return the seconds, 0 without a value."""
        if value and str(value).strip():
            return super().to_python(value)
        return 0


class OptionalNumberField(forms.IntegerField):
    """A whole number that may be left out; then it is 0."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """Return the number, "" for 0."""
        return value or ""

    def clean(self, value: Any) -> Any:
        """Return the number, 0 without a value."""
        return super().clean(value) or 0


def lines(text: str) -> tuple[str, ...]:
    """Return the non-blank lines of a text, stripped."""
    return tuple(line.strip() for line in text.splitlines() if line.strip())


def time_span(seconds: int) -> str:
    """Return seconds in the largest unit that divides them, such as ``15 min``."""
    for unit, size in reversed(_UNITS.items()):
        if seconds % size == 0 and seconds >= size:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"


def choices(values: Sequence[str], blank: str = "") -> list[tuple[str, str]]:
    """Return choices whose labels are their values, after an empty choice."""
    return [("", blank), *((value, value) for value in values)]
