"""Follow the entries of feeds whose addresses change while their names (guid, id) stay.

Publishers change the slug with the headline, or the campaign parameter of each link. So the first
page of an entry is remembered, and a page job for a further one says which document may be its own.
"""

from collections.abc import Sequence
from dataclasses import replace

from crawler.list_content import Candidate
from crawler.stores import WorkerStores

KEPT_SECONDS = 30 * 86_400
"""How long to remember the page of an entry."""


class FeedEntries:
    """Knows which page each entry of a feed led to."""

    def __init__(self, ports: WorkerStores) -> None:
        self._ports = ports

    async def follow(
        self, shown: Sequence[Candidate], new: Sequence[Candidate]
    ) -> Sequence[Candidate]:
        """Return the new candidates with the pages that their entries led to before; remember the
        pages of all that the list shows.
        """
        named = {candidate.entry: candidate.key for candidate in shown if candidate.entry}
        if not named:
            return new
        known = dict(zip(named, await self._ports.get_pages(list(named)), strict=True))
        first = {entry: key for entry, key in named.items() if not known[entry]}
        if first:
            await self._ports.put_pages(first, KEPT_SECONDS)
        followed = []
        for candidate in new:
            page = known.get(candidate.entry, "")
            # The same entry under another address: its document may be the one stored before.
            if page and page != candidate.key:
                candidate = replace(candidate, renames=page)
            followed.append(candidate)
        return followed
