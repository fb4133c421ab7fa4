"""Forms for what ops order: pauses, mutes and thresholds."""

from dataclasses import asdict
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scheduler.queue.tubes import all_tubes
from storage.keys import host_name
from storage.learned.orders import PauseKind
from watch.durations import interval
from watch.labels import THRESHOLDS, tube_names
from watch.system.system_health import Thresholds
from watch.system.verdict_orders import THRESHOLD_BOUNDS

_SPANS = (900, 3_600, 4 * 3_600, 86_400, 7 * 86_400)


class PauseOrderForm(forms.Form):
    """What to pause, why, and for how long."""

    what = forms.ChoiceField(label=gettext_lazy("What to pause"))
    host = forms.CharField(
        label=gettext_lazy("Host"),
        required=False,
        max_length=2_000,
        help_text=gettext_lazy("Such as news.example, or any address on it."),
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200)
    span = forms.ChoiceField(label=gettext_lazy("For how long"))

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["what"].choices = [  # type: ignore[attr-defined]
            (PauseKind.HOST.value, _("A host")),
            *((tube, _("Queue: %(name)s") % {"name": name}) for tube, name in tube_names().items()),
            (PauseKind.EVERYTHING.value, _("Everything")),
        ]
        self.fields["span"].choices = [  # type: ignore[attr-defined]
            ("", _("Until somebody resumes it")),
            *((str(seconds), interval(seconds)) for seconds in _SPANS),
        ]
        self.fields["span"].required = False

    def clean(self) -> dict[str, object]:
        """Read the host from an address, if one is pasted."""
        given = super().clean() or {}
        if given.get("what") != PauseKind.HOST:
            return given
        try:
            return {**given, "host": host_name(given.get("host", ""))}
        except ValueError as error:
            text = _("Enter the name of a host, such as news.example.")
            raise ValidationError({"host": text}) from error

    def scope(self) -> tuple[PauseKind, str]:
        """Return what to pause, and its name."""
        what = self.cleaned_data["what"]
        if what in all_tubes():
            return PauseKind.TUBE, what
        return PauseKind(what), self.cleaned_data["host"] if what == PauseKind.HOST else ""

    def seconds(self) -> float | None:
        """Return for how long; None without an end."""
        span = self.cleaned_data["span"]
        return float(span) if span else None


_MUTE_SPANS = (3_600, 4 * 3_600, 86_400, 3 * 86_400, 7 * 86_400, 30 * 86_400, 90 * 86_400)


class MuteForm(forms.Form):
    """Why to mute something, and for how long."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200)
    span = forms.TypedChoiceField(
        label=gettext_lazy("For how long"), coerce=int, initial=7 * 86_400
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["span"].choices = [  # type: ignore[attr-defined]
            (seconds, interval(seconds)) for seconds in _MUTE_SPANS
        ]


_UNITS = {
    "failing_share": 0.01,
    "silent_share": 0.01,
    "lag_seconds": 60.0,
    "buried_jobs": 1.0,
    "disk_share": 0.01,
    "memory_share": 0.01,
}
UNIT_NAMES = {"lag_seconds": gettext_lazy("minutes"), "buried_jobs": gettext_lazy("jobs")}
"""What is counted; the others are shares in percent."""


def with_unit(number: str, name: str) -> str:
    """Return a threshold as the form shows it, with its unit."""
    if name in UNIT_NAMES:
        return f"{number} {UNIT_NAMES[name]}"
    return f"{number}%"


def _bounds(name: str) -> dict[str, Any]:
    """Return the bounds of a threshold in the unit of the form."""
    low, high = (value / _UNITS[name] for value in THRESHOLD_BOUNDS[name])
    return {"min_value": round(low, 6), "max_value": round(high, 6)}


class ThresholdsForm(forms.Form):
    """The thresholds of rules, in the units in which people say them, each with why it matters."""

    failing_share = forms.FloatField(
        label=THRESHOLDS["failing_share"],
        help_text=gettext_lazy(
            "A few sites of a hundred are always down or being rebuilt. More than that, and "
            "the cause is likely here: the network, a proxy, or a limit."
        ),
        **_bounds("failing_share"),
    )
    silent_share = forms.FloatField(
        label=THRESHOLDS["silent_share"],
        help_text=gettext_lazy(
            "A holiday silences many sources at once, and a redesign single ones."
        ),
        **_bounds("silent_share"),
    )
    lag_seconds = forms.FloatField(
        label=THRESHOLDS["lag_seconds"],
        help_text=gettext_lazy(
            "New pages are found at the next visit, so half of them come within an interval "
            "of their source. More means that the queue is longer than a visit. It "
            "counts once it is also three times that of the week before."
        ),
        **_bounds("lag_seconds"),
    )
    buried_jobs = forms.IntegerField(
        label=THRESHOLDS["buried_jobs"],
        help_text=gettext_lazy(
            "Some pages fail for good every hour. Many at once have one cause, which a look "
            "at their reasons shows. Of many fetches, one in twenty may be buried."
        ),
        **_bounds("buried_jobs"),
    )
    disk_share = forms.FloatField(
        label=THRESHOLDS["disk_share"],
        help_text=gettext_lazy(
            "Above 95%, Elasticsearch takes no data. This leaves time to make room."
        ),
        **_bounds("disk_share"),
    )
    memory_share = forms.FloatField(
        label=THRESHOLDS["memory_share"],
        help_text=gettext_lazy("Above, the kernel begins to kill processes."),
        **_bounds("memory_share"),
    )

    @classmethod
    def shown(cls, thresholds: Thresholds) -> dict[str, str]:
        """Return thresholds as the form shows them."""
        return {name: f"{value / _UNITS[name]:g}" for name, value in asdict(thresholds).items()}

    def values(self) -> dict[str, float]:
        """Return what was entered as thresholds."""
        return {
            name: round(float(value * _UNITS[name]), 6) for name, value in self.cleaned_data.items()
        }
