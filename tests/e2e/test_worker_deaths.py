"""A worker that is killed: dead at once on the monitor, named in the timeline, and replaced."""

import os
import signal
import time
from contextlib import closing
from pathlib import Path

from storage.backends import open_workers
from testbed.stack import Stack, wait_until


def test_a_killed_worker_is_named_and_replaced(home: Path, stores: dict[str, str]) -> None:
    with Stack(home, stores) as stack, closing(open_workers(stack.settings)) as workers:
        stack.migrate()
        stack.start("worker", "--processes", "2")
        stack.start("alerts")

        def pids() -> set[int]:
            return {int(status.name.split("-")[-2]) for status in workers.alive(time.time())}

        wait_until(lambda: len(pids()) == 2, 60, "two workers", stack.logs)
        before = pids()
        killed = min(before)
        os.kill(killed, signal.SIGKILL)
        wait_until(lambda: killed not in pids(), 10, "the worker is shown as dead", stack.logs)
        wait_until(lambda: len(pids() - before) == 1, 60, "another worker in its place", stack.logs)
        wait_until(
            lambda: "died (SIGKILL)" in stack.run("events").stdout, 60, "an event", stack.logs
        )
        [line] = stack.run("events", "--kind", "process").stdout.splitlines()
        assert line.split("\t")[2].endswith(f", {killed})"), line
