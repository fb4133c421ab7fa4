"""What can be done to many sources at once: its right, the form that asks for a value, the edit it stands for."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from storage.configuration.bulk import AddTags, Delete, Edit, Pause, RemoveTags, Resume, SetNumber, VisitNow
from storage.configuration.validation import BOUNDS, REASON_LENGTH
from webui.rights import Right
from webui.sources.forms.fields import LinesField, TimeSpanField


class PauseForm(forms.Form):
    """Asks why, so that others know whether to resume."""

    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=REASON_LENGTH,
        help_text=_("For your colleagues: why, and until when. Shown with your name at the source."),
    )


class IntervalForm(forms.Form):
    """Asks how often to visit."""

    interval_seconds = TimeSpanField(label=_("Visit every"), help_text=_("For example 90 s, 15 min, 2 h or 1 d."))


class PriorityForm(forms.Form):
    """Asks for a priority."""

    priority = forms.IntegerField(
        label=_("Priority"),
        help_text=_("0 is first, 9 is last."),
        min_value=BOUNDS["priority"][0],
        max_value=BOUNDS["priority"][1],
    )


class PaceForm(forms.Form):
    """Asks for a pace."""

    pace_seconds = forms.FloatField(
        label=_("Seconds between requests"),
        help_text=_("Applies to one host and all workers together."),
        min_value=BOUNDS["pace_seconds"][0],
        max_value=BOUNDS["pace_seconds"][1],
        widget=forms.NumberInput(attrs={"step": "any"}),
    )


class TagsForm(forms.Form):
    """Asks for tags."""

    tags = LinesField(label=_("Tags"), help_text=_("One a line."))


@dataclass(frozen=True, kw_only=True)
class BulkAction:
    """One thing to do: its words, who may, and how the data of its form become an edit."""

    label: object
    right: Right
    edit: Callable[[Mapping[str, Any]], Edit]
    form: type[forms.Form] = forms.Form


def _number(field: str) -> Callable[[Mapping[str, Any]], Edit]:
    return lambda data: SetNumber(field, data[field])


ACTIONS: Mapping[str, BulkAction] = {
    "pause": BulkAction(
        label=_("Pause"), right=Right.PAUSE_SOURCES, edit=lambda data: Pause(data["reason"]), form=PauseForm
    ),
    "resume": BulkAction(label=_("Resume"), right=Right.PAUSE_SOURCES, edit=lambda _: Resume()),
    "visit": BulkAction(label=_("Visit now"), right=Right.CHANGE_SOURCES, edit=lambda _: VisitNow()),
    "interval": BulkAction(
        label=_("Set the interval"), right=Right.CHANGE_SOURCES, edit=_number("interval_seconds"), form=IntervalForm
    ),
    "priority": BulkAction(
        label=_("Set the priority"), right=Right.CHANGE_SOURCES, edit=_number("priority"), form=PriorityForm
    ),
    "pace": BulkAction(
        label=_("Set the pace"), right=Right.CHANGE_SOURCES, edit=_number("pace_seconds"), form=PaceForm
    ),
    "add_tags": BulkAction(
        label=_("Add tags"), right=Right.CHANGE_SOURCES, edit=lambda data: AddTags(data["tags"]), form=TagsForm
    ),
    "remove_tags": BulkAction(
        label=_("Remove tags"), right=Right.CHANGE_SOURCES, edit=lambda data: RemoveTags(data["tags"]), form=TagsForm
    ),
    "delete": BulkAction(label=_("Delete"), right=Right.DELETE_SOURCES, edit=lambda _: Delete()),
}
