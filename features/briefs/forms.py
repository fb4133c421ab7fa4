"""Forms of briefs."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from features.briefs.labels import TEXT_KINDS
from features.briefs.store import MAX_TEXT, BriefText


class TextForm(forms.Form):
    """A heading or a note; ``version`` is that of the text in the field."""

    kind = forms.ChoiceField(label=_("Kind"), choices=list(TEXT_KINDS.items()), required=False)
    text = forms.CharField(
        label=pgettext_lazy("brief", "Text"),
        max_length=MAX_TEXT,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def given(self) -> BriefText:
        """Return what the user wrote."""
        given: dict[str, Any] = self.cleaned_data
        kind, version = given["kind"] or "note", given["version"] or 0
        return BriefText(kind=kind, text=given["text"], version=version)


class MailForm(forms.Form):
    """To whom a brief is sent."""

    to = forms.CharField(
        label=_("To"),
        help_text=_("Up to 20 mail addresses, separated by commas. Each gets a mail of its own."),
        widget=forms.TextInput(attrs={"autocomplete": "email", "spellcheck": "false"}),
    )

    def addresses(self) -> list[str]:
        """Return the addresses as they were entered, each once."""
        typed = re.split("[,;，；]", self.cleaned_data["to"])
        return list(dict.fromkeys(each.strip() for each in typed if each.strip()))
