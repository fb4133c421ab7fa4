"""The texts that pages show for storylines."""

from django.utils.translation import gettext_lazy as _

from hooks.answers import AuditLabels

STORYLINES = _("Storylines")
AUDIT = AuditLabels(fields={"storyline_lines": _("Lines of storylines that quote them")})
