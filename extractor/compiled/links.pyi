from collections.abc import Iterable

from lxml.etree import _Element

def is_simple(link: str) -> bool: ...
def numbered(
    elements: Iterable[_Element], tails: Iterable[str], unnumbered: bool, most: int, longest: int
) -> list[tuple[_Element, str]]: ...
