"""The names of documents in Elasticsearch: fields of the document.

The server keeps no analysed text, so a document that gets its names is analysed and written again.
"""

from dataclasses import replace
from typing import Any

from elasticsearch import Elasticsearch

from storage.documents.elasticsearch_bulk import chunks, replace_line
from storage.documents.elasticsearch_errors import refusal
from storage.documents.elasticsearch_schema import VECTORS, IndexedDocument
from storage.documents.port import NameFinder
from storage.documents.records import unpack

_CONFLICT = 409


class ElasticsearchNames:
    """Gives names to the documents below one prefix."""

    def __init__(self, client: Elasticsearch, prefix: str) -> None:
        self._client = client
        self._prefix = prefix

    def fill(self, by: str, find: NameFinder, limit: int) -> int:
        """Find the names of the documents that were found last, of those without; return how many
        there were.
        """
        self._client.indices.refresh(index=self._prefix, ignore_unavailable=True)
        answer = self._client.search(
            index=self._prefix,
            query={"bool": {"must_not": {"term": {"names_by": by}}}},
            sort=[{"collected": "desc"}, {"id": "asc"}],
            size=limit,
            seq_no_primary_term=True,
            track_total_hits=False,
            ignore_unavailable=True,
            allow_partial_search_results=False,
        )
        lines = []
        for each in answer["hits"]["hits"]:
            document = unpack(each["_source"])
            named = replace(document, names_by=by, **find(document)._asdict())
            indexed = IndexedDocument("", named, each["_source"].get(VECTORS))
            lines.append(replace_line(each, indexed))
        for chunk in chunks(lines):
            # The client sends text unchanged, although its type hints allow only mappings.
            operations: Any = chunk
            sent = self._client.bulk(operations=operations, require_alias=True)
            for item in (item for action in sent["items"] for item in action.values()):
                # Who wrote it meanwhile took its names away, too: it is found again.
                if "error" in item and item["status"] != _CONFLICT:
                    raise refusal(item["status"], item["error"], f"document {item['_id']}: ")
        return len(lines)
