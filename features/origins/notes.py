"""What is kept of a page that is tried out, as JSON has it."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from crawler.fetcher import Fetched
from extractor.extraction import open_page
from extractor.results import Article, Extraction, Hints, Thread
from features.origins.marking import marked_view


def noted(
    fetched: Fetched, hints: Hints, result: Extraction, channel: str
) -> Mapping[str, Any] | None:
    """Return where the fields of a page come from, None if it is not stored."""
    if not isinstance(result, Article | Thread):
        return None
    page = open_page(fetched.body, fetched.url, fetched.headers, hints)
    return {"origins": asdict(marked_view(page, result, hints, channel))}
