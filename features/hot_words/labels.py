"""The texts that pages show for codes of hot words."""

from django.utils.translation import gettext_lazy as _

from hooks.answers import AuditLabels

AUDIT = AuditLabels(
    fields={
        "hot_enabled": _("Hot words"),
        "hot_words_a_day": _("New hot words within 24 hours"),
        "hot_stay_days": _("Days that a hot word stays"),
        "hot_min_sites": _("Sites that use a hot word"),
        "hot_langs": _("Languages of hot words"),
        "hot_stopped": _("Stop list of hot words"),
    }
)
