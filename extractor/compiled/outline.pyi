from collections.abc import Callable, Collection

from lxml.etree import _Element

def read_outline(
    outline: object,
    top: _Element,
    controls: Collection[str],
    class_shape: Callable[[str], str],
    short: int,
    scrap: float,
    most: int,
) -> bool: ...
