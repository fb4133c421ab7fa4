"""Findings in Redis: every call is one pipeline, executed atomically."""

import json
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import asdict
from typing import Any

from redis.client import Pipeline

from storage.counters.port import Event
from storage.findings.events import (
    ATTEMPT_SECONDS,
    LINKS_SECONDS,
    MAX_LINKS,
    MAX_RECENT_FAILURES,
    MAX_SHAPES,
    PUT_OFF_SECONDS,
    REPORT_SECONDS,
    answered_sources,
    list_reports,
    newest_first,
    page_shapes,
    recent_failures,
    recent_notes,
    shape_from_json,
    shape_to_json,
)
from storage.findings.port import (
    FailedAttempt,
    HubOffer,
    ListReport,
    PageMove,
    PageShape,
    PutOff,
    RecentFailure,
)
from storage.seen.connection import RedisServer
from storage.tombstones.marks import addresses_in

# All keys are one group with those of the counters, because events are counted and kept in one
# transaction.
STATS = "stats"
# Hashes by source: one for failed attempts, one for reports of lists, for hubs and for moves, and
# two for pages that are put off, of which one keeps since when. Three
# sorted sets by time for each source: its recent failures, its notes about lists read in part, and
# the links of its lists; a set of so few links is stored in one piece (zset-max-listpack-entries).
_ATTEMPTS = "attempts"
_REPORTS = "list_reports"
_SHAPES = "shapes"
_SHAPE_COUNTS = "shape_counts"
_LINKS = "links"
_HUBS = "hubs"
_MOVES = "page_moves"
_PUT_OFF = "put_off"
_PUT_OFF_SINCE = "put_off_since"
_SCAN_COUNT = 5_000

KeyOf = Callable[..., str]
"""Returns the key of the parts of a name."""


