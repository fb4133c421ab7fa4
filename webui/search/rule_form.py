"""The form of the rules of a saved search."""

from collections.abc import Iterator
from typing import Any, Self

from django import forms
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from storage.database.models import SavedSearch
from storage.database.searches.rules import RulesDraft, rule_actions, rules_of


class RulesForm(forms.Form):
    """What is done with new matches. It offers what its user may do."""

    mute = forms.BooleanField(
        label=_("Mute them: leave them out of my other alerts"), required=False
    )

    def __init__(self, user: User, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._groups = [action.fields(user) for action in rule_actions().values()]
        for fields in self._groups:
            self.fields |= fields

    @classmethod
    def of(cls, search: SavedSearch, user: User) -> Self:
        """Return the form with the rules of a search."""
        rules = rules_of(search)
        return cls(user, initial={**rules.values, "mute": rules.mute})

    def groups(self) -> Iterator[list[forms.BoundField]]:
        """Yield the fields of each action."""
        for fields in self._groups:
            yield [self[name] for name in fields]

    def draft(self) -> RulesDraft:
        """Return what the user chose."""
        return RulesDraft(values=self.cleaned_data, mute=self.cleaned_data["mute"])
