"""The two profiles: everything in files, and everything on servers."""

import os
from pathlib import Path
from typing import Any

import pytest

# The containers are brought up by `make compose-test`, which names this file itself.
collect_ignore = [] if "COMPOSE_STACK" in os.environ else ["test_compose.py"]


@pytest.fixture(params=["embedded", "servers"])
def stores(request: pytest.FixtureRequest) -> dict[str, str]:
    """Addresses of the four stores; none for the embedded profile."""
    if request.param == "embedded":
        return {}
    fixtures: dict[str, str] = {
        "database": "mysql_url",
        "queue": "beanstalkd_url",
        "seen": "redis_url",
        "documents": "elasticsearch_url",
    }
    return {port: str(request.getfixturevalue(name)) for port, name in fixtures.items()}


@pytest.fixture
def home(tmp_path: Path) -> Any:
    """A folder for logs and embedded stores."""
    return tmp_path / "home"
