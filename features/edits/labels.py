"""The texts that pages show for edits."""

from django.utils.translation import gettext_lazy as _

EDITS = _("Edits")
