"""Where a link stands on its page: its markup, the elements around it, and its card."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from extractor.page import dom

Signature = tuple[str, ...]
"""The markup of an element and of those above it, the innermost first."""

PLACES = ("nav", "header", "footer", "aside", "main", "article", "li", "table")
"""Elements around a link that tell where it stands."""
_PLACE_BITS = {tag: 1 << index for index, tag in enumerate(PLACES)}
_OF_PAGE = ("header", "footer")
"""Those of an entry (HTML, 4.3.8) do not count."""
_ENTRY_BITS = _PLACE_BITS["article"] | _PLACE_BITS["main"] | _PLACE_BITS["li"]
_MAX_CLASSES = 3
"""Most class names by which an element's markup is known. Classes with digits are left out: they
number what repeats.
"""
_SIGNATURE_LENGTH = 4
"""Elements above a link whose markup tells its group. With more, each card is a group of its own.
"""
_SHARED = -1


@dataclass(frozen=True, eq=False)
class Card:
    """The largest element around a link that links to no other page.

    Attributes:
        element: The card, or the link itself if each element around it links to other pages too.
        siblings: Elements beside it that are written like it, itself among them.
    """

    element: dom.Element
    siblings: int


class LinkSurroundings:
    """The surroundings of the links of one page.

    All steps together take linear time, however deep the links are nested.
    """

    def __init__(self, pages: Iterable[Iterable[dom.Element]]) -> None:
        """Read the links to each page: one collection of ``a`` elements for each address."""
        self._owners: dict[dom.Element, int] = {}
        for index, links in enumerate(pages):
            for link in links:
                self._own(link, index)
        self._known: dict[dom.Element, tuple[int, Signature]] = {}
        self._children: dict[dom.Element, Counter[str]] = {}

    def places(self, link: dom.Element) -> list[bool]:
        """Return for each of ``PLACES`` whether such an element is around the link."""
        bits = self._above(link)[0]
        return [bool(bits & bit) for bit in _PLACE_BITS.values()]

    def signature(self, link: dom.Element) -> Signature:
        """Return the markup by which links of one kind are alike."""
        return self._above(link)[1]

    def card(self, link: dom.Element) -> Card:
        """Return the card of a link."""
        inner = link
        owner = self._owners[link]
        if owner == _SHARED:
            return Card(link, 1)
        for above in link.iterancestors():
            if self._owners[above] != owner:
                return Card(inner, self._children_of(above)[_markup(inner)])
            inner = above
        return Card(inner, 1)

    def _own(self, link: dom.Element, index: int) -> None:
        above: dom.Element | None = link
        while above is not None:
            owner = self._owners.setdefault(above, index)
            if owner == _SHARED:
                return
            if owner != index:
                self._owners[above] = _SHARED
            above = above.getparent()

    def _above(self, link: dom.Element) -> tuple[int, Signature]:
        unknown = []
        bits = 0
        signature: Signature = ()
        above: dom.Element | None = link
        while above is not None:
            if above in self._known:
                bits, signature = self._known[above]
                break
            unknown.append(above)
            above = above.getparent()
        for element in reversed(unknown):
            tag = str(element.tag)
            if not (tag in _OF_PAGE and bits & _ENTRY_BITS):
                bits |= _PLACE_BITS.get(tag, 0)
            signature = (_markup(element), *signature[: _SIGNATURE_LENGTH - 1])
            self._known[element] = bits, signature
        return bits, signature

    def _children_of(self, parent: dom.Element) -> Counter[str]:
        if parent not in self._children:
            self._children[parent] = Counter(map(_markup, parent.iterchildren("*")))
        return self._children[parent]


def _markup(element: dom.Element) -> str:
    return _written(str(element.tag), element.get("class") or "")


@lru_cache(maxsize=4096)
def _written(tag: str, classes: str) -> str:
    stable = [name for name in classes.split() if not any(map(str.isdigit, name))]
    return " ".join((tag, *sorted(stable[:_MAX_CLASSES])))
