"""The comments that an author wrote below articles. Pure."""

from collections import Counter

from features.erasure.selection import ErasureSelection
from storage.documents.highlight import mark
from storage.documents.port import Document
from storage.documents.query import parse
from storage.documents.query_tokens import quoted
from storage.documents.query_tree import Query, comment_matches


def comments_query(selection: ErasureSelection) -> Query:
    """Return the query for articles with a comment by the author of a selection, or about them."""
    [name, *_] = selection.values
    return parse(f"comments:{quoted(name)}")


def others_comments_query(selection: ErasureSelection) -> Query:
    """Return the query for the same articles, without documents by the author."""
    [name, *_] = selection.values
    return parse(f"comments:{quoted(name)} -author:{quoted(name)}")


def names_in_comments(document: Document, query: Query) -> Counter[str]:
    """Return how many comments of a document the author whom a query names has written, by the name
    that each bears: names are compared as those of authors are, word by word.
    """
    asked = comment_matches(query)
    names = (each.author for each in document.comments)
    return Counter(name for name in names if mark(name, asked).marks)
