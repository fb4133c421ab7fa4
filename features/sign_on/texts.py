"""What pages say of single sign-on."""

from django.utils.translation import gettext_lazy as _

ACTIVE = _("active, with single sign-on")
LOGGED_IN = _("Logged in with single sign-on")
