"""The start page: the overview, or the first section that the user may open.

Health endpoints for machines.
"""

from collections.abc import Iterable, Mapping
from datetime import date

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from storage.database.people.rights import Right
from watch.labels import label
from watch.system.store_status import unready_stores, unwritable_stores
from webui import labels
from webui.apps import stores
from webui.charts.chart import Chart, Series, day_chart
from webui.navigation import sections
from webui.overview.services import Overview, overview
from webui.overview.volume import OTHERS, Volume
from webui.rights import needs
from webui.search.params import SearchParams
from webui.sources.services.sources import has_sources


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the overview, or redirect to the first section that the user may open; explain if there
    is none.
    """
    if not request.user.is_authenticated:
        return redirect("login")
    if request.user.has_perm(Right.SEARCH):
        return _show(request, "overview/home.html", may_start=True)
    visible = sections(request)
    if visible:
        return redirect(visible[0].url)
    raise PermissionDenied


@require_safe
@needs(Right.SEARCH)
def live(request: HttpRequest) -> HttpResponse:
    """Show the parts of the overview that refresh themselves."""
    return _show(request, "overview/home_live.html")


def _is_start(request: HttpRequest) -> bool:
    """Return whether the user may add the first source of this installation."""
    return (
        all(map(request.user.has_perm, (Right.ADD_SOURCES, Right.TEST_SOURCES)))
        and not has_sources()
    )


def _show(request: HttpRequest, template: str, *, may_start: bool = False) -> HttpResponse:
    found = overview()
    is_empty = found.counts.value is not None and not found.counts.value.documents
    starting = may_start and is_empty and _is_start(request)
    status = 503 if found.counts.outage else 200
    return render(
        request, template, {"overview": found, **_drawn(found), "starting": starting}, status=status
    )


def _drawn(found: Overview) -> dict[str, object]:
    drawn: dict[str, object] = {}
    if found.counts.value:
        drawn["charts"] = [
            (what, _columns(each), each, _chart(each, names))
            for what, each, names in (
                ("channel", found.counts.value.channels, labels.channels()),
                ("site", found.counts.value.sites, {}),
            )
        ]
    return drawn


def _chart(volume: Volume, names: Mapping[str, object]) -> Chart:
    series = [
        Series(
            style=f"s{number}",
            label=_("others") if layer.name == OTHERS else label(names, layer.name),
            values=[float(count) for count in layer.counts],
        )
        for number, layer in enumerate(volume.layers, 1)
    ]
    return day_chart(series, volume.days, lambda count: number_format(int(count)))


def _columns(chart: Volume) -> list[dict[str, object]]:
    """Return each day with its total, slot, table row and search."""
    rows: Iterable[tuple[int, ...]] = [()] * len(chart.days)
    if chart.layers:
        rows = zip(*(layer.counts for layer in chart.layers), strict=True)
    return [
        {
            "day": day,
            "label": day.isoformat(),
            "total": total,
            "x": x,
            "width": width,
            "row": row,
            "url": reverse("search") + _of_day(day),
        }
        for day, total, (x, width), row in zip(
            chart.days, chart.totals, chart.slots, rows, strict=True
        )
    ]


def _of_day(day: date, text: str = "") -> str:
    """Return the address of a search in a day of the charts, which is the reader's."""
    zone = timezone.get_current_timezone_name()
    return SearchParams(text=text, zone=zone).between(day.isoformat(), day.isoformat())


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 Django's signature
    """Answer that the process is running."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 Django's signature
    """Answer whether all stores answer and can write.

    Give names but no reasons, because the endpoint is public.
    """
    missing = unready_stores(stores())
    problems = [f"{name}: no answer" for name in missing]
    problems += [
        f"{name}: cannot write" for name in unwritable_stores(stores()) if name not in missing
    ]
    text = "".join(f"{line}\n" for line in problems or ["ok"])
    return HttpResponse(text, content_type="text/plain", status=503 if problems else 200)
