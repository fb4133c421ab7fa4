"""With whom users share what they own."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class WorkSharing(TextChoices):
    """Who else may see a work, and who may change what is in it."""

    PRIVATE = "private", _("only me")
    READ = "read", _("everyone may read it")
    WRITE = "write", _("everyone may change what is in it")


class Sharing(TextChoices):
    """Who else may see something that only its owner changes."""

    PRIVATE = "private", _("nobody")
    EVERYONE = "everyone", _("everyone who may search")
    NAMED = "named", _("these users")
