"""The texts of top terms that other pages show."""

from django.utils.translation import gettext_lazy as _

TOP_TERMS = _("Top terms")
