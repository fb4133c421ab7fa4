"""Pairs that Newsloom says belong together: copies of one text, documents of one story."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from storage.database.spot_checks.draw import Drawn, pair_of
from storage.database.spot_checks.verdicts import Kind
from storage.database.stories import stories
from storage.documents.port import Document, SearchRequest
from storage.documents.query_tree import And, FieldValue, Listed, Node, Or, Query
from webui.apps import stores

_AT_ONCE = 200
"""So many documents of the pool have their groups looked up in one query: Elasticsearch takes
1,024 conditions, and their stories have a few thousand documents.
"""
_MAX_ASKED = 10_000
"""Most documents that a store draws at once."""


def draw_pairs(
    kind: Kind, pool: Sequence[Document], request: SearchRequest, seed: int
) -> Iterator[Drawn]:
    """Yield at most one pair of each group that a pool of random matches leads to; both documents
    of a pair match the request.

    A group is drawn if the pool has the one document that stands for it, and not if it has any:
    large groups would be drawn most.
    """
    for start in range(0, len(pool), _AT_ONCE):
        some = pool[start : start + _AT_ONCE]
        groups = _copies(some, request) if kind is Kind.COPIES else _stories(some, request)
        pairs = (pair_of(group, kind, seed) for group in groups)
        by_first = {pair.document.id: pair for pair in pairs if pair is not None}
        yield from (by_first[each.id] for each in some if each.id in by_first)


def _copies(documents: Collection[Document], request: SearchRequest) -> list[list[Document]]:
    """Return the matching documents with the texts of these, by text."""
    ids = sorted({each.copy_id for each in documents if each.copy_id})
    if not ids:
        return []
    same = Or(tuple(FieldValue(field="copy", value=each) for each in ids))
    groups: defaultdict[str, list[Document]] = defaultdict(list)
    for found in _matching(request, same):
        groups[found.copy_id].append(found)
    return list(groups.values())


def _stories(documents: Collection[Document], request: SearchRequest) -> list[list[Document]]:
    """Return the matching documents of the stories of these, by story."""
    story_of = stories.members_beside([each.id for each in documents])
    ids = sorted(story_of)
    groups: defaultdict[str, list[Document]] = defaultdict(list)
    for start in range(0, len(ids), _MAX_ASKED):
        for found in _matching(request, Listed(documents=tuple(ids[start : start + _MAX_ASKED]))):
            groups[story_of[found.id]].append(found)
    return list(groups.values())


def _matching(request: SearchRequest, node: Node) -> list[Document]:
    both = Query(root=And((*request.query.conjuncts, node)))
    return stores().documents().draw(replace(request, query=both), "", _MAX_ASKED)
