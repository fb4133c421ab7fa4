"""Programs that read what deploy/ holds, as an operator's do."""

import pytest

from tests.conftest import obtain
from tests.servers.process import require


@pytest.fixture(scope="session")
def promtool(pytestconfig: pytest.Config) -> str:
    """The path of Prometheus's tool for configuration, rules and expressions."""
    return obtain(pytestconfig, lambda: require("promtool", "prometheus"))
