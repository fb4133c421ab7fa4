"""A quote that repeats a sentence of the text word for word is no part of the text."""

import pytest

from extractor.body.pull_quotes import without_pull_quotes
from extractor.page.blocks import Blocks, read_blocks
from tests.html_trees import html_tree
from tests.unit.extractor.samples import ENGLISH, KOREAN

SENTENCE = "Readers can borrow thirty thousand books there"


def _blocks(markup: str) -> Blocks:
    return read_blocks(html_tree(f"<html><body>{markup}</body></html>").body)


def _kept(markup: str) -> list[str]:
    blocks = _blocks(markup)
    return [blocks.texts[place] for place in without_pull_quotes(blocks, range(len(blocks.texts)))]


@pytest.mark.parametrize("quote", [SENTENCE, f"“{SENTENCE}.”", f"<p>{SENTENCE}…</p>"])
def test_a_quote_that_repeats_the_text_is_left_out(quote: str) -> None:
    text = [f"<p>{paragraph}</p>" for paragraph in ENGLISH]
    assert _kept("".join([*text[:3], f"<blockquote>{quote}</blockquote>", text[3]])) == list(
        ENGLISH
    )


def test_a_quote_in_a_script_without_blanks() -> None:
    quote = f"<blockquote>{KOREAN[1][:20]}</blockquote>"
    assert _kept(quote + "".join(f"<p>{paragraph}</p>" for paragraph in KOREAN)) == list(KOREAN)


@pytest.mark.parametrize(
    "markup",
    [
        f"<blockquote>{SENTENCE}, he said.</blockquote><p>{ENGLISH[0]}</p>",
        f"<p>{SENTENCE}</p><p>{ENGLISH[1]}</p>",
        f"<blockquote>library</blockquote><p>{ENGLISH[0]}</p>",
        f"<blockquote><p>{SENTENCE}</p><p>{SENTENCE}, they say.</p></blockquote><p>{ENGLISH[0]}</p>",
    ],
)
def test_other_words_short_ones_and_text_outside_quotes_stay(markup: str) -> None:
    blocks = _blocks(markup)
    assert _kept(markup) == blocks.texts


def test_a_quote_far_from_its_source_is_an_answer_to_it() -> None:
    text = "".join(f"<p>{paragraph}</p>" for paragraph in (*ENGLISH, *KOREAN))
    quote = f"<blockquote>{SENTENCE}</blockquote>"
    assert SENTENCE in _kept(text + quote)
    assert SENTENCE not in _kept(quote + text)
