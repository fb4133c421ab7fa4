"""What to erase, and the confirmation of it."""

from django import forms
from django.utils.translation import gettext_lazy as _

from erasure.selection import DEFAULT_MAX, Kind, Selection, selection_of
from webui.erasures.looks import Look
from webui.labels import ERASED_BY

_LINES = (Kind.DOCUMENT, Kind.ADDRESS)
_MAX_ANYONE = 1_000_000
MAX_REASON = 500
"""Characters of a reason, which is one line of the audit log."""


class SelectionForm(forms.Form):
    """By what the pages are chosen."""

    kind = forms.ChoiceField(label=_("Erase by"), choices=list(ERASED_BY.items()))
    value = forms.CharField(
        label=_("What to erase"),
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 2, "dir": "auto"}),
        help_text=_(
            "Addresses or ids of documents, one a line; or one site such as news.example, author, "
            "source or search."
        ),
    )
    copies = forms.BooleanField(label=_("Also documents with nearly the same text"), required=False)
    most = forms.IntegerField(
        label=_("At most so many documents"),
        min_value=1,
        max_value=_MAX_ANYONE,
        initial=DEFAULT_MAX,
        help_text=_("If more match, nothing is erased."),
    )

    def selection(self) -> Selection:
        """Return what was chosen. Raises SelectionError."""
        data = self.cleaned_data
        kind = Kind(data["kind"])
        values = data["value"].splitlines() if kind in _LINES else [data["value"]]
        return selection_of(kind, values, with_copies=data["copies"], most=data["most"])


class ConfirmationForm(forms.Form):
    """Why, and the number of documents as the user types it."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=MAX_REASON,
        help_text=_("It stays in the audit log. Do not name the person or the text."),
    )
    count = forms.IntegerField(label=_("Number of documents"), min_value=0)

    def confirms(self, look: Look) -> bool:
        """Return whether the number is the one that was shown; note it as wrong otherwise."""
        if self.cleaned_data["count"] == look.documents:
            return True
        self.add_error("count", _("Enter the number of documents that is shown above."))
        return False
