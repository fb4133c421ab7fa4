"""Sources whose pages have moved to another site, though their lists have not."""

from storage.database.models import Source
from storage.findings.signs import PageMove
from storage.findings.store import SourceFindings
from storage.keys import host_of

_PAGES = 3
"""The newest pages that must all have come from the new host: a single page may have moved alone.
"""


def moved_pages(findings: SourceFindings) -> dict[int, PageMove]:
    """Return a moved page of each source whose newest pages are all on another host.

    Raises Unavailable.

    A source whose address is on the new host has moved too.
    """
    moves = findings.page_moves()
    rows = Source.objects.filter(pk__in=list(moves)).values_list("pk", "address")
    moved = {}
    for source_id, address in rows:
        new_host = host_of(moves[source_id].target)
        if host_of(address) == new_host:
            continue
        newest = findings.page_shapes(source_id)[-_PAGES:]
        if len(newest) == _PAGES and all(host_of(each.url) == new_host for each in newest):
            moved[source_id] = moves[source_id]
    return moved
