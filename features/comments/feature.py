"""What comments below articles add to Newsloom."""

from hooks.answers import CommentReader
from hooks.specifications import hookimpl


@hookimpl
def comment_reader() -> CommentReader:
    """Return what reads comments."""
    from features.comments.feed import read_comments
    from features.comments.merging import merged_comments
    from features.comments.page import read_page

    return CommentReader(on_page=read_page, in_feed=read_comments, merged=merged_comments)
