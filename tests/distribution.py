"""How a run is spread over the workers of pytest-xdist: what goes together, and what comes first."""

import os
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

# What waits longest starts first, so that no worker ends minutes after the others. What only calculates comes last.
_ORDER = ("packaging", "cluster", "faults", "e2e", "servers", "contract", "unit", "gates")
# Tests of whole processes share nothing but what fixtures of a browser module start.
_ALONE = ("cluster", "faults", "e2e")
_SHARED_PREFIX = "test_webui_"


_NICENESS = 10


class ByModule(LoadScopeScheduling):
    """Keep the tests of a module on one worker, where its fixtures are; send tests that share nothing anywhere.

    The last worker begins at the end. So it calculates while the others wait.
    """

    def _assign_work_unit(self, node: WorkerController) -> None:
        if begins_at_the_end(node.workerinput):
            self.workqueue.move_to_end(next(reversed(self.workqueue)), last=False)
        super()._assign_work_unit(node)

    def _split_scope(self, nodeid: str) -> str:
        """Return the name of the unit of work that a test belongs to."""
        path = nodeid.partition("::")[0]
        alone = folder(path) in _ALONE and not PurePosixPath(path).name.startswith(_SHARED_PREFIX)
        return nodeid if alone else path


def begins_at_the_end(worker: Mapping[str, Any]) -> bool:
    """Return whether a worker of pytest-xdist, told by what it was started with, is the last of several."""
    count: int = worker["workercount"]
    return count > 2 and worker["workerid"] == f"gw{count - 1}"


def give_way(worker: Mapping[str, Any]) -> None:
    """Let the last worker use only the time that the others leave, whose tests have processes that must keep pace."""
    if begins_at_the_end(worker):
        os.nice(_NICENESS)


def folder(path: str) -> str:
    """Return the folder below tests/ that a test module is in."""
    parts = PurePosixPath(path).parts
    return parts[parts.index("tests") + 1] if "tests" in parts else ""


def long_tests_first(items: list[pytest.Item]) -> None:
    """Sort the tests of a run by how long their folder's tests wait, and within a folder the slow ones first."""
    items.sort(key=lambda item: (_place(folder(item.location[0])), item.get_closest_marker("slow") is None))


def _place(name: str) -> int:
    """Return the place of a folder's tests in the run."""
    return _ORDER.index(name) if name in _ORDER else len(_ORDER)
