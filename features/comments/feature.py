"""What comments below articles add to Newsloom."""

from collections.abc import Mapping, Sequence
from typing import Any

from hooks.answers import CommentReader, Part, QueryExample, SourceChoice
from hooks.specifications import hookimpl


@hookimpl
def comment_reader() -> CommentReader:
    """Return what reads comments."""
    from features.comments.feed import read_comments
    from features.comments.merging import merged_comments
    from features.comments.page import read_page

    return CommentReader(on_page=read_page, in_feed=read_comments, merged=merged_comments)


@hookimpl
def source_choices() -> Mapping[str, SourceChoice]:
    """Let an operator say whether to keep the comments of a source."""
    from features.comments.texts import KEEP

    return {"comments": KEEP}


@hookimpl
def page_panels(page: str, subject: Any) -> Sequence[Part]:
    """Show the comments of an article below its text."""
    is_shown = page == "article" and subject.comments
    return [Part(template="comments/below_article.html")] if is_shown else []


@hookimpl
def page_facts(page: str, subject: Any) -> Sequence[Part]:
    """Say in the trial of a source what was found of comments."""
    is_shown = page == "sample" and (subject.comments or subject.comments_url)
    return [Part(template="comments/sample_fact.html")] if is_shown else []


@hookimpl
def query_examples() -> Sequence[QueryExample]:
    """Show how a query looks into comments."""
    from features.comments.texts import EXAMPLES

    return EXAMPLES
