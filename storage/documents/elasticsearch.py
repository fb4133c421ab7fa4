"""Documents in Elasticsearch 8: one index for each month or a part of it, searched through one
alias.
"""

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

from elasticsearch import Elasticsearch, NotFoundError

from storage.documents import elasticsearch_counts as counts
from storage.documents import elasticsearch_vectors as vectors
from storage.documents.comments import without_comments
from storage.documents.elasticsearch_address import ElasticsearchAddress
from storage.documents.elasticsearch_bulk import delete_line, index_line, replace_line
from storage.documents.elasticsearch_copies import FIELD
from storage.documents.elasticsearch_errors import translation
from storage.documents.elasticsearch_fill import count_unfilled, fill
from storage.documents.elasticsearch_hits import hits_of
from storage.documents.elasticsearch_indices import MAX_HITS, ElasticsearchIndices
from storage.documents.elasticsearch_node import PromptNode
from storage.documents.elasticsearch_once import hits_once
from storage.documents.elasticsearch_parts import ElasticsearchParts
from storage.documents.elasticsearch_query import (
    OLDEST_COLLECTED,
    UNREAD,
    drawn_body,
    hits_body,
    matching,
    occurs,
    ordering,
    pages_body,
    position,
    read_pages,
    read_suggestions,
    similar_body,
    suggestions_body,
)
from storage.documents.elasticsearch_reindex import ElasticsearchReindex, is_outdated
from storage.documents.elasticsearch_restore import restore_mark
from storage.documents.elasticsearch_schema import (
    IndexedDocument,
    base_of,
    period_in,
    versions_index,
)
from storage.documents.elasticsearch_scrub import scrub
from storage.documents.elasticsearch_versions import ElasticsearchVersions
from storage.documents.key_terms import candidate_terms, key_terms
from storage.documents.periods import ended_before, milliseconds, month_in
from storage.documents.port import (
    Aggregation,
    Document,
    DocumentsInfo,
    DocumentVersion,
    Filling,
    FoundAt,
    HitsPage,
    Make,
    MatchCounts,
    Neighbour,
    ReindexProgress,
    SearchPage,
    SearchRequest,
    Vector,
)
from storage.documents.positions import write_cursor
from storage.documents.records import JsonObject, storable, unpack
from storage.documents.spelling import nearest
from storage.errors import SettingsError

logger = logging.getLogger(__name__)

_TIMEOUT_SECONDS = 30
_RETRIES = 2
_EXPORTED = 200
# The blocks that keep an index from taking documents, as when a node's disk passes the flood-stage
# watermark.
_BLOCKS = ("read_only_allow_delete", "read_only", "write")
_UNKNOWN_FIELD = "strict_dynamic_mapping_exception"
_CHANGED = "version_conflict_engine_exception"


def open_client(address: ElasticsearchAddress) -> Elasticsearch:
    """Return the driver's client, which connects when it is first asked."""
    if address.ca:
        security: dict[str, Any] = {"ca_certs": address.ca}
    else:
        security = {}
    if address.user:
        security["basic_auth"] = (address.user, address.password)
    return Elasticsearch(
        list(address.nodes),
        **security,
        node_class=PromptNode,
        request_timeout=_TIMEOUT_SECONDS,
        max_retries=_RETRIES,
        retry_on_timeout=True,
    )


