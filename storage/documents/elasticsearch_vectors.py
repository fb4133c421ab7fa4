"""The vectors of documents in Elasticsearch: a field of the document for each model, of a byte a
number, with a graph of neighbours (HNSW) for each index.
"""

import re
from collections.abc import Collection, Mapping
from typing import Any

from elasticsearch import Elasticsearch

from storage.documents.elasticsearch_errors import translation
from storage.documents.elasticsearch_indices import ElasticsearchIndices
from storage.documents.elasticsearch_schema import VECTORS
from storage.documents.port import Neighbour, Vector
from storage.documents.records import JsonObject, storable
from storage.errors import Refused

# Of each index. With 30,000 documents, one and a half times as many as are asked for find 96 % of
# the 200 nearest; three times as many find 99.7 %, and take 1.6 times as long. The server allows
# 10,000.
_CANDIDATES_A_HIT = 1.5
_MAX_CANDIDATES = 10_000
_NO_FIELD = "does not exist in the mapping"


def read(indices: ElasticsearchIndices, model: str, ids: Collection[str]) -> dict[str, Vector]:
    """Return the vectors of these documents."""
    wanted = [storable(each) for each in ids]
    found = indices.hits(
        {
            "query": {"terms": {"id": wanted}},
            "_source": [field_of(model)],
            "size": max(1, len(wanted)),
        }
    )
    values = {each["_id"]: each["_source"].get(VECTORS, {}).get(key_of(model)) for each in found}
    return {
        document: Vector(model=model, values=bytes.fromhex(text))
        for document, text in values.items()
        if text
    }


def nearest(
    indices: ElasticsearchIndices, vector: Vector, matches: JsonObject, count: int
) -> list[Neighbour]:
    """Return the nearest of the matches of a query."""
    knn = {
        "field": field_of(vector.model),
        "query_vector": vector.values.hex(),
        "k": count,
        "num_candidates": min(int(_CANDIDATES_A_HIT * count), _MAX_CANDIDATES),
        "filter": dict(matches),
    }
    body = {"knn": knn, "size": count, "_source": False}
    try:
        found = indices.hits(body)
    except Refused as error:
        if _NO_FIELD not in error.why:
            raise
        # An index has no vector yet, such as that of a new month.
        with translation():
            add_field(indices.client, indices.in_use(), vector.model, len(vector.values))
        found = indices.hits(body)
    # The server's score is (1 + cosine) / 2.
    return [Neighbour(each["_id"], 2 * each["_score"] - 1) for each in found]


def add_field(client: Elasticsearch, indices: Collection[str], model: str, dimensions: int) -> None:
    """Add the field of a model to the indices that lack it; safe if other processes do the same."""
    field = {
        "type": "dense_vector",
        "element_type": "byte",
        "dims": dimensions,
        "index": True,
        "similarity": "cosine",
    }
    properties = {VECTORS: {"properties": {key_of(model): field}}}
    known = client.indices.get_mapping(index=sorted(indices))
    for index in sorted(indices):
        mapped: Mapping[str, Any] = known[index]["mappings"]["properties"]
        if key_of(model) not in mapped.get(VECTORS, {}).get("properties", {}):
            client.indices.put_mapping(index=index, properties=properties)


def field_of(model: str) -> str:
    """Return the field of the vectors of a model."""
    return f"{VECTORS}.{key_of(model)}"


def key_of(model: str) -> str:
    """Return the name of a model as a part of a field's name, in which a dot has a meaning."""
    return re.sub(r"[^a-z0-9_-]", "_", model.lower())
