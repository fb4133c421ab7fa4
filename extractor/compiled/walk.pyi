from collections.abc import Callable, Iterable, Mapping, Sequence

from lxml.etree import _Element

def read_into(
    blocks: object,
    top: _Element,
    roles: Mapping[str, int],
    squeeze: Callable[[str], str],
    most: int,
) -> bool: ...
def read_first(top: _Element, unseen: Mapping[str, int], length: int) -> list[str] | None: ...
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
