"""The table of dashboards."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from storage.database.searches.sharing import Sharing
from storage.database.sources.validation import NAME_LENGTH


class Dashboard(models.Model):
    """Panels that a user looks at together.

    ``panels`` are stored as ``panels.to_json`` writes them, in the order in which they are shown.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        db_constraint=False,
        related_name="dashboards",
        on_delete=models.CASCADE,
    )
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    sharing = models.CharField(max_length=8, default=Sharing.PRIVATE)
    readers = models.ManyToManyField(
        settings.AUTH_USER_MODEL,
        db_constraint=False,
        related_name="dashboards_shared_with",
        blank=True,
    )
    panels = models.JSONField(default=list, blank=True)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("dashboard")
        verbose_name_plural = _("dashboards")
        default_permissions = ()
        ordering = ("name", "id")

    def __str__(self) -> str:
        return self.name
