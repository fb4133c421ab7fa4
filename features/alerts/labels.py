"""The texts that pages show for codes of alerts."""

from django.utils.translation import gettext_lazy as _

from hooks.answers import AuditLabels
from webui.labels import MESSAGE_WAYS

ALERT_MODES = {
    "matches": _("new documents"),
    "daily": _("a digest of stories every morning"),
    "weekly": _("a digest of stories every Monday"),
    "spike": _("a spike: three times the usual number of documents in an hour"),
    "many": _("many new documents within 24 hours"),
}
AUDIT = AuditLabels(
    fields={
        "rule_mute": _("Rule: mute"),
        "alert": _("Alert"),
        "target": _("Address of the alert"),
        "mode": _("Alert about"),
        "every_minutes": _("Alert interval in minutes"),
        "at_least": _("Alert from so many documents"),
        "deliveries": _("Deliveries that quote them"),
    },
    choices={"alert": MESSAGE_WAYS, "mode": ALERT_MODES},
)
