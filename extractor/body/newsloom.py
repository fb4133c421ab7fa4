"""Newsloom's own article body: boosted trees decide over every block of the page, each told how it stands in the page.

What the trees know was learned from labelled pages by ``training.article``; docs/extraction.md tells what they ask.
"""

import numpy as np

from extractor.body.features import features
from extractor.body.head import without_head
from extractor.body.model import block_probabilities, confidence
from extractor.body.outline import Values
from extractor.body.paragraphs import links, paragraphs
from extractor.body.selection import select
from extractor.body.view import View, view
from extractor.page.blocks import first_blocks
from extractor.page.page import Page
from extractor.results import Body

MOST_BLOCKS = 10_000
"""Blocks of a page that are read; no labelled article has a fifth of them."""


def find_body(page: Page) -> Body:
    """The page's text, without headline, byline and date, which are fields of their own."""
    blocks = first_blocks(page.blocks, MOST_BLOCKS)
    if not blocks.texts:
        return Body(confidence=0.0)
    seen = view(blocks)
    likely = block_probabilities_of_page(seen, page.title)
    chosen, expected = select(blocks.texts, seen.widths, likely)
    places = without_head(blocks.texts, chosen.tolist(), page.title, page.date_context)
    return Body(
        paragraphs=tuple(paragraphs(blocks, places)),
        confidence=confidence(seen.widths, likely, chosen, expected),
        links=links(page, places),
    )


def block_probabilities_of_page(seen: View, title: str) -> Values:
    """For each block the probability that it belongs to the body [n]; 0 for those that are not asked."""
    found = np.zeros(seen.count)
    found[seen.asked] = block_probabilities(features(seen, title), seen.widths[seen.asked])
    return found
