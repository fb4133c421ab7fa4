"""The verdict: one test for each thing that may be wrong, and one for what must not alarm."""

import re
from dataclasses import replace

import pytest

from storage.backup_log import BackupFailure, BackupHistory, BackupMade
from storage.counters.events import TimeBucket
from storage.counters.lag import bucket_of
from storage.learned.orders import PauseKind, PauseOrder
from storage.workers.status import WorkerStatus
from watch.sources.source_health import SourceState
from watch.system.problem_sentences import sentence
from watch.system.system_health import (
    MonitorFacts,
    ProblemKind,
    SystemProblem,
    SystemState,
    Thresholds,
    judge,
    recent_lag,
)
from webui.monitor.health_messages import lines

NOW = 1_800_000_030.0
MINUTE, HOUR = 60, 3600


def worker(pool: str = "all") -> WorkerStatus:
    return WorkerStatus(name="w", pool=pool, started=NOW, at=NOW, active=0, memory_bytes=1)


def depths(**last_hour: tuple[int, int]) -> dict[int, dict[str, int]]:
    """Samples of two hours; each number of jobs (page) before and within the last hour."""
    newest = int(NOW // MINUTE) * MINUTE
    return {
        newest - MINUTE * back: {
            f"page {name}": after if back < 50 else before
            for name, (before, after) in last_hour.items()
        }
        | {"list ready": 0}
        for back in range(120)
    }


def minutes(pages: dict[str, int], lists: dict[str, int] | None = None) -> list[TimeBucket]:
    newest = int(NOW // MINUTE) * MINUTE
    return [
        TimeBucket(start=newest - MINUTE * back, pages=pages, lists=lists or {})
        for back in range(59, -1, -1)
    ]


def lags(now_seconds: float, before_seconds: float, count: int = 100) -> dict[int, dict[int, int]]:
    newest = int(NOW // HOUR) * HOUR
    return {
        newest - HOUR * back: {bucket_of(now_seconds if back < 3 else before_seconds): count}
        for back in range(24 * 7)
    }


def backed_up(hours: float, problem: str = "") -> BackupHistory:
    """A backup so long ago, and what went wrong since."""
    made = BackupMade(at=NOW - hours * HOUR, path="/b/1.zip", size_bytes=9, rows=1, documents=1)
    failure = BackupFailure(at=NOW - 60, problem=problem) if problem else None
    return BackupHistory(made=made, failure=failure)


WELL = MonitorFacts(
    installed=NOW - 40 * 24 * HOUR,
    backups=backed_up(25.9),
    pools=["render"],
    now=NOW,
    workers=[worker()],
    depths=depths(ready=(100, 100), buried=(5, 5)),
    minutes=minutes({"stored": 10, "timeout": 1}, {"listed": 1}),
    lags=lags(600, 600),
    silent=1,
    watched=100,
    disk=0.5,
    memory=0.8,
)


def problems(facts: MonitorFacts) -> list[ProblemKind]:
    return [reason.kind for reason in judge(facts).reasons]


def test_a_share_counts_from_its_threshold_on() -> None:
    shares = replace(WELL.thresholds, failing_share=0.07, silent_share=0.07)
    sources = {SourceState.HEALTHY: 93, SourceState.FAILING: 7}
    found = problems(replace(WELL, thresholds=shares, sources=sources, silent=7))
    assert found == [ProblemKind.SOURCES_FAIL, ProblemKind.SOURCES_SILENT]


def test_all_is_well() -> None:
    assert judge(WELL).state is SystemState.HEALTHY
    assert judge(WELL).reasons == ()


BROKEN = {
    ProblemKind.STORE_AWAY: replace(WELL, away=["queue"]),
    ProblemKind.STORE_READ_ONLY: replace(WELL, read_only=["documents"]),
    ProblemKind.NO_WORKER: replace(WELL, workers=[]),
    ProblemKind.NO_LIST_WORKER: replace(WELL, workers=[worker("page")]),
    ProblemKind.NO_PAGE_WORKER: replace(WELL, workers=[worker("list"), worker("list")]),
    ProblemKind.SCHEDULER_SILENT: replace(WELL, now=NOW + 5 * MINUTE),
    ProblemKind.STANDSTILL: replace(WELL, minutes=minutes({"stored": 10})[:40]),
    ProblemKind.DISK_FULL: replace(WELL, disk=0.96),
    ProblemKind.MOSTLY_ERRORS: replace(WELL, minutes=minutes({"stored": 1, "dns": 2})),
}
ATTENTION = {
    ProblemKind.NO_RENDER_WORKER: replace(
        WELL,
        depths={at: {**sample, "render ready": 3} for at, sample in (WELL.depths or {}).items()},
    ),
    ProblemKind.DISK_HIGH: replace(WELL, disk=0.91),
    ProblemKind.MEMORY_HIGH: replace(WELL, memory=0.96),
    ProblemKind.MANY_ERRORS: replace(WELL, minutes=minutes({"stored": 7}, {"http_5xx": 3})),
    ProblemKind.QUEUE_GROWS: replace(WELL, depths=depths(ready=(500, 2_100), buried=(0, 0))),
    ProblemKind.JOBS_NEWER: replace(WELL, workers=[worker(), replace(worker(), newer_version=5)]),
    ProblemKind.BURIED_GROW: replace(WELL, depths=depths(ready=(0, 0), buried=(5, 60))),
    ProblemKind.LAG_HIGH: replace(WELL, lags=lags(3 * HOUR, 600)),
    ProblemKind.SOURCES_FAIL: replace(
        WELL,
        sources={
            SourceState.HEALTHY: 36,
            SourceState.FAILING: 1,
            SourceState.NOTHING_USABLE: 1,
            SourceState.PAUSED: 9,
        },
    ),
    ProblemKind.SOURCES_SILENT: replace(WELL, silent=6),
    ProblemKind.CHANNELS_OFF: replace(WELL, channels_off=2, features_off=("newsletters",)),
    ProblemKind.ALERTS_SILENT: replace(WELL, alerts_run=False, alerts_late=2),
    ProblemKind.ALERTS_LATE: replace(WELL, alerts_late=2),
    ProblemKind.ALERTS_FAIL: replace(WELL, alerts_failing=1),
    ProblemKind.STORIES_SILENT: replace(WELL, stories_run=False, stories_late_seconds=900.0),
    ProblemKind.STORIES_LATE: replace(WELL, stories_late_seconds=900.0),
    ProblemKind.ARCHIVE_FAILS: replace(
        WELL, workers=[replace(worker("all"), problem="the disk is full")]
    ),
    ProblemKind.BACKUP_FAILS: replace(WELL, backups=backed_up(40, "the disk is full")),
    ProblemKind.BACKUP_OLD: replace(WELL, backups=backed_up(26.1)),
    ProblemKind.INDEX_OUTDATED: replace(WELL, index_outdated=True),
    ProblemKind.PAUSED: replace(WELL, pauses=[PauseOrder(kind=PauseKind.HOST, name="a.example")]),
    ProblemKind.WORKERS_QUIET: replace(WELL, workers=[replace(worker("all"), order="quiet")]),
}


@pytest.mark.parametrize("problem", BROKEN)
def test_what_makes_it_broken(problem: ProblemKind) -> None:
    assert problems(BROKEN[problem]) == [problem]
    assert judge(BROKEN[problem]).state is SystemState.BROKEN


@pytest.mark.parametrize("problem", ATTENTION)
def test_what_needs_attention(problem: ProblemKind) -> None:
    assert problems(ATTENTION[problem]) == [problem]
    assert judge(ATTENTION[problem]).state is SystemState.ATTENTION


def test_jobs_that_are_buried_in_the_first_hour_of_an_installation(english: None) -> None:
    young = {
        at: sample
        for at, sample in depths(ready=(0, 0), buried=(5, 60)).items()
        if at > NOW - 36 * MINUTE
    }
    first = min(young)
    young[first] = {**young[first], "page buried": 5}
    [reason] = judge(replace(WELL, depths=young)).reasons
    assert reason.kind is ProblemKind.BURIED_GROW
    assert sentence(reason) == "Jobs buried in the last 35 min: 55 (threshold: 36 in an hour)."


def test_how_many_jobs_were_buried_is_not_mistaken_for_when(english: None) -> None:
    facts = replace(WELL, depths=depths(ready=(0, 0), buried=(5, 2_756)))
    [reason] = judge(replace(facts, thresholds=Thresholds(buried_jobs=500.0))).reasons
    said = "Jobs buried in the last 60 min: 2,751 (threshold: 500 in an hour)."
    assert sentence(reason) == said
    recorded = SystemProblem(kind=ProblemKind.BURIED_GROW, values={"count": 7})
    assert sentence(recorded) == "Jobs buried in the last 60 min: 7 (threshold: — in an hour)."


@pytest.mark.parametrize(
    ("hours", "found"), [(0.0, []), (25.9, []), (26.1, [ProblemKind.BACKUP_OLD])]
)
def test_a_new_installation_has_a_day_for_its_first_backup(
    hours: float, found: list[ProblemKind]
) -> None:
    facts = replace(WELL, installed=NOW - hours * HOUR, backups=BackupHistory())
    assert problems(facts) == found
    texts = [line.text for line in lines(judge(facts).reasons)]
    assert all("Age of the newest complete backup: no backup yet." in text for text in texts)


def test_what_is_not_known_of_backups_alarms_nobody() -> None:
    assert problems(replace(WELL, backups=None)) == []
    assert problems(replace(WELL, backups=BackupHistory(), installed=0.0)) == []


@pytest.mark.parametrize("hours", [-1.0, 1.0])
def test_a_clock_that_is_an_hour_off_makes_no_backup_old(hours: float) -> None:
    assert problems(replace(WELL, backups=backed_up(24 + hours))) == []
    assert problems(replace(WELL, backups=backed_up(hours))) == []
    failed = replace(WELL, backups=backed_up(-1, "the disk is full"))
    [line] = lines(judge(failed).reasons)
    assert line.text.startswith("The last backup failed: the disk is full. ")
    assert line.text.endswith("Age of the newest complete backup: 0 s.")


def test_every_trouble_has_a_case_and_a_sentence() -> None:
    assert {*BROKEN, *ATTENTION} == set(ProblemKind)
    for facts in (*BROKEN.values(), *ATTENTION.values()):
        [line] = lines(judge(facts).reasons)
        assert line.place
        assert "%" not in re.sub(r"\d%", "", line.text)


@pytest.mark.parametrize(
    "facts",
    [
        pytest.param(
            replace(WELL, depths=depths(ready=(0, 900), buried=(0, 0))), id="one large sitemap"
        ),
        pytest.param(
            replace(WELL, depths=depths(ready=(9_000, 9_500), buried=(0, 0))),
            id="a queue that stays long",
        ),
        pytest.param(
            replace(WELL, depths=depths(ready=(0, 0), buried=(500, 510))), id="old buried jobs"
        ),
        pytest.param(
            replace(WELL, minutes=[], depths=depths(ready=(0, 0), buried=(0, 0))),
            id="nothing to do",
        ),
        pytest.param(
            replace(WELL, minutes=minutes({"timeout": 10})[:4], depths=depths(ready=(0, 0))),
            id="few errors",
        ),
        pytest.param(replace(WELL, lags=lags(3 * HOUR, 3 * HOUR)), id="always slow"),
        pytest.param(replace(WELL, lags=lags(9 * HOUR, 600, count=6)), id="few late pages"),
        pytest.param(replace(WELL, lags=lags(HOUR, 300)), id="an hour is soon enough"),
        pytest.param(replace(WELL, silent=0, watched=0), id="no history of sources"),
        pytest.param(
            replace(
                WELL,
                sources={SourceState.HEALTHY: 30, SourceState.FAILING: 1, SourceState.RETRYING: 9},
            ),
            id="few failing sources",
        ),
        pytest.param(replace(WELL, sources={SourceState.PAUSED: 5}), id="only paused sources"),
    ],
)
def test_what_is_not_a_reason(facts: MonitorFacts) -> None:
    assert problems(facts) == []


def test_a_scheduler_that_never_was_is_silent() -> None:
    assert problems(replace(WELL, depths={})) == [ProblemKind.SCHEDULER_SILENT]


def test_a_worker_that_hangs_is_named_with_its_last_sign() -> None:
    hung = [replace(worker(), name=f"h-{age}-all", at=NOW - age) for age in (400, 45)]
    [problem] = judge(replace(WELL, workers=[], lost=hung)).reasons
    assert problem.kind is ProblemKind.NO_WORKER
    assert problem.values == {"worker": "h-45-all", "seconds": 45.0}
    assert problems(replace(WELL, lost=hung)) == []


def test_what_cannot_be_known_is_not_a_second_reason() -> None:
    unknown = replace(WELL, away=["seen"], workers=None, depths=None, minutes=None, lags=None)
    assert problems(unknown) == [ProblemKind.STORE_AWAY]


def test_the_worst_comes_first() -> None:
    facts = replace(WELL, disk=0.91, workers=[], silent=50)
    assert problems(facts) == [
        ProblemKind.NO_WORKER,
        ProblemKind.DISK_HIGH,
        ProblemKind.SOURCES_SILENT,
    ]
    assert judge(facts).state is SystemState.BROKEN


def test_the_lag_of_the_last_three_hours() -> None:
    assert recent_lag(lags(60, 6000), NOW) == {0: 300}
