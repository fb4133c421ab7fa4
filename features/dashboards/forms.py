"""The forms of dashboards."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from features.dashboards.kinds import kind_labels
from features.dashboards.labels import PANEL_WIDTHS
from features.dashboards.models import Dashboard
from features.dashboards.panels import Panel, PanelKind, PanelWidth
from storage.database.searches.search import DOCUMENT_CHOICES
from storage.database.sources.validation import NAME_LENGTH
from webui.labels import FACETS

_NEW = ""


def _shown() -> list[tuple[str, Any]]:
    """Return what a panel can show: a kind, or one with a field."""
    values: Any = [(f"{PanelKind.VALUES}:{name}", FACETS[name]) for name in DOCUMENT_CHOICES]
    labels = dict(kind_labels())
    with_a_field = str(labels.pop(PanelKind.VALUES))
    return [*labels.items(), (with_a_field, values)]


class PanelForm(forms.Form):
    """How a panel looks."""

    title = forms.CharField(
        label=_("Title"),
        required=False,
        max_length=NAME_LENGTH,
        help_text=_("Empty: the words of the search."),
    )
    width = forms.ChoiceField(label=_("Width"), choices=list(PANEL_WIDTHS.items()))


class NewPanelForm(PanelForm):
    """A new panel, and the dashboard on which it is put."""

    shows = forms.ChoiceField(label=_("What the panel shows"), choices=_shown)
    dashboard = forms.ChoiceField(label=_("Dashboard"), required=False)
    name = forms.CharField(
        label=_("Name of the new dashboard"), required=False, max_length=NAME_LENGTH
    )
    query = forms.CharField(widget=forms.HiddenInput, required=False)
    field_order = ("shows", "title", "width", "dashboard", "name", "query")

    def __init__(self, dashboards: Iterable[Dashboard], *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        own = [(str(each.pk), each.name) for each in dashboards]
        choice = self.fields["dashboard"]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = [*own, (_NEW, _("A new dashboard"))]

    def clean(self) -> dict[str, Any]:
        """Ask for the name of a new dashboard."""
        given = super().clean() or {}
        if given.get("dashboard") == _NEW and not given.get("name"):
            self.add_error("name", _("Enter a name for the new dashboard."))
        return given

    def panel(self) -> Panel:
        """Return the panel."""
        given = self.cleaned_data
        kind, _colon, field = given["shows"].partition(":")
        width = PanelWidth(given["width"])
        title, query = given["title"], given["query"]
        return Panel(kind=kind, field=field, query=query, title=title, width=width)

    def dashboard_id(self) -> int | None:
        """Return the chosen dashboard, None for a new one."""
        chosen = self.cleaned_data["dashboard"]
        return int(chosen) if chosen else None
