"""Pages for the tests of the published algorithms."""

from extractor.extraction import open_page
from extractor.page.page import Page
from extractor.results import Hints
from tests.unit.extractor.samples import COLLECTED, URL


def page_of(html: str) -> Page:
    """Return a page in the form that algorithms receive."""
    return open_page(html.encode(), URL, {}, Hints(collected=COLLECTED))


def paragraphs(*texts: str) -> str:
    return "".join(f"<p>{text}</p>" for text in texts)
