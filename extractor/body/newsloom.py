"""Newsloom's own article body: boosted trees decide about every block from its position in the page.

``training.article`` trained them on labelled pages; docs/extraction.md describes their features.
"""

import numpy as np

from extractor.body.features import features
from extractor.body.head import without_head
from extractor.body.labels import without_labels
from extractor.body.model import block_probabilities, confidence
from extractor.body.outline import Values
from extractor.body.paragraphs import links, paragraphs
from extractor.body.selection import select
from extractor.body.view import View, view
from extractor.page.blocks import first_blocks
from extractor.page.page import Page
from extractor.results import Body

MOST_BLOCKS = 10_000
"""Most blocks of a page that are read. No labelled article has a fifth of them."""


def find_body(page: Page) -> Body:
    """Return the page's text without headline, byline and date, which are fields of their own."""
    blocks = first_blocks(page.blocks, MOST_BLOCKS)
    if not blocks.texts:
        return Body(confidence=0.0)
    seen = view(blocks)
    likely = block_probabilities_of_page(seen, page.title)
    chosen, expected = select(blocks.texts, seen.widths, likely)
    places = without_labels(blocks, without_head(blocks.texts, chosen.tolist(), page.title, page.date_context))
    return Body(
        paragraphs=tuple(paragraphs(blocks, places)),
        confidence=confidence(seen.widths, likely, chosen, expected),
        links=links(page, places),
    )


def block_probabilities_of_page(seen: View, title: str) -> Values:
    """Return the probability that each block belongs to the body [n]; 0 for blocks that cannot be text."""
    found = np.zeros(seen.count)
    found[seen.asked] = block_probabilities(features(seen, title), seen.widths[seen.asked])
    return found
