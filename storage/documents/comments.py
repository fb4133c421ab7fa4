"""Take the comments out of a document. Pure."""

from dataclasses import replace

from storage.documents.port import Document


def without_comments(document: Document) -> Document:
    """Return a document without its comments, and without the places of its pages in the archive,
    which show them too.
    """
    return replace(document, comments=(), archived=())
