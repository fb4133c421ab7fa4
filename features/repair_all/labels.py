"""What pages say of repairs of many sources."""

from django.utils.translation import gettext_lazy as _

from features.repair_all.decisions import Stay
from features.repair_all.doubts import Doubt

DOUBTS = {
    Doubt.OTHER_SITE: _("The new list is on another site."),
    Doubt.FEW_LINKS: _("The new list gives fewer than three links."),
    Doubt.NO_MORE_LINKS: _("The present list gives as many links as the new one."),
    Doubt.FEW_DOCUMENTS: _("The source has too few documents to compare with."),
    Doubt.OTHER_DOCUMENTS: _("The new list would have missed most of the latest documents."),
    Doubt.WATCHED: _("Another source reads the new list already."),
}
"""Why somebody should look at a proposal."""
STAY = {
    Stay.MISSING: _(
        "There is no such proposal. A later look-up has replaced it, or its number is wrong."
    ),
    Stay.ACCEPTED: _("These were accepted before, so nothing was changed: %(names)s."),
    Stay.DISMISSED: _("These were dismissed before, so nothing was changed: %(names)s."),
    Stay.DELETED: _("These were deleted after they were looked up: %(names)s."),
    Stay.CHANGED: _(
        "These stay as they are, because they have changed since they were looked up: "
        "%(names)s. Look them up again."
    ),
    Stay.UNUSABLE: _(
        "These stay as they are, because what is proposed cannot be saved: %(names)s. "
        "Look them up again."
    ),
}
"""Why a decision did nothing, with the names of the sources."""
