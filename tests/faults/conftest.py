"""Fixtures of the fault tests."""

from pathlib import Path

import pytest

from tests.conftest import obtain
from tests.faults.surroundings import Clock


@pytest.fixture
def clock(request: pytest.FixtureRequest, tmp_path: Path) -> Clock:
    """A clock that jumps, or a skip without libfaketime."""
    return obtain(request.config, lambda: Clock(tmp_path))
