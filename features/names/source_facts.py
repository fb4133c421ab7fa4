"""What a source is and how good its newest documents are: how late, and how original."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from storage.database.models import Source
from storage.database.sources.sources import sources_named
from storage.documents.port import ByValue, Document, Documents, Filters, SearchRequest
from storage.documents.query_tree import And, FieldValue, Not, Or, Query
from watch.loading import Loaded, Outage, load
from watch.sources.source_health import SourceHealth
from watch.sources.states import current_states
from webui.apps import stores

NEWEST = 100
"""Of so many of its documents that were found last, a page tells how late and how original."""
# Of fewer dated documents, nine in ten means nothing.
_MIN_DATED = 10


@dataclass(frozen=True, kw_only=True)
class Lateness:
    """The seconds from publication to fetch: of half of ``dated`` documents, and of nine in ten."""

    dated: int
    half: float
    most: float


@dataclass(frozen=True, kw_only=True)
class Originality:
    """How many of some texts other sources have too, and which sources have most of them."""

    texts: int
    shared: int
    sources: tuple[tuple[str, int], ...] = ()

    @property
    def share(self) -> int:
        """The per cent of the texts that other sources have too."""
        return round(100 * self.shared / self.texts)


@dataclass(frozen=True, kw_only=True)
class SourceFacts:
    """What is known of a source; ``source`` is None for one that is no longer there."""

    source: Source | None
    state: Loaded[SourceHealth | None]
    lateness: Lateness | None
    originality: Originality | None


def facts_of(name: str, away: Outage | None = None) -> SourceFacts:
    """Return what is known of a source; ``away`` is an outage of the server of its state that is
    known already. Raises Unavailable and Refused.
    """
    source = next(iter(sources_named([name])), None)
    request = SearchRequest(
        query=Query(), filters=Filters(source=(name,)), sort="collected", size=NEWEST, facets=False
    )
    newest = [hit.document for hit in stores().documents().find_hits(request).hits]
    return SourceFacts(
        source=source,
        state=load(lambda: current_states([source], stores(), away)[source.pk] if source else None),
        lateness=lateness(newest),
        originality=originality(stores().documents(), name, newest),
    )


def lateness(documents: Sequence[Document]) -> Lateness | None:
    """Return how late dated documents were fetched; None if there are few.

    A page may be dated later than it was found: it was not late.
    """
    seconds = sorted(
        max((each.collected - each.published).total_seconds(), 0.0)
        for each in documents
        if each.published
    )
    if len(seconds) < _MIN_DATED:
        return None
    return Lateness(
        dated=len(seconds),
        half=seconds[len(seconds) // 2],
        most=seconds[len(seconds) * 9 // 10],
    )


def originality(store: Documents, source: str, documents: Sequence[Document]) -> Originality | None:
    """Return how many of these texts other sources have too; None without texts.

    Raises Unavailable and Refused.
    """
    groups = list(dict.fromkeys(each.copy_id for each in documents if each.copy_id))
    if not groups:
        return None
    same_text = Or(tuple(FieldValue(field="copy", value=each) for each in groups))
    elsewhere = Not(FieldValue(field="source", value=source))
    # Once: a text on ten other sites is still one text of this source.
    asked = SearchRequest(query=Query(root=And((same_text, elsewhere))), copies="once")
    shared = store.count_matches(replace(asked, facets=False)).total
    sources = store.aggregate(asked, ByValue("source"))[:5] if shared else ()
    return Originality(texts=len(groups), shared=shared, sources=sources)
