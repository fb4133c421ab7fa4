"""The texts of citations that other pages show."""

from django.utils.translation import gettext_lazy as _

CITED = _("Cited")
