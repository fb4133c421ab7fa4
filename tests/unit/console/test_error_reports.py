"""A bug in any role is on the page of internal errors, whether it ends the role or not."""

import os
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from storage.backends import open_learned
from storage.learned.internal_error import InternalError
from storage.learned.port import ERRORS
from storage.settings import Settings
from testbed.stack import wait_until
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
        "stories": (storage.backends, "open_segmenter", fail),
        "web": (webui.serve, "serve", fail),
        "worker": (storage.backends, "open_budgets", fail),
        "alerts": (webui.wsgi, "set_up", break_observer),
    }
    owner, name, replacement = broken[role]
    setattr(owner, name, replacement)
    os.environ["NEWSLOOM_HOME"] = str(home)
    sys.argv = ["newsloom", role]
    newsloom.main()


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
