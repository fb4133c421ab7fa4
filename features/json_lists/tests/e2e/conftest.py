"""The stores of tests of whole processes, of each profile."""

from tests.e2e.conftest import stores

__all__ = ["stores"]
