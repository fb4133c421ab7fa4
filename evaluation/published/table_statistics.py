"""Statistics of tables (Sun Chengjie and Guan Yi, Journal of Chinese Information Processing 18(5),
2004), a baseline.

Pages of its time use tables for layout, and an article is in one of them. The text of every table
is counted without that of the tables inside it; the table with the most is the content.

Interpretations where the paper leaves room: Characters of any script are counted, without white
space and without those in links. Text in no table belongs to the body, which counts as the
outermost table, so that a page without tables is taken whole. The content is all text of the table
that was counted, including its links. The first wins among equals.
"""

from evaluation.published.leaves import UNREAD_TAGS, joined
from extractor.page.dom import BLOCK_TAGS, Step
from extractor.page.page import Page
from extractor.page.text import dense_length


def extract(page: Page) -> str:
    """Return the text of the table that contains the most."""
    return joined(_largest(page.steps))


def _largest(walked: list[Step]) -> list[tuple[int, str]]:
    pieces: list[list[tuple[int, str]]] = [[]]
    counts = [0]
    stack = [0]
    line = links = 0
    for starts, tag, raw, _ in walked:
        line += tag in BLOCK_TAGS
        if tag == "a":
            links += 1 if starts else -1
        elif tag == "table" and starts:
            stack.append(len(counts))
            counts.append(0)
            pieces.append([])
        elif tag == "table" and len(stack) > 1:
            stack.pop()
        if raw and not (starts and tag in UNREAD_TAGS):
            pieces[stack[-1]].append((line, raw))
            counts[stack[-1]] += 0 if links else dense_length(raw)
    return pieces[counts.index(max(counts))]
