"""The lines of Elasticsearch's bulk requests."""

import json
from collections.abc import Iterator, Sequence

from storage.documents.elasticsearch_schema import IndexedDocument, base_of, write_alias
from storage.documents.records import JsonObject

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


def replace_line(found: JsonObject, document: IndexedDocument) -> str:
    """Return the lines that replace a document.

    They do nothing if somebody has written it since the search.
    """
    return index_line(document, write_alias(base_of(found["_index"])), unless_changed(found))


def unless_changed(found: JsonObject) -> JsonObject:
    """Return the condition that a document is still as found, or still missing."""
    if "_seq_no" not in found:
        return {"op_type": "create"}
    return {"if_seq_no": found["_seq_no"], "if_primary_term": found["_primary_term"]}


def chunks(lines: Sequence[str]) -> Iterator[list[str]]:
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
