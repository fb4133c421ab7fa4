"""The form with which users share what they keep, such as saved searches and dashboards."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from storage.database.errors import Invalid
from storage.database.searches.sharing import readers_of
from webui.labels import SEARCH_SHARINGS
from webui.problems import in_words


class SharingForm(forms.Form):
    """With whom something is shared."""

    sharing = forms.ChoiceField(label=_("Share with"), choices=list(SEARCH_SHARINGS.items()))
    readers = forms.CharField(
        label=_("Users"),
        required=False,
        help_text=_("User names, separated by commas, if you share it with some only."),
        widget=forms.TextInput(attrs={"spellcheck": "false", "autocapitalize": "none"}),
    )

    @classmethod
    def of(cls, shared: Any) -> "SharingForm":
        """Return the form filled in with how something is shared now."""
        readers = ", ".join(readers_of(shared))
        return cls(initial={"sharing": shared.sharing, "readers": readers})

    def names(self) -> list[str]:
        """Return the names of the users as they were entered."""
        typed = self.cleaned_data["readers"].replace("，", ",").split(",")
        return [name.strip() for name in typed if name.strip()]

    def show(self, error: Invalid) -> None:
        """Show each problem beside its field."""
        for problem in error.problems:
            field = problem.field if problem.field in self.fields else None
            self.add_error(field, in_words(problem))
