"""Remove lines from the body that are only the label of a link of the site, or offer to share the
text.
"""

import re
from collections.abc import Sequence

from extractor.languages.tables import all_words, alternatives
from extractor.page.blocks import Blocks

_LABELS = frozenset(all_words("body.site_labels"))
_SIGNS = " «»‹›<>|·•↑←→▲△⌃^()[]【】"
"""What stands around labels in place of a picture."""
_MAX_LABEL_LENGTH = 40
"""No label of the tables is longer, so longer lines need no look-up."""
_SERVICES = alternatives("body.share_services")
_PART = r"(?:[\s,;:：/|·•、()]+|(?<=[\u3040-\u9fff])|^)"
_SHARING = re.compile(
    rf"(?:{alternatives('body.share')})(?:{_PART}(?:{_SERVICES}|{alternatives('body.share_words')}))*"
    rf"|(?:{_SERVICES})(?:{_PART}(?:{_SERVICES}))+",
    re.IGNORECASE,
)
"""A line that offers to share: "Share this on Facebook, by mail", or the names of two services."""
_SERVICE = re.compile(_SERVICES, re.IGNORECASE)
_AFTER = " .:：…!"
"""What may end such a line."""
_MAX_SHARING_LENGTH = 120
_COLONS = (":", "：")
_CELLS = frozenset(("td", "th"))
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))


def without_labels(blocks: Blocks, places: Sequence[int]) -> list[int]:
    """Return the chosen blocks without labels of the site, such as "Archive" and "Back to top".

    A heading with text below it may be called so too.
    """
    kept: list[int] = []
    for place in reversed(_without_sharing(blocks, places)):
        heads_text = kept and blocks.tags[blocks.holders[place]] in _HEADINGS
        if heads_text or not _is_label(blocks.texts[place]):
            kept.append(place)
    return kept[::-1]


def _is_label(text: str) -> bool:
    return len(text) <= _MAX_LABEL_LENGTH and text.strip(_SIGNS).lower() in _LABELS


def offers_to_share(line: str) -> bool:
    """Return whether a line only offers to share the text, perhaps with the names of services."""
    own = line.strip(_SIGNS + _AFTER)
    return len(own) <= _MAX_SHARING_LENGTH and bool(_SHARING.fullmatch(own))


def _without_sharing(blocks: Blocks, places: Sequence[int]) -> list[int]:
    """Return the chosen places without offers to share, and the services named below them."""
    kept: list[int] = []
    is_below = is_announced = False
    for place, below in zip(places, (*places, -1)[1:], strict=True):
        text = blocks.texts[place]
        is_offer = offers_to_share(text)
        tag = blocks.tags[blocks.holders[place]]
        if not _is_item(blocks, place):
            is_announced = text.endswith(_COLONS) and not is_offer
        # A text may be about services: in its heading, its table, or a list that it announces.
        if tag in _HEADINGS:
            next_line = blocks.texts[below] if below >= 0 else ""
            is_content = bool(next_line) and not offers_to_share(next_line)
            is_content = is_content and not _is_service(next_line)
        else:
            is_content = is_announced or tag in _CELLS
        is_below = not is_content and (is_offer or (is_below and _is_service(text)))
        if not is_below:
            kept.append(place)
    return kept


def _is_item(blocks: Blocks, place: int) -> bool:
    holder = blocks.holders[place]
    return "li" in (blocks.tags[holder], blocks.tags[max(blocks.parents[holder], 0)])


def _is_service(line: str) -> bool:
    own = line.strip(_SIGNS + _AFTER)
    return len(own) <= _MAX_LABEL_LENGTH and bool(_SERVICE.fullmatch(own))
