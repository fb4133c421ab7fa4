"""Models can be imported only after Django is set up."""

import pytest

from tests.databases import set_up_django


@pytest.fixture(scope="session")
def django() -> None:
    set_up_django()