class RedisFindings:
    """The port ``SourceFindings`` over Redis."""

    def __init__(self, url: str) -> None:
        """Parse the address. Raises SettingsError. The first call connects."""
        self._server = RedisServer(url)

    def recent_failures(self, source_id: int) -> list[RecentFailure]:
        """See ``SourceFindings.recent_failures``."""
        with self._server.translated(), self._pipeline() as pipeline:
            for kind in ("samples", "notes"):
                pipeline.zrange(self._key(kind, str(source_id)), 0, -1)
            answers = pipeline.execute()
        failures, notes = (
            [RecentFailure(**json.loads(text)) for text in found] for found in answers
        )
        return newest_first(failures, notes)

    def page_shapes(self, source_id: int) -> list[PageShape]:
        """See ``SourceFindings.page_shapes``."""
        with self._server.translated():
            found: Any = self._server.client.lrange(self._key(_SHAPES, str(source_id)), 0, -1)
        return [shape_from_json(text) for text in found]

    def shape_counts(self) -> dict[int, int]:
        """See ``SourceFindings.shape_counts``."""
        found = self._server.mapping(self._key(_SHAPE_COUNTS))
        return {int(source_id): int(number) for source_id, number in found.items()}

    def drop_shapes(self, source_id: int) -> None:
        """See ``SourceFindings.drop_shapes``."""
        with self._server.translated(), self._pipeline() as pipeline:
            pipeline.delete(self._key(_SHAPES, str(source_id)))
            pipeline.hdel(self._key(_SHAPE_COUNTS), str(source_id))
            pipeline.execute()

    def record_links(self, source_id: int, links: Sequence[str], at: float) -> None:
        """See ``SourceFindings.record_links``."""
        if not links:
            return
        key = self._key(_LINKS, str(source_id))
        with self._server.translated(), self._pipeline() as pipeline:
            pipeline.zadd(key, dict.fromkeys(links, at), nx=True)
            pipeline.zremrangebyrank(key, 0, -MAX_LINKS - 1)
            pipeline.expire(key, LINKS_SECONDS)
            pipeline.execute()

    def list_links(self, source_ids: Sequence[int]) -> dict[int, dict[str, float]]:
        """See ``SourceFindings.list_links``."""
        with self._server.translated(), self._pipeline() as pipeline:
            for source_id in source_ids:
                pipeline.zrange(self._key(_LINKS, str(source_id)), 0, -1, withscores=True)
            answers = pipeline.execute()
        return {
            source_id: dict(kept)
            for source_id, kept in zip(source_ids, answers, strict=True)
            if kept
        }

    def record_page_move(self, source_id: int, move: PageMove) -> None:
        """See ``SourceFindings.record_page_move``."""
        with self._server.translated():
            self._server.client.hset(self._key(_MOVES), str(source_id), json.dumps(asdict(move)))

    def page_moves(self) -> dict[int, PageMove]:
        """See ``SourceFindings.page_moves``."""
        found = self._server.mapping(self._key(_MOVES))
        return {int(source_id): PageMove(**json.loads(text)) for source_id, text in found.items()}

    def record_hub(self, source_id: int, offer: HubOffer | None) -> None:
        """See ``SourceFindings.record_hub``."""
        with self._server.translated():
            if offer is None:
                self._server.client.hdel(self._key(_HUBS), str(source_id))
            else:
                self._server.client.hset(
                    self._key(_HUBS), str(source_id), json.dumps(asdict(offer))
                )

    def hubs(self) -> dict[int, HubOffer]:
        """See ``SourceFindings.hubs``."""
        found = self._server.mapping(self._key(_HUBS))
        return {int(source_id): HubOffer(**json.loads(text)) for source_id, text in found.items()}

    def record_attempt(self, attempt: FailedAttempt) -> None:
        """See ``SourceFindings.record_attempt``."""
        with self._server.translated():
            self._server.client.hset(
                self._key(_ATTEMPTS), str(attempt.source_id), json.dumps(asdict(attempt))
            )

    def list_attempts_and_reports(
        self, source_ids: Sequence[int]
    ) -> tuple[dict[int, FailedAttempt], dict[int, ListReport]]:
        """See ``SourceFindings.list_attempts_and_reports``."""
        if not source_ids:
            return {}, {}
        fields = [str(source_id) for source_id in source_ids]
        with self._server.translated(), self._pipeline() as pipeline:
            pipeline.hmget(self._key(_ATTEMPTS), fields)
            pipeline.hmget(self._key(_REPORTS), fields)
            attempts, reports = (filter(None, found) for found in pipeline.execute())
        now = time.time()
        return (
            {
                one.source_id: one
                for one in map(_attempt, attempts)
                if not _is_old_attempt(one, now)
            },
            {one.source_id: one for one in map(_report, reports) if not _is_old_report(one, now)},
        )

    def record_put_off(self, put_off: PutOff) -> None:
        """See ``SourceFindings.record_put_off``."""
        name = str(put_off.source_id)
        if put_off.source_id not in self.put_off():
            # What is left of an earlier time is no longer true.
            self._drop(_PUT_OFF_SINCE, [put_off.source_id])
        with self._server.translated(), self._pipeline() as pipeline:
            pipeline.hset(self._key(_PUT_OFF), name, json.dumps(asdict(put_off)))
            pipeline.hsetnx(self._key(_PUT_OFF_SINCE), name, put_off.since)
            pipeline.execute()

    def put_off(self) -> dict[int, PutOff]:
        """See ``SourceFindings.put_off``."""
        since = self._server.mapping(self._key(_PUT_OFF_SINCE))
        latest = self._server.mapping(self._key(_PUT_OFF))
        oldest = time.time() - PUT_OFF_SECONDS
        found = (
            PutOff(**{**json.loads(text), "since": float(since[name])})
            for name, text in latest.items()
            if name in since
        )
        return {each.source_id: each for each in found if each.until >= oldest}

    def drop_old_attempts(self) -> None:
        """See ``SourceFindings.drop_old_attempts``."""
        now = time.time()
        attempts = map(_attempt, self._server.mapping(self._key(_ATTEMPTS)).values())
        self._drop(_ATTEMPTS, [one.source_id for one in attempts if _is_old_attempt(one, now)])
        reports = map(_report, self._server.mapping(self._key(_REPORTS)).values())
        self._drop(_REPORTS, [one.source_id for one in reports if _is_old_report(one, now)])
        kept = self.put_off()
        old = [
            int(each)
            for each in self._server.mapping(self._key(_PUT_OFF_SINCE))
            if int(each) not in kept
        ]
        for name in (_PUT_OFF, _PUT_OFF_SINCE):
            self._drop(name, old)

    def erase(self, keys: Collection[str]) -> None:
        """See ``SourceFindings.erase``."""
        erased = set(keys)
        for name in (_ATTEMPTS, _REPORTS, _MOVES):
            found = self._server.mapping(self._key(name))
            self._drop(name, [int(each) for each in found if addresses_in(found[each]) & erased])
        with self._server.translated():
            client: Any = self._server.client
            for kind in ("samples", "notes"):
                for key in client.scan_iter(self._key(kind, "*"), _SCAN_COUNT):
                    for text in client.zrange(key, 0, -1):
                        if addresses_in(text) & erased:
                            client.zrem(key, text)
            for key in client.scan_iter(self._key(_SHAPES, "*"), _SCAN_COUNT):
                for text in client.lrange(key, 0, -1):
                    if addresses_in(text) & erased:
                        client.lrem(key, 0, text)

    def close(self) -> None:
        """See ``SourceFindings.close``."""
        self._server.close()

    def _drop(self, name: str, source_ids: Sequence[int]) -> None:
        if source_ids:
            with self._server.translated():
                self._server.client.hdel(self._key(name), *map(str, source_ids))

    def _pipeline(self) -> Pipeline:
        return self._server.client.pipeline(transaction=True)

    def _key(self, *parts: str) -> str:
        return self._server.key(STATS, f":{':'.join(parts)}")


