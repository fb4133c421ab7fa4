from collections.abc import Callable, Mapping

from lxml.etree import _Element

def read_into(
    blocks: object,
    top: _Element,
    roles: Mapping[str, int],
    squeeze: Callable[[str], str],
    most: int,
) -> bool: ...
def read_first(top: _Element, unseen: Mapping[str, int], length: int) -> list[str] | None: ...
