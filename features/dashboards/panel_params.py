"""The parameters of a panel: what its query asks for, and on which page the same is shown."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from features.dashboards.kinds import added_kinds
from features.dashboards.panels import Panel, PanelKind
from features.over_time.public import OverTimeParams
from webui import labels
from webui.search.facets import chips
from webui.search.params import SearchParams, unknown_names

_OF_CHARTS = ("with", "by", "show")
"""What only the address of the page *Over time* has."""


@dataclass(frozen=True, kw_only=True)
class PanelParams:
    """What a panel asks for. ``chart`` counts only for charts."""

    kind: str
    field: str
    search: SearchParams
    chart: OverTimeParams

    @classmethod
    def read(cls, kind: str, query: str, field: str = "") -> Self:
        """Read the query string of the search page or, for a chart, of the page *Over time*."""
        asked = QueryDict(query.removeprefix("?"))
        is_chart = kind == PanelKind.CHART
        return cls(
            kind=kind,
            field=field,
            search=SearchParams.read(asked).first(),
            chart=OverTimeParams.read(asked) if is_chart else OverTimeParams(),
        )

    @classmethod
    def of(cls, panel: Panel) -> Self:
        """Read those of a panel."""
        return cls.read(panel.kind, panel.query, panel.field)

    @property
    def is_chart(self) -> bool:
        """Return whether it is a chart over time."""
        return self.kind == PanelKind.CHART

    def searches(self) -> Sequence[SearchParams]:
        """Return the searches of the panel, of which a chart may have several."""
        return self.chart.searches() if self.is_chart else (self.search,)

    def problems(self) -> Sequence[str]:
        """Return what of the query cannot be read, in words."""
        return (self.chart.search if self.is_chart else self.search).problems

    def to_keep(self) -> str:
        """Return the query as it is saved: of the first page, and with the time zone of its dates,
        since others read the dashboard in other zones.

        Who looks at documents every day wants the newest, unless another order was chosen.
        """
        search = self.search.search()
        kept = search.to_keep()
        if self.kind == PanelKind.DOCUMENTS:
            kept = replace(kept, sort=search.sort or "time")
        own = [pair for pair in self.chart.pairs() if pair[0] in _OF_CHARTS]
        return urlencode([*kept.pairs(), *own])

    @property
    def address(self) -> str:
        """The page that shows the same, with all that can be done there."""
        if self.is_chart:
            return f"{reverse('over_time')}{self.chart.address()}"
        added = added_kinds().get(self.kind)
        return f"{reverse(added.route if added else 'search')}{self.search.address}"

    def in_words(self) -> str:
        """Return all that the panel asks for, with its filters, in the reader's language."""
        asked = [_asked_in_words(each) or _("all documents") for each in self.searches()]
        words = " · ".join(asked)
        if self.field in labels.FACETS | labels.NAMES:
            field = str((labels.FACETS | labels.NAMES)[self.field])
            return _("%(field)s: %(query)s") % {"field": field, "query": words}
        return words

    def title(self) -> str:
        """Return what the panel shows, in the reader's language."""
        words = [each.text or _("all documents") for each in self.searches()]
        asked = " · ".join(words)
        if self.kind == PanelKind.VALUES:
            field = str((labels.FACETS | labels.NAMES)[self.field])
            return _("%(field)s: %(query)s") % {"field": field, "query": asked}
        if added := added_kinds().get(self.kind):
            return _("%(field)s: %(query)s") % {"field": str(added.label), "query": asked}
        return asked


def _asked_in_words(search: SearchParams) -> str:
    filters = (
        _("%(field)s: %(query)s") % {"field": chip.title, "query": chip.label}
        for chip in chips(search, {})
    )
    return pgettext("list", ", ").join(filter(None, (search.text, *filters)))


def unknown_in(kind: str, query: str) -> Sequence[str]:
    """Return a message for each name in a query that no panel of this kind has."""
    asked = QueryDict(query.removeprefix("?"), mutable=True)
    if kind == PanelKind.CHART:
        for name in _OF_CHARTS:
            asked.pop(name, None)
    return unknown_names(asked)
