"""Draws how a page's blocks become a body, ``docs/images/extraction.svg``: ``python -m
docs.extraction_drawing``.

The page is one of the hand-written cases of ``tests/gates``; the numbers are those of the shipped
model.
"""

from datetime import UTC, datetime
from html import escape
from pathlib import Path

from extractor.body.newsloom import block_probabilities_of_page, find_body
from extractor.body.view import view
from extractor.extraction import open_page
from extractor.page.blocks import Blocks
from extractor.results import Hints

ROOT = Path(__file__).parents[1]
CASE = ROOT / "tests" / "gates" / "cases" / "author-bio-and-adverts.html"
DRAWING = ROOT / "docs" / "images" / "extraction.svg"
URL = "http://harbour.example/2026/03/ferry-pier.html"
WIDTH, ROW, TOP, INDENT = 1000, 24, 84, 9
BAR, BAR_WIDTH, VERDICT = 640, 200, 870
SHOWN = 86
STYLE = """
text { font: 13px system-ui, sans-serif; fill: #1c2430 }
.head { font-weight: 600 } .path, .note { fill: #5b6675; font-size: 11px }
.paper { fill: #fff } .track { fill: #e7ebf0 } .in { fill: #1f7a5c } .out { fill: #b9c2cd }
.rule { stroke: #d5dbe3 }
.taken { fill: #e6f4ee } .half { stroke: #5b6675; stroke-dasharray: 3 3 }
@media (prefers-color-scheme: dark) {
  text { fill: #e8ecf2 } .path, .note { fill: #9aa6b5 } .paper { fill: #14181f }
  .track { fill: #2a313b }
  .in { fill: #46b58c } .out { fill: #566170 }
  .rule { stroke: #343c47 } .taken { fill: #17332a } .half { stroke: #9aa6b5 }
}
"""


def main() -> None:
    """Write the drawing."""
    page = open_page(
        CASE.read_bytes(), URL, {}, Hints(collected=datetime(2026, 11, 21, tzinfo=UTC))
    )
    seen = view(page.blocks)
    odds = block_probabilities_of_page(seen, page.title)
    body = {paragraph.text for paragraph in find_body(page).paragraphs}
    rows = [
        _row(index, page.blocks, float(odds[index]), bool(seen.asked[index]), text in body)
        for index, text in enumerate(page.blocks.texts)
    ]
    height = TOP + ROW * len(rows) + 16
    DRAWING.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        'aria-label="The blocks of a page, the probability of each, and which of them are the '
        'body">'
        f'<style>{STYLE}</style><rect class="paper" width="{WIDTH}" height="{height}"/>'
        f"{_head(height)}{''.join(rows)}</svg>\n",
        "utf-8",
    )


def _head(height: int) -> str:
    half = BAR + BAR_WIDTH / 2
    return (
        '<text class="head" x="16" y="28">Blocks of the page, indented by their depth in the '
        "tree</text>"
        f'<text class="head" x="{BAR}" y="28">Probability</text><text class="head" x="{VERDICT}" '
        'y="28">Verdict</text>'
        f'<text class="note" x="16" y="48">container of the block, its text</text>'
        f'<text class="note" x="{BAR}" y="48">0</text><text class="note" x="{half - 8}" '
        'y="48">0.5</text>'
        f'<text class="note" x="{BAR + BAR_WIDTH - 6}" y="48">1</text>'
        f'<line class="rule" x1="16" x2="{WIDTH - 16}" y1="60" y2="60"/>'
        f'<line class="half" x1="{half}" x2="{half}" y1="60" y2="{height - 16}"/>'
    )


def _row(index: int, blocks: Blocks, chance: float, asked: bool, taken: bool) -> str:
    y = TOP + ROW * index
    holder, depth = blocks.holders[index], 0
    node = holder
    while node > 0:
        depth, node = depth + 1, blocks.parents[node]
    tag, text = blocks.tags[holder], blocks.texts[index]
    room = SHOWN - depth * INDENT // 6 - len(tag)
    shown = text if len(text) <= room else text[: room - 1] + "…"
    ground = ""
    if taken:
        verdict = "body"
        ground = f'<rect class="taken" x="8" width="{WIDTH - 16}" y="{y - 16}" height="{ROW - 2}"/>'
    elif not asked:
        verdict = "label of a menu"
    else:
        verdict = "headline, byline" if chance >= 0.5 else "left out"
    return (
        f'{ground}<text x="{16 + depth * INDENT}" y="{y}"><tspan class="path">{escape(tag)} '
        f"</tspan>{escape(shown)}</text>"
        f'<rect class="track" x="{BAR}" y="{y - 9}" width="{BAR_WIDTH}" height="8" rx="4"/>'
        f'<rect class="{"in" if taken else "out"}" x="{BAR}" y="{y - 9}" '
        f'width="{max(chance * BAR_WIDTH, 1):.0f}" '
        f'height="8" rx="4"/><text x="{VERDICT}" y="{y}">{verdict}</text>'
    )


if __name__ == "__main__":
    main()
