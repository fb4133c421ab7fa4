"""Programs that read what deploy/ holds, as an operator's do."""

import pytest

from testbed.servers.process import require
from tests.plugin import obtain


@pytest.fixture(scope="session")
def promtool(pytestconfig: pytest.Config) -> str:
    """The path of Prometheus's tool for configuration, rules and expressions."""
    return obtain(pytestconfig, lambda: require("promtool", "prometheus"))


@pytest.fixture(scope="session")
def compose(pytestconfig: pytest.Config) -> str:
    """The path of docker-compose, which reads files without an engine."""
    return obtain(pytestconfig, lambda: require("docker-compose", "docker-compose"))
