"""The indices of the documents below one prefix: search in all of them, and writes, which make what
they lack.
"""

import logging
from collections.abc import Iterable, Sequence

from elasticsearch import BadRequestError, Elasticsearch, NotFoundError

from storage.documents.elasticsearch_bulk import CHANGED, send
from storage.documents.elasticsearch_errors import NO_INDEX, WHAT, found_by_id, translation
from storage.documents.elasticsearch_query import is_ranked
from storage.documents.elasticsearch_schema import (
    PROPERTIES,
    aliases,
    index_of,
    template,
    write_alias,
)
from storage.documents.port import Document
from storage.documents.records import JsonObject, unpack
from storage.errors import Refused

logger = logging.getLogger(__name__)

MAX_HITS = 10_000
"""The most that one search returns."""
_UNKNOWN_FIELD = "strict_dynamic_mapping_exception"


class ElasticsearchIndices:
    """What a client sees of them. Thread-safe, and safe if other processes do the same.

    Raises storage errors.
    """

    def __init__(self, client: Elasticsearch, prefix: str) -> None:
        self.client = client
        self.prefix = prefix

    def search(self, body: JsonObject) -> JsonObject:
        """Return the answer to the body of a search."""
        with translation():
            answer: JsonObject = self.client.search(
                index=self.prefix,
                body={"track_total_hits": False, **body},
                # Before the first write there is no alias, and nothing to find.
                ignore_unavailable=True,
                # A partial answer would be wrong.
                allow_partial_search_results=False,
                # Scores of different months are comparable only with the word counts of all months.
                search_type="dfs_query_then_fetch" if is_ranked(body) else None,
            ).body
        return answer

    def hits(self, body: JsonObject) -> list[JsonObject]:
        """Return the hits of a search."""
        found: list[JsonObject] = self.search(body)["hits"]["hits"]
        return found

    def sources(
        self, places: Iterable[JsonObject], excluded: Sequence[str] = ()
    ) -> dict[str, JsonObject]:
        """Return the documents at these places by id, those that are there, without what is
        excluded; as they were written last, unlike a search.
        """
        wanted = [{"_index": each["_index"], "_id": each["_id"]} for each in places]
        with translation():
            answer = self.client.mget(docs=wanted, source_excludes=excluded or None)
            return {each["_id"]: each["_source"] for each in found_by_id(answer["docs"])}

    def documents(self, body: JsonObject) -> list[Document]:
        """Return the documents that a search finds, as far as it reads them."""
        return [unpack(each["_source"]) for each in self.hits(body)]

    def refresh(self) -> None:
        """Make everything written so far searchable."""
        with translation():
            self.client.indices.refresh(index=self.prefix, ignore_unavailable=True)

    def in_use(self) -> list[str]:
        """Return the indices that searches read."""
        with translation():
            try:
                return list(self.client.indices.get_alias(name=self.prefix))
            except NotFoundError:
                return []

    def send(self, lines: Sequence[str]) -> None:
        """Send the lines of a bulk; create missing indices, add missing fields, and send again.

        What depends on a document that somebody has written since does nothing.
        """
        with translation():
            missing, outdated = self._lacking(lines)
            if missing or outdated:
                for index in sorted(missing):
                    self.make(index)
                for index in sorted(outdated):
                    self.add_fields(index)
                # Again, after both were mended: what is still lacking nobody but an administrator
                # can give.
                missing, outdated = self._lacking(lines)
        if missing:
            raise Refused(
                WHAT, f"the alias {write_alias(min(missing))} is missing though its index exists"
            )
        if outdated:
            raise Refused(WHAT, f"the index {min(outdated)} rejects unknown fields")

    def _lacking(self, lines: Sequence[str]) -> tuple[set[str], set[str]]:
        """Send lines; return the indices that are missing and those that lack fields."""
        failed = send(self.client, lines, tolerated=(NO_INDEX, _UNKNOWN_FIELD, CHANGED))
        missing = {index_of(item["_index"]) for item in failed if item["error"]["type"] == NO_INDEX}
        outdated = {item["_index"] for item in failed if item["error"]["type"] == _UNKNOWN_FIELD}
        return missing, outdated

    def add_fields(self, index: str) -> None:
        """Update template and index to this version's fields."""
        logger.info("adding fields to index %s", index)
        with translation():
            self.client.indices.put_index_template(name=self.prefix, **template(self.prefix))
            self.client.indices.put_mapping(index=index, properties=dict(PROPERTIES))

    def make(self, index: str) -> None:
        """Create template, index and aliases."""
        logger.info("making index %s", index)
        with translation():
            self.client.indices.put_index_template(name=self.prefix, **template(self.prefix))
            try:
                self.client.indices.create(index=index, aliases=aliases(self.prefix, index))
            except BadRequestError as error:
                if error.error != "resource_already_exists_exception":
                    raise
