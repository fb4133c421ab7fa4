"""What a rule of a saved search can do: put each new match into a collection, with tags."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _
from ninja import Field, Schema

from features.collections import store
from features.collections.models import Collection
from features.collections.problems import CollectionProblem
from hooks.answers import NotCarriedOut
from notify.errors import to_translate
from storage.database.errors import Invalid, NotFound
from storage.database.field_errors import FieldError
from storage.database.owned.keeping import find
from storage.documents.port import Document
from storage.tags import read_tags
from webui.api.schemas import MAX_NUMBER

_MAY_NOT_FILL = to_translate(
    "The collection is gone, or its owner no longer lets you fill it. Choose another one."
)
_IS_FULL = to_translate("The collection is full. Remove documents, or choose another one.")


class CollectIn(Schema):
    """What programs choose for it."""

    collection: int | None = Field(
        None,
        ge=1,
        le=MAX_NUMBER,
        description="The id of a collection that you may fill, into which they are put.",
    )
    tags: list[str] = Field([], max_length=20, description="The tags that they get there.")


class CollectOut(Schema):
    """What programs read of it."""

    collection: int | None
    tags: list[str]


class _TagsField(forms.CharField):
    """Tags as people write them."""

    def prepare_value(self, value: Any) -> Any:
        """Return the text to edit."""
        return value if isinstance(value, str) or value is None else ", ".join(value)


class Collect:
    """The action. A rule keeps the id of its collection, and its tags if there are any."""

    code = "collect"
    done = "collections/rule_done.html"
    takes = CollectIn
    gives = CollectOut

    def fields(self, user: User) -> dict[str, forms.Field]:
        """Return the choice of a collection that the user may fill, and the tags."""
        mine = [each for each in store.collections_of(user) if each.may_be_filled_by(user)]
        return {
            "collection": forms.TypedChoiceField(
                label=_("Put them into the collection"),
                coerce=int,
                empty_value=None,
                required=False,
                choices=[
                    ("", _("none")),
                    *((each.pk, _("Starred") if each.stars else each.name) for each in mine),
                ],
            ),
            "tags": _TagsField(
                label=_("With the tags"), required=False, help_text=_("Separated by commas.")
            ),
        }

    def values(self, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """Return the collection, None if it is gone, and the tags."""
        number = wanted.get("collection")
        is_there = number is not None and find(Collection, number) is not None
        return {"collection": number if is_there else None, "tags": wanted.get("tags", [])}

    def wanted(self, values: Mapping[str, Any], owner: User) -> dict[str, Any] | None:
        """Return what a rule keeps; None without a collection. Raises Invalid."""
        number, tags = values.get("collection"), read_tags(values.get("tags") or ())
        if problems := _problems(number, tags, owner):
            raise Invalid(problems)
        if number is None:
            return None
        return {"collection": number, **({"tags": list(tags)} if tags else {})}

    def described(self, wanted: Mapping[str, Any]) -> list[str]:
        """Return the name of the collection, "" if it is gone, and the tags."""
        found = find(Collection, wanted["collection"]) if "collection" in wanted else None
        return [found.name if found else "", *wanted.get("tags", [])]

    def carry_out(
        self, wanted: Mapping[str, Any], document: Document, owner: User
    ) -> dict[str, Any] | None:
        """Put a match into the collection with the tags; return which one, None if it is there.

        Raises NotCarriedOut if the owner may not fill it any more, or if it is full.
        """
        number = wanted.get("collection", 0)
        try:
            if not store.add_document(number, store.KeptDocument.of(document), owner):
                return None
            if wanted.get("tags"):
                store.tag_by_rule(number, document.id, wanted["tags"], owner)
        except NotFound as error:
            raise NotCarriedOut(_MAY_NOT_FILL) from error
        except Invalid as error:
            raise NotCarriedOut(_IS_FULL) from error
        found = find(Collection, number)
        assert found is not None  # a document was just added to it
        return {"collection": number, "name": found.name}

    def undo(self, detail: Mapping[str, Any], document_id: str, owner: User) -> bool:
        """Take a match out of its collection, with what was noted there; return False if the owner
        may not, or if it is no longer there.
        """
        try:
            return store.remove_document(detail["collection"], document_id, owner)
        except NotFound:
            return False


def _problems(number: int | None, tags: tuple[str, ...], owner: User) -> list[FieldError]:
    problems = store.check_annotation(store.Annotation(tags=tags))
    if number is None:
        if tags:
            problems.append(FieldError("collection", "", CollectionProblem.TAGS_NEED_COLLECTION))
        return problems
    collection = find(Collection, number, owner)
    if collection is None or not collection.may_be_filled_by(owner):
        problems.append(FieldError("collection", "", CollectionProblem.COLLECTION_UNKNOWN))
    return problems
