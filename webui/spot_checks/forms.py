"""What to draw, and the answers about a document or a pair."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from storage.database.spot_checks.draw import MAX_DRAWN, MAX_SEED, Spread
from storage.database.spot_checks.verdicts import CORRECTIONS, QUESTIONS, Answer, Answers, Kind
from storage.documents.query import MAX_CHARACTERS
from webui.labels import SPOT_ANSWERS, SPOT_KINDS, SPOT_QUESTIONS, SPREADS

_DAYS = (
    (0, _("any time")),
    (1, _("24 hours")),
    (7, _("7 days")),
    (30, _("30 days")),
    (90, _("90 days")),
)
_MAX_QUOTED = 2_000
_HAS_YEAR = re.compile(r"\d{4}-\d\d-\d\d")


class DrawForm(forms.Form):
    """How many documents or pairs of which, and how they are drawn."""

    kind = forms.ChoiceField(
        label=_("What is checked"), choices=list(SPOT_KINDS.items()), initial=Kind.DOCUMENTS
    )
    count = forms.IntegerField(
        label=_("How many to draw"), min_value=1, max_value=MAX_DRAWN, initial=200
    )
    days = forms.TypedChoiceField(
        label=_("Found in the last"), choices=_DAYS, coerce=int, initial=30
    )
    query = forms.CharField(
        label=_("Only what this search finds"),
        required=False,
        max_length=MAX_CHARACTERS,
        widget=forms.TextInput(attrs={"dir": "auto", "placeholder": "lang:zh kind:article"}),
        help_text=_("A search in the query language. Leave it empty to draw from all documents."),
    )
    spread = forms.ChoiceField(
        label=_("Chances"),
        choices=list(SPREADS.items()),
        initial=Spread.DOCUMENTS,
        help_text=_(
            "Equal chances give rates that hold for the whole collection. In turns, small sources "
            "and rare kinds are read as well."
        ),
    )
    readers = forms.TypedChoiceField(
        label=_("Readers of each"),
        choices=((1, _("one")), (2, _("two"))),
        coerce=int,
        initial=1,
        help_text=_("Two people who answer on their own show how far answers can be trusted."),
    )
    seed = forms.IntegerField(
        label=_("Seed"),
        required=False,
        min_value=0,
        max_value=MAX_SEED,
        help_text=_("The same seed draws the same documents again. Empty: a new one by chance."),
    )


class AnswerForm(forms.Form):
    """An answer to each question, and what would be right; with ``rest`` sent, open questions are
    answered with right.
    """

    # One for each of CORRECTIONS.
    correct_title = forms.CharField(
        label=_("The right title"), required=False, max_length=_MAX_QUOTED
    )
    correct_time = forms.CharField(
        label=_("The right time, such as 2026-11-21 or 2026-11-21 08:30"),
        required=False,
        max_length=40,
    )
    correct_whole = forms.CharField(
        label=_("Words of the article that are missing"), required=False, max_length=_MAX_QUOTED
    )
    correct_pure = forms.CharField(
        label=_("Words that do not belong to the article"), required=False, max_length=_MAX_QUOTED
    )

    def __init__(self, kind: Kind, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._questions = QUESTIONS[kind]
        unanswered = (
            _("Answer this question, or choose “The rest is right”.")
            if kind is Kind.DOCUMENTS
            else _("Answer this question.")
        )
        for name in CORRECTIONS.keys() - set(self._questions):
            del self.fields[f"correct_{name}"]
        for name in self._questions:
            self.fields[name] = forms.ChoiceField(
                label=SPOT_QUESTIONS[name],
                choices=list(SPOT_ANSWERS.items()),
                widget=forms.RadioSelect,
                required="rest" not in self.data,
                error_messages={"required": unanswered},
            )
            if name in CORRECTIONS:
                self.fields[f"correct_{name}"].widget.attrs["dir"] = "auto"

    def clean_correct_time(self) -> str:
        """Return the right time in ISO form, "" if none was given."""
        text: str = self.cleaned_data["correct_time"].strip()
        if not text:
            return ""
        try:
            datetime.fromisoformat(text)
        except ValueError:
            text = ""
        if not _HAS_YEAR.match(text):
            raise forms.ValidationError(_("Write the time as 2026-11-21 or 2026-11-21 08:30."))
        return text

    def answers(self) -> Answers:
        """Return the answer to each question."""
        return {name: Answer(self.cleaned_data[name] or Answer.RIGHT) for name in self._questions}

    def corrections(self) -> Mapping[str, str]:
        """Return what would be right, of what is wrong."""
        given = {
            CORRECTIONS[name]: self.cleaned_data[f"correct_{name}"]
            for name, answer in self.answers().items()
            if answer is Answer.WRONG and name in CORRECTIONS
        }
        return {name: text for name, text in given.items() if text}

    def questions(self) -> list[dict[str, Any]]:
        """Return what the template shows of each question."""
        return [
            {
                "number": number,
                "answers": self[name],
                "chosen": self[name].value(),
                "correct": self[f"correct_{name}"] if name in CORRECTIONS else None,
            }
            for number, name in enumerate(self._questions, 1)
        ]
