"""Build an index again beside the old one, while documents are written, and move the aliases to it.

Every write of an index has a sequence number, and an index has one shard, so that reading in the
order of these numbers meets every change:

1. Copy until hardly anything newer is left, and note the last number read and the last number
   written. 2. Move both aliases in one step. From now on, writes go to the new index. 3. Block the
   old index, which waits for writes under way. Copy what came to it since step 1, and take over
   what was deleted, except for documents that the new index got from others meanwhile. Delete the
   old index.

The notes are in ``_meta`` of the new index. If a run dies before step 2, the next one deletes the
new index and begins again; after step 2, it repeats step 3. If two run at once, the later one
deletes the index of the earlier one, which fails.
"""

import logging
import re
from collections.abc import Iterator, Sequence

from elasticsearch import Elasticsearch, NotFoundError

from storage.documents.analysis import ANALYSIS_VERSION
from storage.documents.elasticsearch_bulk import (
    CHANGED,
    index_line,
    send,
    store_line,
    unless_changed,
)
from storage.documents.elasticsearch_errors import NO_INDEX, WHAT
from storage.documents.elasticsearch_schema import (
    VECTORS,
    IndexedDocument,
    aliases,
    base_of,
    period_in,
    rebuilt_name,
    template,
    write_alias,
)
from storage.documents.port import ReindexProgress
from storage.documents.records import JsonObject, brought_up_to_date, unpack
from storage.errors import Refused

logger = logging.getLogger(__name__)

_COPIED = 200
_COMPARED = 1000
# The notes in _meta: the index that this one replaces, the last number read there, and the last
# number written here.
_OLD = "replaces"
_READ = "read"
_WRITTEN = "written"
_PERIOD = re.compile(r"[0-9]{4}\.[0-9]{2}(\.[0-9]{2})?")
# An index from a version that did not note it.
_FIRST_ANALYSIS = 1


def is_outdated(client: Elasticsearch, prefix: str) -> bool:
    """Return whether an index in use was made with an older analysis, or by a run that was not
    finished.
    """
    metas = _metas(client, prefix).values()
    return any(_analysis(meta) < ANALYSIS_VERSION or _OLD in meta for meta in metas)


