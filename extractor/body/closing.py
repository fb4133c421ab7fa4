"""Add the short sentences that end a text, which look like what sites put below their texts.

"The hearing continues on Tuesday." is as short as "Follow us". What tells them apart is that it is
a sentence, without a link, in an element like those of most of the text and right after them.
"""

from collections.abc import Iterator, Sequence

from extractor.body.outline import Values
from extractor.body.tail import is_tail
from extractor.page.blocks import Blocks
from extractor.page.sentences import ends_sentence

_MIN_CHANCE = 0.05
"""Least probability of such a paragraph. The labelled texts have hardly any below."""
_MAX_LENGTH = 80
"""Characters of a short sentence. The forests judge longer paragraphs well."""
_MAX_ADDED = 2
"""Most paragraphs that are added: more short sentences in a row are a list of what the site offers.
"""
_MIN_SHARE = 0.5
"""Least share of the text in elements of one form for that to be the form of its paragraphs."""


def with_closing(blocks: Blocks, places: Sequence[int], chances: Values) -> list[int]:
    """Return the chosen ``places`` and those of the sentences that end the text.

    ``chances`` are the probabilities of all blocks [n].
    """
    return [*places, *_closing(blocks, places, chances)]


def _closing(blocks: Blocks, places: Sequence[int], chances: Values) -> Iterator[int]:
    forms = [_form(blocks, index) for index in places]
    if len(places) < 2 or forms.count(forms[-1]) < _MIN_SHARE * len(forms):
        return
    after = places[-1] + 1
    for index in range(after, min(after + _MAX_ADDED, len(blocks.texts))):
        goes_on = _form(blocks, index) == forms[-1] and not blocks.linked[index]
        is_likely = chances[index] >= _MIN_CHANCE
        if not (goes_on and is_likely and _is_short_sentence(blocks.texts[index])):
            return
        yield index


def _form(blocks: Blocks, index: int) -> tuple[int, str, str]:
    """Return the parent, the tag and the class of the element around a block."""
    holder = blocks.holders[index]
    names = blocks.attributes[holder].get("class", "")
    return blocks.parents[holder], blocks.tags[holder], names


def _is_short_sentence(text: str) -> bool:
    return len(text) <= _MAX_LENGTH and ends_sentence(text) and not is_tail(text)
