"""Sources whose pages have moved to another site, though their lists have not."""

from collections.abc import Sequence

from storage.database.models import Source
from storage.findings.port import PageMove, SourceFindings
from storage.keys import host_of

_PAGES = 3
"""The newest pages that must all have come from the new host: a single page may have moved alone.
"""


def moved_pages(findings: SourceFindings, sources: Sequence[Source]) -> dict[int, PageMove]:
    """Return a moved page of each source whose newest pages are all on another host.

    Raises Unavailable.

    A source whose address is on the new host has moved too.
    """
    moves = findings.page_moves()
    found = {
        source.pk: moves[source.pk]
        for source in sources
        if source.pk in moves and not _is_there(source, moves)
    }
    return {
        source_id: move
        for source_id, move in found.items()
        if _all_moved(findings, source_id, move)
    }


def _is_there(source: Source, moves: dict[int, PageMove]) -> bool:
    return host_of(source.address) == host_of(moves[source.pk].target)


def _all_moved(findings: SourceFindings, source_id: int, move: PageMove) -> bool:
    newest = findings.page_shapes(source_id)[-_PAGES:]
    return len(newest) == _PAGES and {host_of(shape.url) for shape in newest} == {
        host_of(move.target)
    }
