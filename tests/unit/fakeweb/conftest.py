"""The fake web that read-only tests share."""

import pytest

from fakeweb.ledger import ledger
from tests.unit.fakeweb.shelf import Entries, Shelf


@pytest.fixture(scope="session")
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture(scope="session")
def entries(shelf: Shelf) -> Entries:
    """All that the shared fake web has published."""
    return ledger(shelf.addresses)
