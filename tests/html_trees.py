"""Parsed pages, for tests that look at the elements of one."""

from lxml import html


def html_tree(page: str | bytes) -> html.HtmlElement:
    """Parse a page.

    The type of ``html.fromstring`` lacks the methods that lxml.html gives its elements.
    """
    return html.fromstring(page)
