"""Fixtures of the tests on several hosts."""

from collections.abc import Iterator

import pytest

from tests.cluster.cluster import HOSTS, WEB
from tests.cluster.network import Network, NetworkUnavailable


@pytest.fixture
def network(request: pytest.FixtureRequest) -> Iterator[Network]:
    """The hosts of a cluster, or those that a test names; skips the test where the machine does not
    allow network namespaces.
    """
    try:
        network = Network(getattr(request, "param", HOSTS), loopback=WEB)
    except NetworkUnavailable as error:
        pytest.skip(f"no simulated hosts: {error}")
    with network:
        yield network
