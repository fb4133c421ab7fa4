"""Dashboards as a kind of what users own."""

from django.utils.translation import gettext_lazy as _

from features.dashboards.models import Dashboard
from webui.owned.forms import SharedByNameForm
from webui.owned.kinds import OwnedKind

DASHBOARDS = OwnedKind(
    model=Dashboard,
    form=SharedByNameForm,
    code="dashboards",
    noun="dashboard",
    place=20,
    label=_("Dashboards"),
    new=_("New dashboard"),
    columns=(_("Panels"), _("Shared with"), _("Owner")),
    empty=(
        _("No dashboards yet"),
        _(
            "Search for something and select “Add to dashboard”. A dashboard shows charts, most "
            "frequent values and lists of documents of several searches on one page."
        ),
    ),
    lost=_("Its panels are lost. Documents and saved searches stay."),
    shared=_(
        "Others then see this dashboard in their list, with the documents that they may see. Only "
        "you change it."
    ),
)
