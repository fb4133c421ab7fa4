"""A text ends with its last sentence, however short."""

import numpy as np
import pytest

from extractor.body.closing import with_closing
from extractor.page.blocks import read_blocks
from tests.html_trees import html_tree
from tests.unit.extractor.samples import CHINESE, ENGLISH, JAPANESE, read_article

LAST = "Highlights air tomorrow."


def _page(*paragraphs: str, below: str = "") -> str:
    """A page whose generated class names say nothing."""
    text = "".join(f'<div class="q7x">{paragraph}</div>' for paragraph in paragraphs)
    return f"""<html><body><div class="a1"><div><a href="/list">More</a></div></div>
<div class="b2"><div><div class="c3"><span>Petra Novak</span><span>March 5, 2024 15:03</span></div>
<div class="d4">{text}</div>{below}
<div class="f6"><div><a href="/7">Seven lamps for the town</a></div></div></div>
<div class="e5"><div><a href="/8">Eight cooks wanted</a></div>
<div><a href="/9">Nine roads closed</a></div></div></div>
</body></html>"""


@pytest.mark.parametrize(
    ("text", "last"),
    [
        (ENGLISH, "More on this tomorrow."),
        (ENGLISH, "“More on this tomorrow.”"),
        (CHINESE, "更新：现场已恢复通行。"),
        (CHINESE, "更多消息稍后公布。"),
        (JAPANESE, "詳細は未定です。"),
    ],
)
def test_a_short_last_paragraph_belongs_to_the_text(text: tuple[str, ...], last: str) -> None:
    article = read_article(_page(*text[:2], last), kind="article")
    assert article.paragraphs[-1].text == last


@pytest.mark.parametrize(
    "line",
    [
        "Follow us",
        f"{ENGLISH[0]} {LAST}",
        '<a href="/more">More about the library.</a>',
        "This post contains affiliate links and is for informational purposes only.",
    ],
)
def test_what_is_no_sentence_of_the_text_is_not_added(line: str) -> None:
    assert _closed(*ENGLISH, line) == list(ENGLISH)


def test_another_element_ends_the_text() -> None:
    assert _closed(*ENGLISH, below=f"<div class='q7x'>{LAST}</div>") == list(ENGLISH)
    assert _closed(ENGLISH[0], LAST) == [ENGLISH[0]], "one paragraph shows no form"


def test_a_sentence_that_is_surely_no_text_is_not_added() -> None:
    assert _closed(*ENGLISH, LAST, chance=0.01) == list(ENGLISH)
    assert _closed(*ENGLISH, LAST) == [*ENGLISH, LAST]


def _closed(*paragraphs: str, below: str = "", chance: float = 0.3) -> list[str]:
    """Return the text of a page of which the paragraphs of ``ENGLISH`` were chosen."""
    blocks = read_blocks(html_tree(_page(*paragraphs, below=below)).body)
    chosen = [index for index, text in enumerate(blocks.texts) if text in ENGLISH]
    found = with_closing(blocks, chosen, np.full(len(blocks.texts), chance))
    return [blocks.texts[place] for place in found]
