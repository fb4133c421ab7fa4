"""The profiles of tests of whole processes."""

from tests.e2e.conftest import home, stores

__all__ = ["home", "stores"]
