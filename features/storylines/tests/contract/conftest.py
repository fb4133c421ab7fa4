"""The databases of the contract tests."""

from tests.contract.conftest import configuration, configuration_url

__all__ = ["configuration", "configuration_url"]
