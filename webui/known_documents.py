"""Documents by their ids, without their texts, for pages that name some."""

from collections.abc import Iterable
from datetime import datetime

from storage.documents.port import Document, Filters, SearchRequest
from storage.documents.query_tree import Listed, Query
from webui.apps import stores


def known_documents(ids: Iterable[str], since: datetime | None = None) -> dict[str, Document]:
    """Return those of these documents that there are, by id; with ``since`` those collected since.

    Raises Unavailable and Refused.
    """
    wanted = tuple(set(ids))
    if not wanted:
        return {}
    query, filters = Query(root=Listed(documents=wanted)), Filters(collected_since=since)
    request = SearchRequest(query=query, filters=filters, size=len(wanted))
    return {hit.document.id: hit.document for hit in stores().documents().find_hits(request).hits}
