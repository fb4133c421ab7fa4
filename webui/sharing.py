"""The forms with which users share what they keep, such as saved searches and collections."""

from typing import Any, TypeVar

from django import forms
from django.contrib.auth.models import User
from django.http import Http404
from django.utils.translation import gettext_lazy as _

from storage.database.errors import Invalid, NotFound
from storage.database.people.shared_work import SharedWorks
from storage.database.people.work_models import SharedWork
from storage.database.searches.sharing import readers_of
from storage.database.sources.validation import NAME_LENGTH
from webui.labels import SEARCH_SHARINGS, WORK_SHARINGS
from webui.problems import in_words

_Work = TypeVar("_Work", bound=SharedWork)


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


class WorkForm(forms.Form):
    """Name and sharing of what a user keeps and may share with everybody."""

    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH)
    sharing = forms.ChoiceField(label=_("Who may use it"), choices=list(WORK_SHARINGS.items()))

    @classmethod
    def of(cls, work: SharedWork) -> "WorkForm":
        """Return the form filled in with a work."""
        return cls(initial={"name": work.name, "sharing": work.sharing})

    def save(
        self, works: SharedWorks[_Work], user: User, work_id: int | None = None
    ) -> _Work | None:
        """Add a work or change one; without that, return None with each problem at its field.

        Raises Http404 if it is not the user's to change.
        """
        if not self.is_valid():
            return None
        try:
            return works.save(**self.cleaned_data, user=user, work_id=work_id)
        except NotFound as error:
            raise Http404 from error
        except Invalid as error:
            for problem in error.problems:
                self.add_error(problem.field, in_words(problem))
            return None
