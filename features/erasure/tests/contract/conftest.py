"""The stores of documents of the contract tests."""

from tests.contract.conftest import elasticsearch_module_url, module_documents_url

__all__ = ["elasticsearch_module_url", "module_documents_url"]
