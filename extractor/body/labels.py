"""Remove lines from the body that are only the label of a link of the site."""

from collections.abc import Sequence

from extractor.languages.tables import all_words
from extractor.page.blocks import Blocks

_LABELS = frozenset(all_words("body.site_labels"))
_SIGNS = " «»‹›<>|·•↑←→▲△⌃^()[]【】"
"""What stands around labels in place of a picture."""
_MAX_LABEL_LENGTH = 40
"""No label of the tables is longer, so longer lines need no look-up."""
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))


def without_labels(blocks: Blocks, places: Sequence[int]) -> list[int]:
    """Return the chosen blocks without labels of the site, such as "Archive" and "Back to top".

    A heading with text below it may be called so too.
    """
    kept: list[int] = []
    for place in reversed(places):
        if not _is_label(blocks.texts[place]) or (
            kept and blocks.tags[blocks.holders[place]] in _HEADINGS
        ):
            kept.append(place)
    return kept[::-1]


def _is_label(text: str) -> bool:
    return len(text) <= _MAX_LABEL_LENGTH and text.strip(_SIGNS).lower() in _LABELS
