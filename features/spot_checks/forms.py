"""What to draw, and the answers about a document."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from features.spot_checks.draw import MAX_DRAWN, MAX_SEED, Spread
from features.spot_checks.labels import ANSWERS, QUESTION_TEXTS, SPREADS
from features.spot_checks.verdicts import QUESTIONS, Answers, CheckAnswer
from storage.documents.query import MAX_CHARACTERS

_DAYS = (
    (0, _("any time")),
    (1, _("24 hours")),
    (7, _("7 days")),
    (30, _("30 days")),
    (90, _("90 days")),
)


class DrawForm(forms.Form):
    """How many documents of which, and how they are drawn."""

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
    seed = forms.IntegerField(
        label=_("Seed"),
        required=False,
        min_value=0,
        max_value=MAX_SEED,
        help_text=_("The same seed draws the same documents again. Empty: a new one by chance."),
    )


class AnswerForm(forms.Form):
    """An answer to each question; with ``rest`` sent, open questions are answered with right."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name in QUESTIONS:
            self.fields[name] = forms.ChoiceField(
                label=QUESTION_TEXTS[name],
                choices=list(ANSWERS.items()),
                widget=forms.RadioSelect,
                required="rest" not in self.data,
                error_messages={
                    "required": _("Answer this question, or choose “The rest is right”.")
                },
            )

    def answers(self) -> Answers:
        """Return the answer to each question."""
        return {
            name: CheckAnswer(self.cleaned_data[name] or CheckAnswer.RIGHT) for name in QUESTIONS
        }
