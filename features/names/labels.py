"""The texts that pages show for codes of names."""

from enum import StrEnum

from django.utils.translation import gettext_lazy as _

from features.names.problems import NameProblem
from hooks.answers import AuditLabels

NAMES = _("Names")
SOURCES = _("Directory")
AUDIT = AuditLabels(
    subjects={"spelledname": _("Other spellings")}, fields={"spellings": _("Other spellings")}
)
PROBLEMS: dict[StrEnum, object] = {
    NameProblem.SPELLING_OF_ANOTHER: _("already means “{name}”. Remove it there first."),
    NameProblem.SPELLING_HAS_SPELLINGS: _(
        "has other spellings itself. Remove those first, then add them here."
    ),
    NameProblem.TOO_MANY_NAMES: _("{limit} names have other spellings already. Remove some first."),
}
