"""Bad input: a clear message, no stack trace, nothing lost.

One table for commands, one test a case for workers.
"""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from fakeweb.web import FakeWeb
from scheduler.jobs import PageJob, SourceSpec
from scheduler.queue.backends import open_queue
from scheduler.queue.port import LIST_TUBE, PAGE_TUBE, NewJob
from storage.database.port import SourceRecord
from storage.keys import canonical_url, url_key
from storage.outcomes import Outcome
from testbed.stack import Stack, records, wait_until
from tests.command_line import CommandLine, command_line

NOWHERE = "127.0.0.1:9"


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    with Stack(tmp_path / "home") as stack:
        yield stack


@pytest.fixture
def commands(stack: Stack) -> Iterator[CommandLine]:
    with command_line(stack) as commands:
        yield commands


COMMANDS = [
    (("doctor",), {"NEWSLOOM_WEB_PORT": "eighty"}, ["NEWSLOOM_WEB_PORT", "whole number"]),
    (("doctor",), {"NEWSLOOM_WORKERS": "4"}, ["NEWSLOOM_WORKERS", "not a setting"]),
    (("doctor",), {"NEWSLOOM_QUEUE_URL": "amqp://h"}, ["NEWSLOOM_QUEUE_URL", "beanstalkd://"]),
    (("migrate",), {"NEWSLOOM_DATABASE_URL": f"mysql://u:hidden@{NOWHERE}/n"}, ["does not answer"]),
    (
        ("doctor",),
        {"NEWSLOOM_STATE_URL": f"redis://:hidden@{NOWHERE}/0"},
        ["seen", "BAD", "not ready"],
    ),
    (("doctor",), {"NEWSLOOM_QUEUE_URL": f"beanstalkd://{NOWHERE}"}, ["queue", "BAD", "not ready"]),
    (
        ("doctor",),
        {"NEWSLOOM_DOCUMENTS_URL": f"elasticsearch://e:hidden@{NOWHERE}/"},
        ["documents", "BAD"],
    ),
    (
        ("search", "x"),
        {"NEWSLOOM_DOCUMENTS_URL": f"elasticsearch://e:hidden@{NOWHERE}/"},
        ["does not answer"],
    ),
    (
        ("source", "add", "a", "http://a.example/", "--channel", "list", "--pattern", "("),
        {},
        ["(", "pattern"],
    ),
    (
        ("source", "add", "a", "http://a.example/", "--channel", "carrier-pigeon"),
        {},
        ["carrier-pigeon"],
    ),
    (("source", "add", "a", "gopher://a.example/", "--channel", "feed"), {}, ["http"]),
    (("source", "add", "a", "http://a.example/?q=x", "--channel", "search"), {}, ["{keyword}"]),
    (("source", "test", "nobody"), {}, ["nobody"]),
    (("source", "import", "{rubbish}.opml"), {}, ["line"]),
    (("source", "import", "{rubbish}.csv"), {}, ["nothing was changed"]),
    (("extract", "/no/such/file"), {}, ["/no/such/file", "cannot be read"]),
    (("extract", "--algorithm", "magic", "{rubbish}.csv"), {}, ["magic"]),
    (("forget", "not a url"), {}, ["not an http"]),
    (("worker", "--pool", "swimming"), {}, ["swimming"]),
]


@pytest.mark.parametrize(
    ("arguments", "environment", "says"),
    COMMANDS,
    ids=[" ".join(c[0][:2]) + str(i) for i, c in enumerate(COMMANDS)],
)
def test_a_command_says_what_is_wrong(
    stack: Stack,
    commands: CommandLine,
    tmp_path: Path,
    arguments: tuple[str, ...],
    environment: dict[str, str],
    says: list[str],
) -> None:
    for suffix in (".opml", ".csv"):
        (tmp_path / f"rubbish{suffix}").write_bytes(b"\x00\xff<opml><body><outline\nname;channel\n")
    stack.environment |= environment
    # Migrating is about the database that Django has from its start.
    run = stack.run if arguments == ("migrate",) else commands.run
    done = run(*(a.replace("{rubbish}", str(tmp_path / "rubbish")) for a in arguments), check=False)
    text = done.stdout + done.stderr
    assert done.returncode != 0, text
    assert "Traceback" not in text
    assert "hidden" not in text
    for part in says:
        assert part in text


@pytest.mark.parametrize("pattern", [r"^(a+)+$", r"(\w+\s?)*\d{200}$"])
def test_a_pattern_that_backtracks_for_ever_hangs_no_one(stack: Stack, pattern: str) -> None:
    """Either it is refused when it is added, or the list ends in bad_pattern: never a worker that
    stands still.
    """
    with FakeWeb.start(seed=5, stock=30, sites=("old-quay",)) as web:
        stack.put_source(
            SourceRecord(
                id=1,
                name="slow",
                channel="list",
                address=web.address("old-quay"),
                patterns=(pattern,),
                pace_seconds=0,
            ),
            "run",
        )
        stack.start("worker")
        wait_until(
            lambda: sum(stack.totals().lists.values()) == 1,
            60,
            "the list has an outcome",
            stack.logs,
        )
    assert set(stack.totals().lists) <= {Outcome.BAD_PATTERN, Outcome.NO_LINKS}


UNREADABLE = [
    "",
    "rubbish",
    json.dumps({"v": 0, "job": "page"}),
    json.dumps({"v": 1, "job": "page", "url": "http://a.example/"}),
]
NEWER = json.dumps({"v": 99, "job": "page"})


def _waiting(stack: Stack) -> int:
    return sum(tube.ready + tube.delayed + tube.reserved for tube in stack.tubes())


def test_jobs_that_cannot_be_read_are_buried_and_the_next_one_runs(stack: Stack) -> None:
    with (
        FakeWeb.start(seed=5, stock=1, sites=("old-quay",)) as web,
        closing(open_queue(stack.settings)) as queue,
    ):
        url = web.ledger()[0]["url"]
        good = PageJob(
            run_id="r",
            source=SourceSpec(id=1, name="s", channel="list"),
            url=url,
            key=url_key(canonical_url(url)),
            collected=1_700_000_000.0,
            kind="article",
        )
        queue.put(PAGE_TUBE, [NewJob(body=body) for body in (NEWER, *UNREADABLE, good.to_json())])
        queue.put(LIST_TUBE, [NewJob(body=body) for body in UNREADABLE])
        stack.start("worker")
        # The job of a newer version waits for a worker that can read it.
        wait_until(
            lambda: stack.count() == 1 and _waiting(stack) == 1,
            60,
            "the good job is done",
            stack.logs,
        )
        buried = list(queue.buried(PAGE_TUBE, 10))
        assert sorted(job.body for job in buried) == sorted(UNREADABLE)
        assert [job.reason.partition(":")[0] for job in buried] == ["bad_job"] * len(UNREADABLE)
        assert sorted(job.body for job in queue.buried(LIST_TUBE, 10)) == sorted(UNREADABLE)


def test_a_feed_of_rubbish_is_an_outcome_with_a_sample(stack: Stack) -> None:
    with FakeWeb.start(seed=5, stock=3) as web:
        rubbish = [s for s in web.sources(faulty=True) if s["host"].startswith("rubbish.")]
        assert rubbish
        for record in records(rubbish, pace_seconds=0):
            stack.put_source(record, "run")
        stack.start("worker")
        wait_until(
            lambda: sum(stack.totals().lists.values()) >= 1,
            60,
            "the feed has an outcome",
            stack.logs,
        )
    assert Outcome.BAD_FEED in stack.totals().lists
