from collections.abc import Container
from types import ModuleType

from extractor.forum.marks import Finder

def read(
    finder: Finder,
    cues: ModuleType,
    longest_echo: int,
    shortest_stamp: int,
    name_nodes: int,
    moments: Container[str],
) -> None: ...
