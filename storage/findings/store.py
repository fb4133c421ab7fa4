"""What workers have found out about sources, stored with the counters.

What follows from events is kept by ``Counters.record``, in the transaction that counts them.
"""

import json
import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, TypeVar

from storage.counters.events import Event
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
from storage.findings.signs import (
    FailedAttempt,
    HubOffer,
    ListReport,
    PageMove,
    PageShape,
    PutOff,
    RecentFailure,
)
from storage.state.port import (
    All,
    Append,
    Count,
    Counts,
    Get,
    Keep,
    KeepUntil,
    Key,
    Lines,
    Operation,
    Put,
    Rank,
    Ranks,
    Remove,
    StateStore,
    Texts,
    erase,
)
from storage.tombstones.marks import addresses_in

KeyOfSources = TypeVar("KeyOfSources", Ranks, Lines)

# By source, as JSON. Since when pages are put off is kept apart, because it stays.
_ATTEMPTS = Texts("stats", ":attempts")
_REPORTS = Texts("stats", ":list_reports")
_HUBS = Texts("stats", ":hubs")
_MOVES = Texts("stats", ":page_moves")
_PUT_OFF = Texts("stats", ":put_off")
_PUT_OFF_SINCE = Texts("stats", ":put_off_since")
_SHAPE_COUNTS = Counts("stats", ":shape_counts")
# What begins the keys of each source.
_SAMPLES = Ranks("stats", ":samples:")
_NOTES = Ranks("stats", ":notes:")
_LINKS = Ranks("stats", ":links:")
_SHAPES = Lines("stats", ":shapes:")


class SourceFindings(StateStore):
    """What is known of sources. Methods raise ``storage.errors.Unavailable``."""

    def page_shapes(self, source_id: int) -> list[PageShape]:
        """Return the shapes of the source's newest pages, oldest first, 60 at most."""
        return [shape_from_json(text) for text in self._state.run(All(_of(_SHAPES, source_id)))]

    def shape_counts(self) -> dict[int, int]:
        """Return how many shapes of each source were recorded since the store was created or they
        were dropped.
        """
        counts = self._state.run(All(_SHAPE_COUNTS))
        return {int(source_id): number for source_id, number in counts.items()}

    def drop_shapes(self, source_id: int) -> None:
        """Forget the shapes of a source's pages."""
        self._state.run_all(
            [KeepUntil(_of(_SHAPES, source_id), 0), Remove(_SHAPE_COUNTS, [str(source_id)])]
        )

    def record_links(self, source_id: int, links: Sequence[str], at: float) -> None:
        """Keep the keys of links that a list of the source showed at ``at``, each with the time of
        the first time.

        The newest 128 of a source are kept, for 35 days after the last ones.
        """
        key = _of(_LINKS, source_id)
        if links:
            shown = dict.fromkeys(links, at)
            self._state.run_all(
                [Rank(key, shown, most=MAX_LINKS, only_new=True), Keep(key, LINKS_SECONDS)]
            )

    def list_links(self, source_ids: Sequence[int]) -> dict[int, dict[str, float]]:
        """Return the kept links of those of these sources that have any, with the Unix time of the
        first time.
        """
        contents = self._state.run_all([All(_of(_LINKS, source_id)) for source_id in source_ids])
        return {
            source_id: links for source_id, links in zip(source_ids, contents, strict=True) if links
        }

    def record_page_move(self, source_id: int, move: PageMove) -> None:
        """Keep the last move of a page of the source."""
        self._put(_MOVES, source_id, move)

    def page_moves(self) -> dict[int, PageMove]:
        """Return the last move of a page of each source that has one; some of the sources may be
        deleted.
        """
        return {
            int(source_id): PageMove(**json.loads(text))
            for source_id, text in self._state.run(All(_MOVES)).items()
        }

    def record_hub(self, source_id: int, offer: HubOffer | None) -> None:
        """Keep the hub that the source's feed offers now, None if it offers none."""
        if offer is None:
            self._state.run(Remove(_HUBS, [str(source_id)]))
        else:
            self._put(_HUBS, source_id, offer)

    def hubs(self) -> dict[int, HubOffer]:
        """Return the hub of each source that has one; some of the sources may be deleted."""
        return {
            int(source_id): HubOffer(**json.loads(text))
            for source_id, text in self._state.run(All(_HUBS)).items()
        }

    def recent_failures(self, source_id: int) -> list[RecentFailure]:
        """Return the source's newest 20 failures and rejections, and 20 notes about lists read in
        part, newest first.

        Notes push out no failures. Of the notes about one list, only the newest is returned.
        """
        failures, notes = (
            [RecentFailure(**json.loads(text)) for text in found]
            for found in self._state.run_all(
                [All(_of(_SAMPLES, source_id)), All(_of(_NOTES, source_id))]
            )
        )
        return newest_first(failures, notes)

    def record_attempt(self, attempt: FailedAttempt) -> None:
        """Keep the latest failed attempt of the source, until a day after the next one is due."""
        self._put(_ATTEMPTS, attempt.source_id, attempt)

    def list_attempts_and_reports(
        self, source_ids: Sequence[int]
    ) -> tuple[dict[int, FailedAttempt], dict[int, ListReport]]:
        """Return the latest failed attempt of those of these sources that have any, and the report
        of their latest list at their own address, which is kept for 35 days.
        """
        names, now = [str(source_id) for source_id in source_ids], time.time()
        attempts, reports = self._state.run_all([Get(_ATTEMPTS, names), Get(_REPORTS, names)])
        return (
            {
                one.source_id: one
                for one in map(_attempt, attempts.values())
                if not _is_old_attempt(one, now)
            },
            {
                one.source_id: one
                for one in map(_report, reports.values())
                if not _is_old_report(one, now)
            },
        )

    def record_put_off(self, put_off: PutOff) -> None:
        """Keep that the server puts off a page of the source. An earlier ``since`` stays.

        It is forgotten when a page of the source is settled, or an hour after ``until``.
        """
        source = str(put_off.source_id)
        latest, since = self._state.run_all(
            [Get(_PUT_OFF, [source]), Get(_PUT_OFF_SINCE, [source])]
        )
        if not _put_off(latest, since):
            # What is left of an earlier time is no longer true.
            self._state.run(Remove(_PUT_OFF_SINCE, [source]))
        self._state.run_all(
            [
                Put(_PUT_OFF, {source: json.dumps(asdict(put_off))}),
                Put(_PUT_OFF_SINCE, {source: str(put_off.since)}, only_new=True),
            ]
        )

    def put_off(self) -> dict[int, PutOff]:
        """Return each source whose pages are put off; some of them may be deleted."""
        return _put_off(*self._state.run_all([All(_PUT_OFF), All(_PUT_OFF_SINCE)]))

    def drop_old_attempts(self) -> None:
        """Delete attempts and reports that are not returned any more."""
        now = time.time()
        attempts, reports, latest, since = self._state.run_all(
            [All(_ATTEMPTS), All(_REPORTS), All(_PUT_OFF), All(_PUT_OFF_SINCE)]
        )
        put_off = map(str, _put_off(latest, since))
        over = (latest.keys() | since.keys()) - set(put_off)
        old_attempts = [
            source for source, text in attempts.items() if _is_old_attempt(_attempt(text), now)
        ]
        old_reports = [
            source for source, text in reports.items() if _is_old_report(_report(text), now)
        ]
        self._state.run_all(
            [
                Remove(_ATTEMPTS, old_attempts),
                Remove(_REPORTS, old_reports),
                Remove(_PUT_OFF, over),
                Remove(_PUT_OFF_SINCE, over),
            ]
        )

    def erase(self, keys: Collection[str]) -> None:
        """Forget what names an address with one of these keys."""
        erased = set(keys)
        beginnings: list[Key[Any]] = [_SAMPLES, _NOTES, _SHAPES]
        of_sources = [key for each in beginnings for key in self._state.keys(each)]
        erase(
            self._state,
            [_ATTEMPTS, _REPORTS, _MOVES, *of_sources],
            lambda text: bool(addresses_in(text) & erased),
        )

    def _put(self, key: Texts, source_id: int, sign: Any) -> None:
        self._state.run(Put(key, {str(source_id): json.dumps(asdict(sign))}))


