"""The form of the rules of a saved search."""

from typing import Any, Self

from django import forms
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from storage.database.models import SavedSearch
from storage.database.searches.collections import collections_of, may_fill
from storage.database.searches.rules import RulesDraft, rules_of
from storage.tags import read_tags


class RulesForm(forms.Form):
    """What is done with new matches. It offers what its user may do."""

    collection = forms.TypedChoiceField(
        label=_("Put them into the collection"), coerce=int, empty_value=None, required=False
    )
    tags = forms.CharField(
        label=_("With the tags"), required=False, help_text=_("Separated by commas.")
    )
    mute = forms.BooleanField(
        label=_("Mute them: leave them out of my other alerts"), required=False
    )

    def __init__(self, user: User, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        mine = [each for each in collections_of(user) if may_fill(each, user)]
        self.fields["collection"].choices = [  # type: ignore[attr-defined]
            ("", _("none")),
            *((each.pk, _("Starred") if each.stars else each.name) for each in mine),
        ]

    @classmethod
    def of(cls, search: SavedSearch, user: User) -> Self:
        """Return the form with the rules of a search."""
        rules = rules_of(search)
        return cls(
            user,
            initial={
                "collection": rules.collection_id,
                "tags": ", ".join(rules.tags),
                "mute": rules.mute,
            },
        )

    def draft(self) -> RulesDraft:
        """Return what the user chose."""
        return RulesDraft(
            collection_id=self.cleaned_data["collection"],
            tags=read_tags(self.cleaned_data["tags"]),
            mute=self.cleaned_data["mute"],
        )
