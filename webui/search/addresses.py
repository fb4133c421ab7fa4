"""Addresses of documents for readers outside of the web interface."""

from django.urls import reverse

from webui.apps import stores


def address_of_document(document_id: str) -> str:
    """Return where a browser opens a document in this installation."""
    return f"{stores().settings.web_address}{reverse('document', args=[document_id])}"
