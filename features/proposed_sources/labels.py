"""The texts that pages show for codes of proposed sources."""

from django.utils.translation import gettext_lazy as _

from hooks.answers import AuditLabels

AUDIT = AuditLabels(
    subjects={"proposed source": _("Proposed source")}, actions={"dismiss": _("Dismissed")}
)
