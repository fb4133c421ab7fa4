"""The fake web that read-only tests share."""

import pytest

from tests.unit.fakeweb.shelf import Shelf


@pytest.fixture(scope="session")
def shelf() -> Shelf:
    return Shelf()