class ElasticsearchReindex:
    """One run over all indices."""

    def __init__(self, client: Elasticsearch, prefix: str) -> None:
        self._client = client
        self._prefix = prefix

    def run(self, *, everything: bool) -> Iterator[ReindexProgress]:
        """Rebuild what is outdated, or everything; yield the progress."""
        self._client.indices.put_index_template(name=self._prefix, **template(self._prefix))
        used = _metas(self._client, self._prefix)
        for index, meta in used.items():
            if _OLD in meta:
                self._finish(index, meta)
        self._drop_unfinished(used)
        rebuilt = [
            name
            for name, meta in sorted(used.items())
            if everything or _analysis(meta) < ANALYSIS_VERSION
        ]
        total = sum(self._client.count(index=index)["count"] for index in rebuilt)
        before = 0
        for index in rebuilt:
            count = 0
            for count in self._rebuild(index):
                yield ReindexProgress(done=min(before + count, total), total=total)
            before += count

    def _drop_unfinished(self, used: JsonObject) -> None:
        """Delete indices that a run left behind: they have no alias for searches."""
        for index, meta in _metas(self._client, f"{self._prefix}-*-r*").items():
            # The indices of another Newsloom can begin with the same letters.
            is_ours = _PERIOD.fullmatch(period_in(self._prefix, index))
            if is_ours and index not in used and _OLD in meta:
                logger.info("deleting the unfinished index %s", index)
                self._client.indices.delete(index=index, ignore_unavailable=True)

    def _rebuild(self, old: str) -> Iterator[int]:
        """Copy one index and use the copy; yield how many documents are copied."""
        new = rebuilt_name(old)
        logger.info("making index %s, which replaces %s", new, old)
        meta: dict[str, object] = {"analysis": ANALYSIS_VERSION, _OLD: old}
        kept = self._client.indices.get_mapping(index=old)[old]["mappings"]["properties"]
        properties = {name: kept[name] for name in (VECTORS,) if name in kept}
        self._client.indices.create(
            index=new,
            mappings={"_meta": meta, "properties": properties},
            aliases={_building(new): {}},
        )
        read, count, full = -1, 0, True
        while full and (batch := self._after(old, read)):
            self._send([_copy_line(each, _building(new)) for each in batch])
            read = batch[-1]["_seq_no"]
            count += len(batch)
            full = len(batch) == _COPIED
            yield count
        self._client.indices.refresh(index=new)
        meta |= {_READ: read, _WRITTEN: self._last_number(new)}
        self._client.indices.put_mapping(index=new, meta=meta)
        try:
            self._switch(old, new)
        except NotFoundError:
            # Its documents were dropped meanwhile.
            self._client.indices.delete(index=new)
        else:
            self._finish(new, meta)

    def _switch(self, old: str, new: str) -> None:
        """Move the aliases in one step. Raises NotFoundError if the old index is gone."""
        used = aliases(self._prefix, new)
        actions: list[JsonObject] = [
            {"remove": {"index": old, "alias": alias, "must_exist": True}} for alias in used
        ]
        actions += [
            {"add": {"index": new, "alias": alias, **options}} for alias, options in used.items()
        ]
        self._client.indices.update_aliases(
            actions=[*actions, {"remove": {"index": new, "alias": _building(new)}}]
        )

    def _finish(self, new: str, meta: JsonObject) -> None:
        """Take over what reached the old index late, and delete it. Safe to repeat."""
        old = meta[_OLD]
        if self._client.indices.exists(index=old):
            self._client.indices.add_block(index=old, block="write")
            read = meta[_READ]
            while batch := self._after(old, read):
                self._take_over(new, batch, meta[_WRITTEN])
                read = batch[-1]["_seq_no"]
            self._take_over_deletions(old, new, meta[_WRITTEN])
            self._client.indices.refresh(index=new)
            self._client.indices.delete(index=old)
        self._client.indices.put_mapping(index=new, meta={"analysis": meta["analysis"]})

    def _take_over(self, new: str, batch: Sequence[JsonObject], written: int) -> None:
        """Write late changes of the old index, except those of documents that were written to the
        new one since.
        """
        found = self._client.mget(index=new, ids=[each["_id"] for each in batch], source=False)[
            "docs"
        ]
        lines = [
            _copy_line(each, write_alias(base_of(new)), unless_changed(there))
            for each, there in zip(batch, found, strict=True)
            if not there["found"] or there["_seq_no"] <= written
        ]
        self._send(lines)

    def _take_over_deletions(self, old: str, new: str, written: int) -> None:
        """Delete the copies of documents that the old index no longer has."""
        after = -1
        while copies := self._after(new, after, size=_COMPARED, upto=written, source=False):
            after = copies[-1]["_seq_no"]
            ids = [each["_id"] for each in copies]
            found = self._hits(old, {"ids": {"values": ids}}, len(ids), source=False)
            kept = {each["_id"] for each in found}
            alias = write_alias(base_of(new))
            lines = []
            for each in copies:
                if each["_id"] not in kept:
                    lines.append(store_line("delete", alias, each["_id"], unless_changed(each)))
            self._send(lines)

    def _after(
        self,
        index: str,
        number: int,
        *,
        size: int = _COPIED,
        upto: int | None = None,
        source: bool = True,
    ) -> list[JsonObject]:
        """Return the next documents by sequence number; none if the index is gone."""
        limits = {"gt": number, **({} if upto is None else {"lte": upto})}
        try:
            self._client.indices.refresh(index=index)
            return self._hits(index, {"range": {"_seq_no": limits}}, size, source=source)
        except NotFoundError:
            return []

    def _hits(self, index: str, query: JsonObject, size: int, *, source: bool) -> list[JsonObject]:
        answer = self._client.search(
            index=index,
            query=dict(query),
            sort=[{"_seq_no": "asc"}],
            size=size,
            source=source,
            seq_no_primary_term=True,
            allow_partial_search_results=False,
        )
        found: list[JsonObject] = answer["hits"]["hits"]
        return found

    def _last_number(self, index: str) -> int:
        answer = self._client.search(
            index=index, sort=[{"_seq_no": "desc"}], size=1, source=False, seq_no_primary_term=True
        )
        found = answer["hits"]["hits"]
        if found:
            return int(found[0]["_seq_no"])
        return -1

    def _send(self, lines: Sequence[str]) -> None:
        failed = send(self._client, lines, tolerated=(NO_INDEX, CHANGED))
        if any(item["error"]["type"] == NO_INDEX for item in failed):
            raise Refused(WHAT, "another reindex began and replaced this one; wait for that one")


def _metas(client: Elasticsearch, index: str) -> dict[str, JsonObject]:
    """Return ``_meta`` by index."""
    found = client.indices.get_mapping(index=index, ignore_unavailable=True, allow_no_indices=True)
    return {name: each["mappings"].get("_meta", {}) for name, each in found.items()}


def _analysis(meta: JsonObject) -> int:
    return int(meta.get("analysis", _FIRST_ANALYSIS))


def _building(index: str) -> str:
    """Return the alias for writing to an index that is not used yet."""
    return f"{index}-building"


def _copy_line(found: JsonObject, alias: str, condition: JsonObject | None = None) -> str:
    document = brought_up_to_date(unpack(found["_source"]))
    indexed = IndexedDocument("", document, found["_source"].get(VECTORS))
    return index_line(indexed, alias, condition)
