"""Statistics of tables (Sun Chengjie and Guan Yi, Journal of Chinese Information Processing 18(5), 2004), a baseline.

Pages of its time are laid out by tables, and an article stands in one. The text of every table is counted, without
that of the tables inside it; the table with most is the content.

Readings where the paper leaves room: characters of any script are counted, without white space and without those in
links; what stands in no table belongs to the body, which counts as the outermost one, so that a page without tables is
taken whole; the content is all text of the table that was counted, its links too; the first wins among equals.
"""

from extractor.page.dom import BLOCK_TAGS, Step
from extractor.page.page import Page
from extractor.page.text import dense_length
from extractor.published.leaves import UNREAD_TAGS, joined


def extract(page: Page) -> str:
    """The text of the table that holds most."""
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
