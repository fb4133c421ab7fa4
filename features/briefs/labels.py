"""The texts that pages show for codes of briefs."""

from enum import StrEnum

from django.utils.translation import gettext_lazy as _

from features.briefs.problems import BriefProblem
from hooks.answers import AuditLabels

AUDIT = AuditLabels(
    subjects={"brief": _("Brief")},
    fields={"briefed": _("Sources in briefs"), "to": _("Sent to")},
)
TEXT_KINDS = {"note": _("Note"), "heading": _("Heading")}
FORMATS = {"docx": "DOCX", "md": "Markdown", "html": "HTML"}
PROBLEMS: dict[StrEnum, object] = {
    BriefProblem.BRIEF_FULL: _("This brief has {limit} items, the most. Use another one."),
    BriefProblem.TOO_MANY_STORIES: _(
        "A brief has at most {limit} stories. Add single lines of this one, or use another brief."
    ),
    BriefProblem.NOTHING_STORED: _(
        "Newsloom no longer has this document or this sentence, so there is nothing to add."
    ),
    BriefProblem.NOT_IN_TEXT: _(
        "The document does not have these words. Copy them from its text without a change."
    ),
    BriefProblem.NULL_CHARACTER: _("The text has a null character. Remove it."),
    BriefProblem.REMOVED_MEANWHILE: _(
        "This item was removed meanwhile. Your text is in the field: add it again if it is needed."
    ),
    BriefProblem.TEXT_MISSING: _("Enter a text."),
    BriefProblem.CHANGED_MEANWHILE: _(
        "Somebody else has changed this text meanwhile: it is shown as it is now, and yours is in "
        "the field. Save again to replace it."
    ),
    BriefProblem.CHANGED_BEFORE: _(
        "Somebody else has changed this text meanwhile. Nothing was removed: read it first."
    ),
    BriefProblem.ORDER_DIFFERS: _(
        "Items were added or removed meanwhile. Read the brief again, and name each of its items "
        "once."
    ),
}
