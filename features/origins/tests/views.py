"""Pages with their parts marked, as tests ask for them."""

from typing import Any

from extractor.extraction import extract, open_page
from extractor.results import Article, Hints, Thread
from features.origins.marking import marked_view
from features.origins.view import View
from tests.unit.extractor.samples import COLLECTED, URL


def marked(page: str, channel: str = "feed", **hints: Any) -> View:
    """Return the view of a page that is stored, to which a source of this channel led."""
    body, known = page.encode(), Hints(**{"collected": COLLECTED, **hints})
    result = extract(body, URL, {}, known)
    assert isinstance(result, Article | Thread), result
    return marked_view(open_page(body, URL, {}, known), result, known, channel)


def parts(view: View, field: str) -> list[str]:
    """Return the parts of the page that are marked as those of a field; unsure ones end in "?"."""
    return [
        piece.text + "?" * piece.is_also
        for run in view.runs
        for line in run.lines
        for piece in line.pieces
        if piece.field == field
    ]


def said(view: View, field: str) -> list[str]:
    """Return what says a field, the first first; what is marked on the page begins with "#"."""
    return [
        "#" * bool(origin.anchor) + " ".join(filter(None, (origin.source, origin.detail)))
        for origin in view.origins
        if origin.field == field
    ]
