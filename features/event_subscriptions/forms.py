"""How a user hears of events, as a form."""

from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from features.event_subscriptions.store import SubscriptionDraft
from storage.time_zones import zone_names
from watch.events.sentences import KINDS
from webui.target_fields import SubscriptionForm, way_field

_CLOCK = RegexValidator(r"^([01]\d|2[0-3]):[0-5]\d$", _("Write the time as 22:00."))
_GROUPS = [(0, _("at once")), (5, _("5 minutes")), (15, _("15 minutes")), (60, _("an hour"))]


def _clock(label: Any, usual: str) -> forms.CharField:
    return forms.CharField(
        label=label,
        required=False,
        validators=[_CLOCK],
        widget=forms.TextInput(attrs={"placeholder": usual, "maxlength": "5"}),
    )


def _zones() -> list[tuple[str, str]]:
    return [(name, name) for name in sorted(zone_names())]


class EventsForm(SubscriptionForm):
    """The settings of an event subscription."""

    channel = way_field(_("Send me events"))
    kinds = forms.MultipleChoiceField(
        label=_("Which events"),
        required=False,
        choices=list(KINDS.items()),
        widget=forms.CheckboxSelectMultiple,
        help_text=_("If you tick none, you get everything except changes by users."),
    )
    group_minutes = forms.TypedChoiceField(
        label=_("Collect events for"), choices=_GROUPS, coerce=int
    )
    quiet_from = _clock(_("Quiet from"), "22:00")
    quiet_until = _clock(_("Quiet until"), "07:00")
    time_zone = forms.ChoiceField(label=_("Time zone of the quiet hours"), choices=_zones)

    def clean(self) -> None:
        """Add what is wrong with half a quiet time."""
        data = self.cleaned_data
        if bool(data.get("quiet_from")) != bool(data.get("quiet_until")):
            self.add_error("quiet_until", _("Set both ends of the quiet hours, or none."))
        super().clean()

    def draft(self, language: str) -> SubscriptionDraft:
        """Return what the valid form says."""
        return SubscriptionDraft(
            **{**self.cleaned_data, "kinds": tuple(self.cleaned_data["kinds"])}, language=language
        )
