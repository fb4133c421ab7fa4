"""MCSTD, the maximum continuous sum of text density, a baseline.

Paper: Web content extraction based on maximum continuous sum of text density, IALP 2016.

Every line of text has a density, its characters divided by its tags. The content is the run of
neighbouring lines with the greatest sum of densities.

Interpretations where the paper leaves room: A line is the text between two block tags. Its density
divides the characters outside links by one plus the tags that begin in it or before it since the
last line with text, so that a paragraph is nearly its length and a menu almost nothing. The page's
mean is subtracted from each density, because a sum of positive numbers is always greatest over the
whole page. The longest of equal runs wins, and the first of those.
"""

from dataclasses import dataclass, field

from evaluation.published.leaves import UNREAD_TAGS, joined
from extractor.page.dom import BLOCK_TAGS, Step
from extractor.page.page import Page
from extractor.page.text import dense_length


@dataclass
class _Line:
    tags: int = 1
    characters: int = 0
    pieces: list[str] = field(default_factory=list)


def extract(page: Page) -> str:
    """Return the run of lines with the greatest sum of densities."""
    lines = _lines(page.steps)
    densities = [line.characters / line.tags for line in lines]
    mean = sum(densities) / max(len(densities), 1)
    first, last = best_run([density - mean for density in densities])
    return joined((number, raw) for number in range(first, last) for raw in lines[number].pieces)


def best_run(values: list[float]) -> tuple[int, int]:
    """Return start and end of the run with the greatest sum (Kadane's algorithm); (0, 0) without
    values.
    """
    best, run, start = float("-inf"), 0.0, 0
    found = (0, 0)
    for index, value in enumerate(values):
        if run < 0:
            run, start = 0.0, index
        run += value
        if (run, index + 1 - start) > (best, found[1] - found[0]):
            best, found = run, (start, index + 1)
    return found


def _lines(walked: list[Step]) -> list[_Line]:
    """Return the lines with text of a walked body."""
    lines = [_Line()]
    links = 0
    for starts, tag, raw, _ in walked:
        if tag in BLOCK_TAGS and lines[-1].pieces:
            lines.append(_Line())
        lines[-1].tags += starts
        if tag == "a":
            links += 1 if starts else -1
        if raw and not raw.isspace() and not (starts and tag in UNREAD_TAGS):
            lines[-1].pieces.append(raw)
            lines[-1].characters += 0 if links else dense_length(raw)
    return lines if lines[-1].pieces else lines[:-1]
