"""How a run is spread over the workers of pytest-xdist: what goes together, and what comes
first.
"""

from functools import cache
from pathlib import PurePosixPath

import pytest
from xdist.scheduler import LoadScopeScheduling

# What waits longest starts first, so that no worker ends minutes after the others.
_ORDER = ("packaging", "cluster", "faults", "e2e", "gates", "servers", "contract", "unit")
# Tests of whole processes share nothing, but in the modules whose fixtures start a web server and a
# browser, or fill stores and back them up: the tests of these would start all that on each worker.
_ALONE = ("cluster", "faults", "e2e")
_SHARED_PREFIXES = ("test_webui_", "test_backup", "test_restore_")
_SHARED_FOLDER = "features/*/tests/e2e/*"


class ByModule(LoadScopeScheduling):
    """Keep the tests of a module on one worker, where its fixtures are; send tests that share
    nothing anywhere.
    """

    def _split_scope(self, nodeid: str) -> str:
        """Return the name of the unit of work that a test belongs to."""
        path = nodeid.partition("::")[0]
        return nodeid if folder(path) in _ALONE and not _shares(PurePosixPath(path)) else path


def _shares(path: PurePosixPath) -> bool:
    """Return whether the tests of a module of whole processes share what its fixtures start."""
    return path.name.startswith(_SHARED_PREFIXES) or path.match(_SHARED_FOLDER)


def folder(path: str) -> str:
    """Return the folder below tests/ that a test module is in."""
    parts = PurePosixPath(path).parts
    return parts[parts.index("tests") + 1] if "tests" in parts else ""


def long_tests_first(items: list[pytest.Item]) -> None:
    """Sort the tests of a run by how long their folder's tests wait, and within a folder the slow
    ones first.
    """
    items.sort(
        key=lambda item: (
            _place(item.nodeid.partition("::")[0]),
            item.get_closest_marker("slow") is None,
        )
    )


@cache
def _place(path: str) -> int:
    """Return the place of a module's tests in the run."""
    name = folder(path)
    return _ORDER.index(name) if name in _ORDER else len(_ORDER)
