"""The profiles and the browser of tests of whole processes."""

from tests.e2e.conftest import browser, stores

__all__ = ["browser", "stores"]
