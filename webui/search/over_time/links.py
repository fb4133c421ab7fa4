"""The links below a chart over time: ranges up to now, wider, earlier and later."""

from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Protocol

from storage.documents.dates import after_text, before_text
from webui.periods import Period, offer
from webui.search.over_time.buckets import Buckets, around, beside
from webui.search.over_time.params import PRESETS
from webui.search.params import SearchParams


class Zoomable(Protocol):
    """Parameters whose dates a link can change."""

    def between(self, after: str, before: str) -> str:
        """Return the address with these dates."""


@dataclass(frozen=True, kw_only=True)
class ZoomLinks:
    """The addresses of other times; "" where there is none."""

    presets: tuple[Period, ...]
    wider: str
    earlier: str
    later: str


def links(buckets: Buckets | None, params: SearchParams, page: Zoomable | None = None) -> ZoomLinks:
    """Return the links; ``page`` has the addresses, if they are not those of the search page."""
    page = page or params
    # Dates in the words of the query are no period of the bar.
    in_words = not (params.after or params.before) and params.has_dates
    presets = offer(
        PRESETS,
        params.now().date(),
        None if in_words else (params.after, params.before),
        page.between,
    )
    if not buckets or not (params.after or params.before):
        return ZoomLinks(presets=presets, wider="", earlier="", later="")
    zone = params.time_zone()
    wider = around(buckets.start, buckets.end, zone)
    earlier, later = (_between(page, zone, *span) for span in beside(buckets.start, buckets.end))
    return ZoomLinks(
        presets=presets,
        wider=_between(page, zone, *wider) if wider else page.between("", ""),
        earlier=earlier,
        later="" if params.ends_now else later,
    )


def _between(page: Zoomable, zone: tzinfo, start: datetime, end: datetime) -> str:
    return page.between(after_text(start, zone), before_text(end, zone))
