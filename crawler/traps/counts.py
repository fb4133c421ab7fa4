"""Count the pages of each shape of a host, and recognise a trap: many pages, and hardly a new text.

Pure.
"""

from collections import OrderedDict
from dataclasses import dataclass, field
from hashlib import blake2b

# For a fine shape: so many pages, of which a smaller share than this had a new text, are a trap.
MIN_PAGES = 60
MIN_SHARE = 0.05
MIN_PAGES_COARSE = 200
MIN_SHARE_COARSE = 0.02
_HALVED_AT = 2
_MAX_SHAPES = 5_000
_TEXTS_KEPT = 256
_MAX_TEXT_LENGTH = 20_000


@dataclass
class _Count:
    """The pages of one shape, how many had a new text, and the digests of the latest texts."""

    pages: int = 0
    documents: int = 0
    texts: OrderedDict[bytes, None] = field(default_factory=OrderedDict)


class ShapeCounts:
    """Counts of one process, for the shapes that it has seen last.

    Older pages count less and less, so that a site that changes is judged by what it is now.
    """

    def __init__(self) -> None:
        self._counts: OrderedDict[tuple[str, str], _Count] = OrderedDict()

    def add(
        self, host: str, shape: str, text: str | None, *, coarse: bool = False
    ) -> tuple[int, int] | None:
        """Count a page with its text, None for a page without one.

        Returns:
            The numbers of pages and of new texts if the shape is a trap, which is then counted from
                zero.
        """
        count = self._counts.setdefault((host, shape), _Count())
        self._counts.move_to_end((host, shape))
        if len(self._counts) > _MAX_SHAPES:
            self._counts.popitem(last=False)
        count.pages += 1
        count.documents += text is not None and _is_new(count, text)
        fewest, least = (MIN_PAGES_COARSE, MIN_SHARE_COARSE) if coarse else (MIN_PAGES, MIN_SHARE)
        if count.pages >= fewest and count.documents < least * count.pages:
            del self._counts[host, shape]
            return count.pages, count.documents
        if count.pages >= _HALVED_AT * fewest:
            # Early pages count less and less, or a good beginning would hide a trap for ever.
            count.pages //= 2
            count.documents //= 2
        return None


def _is_new(count: _Count, text: str) -> bool:
    digest = blake2b(
        " ".join(text[:_MAX_TEXT_LENGTH].split()).encode("utf-8", "replace"), digest_size=8
    ).digest()
    is_new = digest not in count.texts
    count.texts[digest] = None
    count.texts.move_to_end(digest)
    if len(count.texts) > _TEXTS_KEPT:
        count.texts.popitem(last=False)
    return is_new
