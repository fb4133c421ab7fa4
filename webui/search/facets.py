"""Facets and filters of a search as the page shows them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from storage.database.searches.search import CHOICES, SOURCE_CHOICES
from storage.documents.port import NAME_KINDS
from webui import labels
from webui.search.params import SearchParams
from webui.search.value_pages import page_of_value

SHOWN = ("source", "site", "channel", "lang", "kind", "tag", "author", *NAME_KINDS)
# More values are behind "more", so that the last facet stays in view.
_FIRST = 8
Counts = Mapping[str, Sequence[tuple[str, int]]]
_ALL = (*SHOWN, *SOURCE_CHOICES)


@dataclass(frozen=True, kw_only=True)
class FacetValue:
    """One value. ``url`` selects it, or removes it if it is selected.

    ``count`` is None if it is selected and not among the values that were counted. ``page`` is the
    address of the page of a selected value, "" if it has none.
    """

    label: str
    count: int | None
    url: str
    chosen: bool
    page: str = ""


@dataclass(frozen=True, kw_only=True)
class Facet:
    """A field with its values; ``more`` are those that are folded away."""

    name: str
    title: str
    values: tuple[FacetValue, ...]
    more: tuple[FacetValue, ...]


@dataclass(frozen=True, kw_only=True)
class Chip:
    """An active filter; ``url`` removes it. ``is_known`` is False for a value that no document can
    have.
    """

    title: str
    label: str
    url: str
    is_known: bool = True


def facets(counts: Counts, params: SearchParams) -> list[Facet]:
    """Return the facets of what was counted that have values. Selected ones are there, however few
    documents have them.
    """
    return [
        _facet(name, values)
        for name in _ALL
        if name in counts and (values := _values(name, counts[name], params))
    ]


def chips(params: SearchParams, stories: Mapping[str, str]) -> list[Chip]:
    """Return the active filters in the order of the form; ``stories`` are the headlines by id, ""
    if unknown.
    """
    found = [
        Chip(
            title=str(labels.FACETS[name]),
            label=labels.facet_value(name, value),
            url=params.toggled(name, value),
            is_known=labels.is_known_value(name, value),
        )
        for name in CHOICES
        for value in params.values(name)
    ]
    for story_id, title in stories.items():
        found.append(
            Chip(title=_("Story"), label=title or story_id, url=params.without_story(story_id))
        )
    if params.match != "words":
        by = str(labels.MATCHES[params.match])
        found.append(Chip(title=_("Search by"), label=by, url=params.matching("words")))
    if params.after or params.before:
        found.append(Chip(title=_("Published"), label=_dates(params), url=params.between("", "")))
    return found


def _facet(name: str, values: Sequence[FacetValue]) -> Facet:
    first = [value for index, value in enumerate(values) if index < _FIRST or value.chosen]
    more = [value for value in values if value not in first]
    return Facet(name=name, title=str(labels.FACETS[name]), values=tuple(first), more=tuple(more))


def _values(
    name: str, counted: Sequence[tuple[str, int]], params: SearchParams
) -> tuple[FacetValue, ...]:
    chosen = params.values(name)
    known = {value for value, _count in counted}
    rare = [(value, None) for value in chosen if value not in known]
    return tuple(
        FacetValue(
            label=labels.facet_value(name, value),
            count=count,
            url=params.toggled(name, value),
            chosen=value in chosen,
            page=page_of_value(name, value) if value in chosen else "",
        )
        for value, count in (*counted, *rare)
        if value
    )


def _dates(params: SearchParams) -> str:
    after, before = (text.replace("T", " ") for text in (params.after, params.before))
    dates = after if after == before else f"{after} – {before}".strip()
    if params.ends_now:
        dates = _("last %(span)s") % {"span": _span(after)}
    is_other = params.zone and params.zone != timezone.get_current_timezone_name()
    if is_other:
        return f"{dates} ({params.zone})"
    return dates


def _span(relative: str) -> str:
    """Return a span of time before now in words."""
    count, unit = int(relative[1:-1]), relative[-1].lower()
    words = {
        "m": ngettext("%(n)d minute", "%(n)d minutes", count),
        "h": ngettext("%(n)d hour", "%(n)d hours", count),
        "d": ngettext("%(n)d day", "%(n)d days", count),
        "w": ngettext("%(n)d week", "%(n)d weeks", count),
        "y": ngettext("%(n)d year", "%(n)d years", count),
    }
    return words[unit] % {"n": count}
