"""The form of the rules of a saved search."""

from collections.abc import Iterator
from typing import Any, Self

from django import forms
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from features.alerts.rule_store import rule_actions, rules_of
from storage.database.models import SavedSearch


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
        return cls(user, initial=rules_of(search))

    def groups(self) -> Iterator[list[forms.BoundField]]:
        """Yield the fields of each action."""
        for fields in self._groups:
            yield [self[name] for name in fields]
