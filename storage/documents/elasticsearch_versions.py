"""The earlier texts of documents in Elasticsearch, in an index for each month, see
``elasticsearch_schema``.

They are read by their ids, which follow from the document: at once, without waiting for the index
to be searchable.
"""

import json
import logging
import re
from collections.abc import Mapping, Sequence

from elasticsearch import BadRequestError, Elasticsearch

from storage.documents.elasticsearch_bulk import send, store_line
from storage.documents.elasticsearch_errors import NO_INDEX, found_by_id
from storage.documents.elasticsearch_schema import versions_index, write_alias
from storage.documents.periods import period_of
from storage.documents.port import MAX_VERSIONS, Document, DocumentVersion, kept_numbers
from storage.documents.records import pack_version, storable, unpack_version

logger = logging.getLogger(__name__)

_MONTHS = re.compile(r"[0-9]{4}\.[0-9]{2}-versions")
_TEXT = {"type": "text", "index": False}
_PROPERTIES = {
    "number": {"type": "integer"},
    "seen": {"type": "date"},
    "title": _TEXT,
    "content": _TEXT,
}


class ElasticsearchVersions:
    """Keeps and reads versions of the documents below one prefix."""

    def __init__(self, client: Elasticsearch, prefix: str) -> None:
        self._client = client
        self._prefix = prefix

    def keep(self, document: Document, versions: Sequence[DocumentVersion]) -> None:
        """Keep versions, and delete those that they push out; create the index of the month if it
        is missing.
        """
        index = self._index(document)
        lines = [_line(index, document, each) for each in versions]
        pushed_out = {each.number - MAX_VERSIONS for each in versions} - {1}
        alias = write_alias(index)
        lines += [
            store_line("delete", alias, _id(document, number))
            for number in sorted(pushed_out)
            if number > 0
        ]
        if self._lacks_index(lines):
            self._make_index(index)
            self._lacks_index(lines)

    def read(self, document: Document) -> tuple[DocumentVersion, ...]:
        """Return the kept versions of a document by number."""
        ids = [_id(document, number) for number in kept_numbers(document.changes)]
        if not ids:
            return ()
        answer = self._client.mget(index=self._index(document), ids=ids)
        return tuple(unpack_version(each["_source"]) for each in found_by_id(answer["docs"]))

    def erase(self, changes: Mapping[str, int]) -> None:
        """Delete all versions of documents, given with their changes, from every index.

        A caller of ``keep`` may have died before it wrote the document: its version has the next
        number.
        """
        ids = []
        for name, count in changes.items():
            ids += [f"{name}:{number}" for number in {*kept_numbers(count), count + 1}]
        for index in self.indices():
            self._lacks_index([store_line("delete", write_alias(index), each) for each in ids])

    def indices(self) -> list[str]:
        """Return the indices of versions."""
        pattern = versions_index(self._prefix, "*")
        found = self._client.indices.get_alias(index=pattern, ignore_unavailable=True)
        # The indices of another Newsloom can begin with the same letters.
        return [name for name in found if _MONTHS.fullmatch(name.removeprefix(f"{self._prefix}-"))]

    def _index(self, document: Document) -> str:
        return versions_index(self._prefix, period_of(document.collected))

    def _lacks_index(self, lines: Sequence[str]) -> bool:
        """Send a bulk; return whether the index is missing."""
        return bool(send(self._client, lines, tolerated=[NO_INDEX]))

    def _make_index(self, index: str) -> None:
        """Create an index and its alias; safe if other processes do the same."""
        logger.info("making index %s", index)
        settings = {"number_of_shards": 1, "auto_expand_replicas": "0-1"}
        names = {write_alias(index): {"is_write_index": True}}
        try:
            self._client.indices.create(
                index=index, settings=settings, mappings={"properties": _PROPERTIES}, aliases=names
            )
        except BadRequestError as error:
            if error.error != "resource_already_exists_exception":
                raise


def _id(document: Document, number: int) -> str:
    return f"{storable(document.id)}:{number}"


def _line(index: str, document: Document, version: DocumentVersion) -> str:
    action = store_line("index", write_alias(index), _id(document, version.number))
    return f"{action}\n{json.dumps(pack_version(version), ensure_ascii=False)}"
