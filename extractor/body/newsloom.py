"""Newsloom's own article body: boosted trees decide about every block from its position in the
page.

``training.article`` trained them on labelled pages; docs/extraction.md describes their features.
"""

from dataclasses import replace

import numpy as np

from extractor.body.closing import with_closing
from extractor.body.features import features
from extractor.body.head import next_story, without_head
from extractor.body.labels import without_labels
from extractor.body.model import block_probabilities, confidence
from extractor.body.outline import Values
from extractor.body.paragraphs import links, paragraphs
from extractor.body.pull_quotes import without_pull_quotes
from extractor.body.selection import select
from extractor.body.tail import without_editor, without_tail
from extractor.body.view import View, view
from extractor.body.whole import with_whole_tables
from extractor.fields.comments import comment_lines
from extractor.page.blocks import first_blocks
from extractor.page.page import Page
from extractor.results import Body, Paragraph

MAX_BLOCKS = 10_000
"""Most blocks of a page that are read. No labelled article has a fifth of them."""


def find_body(page: Page) -> Body:
    """Return the page's text without headline, byline and date, which are fields of their own, and
    without notices.
    """
    blocks = first_blocks(page.blocks, MAX_BLOCKS)
    if not blocks.texts:
        return Body(confidence=0.0)
    seen = view(blocks)
    likely = block_probabilities_of_page(seen, page.title)
    likely[comment_lines(blocks, page.title, page.date_context)] = 0
    likely[next_story(blocks, page.title, page.date_context) :] = 0
    chosen, expected = select(blocks.texts, seen.widths, likely)
    own = without_head(blocks, chosen.tolist(), page.title, page.date_context)
    whole = with_closing(blocks, with_whole_tables(blocks, own), likely)
    inner = without_tail(blocks.texts, whole)
    places = without_pull_quotes(blocks, without_labels(blocks, inner))
    return Body(
        paragraphs=_without_editor(tuple(paragraphs(blocks, places))),
        confidence=confidence(seen.widths, likely, chosen, expected),
        links=links(page, places),
    )


def _without_editor(found: tuple[Paragraph, ...]) -> tuple[Paragraph, ...]:
    """Return the paragraphs without the mark of the editor at the end of the last one."""
    if not found:
        return found
    *others, last = found
    return (*others, replace(last, text=without_editor(last.text)))


def block_probabilities_of_page(seen: View, title: str) -> Values:
    """Return the probability that each block belongs to the body [n]; 0 for blocks that cannot be
    text.
    """
    found = np.zeros(seen.count)
    found[seen.asked] = block_probabilities(features(seen, title), seen.widths[seen.asked])
    return found
