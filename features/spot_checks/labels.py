"""The texts that pages show for codes of spot checks."""

from django.utils.translation import gettext_lazy as _

from hooks.answers import AuditLabels

SPOT_CHECKS = _("Spot checks")
AUDIT = AuditLabels(
    subjects={"spotcheck": _("Spot check")},
    actions={"draw": _("Drew documents")},
    fields={"seed": _("Seed")},
)
QUESTION_TEXTS = {
    "title": _("Is the title right?"),
    "time": _("Is the time right?"),
    "whole": _("Is the whole text there?"),
    "pure": _("Is there nothing but the text?"),
}
ANSWERS = {"right": _("Yes"), "wrong": _("No"), "unsure": _("Cannot tell")}
RATES = {
    "title": _("Title right"),
    "time": _("Time right"),
    "whole": _("Whole text"),
    "pure": _("Nothing but text"),
}
FAULTS = {
    "title": _("title"),
    "time": _("time"),
    "whole": _("text is missing"),
    "pure": _("other words in the text"),
}
SPREADS = {
    "documents": _("the same for each"),
    "sources": _("sources and kinds take turns"),
}
