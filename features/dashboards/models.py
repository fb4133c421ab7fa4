"""The table of dashboards."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from features.dashboards.panels import Panel
from storage.database.owned.models import SharedByName


class Dashboard(SharedByName):
    """Panels that a user looks at together.

    ``panels`` are stored as ``panels.to_json`` writes them, in the order in which they are shown.
    """

    # More than anybody tells apart by name, and few enough for one page.
    most = 50

    panels = models.JSONField(default=list, blank=True)

    class Meta(SharedByName.Meta):
        verbose_name = _("dashboard")
        verbose_name_plural = _("dashboards")

    @property
    def size(self) -> int:
        """Return how many panels it has."""
        return len(self.panels)

    def shown(self) -> list[Panel]:
        """Return the panels in the order in which they are shown."""
        return [Panel.from_json(each) for each in self.panels]

    def audit_values(self) -> dict[str, object]:
        """Return what the audit log tells of it."""
        shown = [each.title or each.noted() for each in self.shown()]
        return {**super().audit_values(), "panels": shown}
