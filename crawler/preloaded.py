"""What processes for parsers have in memory when they start: the readers of lists and pages, and
their models.
"""

from datetime import UTC, datetime

from crawler import list_links, page_reading
from extractor.results import Hints

__all__ = ["list_links"]

page_reading.read_page(b"<p>", "http://localhost/", {}, Hints(collected=datetime.now(UTC)))