def _attempt(text: str) -> FailedAttempt:
    return FailedAttempt(**json.loads(text))


def _report(text: str) -> ListReport:
    return ListReport(**json.loads(text))


def _is_old_attempt(attempt: FailedAttempt, now: float) -> bool:
    return attempt.next_at < now - ATTEMPT_SECONDS


def _is_old_report(report: ListReport, now: float) -> bool:
    return report.at < now - REPORT_SECONDS


def record_findings(pipeline: Pipeline, key_of: KeyOf, events: Sequence[Event]) -> None:
    """Keep what follows from events, within the transaction that counts them."""
    _record_recent(pipeline, key_of, "samples", recent_failures(events))
    _record_recent(pipeline, key_of, "notes", recent_notes(events))
    for source_id, shape in page_shapes(events):
        pipeline.rpush(key_of(_SHAPES, str(source_id)), shape_to_json(shape))
        pipeline.ltrim(key_of(_SHAPES, str(source_id)), -MAX_SHAPES, -1)
        pipeline.hincrby(key_of(_SHAPE_COUNTS), str(source_id), 1)
    if answered := answered_sources(events):
        for name in (_PUT_OFF, _PUT_OFF_SINCE):
            pipeline.hdel(key_of(name), *map(str, answered))
    for report in list_reports(events):
        pipeline.hset(key_of(_REPORTS), str(report.source_id), json.dumps(asdict(report)))


def _record_recent(
    pipeline: Pipeline,
    key_of: KeyOf,
    kind: str,
    recent: Iterable[tuple[int, RecentFailure]],
) -> None:
    for source_id, failure in recent:
        key = key_of(kind, str(source_id))
        # The URL comes first, so that failures at the same time are in order of URL.
        pipeline.zadd(key, {json.dumps(asdict(failure)): failure.at})
        pipeline.zremrangebyrank(key, 0, -MAX_RECENT_FAILURES - 1)
