"""The kinds of panels: those of dashboards, and those that other features add."""

from collections.abc import Mapping, Sequence

from features.dashboards.labels import PANEL_KINDS
from features.dashboards.panels import PanelKind
from hooks.answers import SearchPanel
from hooks.process import features


def added_kinds() -> Mapping[str, SearchPanel]:
    """Return the kinds that features add, by their codes."""
    return {each.kind: each for each in features().ask_for_all("search_panels")}


def all_kinds() -> Sequence[str]:
    """Return the codes of all kinds."""
    return (*(each.value for each in PanelKind), *added_kinds())


def kind_labels() -> Mapping[str, object]:
    """Return what people call the kinds, by their codes."""
    return {**PANEL_KINDS, **{kind: each.label for kind, each in added_kinds().items()}}
