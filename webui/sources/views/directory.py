"""The directory of sources: what each gives, for everybody who searches.

It says nothing of how a source is collected: its address may hold a key, and who owns it or why it
fails is the operators' matter.
"""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from storage.database.people.rights import Right
from watch.loading import load
from webui import labels
from webui.address_fields import AddressFields
from webui.rights import needs
from webui.sources.services.table import table
from webui.sources.table import TableParams

_ON_A_PAGE = 20
"""A source takes six lines on a phone."""
_FILED = ("region", "language")
_SORTS = ("name", "document", "daily")


@require_safe
@needs(Right.SEARCH)
def directory(request: HttpRequest) -> HttpResponse:
    """List the sources page by page."""
    asked = AddressFields(request.GET)
    params, number = _what_all_may_ask(TableParams.read(asked)), asked.page()
    asked.refuse_others()
    found = load(lambda: table(params, number, _ON_A_PAGE))
    context: dict[str, object] = {"asked": asked, "params": params, "outage": found.outage}
    if found.value:
        chosen = {"tag": params.tag, **params.filed}
        context |= {
            "table": found.value,
            "paging": found.value.paging,
            "rows": () if asked.problems else found.value.rows,
            "filings": [
                (name, labels.FACETS[label], used, chosen.get(name, ""))
                for name, label in (("tag", "tag"), ("region", "region"), ("language", "lang"))
                if (used := _with(found.value.filed[name], chosen.get(name, "")))
            ],
            "orders": {sort: params.sorted_by(sort) for sort in _SORTS},
            "pager": f"{params.address().removeprefix('?')}&" if params.pairs() else "",
        }
    status = 400 if asked.problems else 200
    # An outage outweighs a wrong address: the reader can mend only the latter, and later.
    if found.outage:
        status = 503
    return render(request, "sources/directory.html", context, status=status)


def _with(used: Sequence[tuple[str, int]], chosen: str) -> Sequence[tuple[str, int]]:
    """Return the values of a filter with the chosen one, which no source may have any more."""
    if not chosen or chosen in dict(used):
        return used
    return [*used, (chosen, 0)]


def _what_all_may_ask(params: TableParams) -> TableParams:
    """Return the filters of this list."""
    filed = {name: value for name, value in params.filed.items() if name in _FILED}
    by_state = params.sort not in _SORTS
    return TableParams(
        text=params.text,
        tag=params.tag,
        filed=filed,
        sort="name" if by_state else params.sort,
        backwards=params.backwards and not by_state,
        names_only=True,
    )
