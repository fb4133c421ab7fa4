"""The texts that pages show for codes of collections."""

from enum import StrEnum

from django.utils.translation import gettext_lazy as _

from features.collections.problems import CollectionProblem
from hooks.answers import AuditLabels

AUDIT = AuditLabels(
    subjects={"collection": _("Collection")},
    fields={
        "collected": _("Places in collections"),
        "notes": _("Notes and tags there"),
        "rule_collect": _("Rule: put into the collection, with tags"),
    },
)
PROBLEMS: dict[StrEnum, object] = {
    CollectionProblem.COLLECTION_FULL: _(
        "This collection is full: it has {limit} documents. Create another one."
    ),
    CollectionProblem.COLLECTION_UNKNOWN: _(
        "is not a collection that you may fill. Choose another one."
    ),
    CollectionProblem.TAGS_NEED_COLLECTION: _(
        "Choose a collection: tags belong to the documents of a collection."
    ),
    CollectionProblem.NOTE_TOO_LONG: _("The note is too long. Use at most 10,000 characters."),
    CollectionProblem.TAGS_TOO_LONG: _("Use at most 20 tags of at most 60 characters."),
}
