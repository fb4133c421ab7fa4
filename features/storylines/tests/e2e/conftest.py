"""The profiles and the browser of tests of whole processes."""

from tests.e2e.conftest import browser, home, stores

__all__ = ["browser", "home", "stores"]
