"""Briefs as a kind of what users own."""

from django.utils.translation import gettext_lazy as _

from features.briefs.models import Brief
from webui.owned.forms import OwnedForm
from webui.owned.kinds import OwnedKind

BRIEFS = OwnedKind(
    model=Brief,
    form=OwnedForm,
    code="briefs",
    noun="brief",
    place=40,
    label=_("Briefs"),
    new=_("New brief"),
    opens="brief_edit",
    columns=(_("Items"), _("Shared"), _("Owner")),
    empty=(
        _("No briefs yet"),
        _(
            "While you read, select “Add to brief” at a document, a quotation, a story or a line "
            "of it. A brief keeps the sources of each line as they were, and can be shared, mailed "
            "and exported."
        ),
    ),
    lost=_("Its notes and the quotations that it keeps are deleted too. The documents stay."),
)
