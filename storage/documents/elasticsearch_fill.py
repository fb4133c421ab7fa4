"""Give the documents in Elasticsearch what they get after they are written.

The server keeps no analysed text, so a document that gets it is analysed and written again.
"""

from dataclasses import replace
from typing import Any

from storage.documents.elasticsearch_bulk import replace_line
from storage.documents.elasticsearch_errors import translation
from storage.documents.elasticsearch_indices import ElasticsearchIndices
from storage.documents.elasticsearch_vectors import add_field, field_of, key_of
from storage.documents.port import Filling, Make, Names
from storage.documents.records import JsonObject, unpack


def fill(indices: ElasticsearchIndices, filling: Filling[Any], make: Make[Any], limit: int) -> int:
    """Fill the documents that were found last, of those without; return how many there were."""
    indices.refresh()
    found = indices.hits(
        {
            "query": _lacks(filling),
            "sort": [{"collected": "desc"}, {"id": "asc"}],
            "size": limit,
            "seq_no_primary_term": True,
        }
    )
    if found:
        documents = [unpack(each["_source"]) for each in found]
        made = list(make(documents))
        if isinstance(filling, Names):
            lines = [
                replace_line(each, replace(document, names_by=filling.by, **names._asdict()))
                for each, document, names in zip(found, documents, made, strict=True)
            ]
        else:
            with translation():
                of = {each["_index"] for each in found}
                add_field(indices.client, of, filling.by, len(made[0].values))
            lines = [
                replace_line(each, document, {key_of(filling.by): vector.values.hex()})
                for each, document, vector in zip(found, documents, made, strict=True)
            ]
        # Who writes a document meanwhile takes away what it got, too: it is found again.
        indices.send(lines)
    return len(found)


def count_unfilled(indices: ElasticsearchIndices, filling: Filling[Any]) -> int:
    """Return how many documents have not got it."""
    with translation():
        answer = indices.client.count(
            index=indices.prefix, query=_lacks(filling), ignore_unavailable=True
        )
    return int(answer["count"])


def _lacks(filling: Filling[Any]) -> dict[str, Any]:
    has: JsonObject = {"exists": {"field": field_of(filling.by)}}
    if isinstance(filling, Names):
        has = {"term": {"names_by": filling.by}}
    return {"bool": {"must_not": has}}