def finding_operations(events: Sequence[Event]) -> Iterator[Operation[Any]]:
    """Yield what keeps that which follows from events."""
    yield from _rank_recent(_SAMPLES, recent_failures(events))
    yield from _rank_recent(_NOTES, recent_notes(events))
    shapes: defaultdict[int, list[str]] = defaultdict(list)
    for source_id, shape in page_shapes(events):
        shapes[source_id].append(shape_to_json(shape))
    for source_id, texts in shapes.items():
        yield Append(_of(_SHAPES, source_id), texts, MAX_SHAPES)
    yield Count(_SHAPE_COUNTS, {str(each): len(texts) for each, texts in shapes.items()})
    answered = [str(source_id) for source_id in answered_sources(events)]
    yield Remove(_PUT_OFF, answered)
    yield Remove(_PUT_OFF_SINCE, answered)
    reports = {str(each.source_id): json.dumps(asdict(each)) for each in list_reports(events)}
    yield Put(_REPORTS, reports)


def _rank_recent(beginning: Ranks, recent: Iterable[tuple[int, RecentFailure]]) -> Iterator[Rank]:
    by_source: defaultdict[int, dict[str, float]] = defaultdict(dict)
    for source_id, failure in recent:
        # The URL comes first, so that failures at the same time are in order of URL.
        by_source[source_id][json.dumps(asdict(failure))] = failure.at
    for source_id, failures in by_source.items():
        yield Rank(_of(beginning, source_id), failures, most=MAX_RECENT_FAILURES)


def _of(beginning: KeyOfSources, source_id: int) -> KeyOfSources:
    """Return the key of one source."""
    return replace(beginning, rest=f"{beginning.rest}{source_id}")


def _put_off(latest: Mapping[str, str], since: Mapping[str, str]) -> dict[int, PutOff]:
    """Return the sources that are still put off."""
    oldest = time.time() - PUT_OFF_SECONDS
    found = (
        PutOff(**{**json.loads(text), "since": float(since[source])})
        for source, text in latest.items()
        if source in since
    )
    return {each.source_id: each for each in found if each.until >= oldest}


def _attempt(text: str) -> FailedAttempt:
    return FailedAttempt(**json.loads(text))


def _report(text: str) -> ListReport:
    return ListReport(**json.loads(text))


def _is_old_attempt(attempt: FailedAttempt, now: float) -> bool:
    return attempt.next_at < now - ATTEMPT_SECONDS


def _is_old_report(report: ListReport, now: float) -> bool:
    return report.at < now - REPORT_SECONDS
