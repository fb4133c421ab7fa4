"""No tables: the one permission that the configuration does not bring."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class QueueAccess(models.Model):
    """Carries the permission to settle buried jobs, so that groups can be given it."""

    class Meta:
        managed = False
        default_permissions = ()
        permissions = (("settle_buried", _("Can kick and drop buried jobs")),)
