"""The texts that pages show for codes of dashboards."""

from enum import StrEnum

from django.utils.translation import gettext_lazy as _

from features.dashboards.problems import DashboardProblem
from hooks.answers import AuditLabels

AUDIT = AuditLabels(subjects={"dashboard": _("Dashboard")}, fields={"panels": _("Panels")})
PANEL_KINDS = {
    "chart": _("Chart over time"),
    "documents": _("List of documents"),
    "values": _("Most frequent values"),
}
SWITCHED_OFF = _("Switched off")
PANEL_WIDTHS = {"half": _("Half of the row"), "full": _("The whole row")}
PROBLEMS: dict[StrEnum, object] = {
    DashboardProblem.TOO_MANY_PANELS: _(
        "A dashboard has at most {limit} panels. Remove one, or use another dashboard."
    ),
}
