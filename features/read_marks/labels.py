"""The texts that pages show for codes of read marks."""

from django.utils.translation import gettext_lazy as _

from hooks.answers import AuditLabels

AUDIT = AuditLabels(fields={"read_marks": _("Marks of who has read them")})
