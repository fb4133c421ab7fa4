"""The code of an app or a recovery code, as a form."""

from django import forms
from django.utils.translation import gettext_lazy as _

WRONG_CODE = _(
    "This code is wrong, or was used before. Wait for the next code of the app. "
    "After each wrong code, the wait for the next try doubles."
)


class CodeForm(forms.Form):
    """One code."""

    code = forms.CharField(
        label=_("Code"),
        max_length=32,
        help_text=_("The six digits that your app shows for Newsloom."),
        widget=forms.TextInput(
            attrs={
                "autocomplete": "one-time-code",
                "autocapitalize": "none",
                "spellcheck": "false",
                "autofocus": True,
            }
        ),
    )
