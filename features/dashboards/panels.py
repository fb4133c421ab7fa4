"""The panels of a dashboard: what each shows, and in what order. Pure."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any, Self

from features.dashboards.problems import DashboardProblem
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.searches.search import DOCUMENT_CHOICES
from storage.database.sources.validation import NAME_LENGTH

MAX_PANELS = 24
"""Each panel is counted when the dashboard is opened, and nobody reads more of them."""
MAX_QUERY = 4_000
"""Characters of a search in an address: web servers take few more in a line."""
_ID_BYTES = 4


class PanelKind(StrEnum):
    """What a panel shows of what a search finds; features add other kinds."""

    CHART = "chart"  # How many documents over time.
    VALUES = "values"  # The most frequent values of a field.
    DOCUMENTS = "documents"  # The first hits.


class PanelWidth(StrEnum):
    """How much of the row a panel takes."""

    HALF = "half"
    FULL = "full"


@dataclass(frozen=True, kw_only=True)
class Panel:
    """One panel."""

    kind: str
    #: The search as an address writes it: of the page *Over time* for a chart, otherwise of the
    #: search page.
    query: str = ""
    #: The field whose values are shown, "" unless the panel shows values.
    field: str = ""
    #: "" for one that says what the panel shows.
    title: str = ""
    width: str = PanelWidth.HALF
    #: By which it is found among the panels of its dashboard, "" before it is saved.
    id: str = ""

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """Return a stored panel."""
        return cls(**stored)

    def noted(self) -> str:
        """Return what the audit log keeps of it; ``panel_in_words`` reads it."""
        if self.field:
            kind = f"{self.kind}:{self.field}"
        else:
            kind = self.kind
        return f"{kind} {self.query}"


def to_json(panels: Iterable[Panel]) -> list[dict[str, Any]]:
    """Return panels as a dashboard stores them; new ones get their ids."""
    return [asdict(replace(each, id=each.id or secrets.token_hex(_ID_BYTES))) for each in panels]


def panel_problems(panels: Sequence[Panel], kinds: Sequence[str]) -> list[FieldError]:
    """Return what is wrong with the panels of a dashboard, apart from their queries.

    ``kinds``: the codes of those that there are.
    """
    limit = FieldError("panels", "", DashboardProblem.TOO_MANY_PANELS, {"limit": MAX_PANELS})
    too_many = [limit] if len(panels) > MAX_PANELS else []
    return too_many + [problem for panel in panels for problem in _problems(panel, kinds)]


def _problems(panel: Panel, kinds: Sequence[str]) -> list[FieldError]:
    fields = DOCUMENT_CHOICES if panel.kind == PanelKind.VALUES else ("",)
    choices = (
        ("kind", panel.kind, kinds),
        ("width", panel.width, tuple(PanelWidth)),
        ("field", panel.field, fields),
    )
    found = [
        FieldError(name, value, ErrorCode.NOT_A_CHOICE, {"choices": ", ".join(known) or "—"})
        for name, value, known in choices
        if value not in known
    ]
    if len(panel.title) > NAME_LENGTH:
        limit = {"limit": NAME_LENGTH}
        found.append(FieldError("title", panel.title, ErrorCode.TOO_LONG, limit))
    if len(panel.query) > MAX_QUERY:
        found.append(FieldError("query", "", ErrorCode.SEARCH_TOO_LONG))
    return found


def moved(panels: Sequence[Panel], panel_id: str, by: int) -> list[Panel]:
    """Return the panels with one of them so many places later, or earlier if that is negative."""
    rest = [each for each in panels if each.id != panel_id]
    place = next((at for at, each in enumerate(panels) if each.id == panel_id), len(panels))
    target = max(0, place + by)
    return [*rest[:target], *(each for each in panels if each.id == panel_id), *rest[target:]]


def without(panels: Iterable[Panel], panel_id: str) -> list[Panel]:
    """Return the panels without one of them."""
    return [each for each in panels if each.id != panel_id]


def changed(panels: Iterable[Panel], panel_id: str, *, title: str, width: str) -> list[Panel]:
    """Return the panels, one of them with another title and width."""
    return [
        replace(each, title=title.strip(), width=width) if each.id == panel_id else each
        for each in panels
    ]
