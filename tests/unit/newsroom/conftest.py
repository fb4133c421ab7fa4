"""Models can be imported only after Django is set up."""

import pytest

from testbed.databases import set_up_django


@pytest.fixture(scope="session")
def django() -> None:
    set_up_django()
