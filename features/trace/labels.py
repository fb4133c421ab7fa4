"""The text of the tab of traces."""

from django.utils.translation import gettext_lazy as _

TRACE = _("Trace a URL")
