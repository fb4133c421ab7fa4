from collections.abc import Callable, Collection, Iterable, Sequence

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
def best_starts(outline: object, nodes: list[int], highest: int) -> tuple[list[int], list[int]]: ...
def best_fit(
    kinds: Iterable[list[int]], records: Sequence[tuple[int, int]], several: float
) -> float: ...
def fit(nodes: list[int], records: Sequence[tuple[int, int]], several: float) -> float: ...
