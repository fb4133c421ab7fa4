"""No tables, only the permission that the configuration does not define."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class QueueAccess(models.Model):
    """Define the permission to kick and delete buried jobs, so that groups can have it."""

    class Meta:
        managed = False
        default_permissions = ()
        permissions = (("settle_buried", _("Can kick and drop buried jobs")),)
