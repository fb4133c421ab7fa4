"""The links above a chart over time: wider, earlier and later."""

from datetime import datetime

from features.over_time.buckets import Buckets, around, beside
from features.over_time.drawing import Zoom
from storage.documents.dates import after_text, before_text
from webui.search.params import SearchParams


def links(buckets: Buckets, params: SearchParams, zoom: Zoom) -> dict[str, str]:
    """Return the addresses of the times around, before and after that of the buckets, as
    ``wider``, ``earlier`` and ``later``; none for a search without dates.
    """
    if not (params.after or params.before):
        return {}
    zone = params.time_zone()

    def address(start: datetime, end: datetime) -> str:
        return zoom(after_text(start, zone), before_text(end, zone))

    wider = around(buckets.start, buckets.end, zone)
    earlier, later = beside(buckets.start, buckets.end)
    return {
        "wider": address(*wider) if wider else zoom("", ""),
        "earlier": address(*earlier),
        "later": "" if params.ends_now else address(*later),
    }
