"""The path on which a text spread: who had it first, who copied or cited whom. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from storage.documents.port import Document
from storage.keys import place_of


@dataclass(frozen=True, kw_only=True)
class SpreadStep:
    """A document on the path.

    ``seconds_later`` counts from the first one. ``copy_of`` is the first document with its text, if
    that is another one; ``cites`` are the others to which its text links, in order of time.
    """

    document: Document
    seconds_later: float
    copy_of: Document | None
    cites: Sequence[Document]

    @property
    def is_linked(self) -> bool:
        """Return whether it copied or cites another one."""
        return bool(self.copy_of or self.cites)


def spread(documents: Iterable[Document]) -> list[SpreadStep]:
    """Return the documents in order of time, each with those that it copied or cites."""
    ordered = sorted(documents, key=lambda each: (moment_of(each), each.id))
    firsts: dict[str, Document] = {}
    for each in ordered:
        firsts.setdefault(each.copy_id or each.id, each)
    places = {place: each for each in reversed(ordered) for place in places_of(each)}
    return [
        SpreadStep(
            document=each,
            seconds_later=(moment_of(each) - moment_of(ordered[0])).total_seconds(),
            copy_of=first if (first := firsts[each.copy_id or each.id]) is not each else None,
            cites=_cited(each, places, ordered),
        )
        for each in ordered
    ]


def on_the_path(steps: Sequence[SpreadStep]) -> list[SpreadStep]:
    """Return the steps that others copied or cite, or that did so themselves; time counts from the
    first of these.
    """
    linked = [each for each in steps if each.is_linked]
    sources = {found.id for each in linked for found in each.cites}
    sources |= {each.copy_of.id for each in linked if each.copy_of}
    path = [each for each in steps if each.is_linked or each.document.id in sources]
    return [
        replace(each, seconds_later=each.seconds_later - path[0].seconds_later) for each in path
    ]


def moment_of(document: Document) -> datetime:
    """Return when a document was published, or found if that is unknown."""
    return document.published or document.collected


def places_of(document: Document) -> set[str]:
    """Return the addresses of a document as citations are compared with them."""
    return {place for url in (document.url, document.canonical_url) if (place := place_of(url))}


def _cited(
    document: Document, places: dict[str, Document], ordered: Sequence[Document]
) -> list[Document]:
    linked = (place_of(each.url) for each in document.citations)
    found = {places[place].id for place in linked if place in places}
    return [each for each in ordered if each.id in found - {document.id}]
