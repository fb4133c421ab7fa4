"""Read the body of a page: what a process for parsers does for a page job. Pure."""

from collections.abc import Mapping

from crawler.page_shape import Sketch, sketch
from extractor.extraction import extract
from extractor.results import Extraction, Hints


def read_page(
    body: bytes, url: str, headers: Mapping[str, str], hints: Hints
) -> tuple[Extraction, Sketch]:
    """Return what ``extractor.extract`` makes of the page, and the sketch of its structure."""
    return extract(body, url, headers, hints), sketch(body)
