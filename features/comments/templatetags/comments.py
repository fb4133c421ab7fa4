"""What the template below an article shows."""

from django import template

from features.comments.shown import ShownComments, shown_comments
from storage.documents.port import Document
from webui.search.marking import Phrases

register = template.Library()


@register.filter
def comments_with_marks(document: Document, phrases: Phrases) -> ShownComments:
    """Return the comments of a document, with the words marked that were searched for in them."""
    return shown_comments(document.comments, phrases.of_comments)
