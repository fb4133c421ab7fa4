"""Take comments out of a document. Pure."""

from dataclasses import replace

from storage.documents.port import CommentJudge, Document


def without_erased(document: Document, is_erased: CommentJudge) -> Document:
    """Return a document without the comments that are to go, and then without the places of its
    pages in the archive, which show them too; the same document if none is to go.
    """
    kept = tuple(each for each in document.comments if not is_erased(document, each))
    if len(kept) == len(document.comments):
        return document
    return replace(document, comments=kept, archived=())
