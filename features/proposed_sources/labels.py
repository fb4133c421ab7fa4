"""The texts that pages show for codes of proposed sources."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from hooks.answers import AuditLabels

PROPOSED = pgettext_lazy("sources", "Proposed")
AUDIT = AuditLabels(
    subjects={"proposed source": _("Proposed source")}, actions={"dismiss": _("Dismissed")}
)
