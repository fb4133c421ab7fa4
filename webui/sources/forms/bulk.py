"""Bulk actions on sources: the right, the form for a value, and the edit of each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from storage.database.models import Source
from storage.database.people.rights import Right
from storage.database.sources.bulk import (
    AddTags,
    Delete,
    Edit,
    File,
    Pause,
    RemoveTags,
    Resume,
    SetChoice,
    SetNumber,
    VisitNow,
)
from storage.database.sources.source_config import CORE_FIELDS, FILING
from storage.database.sources.validation import BOUNDS, REASON_LENGTH
from webui.labels import REVISITS
from webui.sources.forms.fields import OptionalNumberField, TagsField, TimeSpanField


class PauseForm(forms.Form):
    """The reason of a pause, so that others know whether to resume."""

    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=REASON_LENGTH,
        help_text=_(
            "Tell your colleagues why, and until when. The source page shows this with your name."
        ),
    )


class IntervalForm(forms.Form):
    """The interval."""

    interval_seconds = TimeSpanField(
        label=_("Visit every"), help_text=_("For example 90 s, 15 min, 2 h or 1 d.")
    )


class PriorityForm(forms.Form):
    """The priority."""

    priority = forms.IntegerField(
        label=_("Priority"),
        help_text=_("0 is the highest priority, 9 the lowest."),
        min_value=BOUNDS["priority"][0],
        max_value=BOUNDS["priority"][1],
    )


class PaceForm(forms.Form):
    """The pace."""

    pace_seconds = forms.FloatField(
        label=_("Seconds between requests"),
        help_text=_("To one host, for all workers together."),
        min_value=BOUNDS["pace_seconds"][0],
        max_value=BOUNDS["pace_seconds"][1],
        widget=forms.NumberInput(attrs={"step": "any"}),
    )


class BudgetForm(forms.Form):
    """The pages a day."""

    pages_a_day = OptionalNumberField(
        label=_("Pages a day"),
        help_text=_("Further pages wait for the next day. Leave empty for no limit."),
        min_value=BOUNDS["pages_a_day"][0],
        max_value=BOUNDS["pages_a_day"][1],
    )


class RevisitForm(forms.Form):
    """Whether articles are visited again."""

    revisit = forms.ChoiceField(
        label=_("Visit articles again"),
        help_text=_(
            "Records what publishers change or take down. That takes several times as many "
            "requests."
        ),
        choices=list(REVISITS.items()),
    )


_CLEAR = "-"


class FilingForm(forms.Form):
    """The folder, region, language and owner; what is left empty stays as it is."""

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        for name in FILING:
            self.fields[name] = forms.CharField(
                label=_filing_label(name),
                required=False,
                max_length=CORE_FIELDS[name].rules.max_length,
                widget=forms.TextInput(attrs={"list": f"{name}-used"}),
            )
        self.fields[FILING[-1]].help_text = _(
            "A field that you leave empty stays as it is. A hyphen (-) empties it."
        )


def _filing_label(name: str) -> str:
    return str(capfirst(Source._meta.get_field(name).verbose_name))  # type: ignore[union-attr]


def _filed(data: Mapping[str, Any]) -> Edit:
    given = {name: data[name] for name in FILING if data[name]}
    return File({name: "" if text == _CLEAR else text for name, text in given.items()})


class TagsForm(forms.Form):
    """The tags."""

    tags = TagsField(label=_("Tags"), help_text=_("Separated by commas or line breaks."))


@dataclass(frozen=True, kw_only=True)
class BulkAction:
    """One action: its label, its right, its form, and how the form's data become an edit."""

    label: object
    right: Right
    edit: Callable[[Mapping[str, Any]], Edit]
    form: type[forms.Form] = forms.Form


def _number(field: str) -> Callable[[Mapping[str, Any]], Edit]:
    return lambda data: SetNumber(field, data[field])


ACTIONS: Mapping[str, BulkAction] = {
    "pause": BulkAction(
        label=_("Pause"),
        right=Right.PAUSE_SOURCES,
        edit=lambda data: Pause(data["reason"]),
        form=PauseForm,
    ),
    "resume": BulkAction(label=_("Resume"), right=Right.PAUSE_SOURCES, edit=lambda _: Resume()),
    "visit": BulkAction(
        label=_("Visit now"), right=Right.CHANGE_SOURCES, edit=lambda _: VisitNow()
    ),
    "interval": BulkAction(
        label=_("Set interval"),
        right=Right.CHANGE_SOURCES,
        edit=_number("interval_seconds"),
        form=IntervalForm,
    ),
    "priority": BulkAction(
        label=_("Set priority"),
        right=Right.CHANGE_SOURCES,
        edit=_number("priority"),
        form=PriorityForm,
    ),
    "pace": BulkAction(
        label=_("Set pace"), right=Right.CHANGE_SOURCES, edit=_number("pace_seconds"), form=PaceForm
    ),
    "budget": BulkAction(
        label=_("Set pages a day"),
        right=Right.CHANGE_SOURCES,
        edit=_number("pages_a_day"),
        form=BudgetForm,
    ),
    "revisit": BulkAction(
        label=_("Set whether to visit articles again"),
        right=Right.CHANGE_SOURCES,
        edit=lambda data: SetChoice("revisit", data["revisit"]),
        form=RevisitForm,
    ),
    "file": BulkAction(
        label=_("Set folder, region, language or owner"),
        right=Right.CHANGE_SOURCES,
        edit=_filed,
        form=FilingForm,
    ),
    "add_tags": BulkAction(
        label=_("Add tags"),
        right=Right.CHANGE_SOURCES,
        edit=lambda data: AddTags(data["tags"]),
        form=TagsForm,
    ),
    "remove_tags": BulkAction(
        label=_("Remove tags"),
        right=Right.CHANGE_SOURCES,
        edit=lambda data: RemoveTags(data["tags"]),
        form=TagsForm,
    ),
    "delete": BulkAction(label=_("Delete"), right=Right.DELETE_SOURCES, edit=lambda _: Delete()),
}
