from collections.abc import Callable, Iterable, Sequence

from lxml.etree import _Element

def having(root: _Element, name: str) -> list[_Element]: ...
def marked(
    root: _Element,
    tags: Iterable[str],
    means_author: Callable[[str], bool],
    longest: int,
    most: int,
) -> list[_Element]: ...
def holders(
    top: _Element, elements: Sequence[_Element], tags: Iterable[str], count: int
) -> list[int]: ...
