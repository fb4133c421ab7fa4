"""What to erase, and the confirmation of it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from features.erasure.labels import ERASED_BY, ERASED_TEXTS
from features.erasure.looks import Look
from features.erasure.selection import (
    DEFAULT_MAX,
    MAX_NAMED,
    ErasedTexts,
    ErasureSelection,
    SelectionKind,
    selection_of,
)

_LINES = (SelectionKind.DOCUMENT, SelectionKind.ADDRESS)
_MAX_ANYONE = 1_000_000
_ID_LENGTH = 66
"""Of the id of a document, with the end of its line."""
MAX_REASON = 500
"""Characters of a reason, which is one line of the audit log."""


def form_of(ids: Sequence[str]) -> "SelectionForm":
    """Return the form as it is filled in to erase these documents."""
    kind = SelectionKind.DOCUMENT
    return SelectionForm({"kind": kind, "value": "\n".join(ids), "most": max(1, len(ids))})


class SelectionForm(forms.Form):
    """By what the pages are chosen."""

    kind = forms.ChoiceField(label=_("Erase by"), choices=list(ERASED_BY.items()))
    value = forms.CharField(
        label=_("What to erase"),
        max_length=MAX_NAMED * _ID_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2, "dir": "auto"}),
        help_text=_(
            "Addresses or ids of documents, one a line; or one site such as news.example, author, "
            "source or search."
        ),
    )
    texts = forms.ChoiceField(
        label=_("By author, erase"),
        choices=list(ERASED_TEXTS.items()),
        initial=ErasedTexts.ALL,
        required=False,
        help_text=_("Articles on which the author commented stay, without any comments."),
    )
    copies = forms.BooleanField(label=_("Also documents with nearly the same text"), required=False)
    most = forms.IntegerField(
        label=_("At most so many documents"),
        min_value=1,
        max_value=_MAX_ANYONE,
        initial=DEFAULT_MAX,
        help_text=_("If more match, nothing is erased."),
    )

    def selection(self) -> ErasureSelection:
        """Return what was chosen. Raises SelectionError."""
        data = self.cleaned_data
        kind = SelectionKind(data["kind"])
        if kind in _LINES:
            values = data["value"].splitlines()
        else:
            values = [data["value"]]
        return selection_of(
            kind,
            values,
            with_copies=data["copies"],
            most=data["most"],
            texts=ErasedTexts(data["texts"] or ErasedTexts.ALL),
        )


class ConfirmationForm(forms.Form):
    """Why, and the number of documents and comments as the user types it."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=MAX_REASON,
        help_text=_("It stays in the audit log. Do not name the person or the text."),
    )
    count = forms.IntegerField(min_value=0)

    def __init__(
        self, look: Look, data: Mapping[str, Any] | None = None, *, reason: str = ""
    ) -> None:
        super().__init__(data, initial={"reason": reason})
        self._look = look
        self.fields["count"].label = (
            _("To confirm, enter the number of documents and comments, added up")
            if look.comments
            else _("To confirm, enter the number of documents")
        )

    def confirms(self) -> bool:
        """Return whether the number is the one that was shown; note it as wrong otherwise."""
        if self.cleaned_data["count"] == self._look.total:
            return True
        self.add_error(
            "count",
            _("Enter the sum of the numbers that are shown above.")
            if self._look.comments
            else _("Enter the number of documents that is shown above."),
        )
        return False
