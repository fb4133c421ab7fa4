"""The comments that an author wrote below articles, which an erasure by author leaves. Pure."""

from erasure.selection import Selection
from storage.documents.highlight import mark
from storage.documents.port import Document
from storage.documents.query import parse
from storage.documents.query_tree import Query, comment_matches
from storage.documents.segmentation import Segmenter


def comments_query(selection: Selection, segmenter: Segmenter) -> Query:
    """Return the query for articles with a comment by the author of a selection, or about them."""
    [name, *_] = selection.values
    return parse(f'comments:"{name}"', segmenter)


def count_comments_by(document: Document, query: Query) -> int:
    """Return how many comments of a document the author whom a query names has written: their name
    is compared as names of authors are, word by word.
    """
    names = comment_matches(query)
    return sum(bool(mark(each.author, names).marks) for each in document.comments)