class ElasticsearchDocuments:
    """The port ``Documents`` over a cluster. Creating it does not connect; it is thread-safe.

    Documents are searchable at most one second after a write. The first write that needs them
    creates the index template and an index, even if the cluster was emptied in between. The first
    write with new fields adds them to an index from an older version.
    """

    def __init__(self, url: str) -> None:
        address = ElasticsearchAddress.from_url(url)
        if address.ca and not Path(address.ca).is_file():
            raise SettingsError(
                [f"NEWSLOOM_DOCUMENTS_URL: the file {address.ca} (ca=) does not exist"]
            )
        self._prefix = address.prefix
        self._client = open_client(address)
        self._indices = ElasticsearchIndices(self._client, self._prefix)
        self._parts = ElasticsearchParts(self._indices, address.part_bytes)
        self._versions = ElasticsearchVersions(self._client, self._prefix)

    def write(self, documents: Sequence[Document]) -> None:
        """Store all documents; remove earlier copies from other indices."""
        with translation():
            if part := self._parts.part_to_begin():
                self._indices.make(part)
        unique = {d.id: d for d in documents}.values()
        indexed = [IndexedDocument(self._parts.index_of(d), d) for d in unique]
        self._indices.send([index_line(document) for document in indexed])
        self._indices.send(self._moved(indexed))

    def get(self, document_id: str) -> Document | None:
        """Return the document with its whole content, or None.

        This is real-time, unlike a search, which sees a document up to a second after its write.
        The id does not tell the index, so one request asks all of them.
        """
        wanted = storable(document_id)
        indices = self._indices.in_use() if wanted else []
        places = [{"_index": index, "_id": wanted} for index in indices]
        found = self._indices.sources(places) if places else {}
        return unpack(found[wanted]) if found else None

    def of_copy_group(self, copy_id: str) -> list[Document]:
        """Return the documents with a ``copy_id``."""
        query = {"term": {FIELD: storable(copy_id)}}
        return self._indices.documents({"query": query, "size": MAX_HITS})

    def thread(self, thread_id: str) -> list[Document]:
        """Return the pages of a thread in order of page number."""
        if not thread_id:
            return []
        query = {"term": {"thread": storable(thread_id)}}
        order = [{"thread_page": "asc"}, {"id": "asc"}]
        return self._indices.documents({"query": query, "sort": order, "size": MAX_HITS})

    def matching_pages(
        self, request: SearchRequest, threads: Collection[str], most: int
    ) -> Mapping[str, list[Document]]:
        """Return the first matching pages of each thread, all in one request."""
        wanted = [storable(each) for each in threads if each]
        if wanted:
            found = self._indices.hits(pages_body(request, wanted, most))
        else:
            found = []
        return read_pages(found)

    def search(self, request: SearchRequest) -> SearchPage:
        """Return one page of hits and the counts: in one search, unless some need a second one."""
        if request.copies == "once":
            return SearchPage(
                **vars(hits_once(self._indices, request)), **vars(self.count_matches(request))
            )
        answer = self._indices.search({**hits_body(request), **counts.counting(request)})
        counted = counts.read_counts(self._indices.search, request, answer)
        return SearchPage(**vars(_hits_page(request, answer)), **vars(counted))

    def find_hits(self, request: SearchRequest) -> HitsPage:
        """Return one page of hits."""
        if request.copies == "once":
            return hits_once(self._indices, request)
        return _hits_page(request, self._indices.search(hits_body(request)))

    def matching_ids(self, request: SearchRequest, limit: int) -> list[str]:
        """Return the ids of the first matches, without reading the documents."""
        body = {
            "query": matching(request, ranked=True),
            "sort": ordering(request),
            "size": limit,
            "_source": False,
        }
        return [each["_id"] for each in self._indices.hits(body)]

    def draw(
        self, request: SearchRequest, start: str, count: int, *, characters: int = 0
    ) -> list[Document]:
        """Return the matches by id from ``start`` on, then those before it."""
        unread = UNREAD if characters else (*UNREAD, "content")
        drawn = self._indices.documents(drawn_body(request, "gte", start, count, unread))
        if len(drawn) < count:
            before = drawn_body(request, "lt", start, count - len(drawn), unread)
            drawn += self._indices.documents(before)
        return [replace(each, content=each.content[:characters]) for each in drawn]

    def count_matches(self, request: SearchRequest) -> MatchCounts:
        """Return the counts of the matches."""
        return counts.count_matches(self._indices.search, request)

    def aggregate(self, request: SearchRequest, by: Aggregation[Any]) -> Any:
        """Return counts of the matches, by aggregations of the server."""
        return counts.aggregate(self._indices.search, request, by)

    def move_copies(self, old: str, new: str) -> None:
        """Write the documents again under their new ``copy_id``, unless somebody else does at the
        same time.
        """
        query = {"term": {FIELD: storable(old)}}
        body = {"query": query, "size": _EXPORTED, "seq_no_primary_term": True}
        self.refresh()
        while found := self._indices.hits(body):
            lines = []
            for each in found:
                moved = replace(unpack(each["_source"]), copy_id=new)
                lines.append(replace_line(each, moved))
            self._indices.send(lines)
            self.refresh()

    def keep_versions(self, document: Document, versions: Sequence[DocumentVersion]) -> None:
        """Keep earlier texts of a document in the index of its month."""
        with translation():
            self._versions.keep(document, versions)

    def versions(self, document: Document) -> tuple[DocumentVersion, ...]:
        """Return the kept versions of a document by number."""
        with translation():
            return self._versions.read(document)

    def articles_found(
        self, after: FoundAt, before: datetime, source_ids: Collection[int], limit: int
    ) -> list[Document]:
        """Return the first articles of these sources found after a place."""
        until = {"lt": milliseconds(before), "format": "epoch_millis"}
        clauses = [
            {"terms": {"source_id": sorted(source_ids)}},
            {"term": {"kind": "article"}},
            {"range": {"collected": until}},
        ]
        return self._indices.documents(
            {
                "query": {"bool": {"filter": clauses}},
                "sort": OLDEST_COLLECTED,
                "search_after": [milliseconds(after.moment), storable(after.id)],
                "size": limit,
                "_source": {"excludes": [*UNREAD, "content"]},
            }
        )

    def export(self, request: SearchRequest) -> Iterator[Document]:
        """Yield every matching document with its content, oldest collected first; hold some
        hundreds at a time.
        """
        body = {"query": matching(request), "sort": OLDEST_COLLECTED, "size": _EXPORTED}
        while found := self._indices.hits(body):
            yield from (unpack(document["_source"]) for document in found)
            body["search_after"] = found[-1]["sort"]

    def fill(self, filling: Filling[Any], make: Make[Any], limit: int) -> int:
        """Write documents again with what they lack, unless somebody else writes them at the same
        time.
        """
        return fill(self._indices, filling, make, limit)

    def count_unfilled(self, filling: Filling[Any]) -> int:
        """Return how many documents have not got something."""
        return count_unfilled(self._indices, filling)

    def vectors(self, model: str, ids: Collection[str]) -> Mapping[str, Vector]:
        """Return the vectors of these documents by id."""
        return vectors.read(self._indices, model, ids)

    def nearest(self, vector: Vector, request: SearchRequest, count: int) -> list[Neighbour]:
        """Return the nearest matches, by the graph of neighbours of each index."""
        return vectors.nearest(self._indices, vector, matching(request), count)

    def similar(self, document_id: str, count: int) -> list[Document]:
        """Return documents on the same matter, near copies first.

        Query the frequencies of the document's words, then the documents that share its key terms.
        """
        document = self.get(document_id)
        terms = candidate_terms(document) if document else {}
        if document is None or not terms:
            return []
        having = {"filters": {"filters": [occurs(phrase) for phrase in terms]}}
        answer = self._indices.search(
            {"size": 0, "track_total_hits": True, "aggs": {"words": having}}
        )
        frequencies = [bucket["doc_count"] for bucket in answer["aggregations"]["words"]["buckets"]]
        telling = key_terms(terms, frequencies, answer["hits"]["total"]["value"])
        if not telling.weights:
            return []
        return self._indices.documents(similar_body(document, telling, count))

    def similar_words(self, word: str, count: int) -> list[str]:
        """Return words that the server suggests for title and content."""
        return nearest(word, read_suggestions(self._indices.search(suggestions_body(word))), count)

    def drop_before(self, day: date) -> int:
        """Drop the indices of months that have ended."""
        with translation():
            periods = {index: period_in(self._prefix, index) for index in self._indices.in_use()}
            ended = {
                index: period for index, period in periods.items() if ended_before(period, day)
            }
            for index, period in ended.items():
                versions = versions_index(self._prefix, period)
                self._client.indices.delete(index=[index, versions], ignore_unavailable=True)
        return len(set(map(month_in, ended.values())))

    def restoring(self, database: str) -> AbstractContextManager[None]:
        """Let no backup be restored for another database during the block."""
        return restore_mark(self._client, self._prefix, database)

    def refresh(self) -> None:
        """Make everything written so far searchable now."""
        self._indices.refresh()

    def info(self) -> DocumentsInfo:
        """Return the size of the store, including copies on other nodes."""
        with translation():
            try:
                stats = self._client.indices.stats(index=self._prefix, metric=["docs", "store"])
            except NotFoundError:
                return DocumentsInfo(documents=0, size_bytes=0)
            totals = stats["_all"]
            outdated = is_outdated(self._client, self._prefix)
            settings = self._client.indices.get_settings(
                index=self._prefix, name="index.blocks.*", flat_settings=True
            )
        # A new index has no numbers until the servers have assigned it to a node.
        return DocumentsInfo(
            documents=totals["primaries"].get("docs", {}).get("count", 0),
            size_bytes=totals["total"].get("store", {}).get("size_in_bytes", 0),
            outdated=outdated,
            read_only=any(_is_blocked(each["settings"]) for each in settings.values()),
        )

    def erase(self, ids: Collection[str]) -> int:
        """Remove documents from every index, their versions first: these follow from a document."""
        self.refresh()
        query = {"ids": {"values": [storable(each) for each in ids]}}
        found = self._indices.hits({"query": query, "_source": ["id", "changes"], "size": MAX_HITS})
        changes = {each["_id"]: each["_source"].get("changes", 0) for each in found}
        with translation():
            self._versions.erase({storable(each): changes.get(each, 0) for each in ids})
        self._indices.send([delete_line(each["_index"], each["_id"]) for each in found])
        return len(changes)

    def erase_comments(self, ids: Collection[str]) -> int:
        """Write documents again without comments, until nobody else has written one meanwhile."""
        query = {"ids": {"values": [storable(each) for each in ids]}}
        body = {"query": query, "seq_no_primary_term": True, "size": MAX_HITS}
        removed: dict[str, int] = {}
        while True:
            self.refresh()
            lines = []
            for found in self._indices.hits(body):
                old = unpack(found["_source"])
                new = without_comments(old)
                if new != old:
                    # The last attempt is the one that is carried out.
                    removed[old.id] = len(old.comments)
                    lines.append(replace_line(found, new))
            if not lines:
                return sum(removed.values())
            self._indices.send(lines)

    def scrub(self) -> None:
        """Merge the segments that have deleted documents, until there are none."""
        with translation():
            scrub(self._client, [*self._indices.in_use(), *self._versions.indices()])

    def reindex(self, *, everything: bool = False) -> Iterator[ReindexProgress]:
        """Rebuild one index after the other beside the old one, and move the aliases."""
        with translation():
            yield from ElasticsearchReindex(self._client, self._prefix).run(everything=everything)

    def close(self) -> None:
        """Release connections."""
        self._client.close()

    def _moved(self, documents: Sequence[IndexedDocument]) -> list[str]:
        """Return the lines that delete earlier copies in other indices."""
        right = {document.id: document.index for document in documents}
        found = self._indices.hits(
            {
                "query": {"ids": {"values": list(right)}},
                "_source": False,
                "size": min(MAX_HITS, 2 * len(right)),
            }
        )
        return [
            delete_line(old["_index"], old["_id"])
            for old in found
            if base_of(old["_index"]) != right[old["_id"]]
        ]


def _is_blocked(settings: JsonObject) -> bool:
    return any(settings.get(f"index.blocks.{block}") == "true" for block in _BLOCKS)


def _hits_page(request: SearchRequest, answer: JsonObject) -> HitsPage:
    found = answer["hits"]["hits"]
    shown = found[: request.size]
    more = len(found) > len(shown) > 0
    return HitsPage(
        hits=hits_of(request, shown, {}), cursor=write_cursor(position(shown[-1])) if more else ""
    )
