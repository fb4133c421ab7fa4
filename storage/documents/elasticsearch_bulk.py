"""Bulk requests to Elasticsearch, and their lines."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from elasticsearch import Elasticsearch

from storage.documents.elasticsearch_errors import refusal
from storage.documents.elasticsearch_schema import VECTORS, IndexedDocument, base_of, write_alias
from storage.documents.port import Document
from storage.documents.records import JsonObject

CHANGED = "version_conflict_engine_exception"
"""The error of a line whose condition does not hold."""
# The most that one request holds, unless a single document is longer; the server's limit is 100 MB.
_BULK_CHARACTERS = 4 * 1024 * 1024


def index_line(
    document: IndexedDocument, alias: str = "", condition: JsonObject | None = None
) -> str:
    """Return the lines that store a document through its own alias or another one."""
    action = store_line("index", alias or write_alias(document.index), document.id, condition)
    return f"{action}\n{json.dumps(document.record, ensure_ascii=False)}"


def delete_line(index: str, document_id: str) -> str:
    """Return the line that deletes a document."""
    return store_line("delete", write_alias(base_of(index)), document_id)


def store_line(
    action: str, alias: str, document_id: str, condition: JsonObject | None = None
) -> str:
    """Return the line that says what to do with a document; without its condition it does
    nothing.
    """
    return json.dumps({action: {"_index": alias, "_id": document_id, **(condition or {})}})


def replace_line(
    found: JsonObject, document: Document, vectors: Mapping[str, str] | None = None
) -> str:
    """Return the lines that replace a document, which keeps its vectors beside these.

    They do nothing if somebody has written it since the search.
    """
    kept = {**found["_source"].get(VECTORS, {}), **(vectors or {})}
    index = base_of(found["_index"])
    return index_line(IndexedDocument(index, document, kept), condition=unless_changed(found))


def unless_changed(found: JsonObject) -> JsonObject:
    """Return the condition that a document is still as found, or still missing."""
    if "_seq_no" not in found:
        return {"op_type": "create"}
    return {"if_seq_no": found["_seq_no"], "if_primary_term": found["_primary_term"]}


def send(
    client: Elasticsearch, lines: Sequence[str], *, tolerated: Collection[str] = ()
) -> list[JsonObject]:
    """Send lines, in as many requests as they need; return the items of the answers with an error
    of these types. Raises the storage error of any other one.
    """
    failed = []
    for chunk in _chunks(lines):
        # The client sends text unchanged, although its type hints allow only mappings.
        operations: Any = chunk
        answer = client.bulk(operations=operations, require_alias=True)
        for action in answer["items"]:
            [item] = action.values()
            if "error" not in item:
                continue
            if item["error"]["type"] not in tolerated:
                raise refusal(item["status"], item["error"], f"document {item['_id']}: ")
            failed.append(item)
    return failed


def _chunks(lines: Sequence[str]) -> Iterator[list[str]]:
    """Yield the lines in pieces that fit in one request."""
    chunk: list[str] = []
    size = 0
    for line in lines:
        if chunk and size + len(line) > _BULK_CHARACTERS:
            yield chunk
            chunk, size = [], 0
        chunk.append(line)
        size += len(line)
    if chunk:
        yield chunk
