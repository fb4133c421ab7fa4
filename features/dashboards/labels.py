"""The texts that pages show for codes of dashboards."""

from enum import StrEnum

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from features.dashboards.problems import DashboardProblem
from hooks.answers import AuditLabels


def panel_in_words(noted: str) -> str:
    """Return what the audit log keeps of a panel (``Panel.noted``) as people say it; a title as it
    is.
    """
    from features.dashboards.kinds import kind_labels
    from features.dashboards.panel_params import PanelParams

    code, space, query = noted.partition(" ")
    kind, _colon, field = code.partition(":")
    known = kind_labels()
    # A title may begin with the code of a kind. An address has no blank, and each name a value.
    is_query = bool(space) and " " not in query and (not query or "=" in query)
    if kind not in known or not is_query:
        return noted
    words = PanelParams.read(kind, query, field).in_words()
    return gettext("%(kind)s: %(what)s") % {"kind": known[kind], "what": words}


AUDIT = AuditLabels(
    subjects={"dashboard": _("Dashboard")},
    fields={"panels": _("Panels")},
    values={"panels": panel_in_words},
)
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
