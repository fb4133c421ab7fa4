"""A bug in any role is on the page of internal errors, whether it ends the role or not."""

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from storage.backends import open_learned
from storage.learned.internal_error import InternalError
from storage.learned.store import ERRORS
from storage.settings import Settings
from testbed.stack import ROOT, wait_until
from tests.processes import FORKED


def fail(*_: object) -> None:
    raise RuntimeError("unforeseen, at https://jane:s3cret@a.example/")


def run(role: str, home: Path) -> None:
    """Run a role with a bug in what it does."""
    import newsloom
    import scheduler.service
    import storage.backends
    import webui.serve
    import webui.wsgi

    set_up = webui.wsgi.set_up

    def break_observer() -> None:
        set_up()
        from watch.events.observer import Observer

        Observer.look = fail  # type: ignore[method-assign, assignment]

    broken: dict[str, tuple[Any, str, Any]] = {
        "scheduler": (scheduler.service.Scheduler, "run", fail),
        "stories": (storage.backends, "open_written", fail),
        "web": (webui.serve, "serve", fail),
        "worker": (storage.backends, "open_budgets", fail),
        "alerts": (webui.wsgi, "set_up", break_observer),
    }
    owner, name, replacement = broken[role]
    setattr(owner, name, replacement)
    os.environ["NEWSLOOM_HOME"] = str(home)
    sys.argv = ["newsloom", role]
    newsloom.main()


@pytest.mark.slow
@pytest.mark.parametrize("role", ["scheduler", "stories", "web", "worker", "alerts"])
def test_a_bug_of_a_role_is_kept_with_its_traceback(tmp_path: Path, role: str) -> None:
    process = FORKED.Process(target=run, args=(role, tmp_path))
    process.start()
    try:
        with closing(open_learned(Settings(home=tmp_path))) as learned:
            wait_until(lambda: bool(learned.facts(ERRORS)), 60, "the bug is kept")
            [error] = map(InternalError.from_fact, learned.facts(ERRORS).values())
    finally:
        process.terminate()
        process.join()
    assert (error.role, error.kind) == (role, "RuntimeError")
    assert "in fail" in error.trace
    assert "s3cret" not in error.trace


BUG_AT_THE_END = """
import logging, sys
from pathlib import Path

from console.error_reports import ErrorReports
from storage.settings import Settings

logging.getLogger().addHandler(ErrorReports("worker", Settings(home=Path(sys.argv[1]))))

class Late:
    log, failure = logging.getLogger().error, (RuntimeError, RuntimeError("late"), None)

    def __del__(self):
        self.log("as Twisted does for what was under way", exc_info=self.failure)
        print("logged", flush=True)

# Python deletes the names of a module when it takes no new threads any more.
late = Late()
"""


def test_a_bug_at_the_very_end_does_not_keep_the_process(tmp_path: Path) -> None:
    command = [sys.executable, "-c", BUG_AT_THE_END, str(tmp_path)]
    ended = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, timeout=60, check=True)
    assert ended.stdout == b"logged\n"
