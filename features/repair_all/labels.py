"""What pages say of repairs of many sources."""

from django.utils.translation import gettext_lazy as _

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
