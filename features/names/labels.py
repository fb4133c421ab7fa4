"""The texts that pages show for codes of names."""

from enum import StrEnum

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from features.names.problems import NameProblem
from features.names.proposing import Reason, SpellingProposal
from hooks.answers import AuditLabels

NAMES = _("Names")
AUDIT = AuditLabels(
    subjects={"spelledname": _("Other spellings"), "differentnames": _("Different names")},
    fields={"spellings": _("Other spellings"), "other": _("Another name")},
)
PROBLEMS: dict[StrEnum, object] = {
    NameProblem.SPELLING_OF_ANOTHER: _("already means “{name}”. Remove it there first."),
    NameProblem.SPELLING_HAS_SPELLINGS: _(
        "has other spellings itself. Remove those first, then add them here."
    ),
    NameProblem.TOO_MANY_PAIRS: _("{limit} pairs are known to differ already. Remove some first."),
    NameProblem.TOO_MANY_NAMES: _("{limit} names have other spellings already. Remove some first."),
}
_REASONS = {
    Reason.KNOWN: _("Both are in the list of names that Newsloom knows, as one."),
    Reason.TITLE: _("One is the other after a title."),
    Reason.INITIALS: _("One has the initials of the other."),
    Reason.SHORT: _("One is a short form of the other."),
    Reason.LANGUAGES: _(
        "They stand in the same stories that are told in Chinese and another language."
    ),
}


def reason_sentences(proposal: SpellingProposal) -> str:
    """Return in words why two names may be one."""
    reason = str(_REASONS[proposal.reason])
    if not proposal.stories:
        return reason
    together = ngettext(
        "%(together)d of the %(n)d story that names “%(name)s” names both.",
        "%(together)d of the %(n)d stories that name “%(name)s” name both.",
        proposal.stories,
    ) % {"together": proposal.together, "n": proposal.stories, "name": proposal.other}
    return f"{reason} {together}"
