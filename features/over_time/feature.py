"""What the chart over time adds to Newsloom."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from hooks.answers import Part, SearchChart
from hooks.specifications import hookimpl


@hookimpl
def page_head(page: str) -> Sequence[Part] | None:
    """Bring the styles and scripts of the chart."""
    return [Part(template="over_time/head.html")] if page in ("search", "name") else None


@hookimpl
def search_chart(params: Any, request: Any, now: datetime) -> SearchChart | None:
    """Draw the matches of a search, or keep the place of the chart while they are counted."""
    if request is None:
        return SearchChart(template="over_time/timeline_waiting.html")
    from features.over_time.views import above_hits

    return above_hits(params, request, now)
