"""The texts that pages show for codes of stories."""

from django.utils.translation import gettext_lazy as _

from hooks.answers import AuditLabels, QueryExample

STORIES = _("Stories")
AUDIT = AuditLabels(fields={"stories": _("Stories they are in")})
EXAMPLES = (
    QueryExample(
        query=_("story:ID rescue"),
        finds=_("In the documents of a story. The page of the story has a link with its ID."),
    ),
)
FIGURES = {
    "dead": _("Deaths"),
    "injured": _("Injured"),
    "missing": _("Missing"),
    "arrested": _("Arrested"),
    "evacuated": _("Evacuated"),
    "rescued": _("Rescued"),
    "trapped": _("Trapped"),
    "infected": _("Infected"),
    "homeless": _("Homeless"),
    "hospitalised": _("In hospital"),
    "magnitude": _("Magnitude"),
    "age": _("Age"),
    "date": _("Date"),
    "score": _("Result"),
    "name": _("Name"),
    "number": _("Number"),
}
"""What reports may contradict each other on, by the head or else by the kind of a figure."""
