"""The vectors of documents in Elasticsearch: a field of the document for each model, of a byte a
number, with a graph of neighbours (HNSW) for each index.

The server keeps no analysed text, so a document that gets its vector is analysed and written again.
"""

import re
from collections.abc import Collection, Mapping
from typing import Any

from elasticsearch import BadRequestError, Elasticsearch

from storage.documents.elasticsearch_bulk import chunks, replace_line
from storage.documents.elasticsearch_errors import refusal
from storage.documents.elasticsearch_schema import VECTORS, IndexedDocument
from storage.documents.port import Neighbour, Vector, VectorMaker
from storage.documents.records import JsonObject, storable, unpack

# Of each index. With 30,000 documents, one and a half times as many as are asked for find 96 % of
# the 200 nearest; three times as many find 99.7 %, and take 1.6 times as long. The server allows
# 10,000.
_CANDIDATES_A_HIT = 1.5
_MAX_CANDIDATES = 10_000
_CONFLICT = 409
_NO_FIELD = "does not exist in the mapping"


class ElasticsearchVectors:
    """Makes, reads and compares vectors of the documents below one prefix."""

    def __init__(self, client: Elasticsearch, prefix: str) -> None:
        self._client = client
        self._prefix = prefix

    def fill(self, model: str, make: VectorMaker, limit: int) -> int:
        """Make the vectors of the documents that were found last, of those without; return how many
        there were.
        """
        self._client.indices.refresh(index=self._prefix, ignore_unavailable=True)
        found = self._without(model, limit)
        if not found:
            return 0
        documents = [unpack(each["_source"]) for each in found]
        lines = []
        vectors = make(documents)
        for each, document, vector in zip(found, documents, vectors, strict=True):
            kept = {**each["_source"].get(VECTORS, {}), _key(model): vector.values.hex()}
            lines.append(replace_line(each, IndexedDocument("", document, kept)))
        self._add_field({each["_index"] for each in found}, model, len(vectors[0].values))
        for chunk in chunks(lines):
            # The client sends text unchanged, although its type hints allow only mappings.
            operations: Any = chunk
            answer = self._client.bulk(operations=operations, require_alias=True)
            items = (item for action in answer["items"] for item in action.values())
            for item in items:
                # Who wrote it meanwhile took its vector away, too: it is found again.
                if "error" in item and item["status"] != _CONFLICT:
                    raise refusal(item["status"], item["error"], f"document {item['_id']}: ")
        return len(found)

    def missing(self, model: str) -> int:
        """Return how many documents have no vector."""
        answer = self._client.count(
            index=self._prefix, query=_lacks(model), ignore_unavailable=True
        )
        return int(answer["count"])

    def read(self, model: str, ids: Collection[str]) -> dict[str, Vector]:
        """Return the vectors of these documents."""
        wanted = [storable(each) for each in ids]
        found = self._hits(
            query={"terms": {"id": wanted}}, source=[_field(model)], size=max(1, len(wanted))
        )
        values = {each["_id"]: each["_source"].get(VECTORS, {}).get(_key(model)) for each in found}
        return {
            document: Vector(model=model, values=bytes.fromhex(text))
            for document, text in values.items()
            if text
        }

    def nearest(self, vector: Vector, matches: JsonObject, count: int) -> list[Neighbour]:
        """Return the nearest of the matches of a query."""
        knn = {
            "field": _field(vector.model),
            "query_vector": vector.values.hex(),
            "k": count,
            "num_candidates": min(int(_CANDIDATES_A_HIT * count), _MAX_CANDIDATES),
            "filter": dict(matches),
        }
        try:
            found = self._hits(knn=knn, size=count, source=False)
        except BadRequestError as error:
            if _NO_FIELD not in str(error.body):
                raise
            # An index has no vector yet, such as that of a new month.
            self._add_field(self._indices(), vector.model, len(vector.values))
            found = self._hits(knn=knn, size=count, source=False)
        # The server's score is (1 + cosine) / 2.
        return [Neighbour(each["_id"], 2 * each["_score"] - 1) for each in found]

    def _without(self, model: str, limit: int) -> list[JsonObject]:
        return self._hits(
            query=_lacks(model),
            sort=[{"collected": "desc"}, {"id": "asc"}],
            size=limit,
            seq_no_primary_term=True,
        )

    def _hits(self, **asked: Any) -> list[JsonObject]:
        answer = self._client.search(
            index=self._prefix,
            track_total_hits=False,
            ignore_unavailable=True,
            allow_partial_search_results=False,
            **asked,
        )
        found: list[JsonObject] = answer["hits"]["hits"]
        return found

    def _indices(self) -> set[str]:
        return set(self._client.indices.get_alias(name=self._prefix, ignore_unavailable=True))

    def _add_field(self, indices: Collection[str], model: str, dimensions: int) -> None:
        """Add the field of a model to the indices that lack it; safe if other processes do the
        same.
        """
        field = {
            "type": "dense_vector",
            "element_type": "byte",
            "dims": dimensions,
            "index": True,
            "similarity": "cosine",
        }
        properties = {VECTORS: {"properties": {_key(model): field}}}
        known = self._client.indices.get_mapping(index=sorted(indices))
        for index in sorted(indices):
            mapped: Mapping[str, Any] = known[index]["mappings"]["properties"]
            if _key(model) not in mapped.get(VECTORS, {}).get("properties", {}):
                self._client.indices.put_mapping(index=index, properties=properties)


def _lacks(model: str) -> dict[str, Any]:
    return {"bool": {"must_not": [{"exists": {"field": _field(model)}}]}}


def _field(model: str) -> str:
    return f"{VECTORS}.{_key(model)}"


def _key(model: str) -> str:
    """Return the name of a model as a part of a field's name, in which a dot has a meaning."""
    return re.sub(r"[^a-z0-9_-]", "_", model.lower())
