"""Remove pull quotes: sentences that a page repeats word for word in a quote near the paragraph
that they are from.
"""

from collections.abc import Sequence

from extractor.page.blocks import Blocks

# Sizes of pull quotes in bytes of UTF-8. A shorter quote may be a proverb or a name.
_MIN_QUOTE_BYTES = 40
_MAX_QUOTE_BYTES = 400
_NEAR = 4
"""Most blocks between a pull quote and its paragraph. Answers and reviews quote from farther away.
"""
_MAX_PARAGRAPH_LENGTH = 5_000
"""Characters of a paragraph that are searched for the quote: bounds the cost of a page without
paragraphs.
"""
_LEVELS = 4
"""Elements around a block that may be its quote."""
_SIGNS = " \t\"'“”„‚‘’«»‹›「」『』《》—–-.,!?…。，！？،؟"
"""What a quote may have around it and the sentence may not."""


def without_pull_quotes(blocks: Blocks, places: Sequence[int]) -> list[int]:
    """Return the chosen blocks without quotes of one block whose words are all in a paragraph near
    them.
    """
    if "blockquote" not in blocks.tags:
        return list(places)
    return [place for index, place in enumerate(places) if not _is_pulled(blocks, places, index)]


def _is_pulled(blocks: Blocks, places: Sequence[int], index: int) -> bool:
    quote = blocks.texts[places[index]]
    if len(quote) > _MAX_QUOTE_BYTES or not _is_quoted(blocks, places[index]):
        return False
    words = quote.strip(_SIGNS)
    if not _MIN_QUOTE_BYTES <= len(words.encode("utf-8", "replace")) <= _MAX_QUOTE_BYTES:
        return False
    for place in places[max(0, index - _NEAR) : index + _NEAR + 1]:
        paragraph = blocks.texts[place][:_MAX_PARAGRAPH_LENGTH]
        is_longer = len(blocks.texts[place]) > len(words)
        if is_longer and words in paragraph and not _is_quoted(blocks, place):
            return True
    return False


def _is_quoted(blocks: Blocks, index: int) -> bool:
    """Return whether a block is all that a quote contains."""
    node = blocks.holders[index]
    for _ in range(_LEVELS):
        if node < 0 or blocks.ends[node] - blocks.starts[node] > 1:
            return False
        if blocks.tags[node] == "blockquote":
            return True
        node = blocks.parents[node]
    return False
